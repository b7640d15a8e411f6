% Words and dictionaries.

%! word_of(?Word, +Dictionary) is nondet.
%  Word is in the dictionary. The dictionary's words are enumerated in their order.
%  ?- dictionary([b, a, b], D), findall(W, word_of(W, D), Ws).  %=> Ws = [a, b].
word_of(Word, Dictionary) :-
    (   var(Word)
    ->  dictionary_word(Dictionary, Word)
    ;   dictionary_has(Dictionary, Word)
    ).

%! only_words(?Term, +Dictionary) is semidet.
%  Each variable in Term can be bound to words of the dictionary only, and what is bound already is one.
%  ?- dictionary([a, b], D), only_words([X, Y], D), X = a, \+ Y = c.  %=> true.
only_words(Term, Dictionary) :-
    term_variables(Term, Variables),
    '$only_words'(Variables, Dictionary).

%! '$only_words'(+Variables, +Dictionary) is semidet.
'$only_words'([], _).
'$only_words'([Variable|Variables], Dictionary) :-
    restrict_to_words(Variable, Dictionary),
    '$only_words'(Variables, Dictionary).

%! '$word_bound'(+Dictionary, ?Other) is semidet.
%  Runs when a variable with the attribute `words` is bound.
'$word_bound'(Dictionary, Other) :-
    (   var(Other)
    ->  restrict_to_words(Other, Dictionary)
    ;   dictionary_has(Dictionary, Other)
    ).
