% Classes of character codes, with the names of library(ctypes); see code_type/2.

%! is_alnum(+Code) is semidet.
%  True if Code is a letter or a digit.
%  ?- is_alnum(0'a).
is_alnum(Code) :-
    code_type(Code, alnum).

%! is_alpha(+Code) is semidet.
%  True if Code is a letter or an underscore.
%  ?- is_alpha(0'_).
is_alpha(Code) :-
    code_type(Code, csymf).

%! is_ascii(+Code) is semidet.
%  True if Code is less than 128.
%  ?- is_ascii(0'a).
is_ascii(Code) :-
    code_type(Code, ascii).

%! is_cntrl(+Code) is semidet.
%  True if Code is a control character.
%  ?- is_cntrl(10).
is_cntrl(Code) :-
    code_type(Code, cntrl).

%! is_csym(+Code) is semidet.
%  True if Code is a letter, a digit or an underscore.
%  ?- is_csym(0'_).
is_csym(Code) :-
    code_type(Code, csym).

%! is_csymf(+Code) is semidet.
%  True if Code is a letter or an underscore.
%  ?- is_csymf(0'a).
is_csymf(Code) :-
    code_type(Code, csymf).

%! is_digit(+Code) is semidet.
%  True if Code is a decimal digit.
%  ?- is_digit(0'7).
is_digit(Code) :-
    code_type(Code, digit).

%! is_graph(+Code) is semidet.
%  True if Code is a visible character.
%  ?- is_graph(0'a).
is_graph(Code) :-
    code_type(Code, graph).

%! is_lower(+Code) is semidet.
%  True if Code is a lower-case letter.
%  ?- is_lower(0'a).
is_lower(Code) :-
    code_type(Code, lower).

%! is_upper(+Code) is semidet.
%  True if Code is an upper-case letter.
%  ?- is_upper(0'A).
is_upper(Code) :-
    code_type(Code, upper).

%! is_punct(+Code) is semidet.
%  True if Code is a visible character other than a letter or a digit.
%  ?- is_punct(0'!).
is_punct(Code) :-
    code_type(Code, punct).

%! is_space(+Code) is semidet.
%  True if Code is white space.
%  ?- is_space(0' ).
is_space(Code) :-
    code_type(Code, space).

%! is_white(+Code) is semidet.
%  True if Code is a blank or a tab.
%  ?- is_white(0' ).
is_white(Code) :-
    code_type(Code, white).

%! is_period(+Code) is semidet.
%  True if Code is a full stop, a question mark or an exclamation mark.
%  ?- is_period(0'.).
is_period(Code) :-
    code_type(Code, period).

%! is_quote(+Code) is semidet.
%  True if Code is a quote.
%  ?- is_quote(0'\").
is_quote(Code) :-
    code_type(Code, quote).

%! is_newline(+Code) is semidet.
%  True if Code is a newline.
%  ?- is_newline(10).
is_newline(Code) :-
    code_type(Code, newline).

%! is_endline(+Code) is semidet.
%  True if Code is a line terminator.
%  ?- is_endline(13).
is_endline(Code) :-
    code_type(Code, end_of_line).

%! is_print(+Code) is semidet.
%  True if Code is printable.
%  ?- is_print(0'a).
is_print(Code) :-
    code_type(Code, print).

%! is_digit(+Code, +Base, -Weight) is semidet.
%  True if Code is a digit in numbers of this Base, with this Weight.
%  ?- is_digit(0'f, 16, W).   %=> W = 15.
is_digit(Code, Base, Weight) :-
    (   code_type(Code, digit(Found))
    ->  true
    ;   code_type(Code, alpha),
        Code < 128,
        code_type(Upper, to_upper(Code)),
        Found is Upper - 0'A + 10
    ),
    Found < Base,
    Weight = Found.

%! upper_lower(?Upper, ?Lower) is semidet.
%  True if Upper and Lower are the codes of a letter in upper and lower case.
%  ?- upper_lower(0'A, L).   %=> L = 97.
%  ?- upper_lower(U, 0'a).   %=> U = 65.
upper_lower(Upper, Lower) :-
    (   nonvar(Upper)
    ->  code_type(Upper, upper(Lower))
    ;   code_type(Lower, lower(Upper))
    ).

%! to_lower(+Code, -Lower) is det.
%  Lower is the lower-case letter of Code, or Code itself.
%  ?- to_lower(0'A, L).   %=> L = 97.
to_lower(Code, Lower) :-
    code_type(Lower, to_lower(Code)).

%! to_upper(+Code, -Upper) is det.
%  Upper is the upper-case letter of Code, or Code itself.
%  ?- to_upper(0'a, U).   %=> U = 65.
to_upper(Code, Upper) :-
    code_type(Upper, to_upper(Code)).

%! is_endfile(+Code) is semidet.
%  True of the code of the end of a stream.
%  ?- is_endfile(-1).
is_endfile(-1).

%! is_newpage(+Code) is semidet.
%  True of the form feed.
%  ?- is_newpage(12).
is_newpage(12).

%! is_paren(?Open, ?Close) is semidet.
%  Open and Close are the codes of brackets that belong together.
%  ?- is_paren(0'(, C).   %=> C = 41.
is_paren(0'(, 0')).
is_paren(0'[, 0']).
is_paren(0'{, 0'}).
