% DCG nonterminals for repetition and options, with the names of library(dcg/high_order). They are written as translated
% clauses.

%! sequence(:Element, ?List, ?S0, ?S) is nondet.
%  Matches a sequence of Element, one for each element of List, longest first.
%  ?- phrase(sequence(digit, _L), `12`), atom_codes(A, _L).   %=> A = '12'.
sequence(Element, List, S0, S) :-
    '$sequence'(List, Element, S0, S).

%! '$sequence'(?List, :Element, ?S0, ?S)
'$sequence'([X|Xs], Element, S0, S) :-
    call(Element, X, S0, S1),
    '$sequence'(Xs, Element, S1, S).
'$sequence'([], _, S, S).

%! sequence(:Element, :Separator, ?List, ?S0, ?S) is nondet.
%  Like sequence//2, with Separator between the elements. If List is unbound, the longest sequence is matched; a
%  separator must be followed by an element.
%  ?- atom_codes('1,2', L), phrase(sequence(integer, ",", X), L).
sequence(Element, Separator, List, S0, S) :-
    (   is_list(List)
    ->  '$separated_list'(List, Element, Separator, S0, S)
    ;   '$separated_most'(List, Element, Separator, S0, S)
    ).

%! '$separated_most'(?List, :Element, :Separator, ?S0, ?S)
'$separated_most'(List, Element, Separator, S0, S) :-
    (   List = [X|Xs],
        call(Element, X, S0, S1)
    *-> (   phrase(Separator, S1, S2)
        ->  !,
            '$separated'(Xs, Element, Separator, S2, S)
        ;   Xs = [],
            S = S1
        )
    ;   List = [],
        S = S0
    ).

%! '$separated'(?List, :Element, :Separator, ?S0, ?S)
'$separated'([X|Xs], Element, Separator, S0, S) :-
    call(Element, X, S0, S1),
    (   phrase(Separator, S1, S2)
    ->  !,
        '$separated'(Xs, Element, Separator, S2, S)
    ;   Xs = [],
        S = S1
    ).

%! '$separated_list'(+List, :Element, :Separator, ?S0, ?S)
'$separated_list'([], _, _, S, S).
'$separated_list'([X|Xs], Element, Separator, S0, S) :-
    call(Element, X, S0, S1),
    '$separated_rest'(Xs, Element, Separator, S1, S).

%! '$separated_rest'(+List, :Element, :Separator, ?S0, ?S)
'$separated_rest'([], _, _, S, S).
'$separated_rest'([X|Xs], Element, Separator, S0, S) :-
    phrase(Separator, S0, S1),
    call(Element, X, S1, S2),
    '$separated_rest'(Xs, Element, Separator, S2, S).

%! sequence(:Start, :Element, :Separator, :End, ?List, ?S0, ?S) is semidet.
%  Like sequence//3, between Start and End; commits to the first solution.
%  ?- phrase(sequence(`[`, integer, `,`, `]`, L), `[1,2]`).   %=> L = [1,2].
sequence(Start, Element, Separator, End, List, S0, S) :-
    phrase(Start, S0, S1),
    sequence(Element, Separator, List, S1, S2),
    phrase(End, S2, S3),
    !,
    S = S3.

%! optional(:Match, :Default, ?S0, ?S) is nondet.
%  Matches Match once, or else Default.
%  ?- phrase((optional(`a`, []), `b`), `b`).
optional(Match, Default, S0, S) :-
    (   phrase(Match, S0, S1)
    ->  S = S1
    ;   phrase(Default, S0, S)
    ).

%! foreach(:Generator, :Element, ?S0, ?S) is nondet.
%  Matches Element, a grammar body, for each solution of Generator in order.
%  ?- phrase(foreach(member(_X, `ab`), [_X]), L), atom_codes(A, L).   %=> L = [97,98], A = ab.
foreach(Generator, Element, S0, S) :-
    foreach(Generator, Element, [], S0, S).

%! foreach(:Generator, :Element, :Separator, ?S0, ?S) is nondet.
%  Like foreach//2, with Separator between the elements.
%  ?- phrase(foreach(member(_X, `ab`), [_X], ","), L), atom_codes(A, L).   %=> L = [97,44,98], A = 'a,b'.
foreach(Generator, Element, Separator, S0, S) :-
    findall(Element, Generator, Elements),
    '$each_element'(Elements, Separator, S0, S).

%! '$each_element'(+Elements, :Separator, ?S0, ?S)
'$each_element'([], _, S, S).
'$each_element'([Element|Elements], Separator, S0, S) :-
    phrase(Element, S0, S1),
    (   Elements == []
    ->  S = S1
    ;   phrase(Separator, S1, S2),
        '$each_element'(Elements, Separator, S2, S)
    ).
