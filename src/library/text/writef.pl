% Formatted writing: writef/1,2 of Edinburgh Prolog.

%! writef(+Text) is det.
%  Writes Text; the two characters \n, and also \l, denote a newline.
%  ?- with_output_to(string(S), writef('one\\ntwo\\l')).   %=> S = "one\ntwo\n".
writef(Text) :-
    writef(Text, []).

%! writef(+Text, +Arguments) is det.
%  Like writef/1; %w and %d write the next argument, %p prints it, and %s writes it as text. %Nl, %Nr and %Nc, where N is
%  a number, write it in N columns: at the left, at the right, or in the middle. %r writes it as often as the argument
%  after it says.
%  ?- with_output_to(string(S), writef('%w and %s\\n', [x, "y"])).   %=> S = "x and y\n".
%  ?- with_output_to(string(S), writef('%3r|%3l|%r', [a, b, -, 3])).   %=> S = "  a|b  |---".
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
    ;   Character == '%',
        Characters = [r|Rest],
        Arguments = [Argument,Count|Others],
        integer(Count)
    ->  forall(between(1, Count, _), write(Argument)),
        '$writef'(Rest, Others)
    ;   Character == '%',
        '$writef_width'(Characters, Digits, [Letter|Rest]),
        Arguments = [Argument|Others],
        downcase_atom(Letter, Column),
        memberchk(Column, [l,r,c])
    ->  number_chars(Width, Digits),
        format(string(String), "~w", [Argument]),
        string_length(String, Length),
        Pad is max(0, Width-Length),
        '$writef_column'(Column, Pad, Before, After),
        format("~*c~w~*c", [Before,0' ,String,After,0' ]),
        '$writef'(Rest, Others)
    ;   put_char(Character),
        '$writef'(Characters, Arguments)
    ).

%! '$writef_width'(+Characters, -Digits, -Rest) is semidet.
'$writef_width'([Character|Characters], [Character|Digits], Rest) :-
    char_type(Character, digit),
    (   '$writef_width'(Characters, Digits, Rest)
    ->  true
    ;   Digits = [],
        Rest = Characters
    ).

%! '$writef_column'(+Side, +Pad, -Before, -After) is det.
'$writef_column'(l, Pad, 0, Pad).
'$writef_column'(r, Pad, Pad, 0).
'$writef_column'(c, Pad, Before, After) :-
    After is Pad//2,
    Before is Pad-After.

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
