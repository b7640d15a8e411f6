% Formatted writing: writef/1,2 of Edinburgh Prolog.

%! writef(+Text) is det.
%  Writes Text; the two characters \n, and also \l, denote a newline.
%  ?- with_output_to(string(S), writef('one\\ntwo\\l')).   %=> S = "one\ntwo\n".
writef(Text) :-
    writef(Text, []).

%! writef(+Text, +Arguments) is det.
%  Like writef/1; %w and %d write the next argument, %p prints it, and %s writes it as text.
%  ?- with_output_to(string(S), writef('%w and %s\\n', [x, "y"])).   %=> S = "x and y\n".
writef(Text, Arguments) :-
    must_be(list, Arguments),
    text_to_string(Text, String),
    string_chars(String, Characters),
    '$writef'(Characters, Arguments).

%! '$writef'(+Characters, +Arguments) is det.
'$writef'([], _).
'$writef'([Character|Characters], Arguments) :-
    (   Characters = [Letter|Rest],
        '$writef_escape'(Character, Letter)
    ->  nl,
        '$writef'(Rest, Arguments)
    ;   Character == '%',
        Characters = [Letter|Rest],
        Arguments = [Argument|Others],
        '$writef_argument'(Letter, Argument)
    ->  '$writef'(Rest, Others)
    ;   put_char(Character),
        '$writef'(Characters, Arguments)
    ).

%! '$writef_escape'(+Character, +Letter) is semidet.
'$writef_escape'(\, n).
'$writef_escape'(\, l).

%! '$writef_argument'(+Letter, +Argument) is semidet.
'$writef_argument'(w, Argument) :-
    write(Argument).
'$writef_argument'(d, Argument) :-
    write(Argument).
'$writef_argument'(p, Argument) :-
    print(Argument).
'$writef_argument'(s, Argument) :-
    text_to_string(Argument, String),
    write(String).

%! swritef(-String, +Text) is det.
%  String is what writef/1 writes.
%  ?- swritef(S, 'a\\nb'), string_length(S, N).   %=> S = "a\nb", N = 3.
swritef(String, Text) :-
    with_output_to(string(String), writef(Text)).

%! swritef(-String, +Text, +Arguments) is det.
%  String is what writef/2 writes.
%  ?- swritef(S, '%w + %w', [1,x]).   %=> S = "1 + x".
swritef(String, Text, Arguments) :-
    with_output_to(string(String), writef(Text, Arguments)).
