% From text to sentences, lists of words in lower case with the mark that ends them, and back.

:- module(words, [sentences/2, sentence_text/2]).

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

%! sentences(+Text, -Sentences) is det.
%  Sentences is a list of sentence(Words, Mark): Mark is `.` or `?`. The last sentence may have none.
sentences(Text, Sentences) :-
    string_lower(Text, Lower),
    string_codes(Lower, Codes),
    phrase(tokens(Tokens), Codes),
    split(Tokens, Sentences).

tokens(Tokens) -->
    blanks,
    (   eos
    ->  { Tokens = [] }
    ;   word(Codes)
    ->  { atom_codes(Word, Codes),
          Tokens = [word(Word)|Rest]
        },
        tokens(Rest)
    ;   [Code],
        { char_code(Mark, Code),
          (   memberchk(Mark, ['.',?,',',!])
          ->  Tokens = [mark(Mark)|Rest]
          ;   Tokens = Rest
          )
        },
        tokens(Rest)
    ).

word([Code|Codes]) -->
    [Code],
    { code_type(Code, alpha) },
    rest_of_word(Codes).

rest_of_word([Code|Codes]) -->
    [Code],
    { code_type(Code, alpha) ; Code == 0'- },
    !,
    rest_of_word(Codes).
rest_of_word([]) -->
    [].

split([], []).
split([Token|Tokens], Sentences) :-
    one([Token|Tokens], Words, Mark, Rest),
    (   Words == []
    ->  Sentences = Others
    ;   Sentences = [sentence(Words, Mark)|Others]
    ),
    split(Rest, Others).

one([], [], '.', []).
one([mark(Mark)|Tokens], Words, End, Rest) :-
    !,
    (   Mark == ','
    ->  one(Tokens, Words, End, Rest)
    ;   Words = [],
        ( Mark == ! -> End = '.' ; End = Mark ),
        Rest = Tokens
    ).
one([word(Word)|Tokens], [Word|Words], End, Rest) :-
    one(Tokens, Words, End, Rest).

%! sentence_text(+Words, -Text) is det.
%  Text is a sentence with a capital at its start and a full stop.
sentence_text(Words, Text) :-
    atomic_list_concat(Words, ' ', Atom),
    sub_atom(Atom, 0, 1, _, First),
    sub_atom(Atom, 1, _, 0, Rest),
    upcase_atom(First, Capital),
    format(string(Text), "~w~w.", [Capital,Rest]).
