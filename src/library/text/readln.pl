% Tokenizing lines of natural language, with the names of library(readln).

%! readln(-Words) is det.
%  Words is the next line of the current input as a list of words, numbers and punctuation; [] at its end.
%  ?- open_string("It's 12, ok?", _S), set_input(_S), readln(L), close(_S).   %=> L = ['It', '\'', s, 12, ',', ok, ?].
readln(Words) :-
    readln(Words, _).

%! readln(-Words, -Last) is det.
%  Like readln/1; Last is the code that ends the line, end_of_file at the end of the input. If Last is known, other
%  ends of lines are layout: with end_of_file all that is left is read.
%  ?- open_string("go", _S), set_input(_S), readln(L, C), close(_S).   %=> L = [go], C = end_of_file.
%  ?- open_string("a\nb\n", _S), set_input(_S), readln(L, end_of_file), close(_S).   %=> L = [a, b].
readln(Words, Last) :-
    readln(Words, Last, [0'\n], [0'_], preserve).

%! readln(-Words, -Last, +Stops, +Letters, +Case) is det.
%  Like readln/2. Stops are the codes that end a line, Letters the codes that belong to words beside letters and digits;
%  Case is lowercase, uppercase or preserve.
%  ?- open_string("Let It-Be", _S), set_input(_S), readln(L, _, [10], `-`, lowercase), close(_S).   %=> L = [let, 'it-be'].
readln(Words, Last, Stops, Letters, Case) :-
    get_code(Code),
    '$line_codes'(Code, Stops, Codes, Last),
    '$words'(Codes, Letters, Case, Words).

%! '$line_codes'(+Code, +Stops, -Codes, -Last)
'$line_codes'(Code, Stops, Codes, Last) :-
    (   Code =:= -1
    ->  Codes = [],
        Last = end_of_file
    ;   memberchk(Code, Stops),
        Last = Code
    ->  Codes = []
    ;   Codes = [Code|Codes1],
        get_code(Next),
        '$line_codes'(Next, Stops, Codes1, Last)
    ).

%! '$words'(+Codes, +Letters, +Case, -Words)
'$words'([], _, _, []).
'$words'([Code|Codes], Letters, Case, Words) :-
    (   code_type(Code, space)
    ->  '$words'(Codes, Letters, Case, Words)
    ;   code_type(Code, digit)
    ->  number(Number, [Code|Codes], Rest),
        Words = [Number|Words1],
        '$words'(Rest, Letters, Case, Words1)
    ;   '$word_code'(Letters, Code)
    ->  '$word_codes'([Code|Codes], Letters, Letters1, Rest),
        atom_codes(Word0, Letters1),
        '$word_case'(Case, Word0, Word),
        Words = [Word|Words1],
        '$words'(Rest, Letters, Case, Words1)
    ;   char_code(Sign, Code),
        Words = [Sign|Words1],
        '$words'(Codes, Letters, Case, Words1)
    ).

%! '$word_code'(+Letters, +Code) is semidet.
'$word_code'(Letters, Code) :-
    (   memberchk(Code, Letters)
    ->  true
    ;   Code =\= 0'_,
        code_type(Code, alnum)
    ).

%! '$word_codes'(+Codes, +Letters, -Word, -Rest)
'$word_codes'([Code|Codes], Letters, Word, Rest) :-
    '$word_code'(Letters, Code),
    !,
    Word = [Code|Word1],
    '$word_codes'(Codes, Letters, Word1, Rest).
'$word_codes'(Rest, _, [], Rest).

%! '$word_case'(+Case, +Word, -Cased)
'$word_case'(lowercase, Word, Cased) :-
    downcase_atom(Word, Cased).
'$word_case'(uppercase, Word, Cased) :-
    upcase_atom(Word, Cased).
'$word_case'(preserve, Word, Word).
