% DCG nonterminals for lists of character codes: blanks, digits, numbers, strings, with the names of
% library(dcg/basics). They are written as translated clauses. The end of a lazy list is a variable, too: what follows is
% asked for by unification, and only then is the code looked at.

%! blank(?S0, ?S) is semidet.
%  Matches a blank: a space, a tab, a newline and the like.
%  ?- phrase(blank, ` a`, R), atom_codes(A, R).   %=> R = [97], A = a.
blank([Code|S], S) :-
    nonvar(Code),
    (   integer(Code),
        Code =< 0'~
    ->  ( Code =:= 0'\s -> true ; Code >= 0'\t, Code =< 0'\r )
    ;   code_type(Code, space)
    ).

%! blanks(?S0, ?S) is det.
%  Matches all blanks that follow.
%  ?- phrase(blanks, `  a`, _R), atom_codes(A, _R).   %=> A = a.
blanks(S0, S) :-
    (   blank(S0, S1)
    ->  blanks(S1, S)
    ;   S = S0
    ).

%! white(?S0, ?S) is semidet.
%  Matches a space or a tab.
%  ?- phrase(white, ` a`, _R), atom_codes(A, _R).   %=> A = a.
white([Code|S], S) :-
    nonvar(Code),
    (   integer(Code)
    ->  ( Code =:= 0'\s -> true ; Code =:= 0'\t )
    ;   code_type(Code, white)
    ).

%! whites(?S0, ?S) is det.
%  Matches all spaces and tabs that follow.
%  ?- phrase(whites, `  a`, _R), atom_codes(A, _R).   %=> A = a.
whites(S0, S) :-
    (   white(S0, S1)
    ->  whites(S1, S)
    ;   S = S0
    ).

%! nonblank(-Code, ?S0, ?S) is semidet.
%  Matches a visible character.
%  ?- phrase(nonblank(C), `ab`, _).   %=> C = 97.
nonblank(Code, [Code|S], S) :-
    nonvar(Code),
    (   integer(Code),
        Code =< 0'~
    ->  Code > 0'\s
    ;   code_type(Code, graph)
    ).

%! nonblanks(-Codes, ?S0, ?S) is det.
%  Matches all visible characters that follow.
%  ?- phrase(nonblanks(_C), `ab c`, _), atom_codes(A, _C).   %=> A = ab.
nonblanks(Codes, S0, S) :-
    (   Codes = [Code|More],
        nonblank(Code, S0, S1)
    ->  nonblanks(More, S1, S)
    ;   Codes = [],
        S = S0
    ).

%! blanks_to_nl(?S0, ?S) is semidet.
%  Matches blanks up to the end of the line or of the text.
%  ?- phrase(blanks_to_nl, `  \na`, _R), atom_codes(A, _R).   %=> A = a.
blanks_to_nl([0'\n|S], S) :-
    !.
blanks_to_nl(S0, S) :-
    blank(S0, S1),
    !,
    blanks_to_nl(S1, S).
blanks_to_nl([], []).

%! string(-Codes, ?S0, ?S) is nondet.
%  Matches any text, shortest first.
%  ?- atom_codes('a,b', L), phrase((string(X), [0',], remainder(Y)), L), atom_codes(A, X).
string([], S, S).
string([Code|Codes], [Code|S0], S) :-
    string(Codes, S0, S).

%! string_without(+End, -Codes, ?S0, ?S) is det.
%  Matches the longest text without characters of the text End.
%  ?- phrase(string_without(`,`, _C), `ab,c`, _), atom_codes(A, _C).   %=> A = ab.
string_without(End, Codes, S0, S) :-
    (   is_list(End)
    ->  Ends = End
    ;   string_codes(End, Ends)
    ),
    (   Ends = [Only],
        integer(Only)
    ->  '$string_before'(Only, Codes, S0, S)
    ;   '$string_without'(Ends, Codes, S0, S)
    ).

%! '$string_before'(+End, -Codes, ?S0, ?S)
%  The same for the text of one code.
'$string_before'(End, Codes, S0, S) :-
    (   S0 = [Code|S1],
        ( integer(Code) -> Code =\= End ; Code \= End )
    ->  Codes = [Code|More],
        '$string_before'(End, More, S1, S)
    ;   Codes = [],
        S = S0
    ).

%! '$string_without'(+Ends, -Codes, ?S0, ?S)
'$string_without'(Ends, Codes, S0, S) :-
    (   S0 = [Code|S1],
        \+ memberchk(Code, Ends)
    ->  Codes = [Code|More],
        '$string_without'(Ends, More, S1, S)
    ;   Codes = [],
        S = S0
    ).

%! remainder(-Codes, ?S0, ?S) is det.
%  Matches the rest of the text.
%  ?- phrase((`a`, remainder(_R)), `abc`), atom_codes(A, _R).   %=> A = bc.
remainder(Codes, Codes, []).

%! eos(?S0, ?S) is semidet.
%  Matches the end of the text.
%  ?- phrase((`a`, eos), `a`).
eos([], []).

%! eol(?S0, ?S) is semidet.
%  Matches the end of a line or of the text.
%  ?- phrase((`a`, eol), `a\n`).
eol([0'\n|S], S) :-
    !.
eol([0'\r,0'\n|S], S) :-
    !.
eol([], []).

%! digit(-Code, ?S0, ?S) is semidet.
%  Matches a decimal digit.
%  ?- phrase(digit(D), `7`).   %=> D = 55.
digit(Code, [Code|S], S) :-
    nonvar(Code),
    (   integer(Code)
    ->  Code >= 0'0,
        Code =< 0'9
    ;   code_type(Code, digit)
    ).

%! digits(?Codes, ?S0, ?S) is det.
%  Matches all decimal digits that follow.
%  ?- phrase(digits(_D), `12a`, _), atom_codes(A, _D).   %=> A = '12'.
digits(Codes, S0, S) :-
    (   Codes = [Code|More],
        digit(Code, S0, S1)
    ->  digits(More, S1, S)
    ;   Codes = [],
        S = S0
    ).

%! xdigit(-Weight, ?S0, ?S) is semidet.
%  Matches a hexadecimal digit with this value.
%  ?- phrase(xdigit(W), `f`).   %=> W = 15.
xdigit(Weight, [Code|Rest], S) :-
    nonvar(Code),
    code_type(Code, xdigit(Found)),
    ( ( var(Weight) ; atomic(Weight), \+ float(Weight) ; Weight = [C], nonvar(C) ) -> true ; type_error(character, Weight) ),
    Weight = Found,
    S = Rest.

%! xdigits(-Weights, ?S0, ?S) is det.
%  Matches all hexadecimal digits that follow; Weights is the list of their values.
%  ?- phrase(xdigits(L), `1f`).   %=> L = [1,15].
xdigits(Weights, S0, S) :-
    (   Weights = [Weight|More],
        xdigit(Weight, S0, S1)
    ->  xdigits(More, S1, S)
    ;   Weights = [],
        S = S0
    ).

%! xinteger(?Value, ?S0, ?S) is semidet.
%  Matches an integer in hexadecimal digits, with an optional sign.
%  ?- phrase(xinteger(N), `-10`).   %=> N = -16.
%  ?- phrase(xinteger(N), `ff`).   %=> N = 255.
xinteger(Value, S0, S) :-
    (   integer(Value)
    ->  format(codes(Codes), "~16r", [Value]),
        append(Codes, S, S0)
    ;   '$sign'(Sign, [], S0, S1),
        xdigit(First, S1, S2),
        xdigits(More, S2, S),
        foldl('$add_xdigit', [First|More], 0, Size),
        ( Sign == [] -> Value = Size ; Value is -Size )
    ).

%! '$add_xdigit'(+Weight, +Value0, -Value)
'$add_xdigit'(Weight, Value0, Value) :-
    Value is Value0 * 16 + Weight.

%! integer(?Value, ?S0, ?S) is semidet.
%  Matches an integer in decimal digits, with an optional sign.
%  ?- atom_codes('42 apples', L), phrase((integer(X), blanks, remainder(_)), L).
integer(Value, S0, S) :-
    (   nonvar(Value)
    ->  format(codes(Codes), "~d", [Value]),
        append(Codes, S, S0)
    ;   '$sign_and_digits'(Codes, S0, S1),
        number_codes(Value, Codes),
        S = S1
    ).

%! '$sign_and_digits'(-Codes, ?S0, ?S)
'$sign_and_digits'(Codes, S0, S) :-
    '$sign'(Codes, [First|More], S0, S1),
    digit(First, S1, S2),
    digits(More, S2, S).

%! '$sign'(-Codes, ?Rest, ?S0, ?S)
%  Codes is a minus, if there is one, and Rest.
'$sign'(Codes, Rest, S0, S) :-
    (   S0 = [Sign|S1],
        nonvar(Sign),
        memberchk(Sign, `+-`)
    ->  S = S1,
        ( Sign == 0'- -> Codes = [Sign|Rest] ; Codes = Rest )
    ;   S = S0,
        Codes = Rest
    ).

%! float(?Value, ?S0, ?S) is semidet.
%  Matches a number with a fraction or an exponent.
%  ?- phrase(float(F), `1.5e1`).   %=> F = 15.0.
float(Value, S0, S) :-
    (   nonvar(Value)
    ->  number(Value, S0, S),
        float(Value)
    ;   number(Number, S0, S1),
        float(Number),
        Value = Number,
        S = S1
    ).

%! number(?Value, ?S0, ?S) is semidet.
%  Matches an integer or a float.
%  ?- atom_codes('-1.5e3', L), phrase(number(X), L).
number(Value, S0, S) :-
    (   nonvar(Value)
    ->  must_be(number, Value),
        number_codes(Value, Codes),
        append(Codes, S, S0)
    ;   '$sign_and_digits'(Whole, S0, S1),
        '$fraction'(Fraction, S1, S2),
        '$exponent'(Exponent, S2, S3),
        (   Fraction == [],
            Exponent \== []
        ->  Point = [0'.,0'0]
        ;   Point = Fraction
        ),
        append(Point, Exponent, Rest),
        append(Whole, Rest, Codes),
        number_codes(Value, Codes),
        S = S3
    ).

%! '$fraction'(-Codes, ?S0, ?S)
'$fraction'(Codes, S0, S) :-
    (   S0 = [Point|S1],
        Point == 0'.,
        digit(First, S1, S2)
    ->  Codes = [0'.,First|More],
        digits(More, S2, S)
    ;   Codes = [],
        S = S0
    ).

%! '$exponent'(-Codes, ?S0, ?S)
'$exponent'(Codes, S0, S) :-
    (   S0 = [E|S1],
        nonvar(E),
        memberchk(E, [0'e,0'E]),
        '$exponent_sign'(Codes, Digits, S1, S2),
        digit(First, S2, S3)
    ->  Digits = [First|More],
        digits(More, S3, S)
    ;   Codes = [],
        S = S0
    ).

%! '$exponent_sign'(-Codes, -Digits, ?S0, ?S)
'$exponent_sign'([0'e|Rest], Digits, S0, S) :-
    (   S0 = [Sign|S1],
        nonvar(Sign),
        memberchk(Sign, [0'-,0'+])
    ->  Rest = [Sign|Digits],
        S = S1
    ;   Rest = Digits,
        S = S0
    ).

%! alpha_to_lower(?Lower, ?S0, ?S) is semidet.
%  Matches a letter in either case; Lower is its lower-case code.
%  ?- phrase(alpha_to_lower(L), `A`).   %=> L = 97.
alpha_to_lower(Lower, [Code|Rest], S) :-
    (   nonvar(Code)
    ->  code_type(Code, alpha),
        code_type(Code, to_upper(Upper)),
        code_type(Lower, to_lower(Upper))
    ;   Code = Lower
    ),
    S = Rest.

%! prolog_symbol(-Atom, ?S0, ?S) is semidet.
%  Matches an atom of symbol characters.
%  ?- phrase(prolog_symbol(S), `=..`, _).   %=> S = (=..).
prolog_symbol(Atom, S0, S) :-
    '$codes_of_type'(prolog_symbol, Codes, S0, S),
    Codes = [_|_],
    atom_codes(Atom, Codes).

%! csyms(-Codes, ?S0, ?S) is det.
%  Matches all letters, digits and underscores that follow.
%  ?- phrase(csyms(_C), `a_1+`, _), atom_codes(A, _C).   %=> A = a_1.
csyms(Codes, S0, S) :-
    '$codes_of_type'(csym, Codes, S0, S).

%! '$codes_of_type'(+Type, -Codes, ?S0, ?S)
'$codes_of_type'(Type, Codes, S0, S) :-
    (   S0 = [Code|S1],
        nonvar(Code),
        code_type(Code, Type)
    ->  Codes = [Code|More],
        '$codes_of_type'(Type, More, S1, S)
    ;   Codes = [],
        S = S0
    ).

%! atom(?Atom, ?S0, ?S) is det.
%  Generates the text of an atom or number.
%  ?- phrase(atom(abc), _L), atom_codes(A, _L).   %=> A = abc.
atom(Atom, S0, S) :-
    format(codes(Codes), "~w", [Atom]),
    append(Codes, S, S0).

%! prolog_var_name(-Name, ?S0, ?S) is semidet.
%  Matches the name of a Prolog variable; Name is an atom.
%  ?- atom_codes('Abc+', _L), phrase(prolog_var_name(N), _L, _R), atom_codes(A, _R).   %=> N = 'Abc', A = (+).
prolog_var_name(Name, [Code|S0], S) :-
    nonvar(Code),
    code_type(Code, prolog_var_start),
    '$codes_of_type'(csym, Codes, S0, S1),
    atom_codes(Name, [Code|Codes]),
    S = S1.
