% Grammar rules that repeat or leave out other grammar rules, with the names of library(dcg/high_order). They are
% written as the clauses that grammar rules stand for.

%! sequence(:Element, ?List, ?S0, ?S) is nondet.
%  Each element of List is described by Element, as many as there are first.
%  ?- phrase(sequence(digit, _L), `12`), atom_codes(A, _L).   %=> A = '12'.
sequence(Element, List, S0, S) :-
    '$sequence'(List, Element, S0, S).

%! '$sequence'(?List, :Element, ?S0, ?S)
'$sequence'([X|Xs], Element, S0, S) :-
    call(Element, X, S0, S1),
    '$sequence'(Xs, Element, S1, S).
'$sequence'([], _, S, S).

%! sequence(:Element, :Separator, ?List, ?S0, ?S) is nondet.
%  As sequence//2, with Separator between the elements. If List is not yet a list, as many elements are taken as
%  there are: behind a separator must be one.
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
%  As sequence//3, between Start and End; the first way to read it.
%  ?- phrase(sequence(`[`, integer, `,`, `]`, L), `[1,2]`).   %=> L = [1,2].
sequence(Start, Element, Separator, End, List, S0, S) :-
    phrase(Start, S0, S1),
    sequence(Element, Separator, List, S1, S2),
    phrase(End, S2, S3),
    !,
    S = S3.

%! optional(:Match, :Default, ?S0, ?S) is nondet.
%  Match, or else Default.
%  ?- phrase((optional(`a`, []), `b`), `b`).
optional(Match, Default, S0, S) :-
    (   phrase(Match, S0, S1)
    *-> S = S1
    ;   phrase(Default, S0, S)
    ).

%! foreach(:Generator, :Element, ?S0, ?S) is nondet.
%  Element, a grammar body, for each solution of Generator, one after the other.
%  ?- phrase(foreach(member(_X, `ab`), [_X]), L), atom_codes(A, L).   %=> L = [97,98], A = ab.
foreach(Generator, Element, S0, S) :-
    foreach(Generator, Element, [], S0, S).

%! foreach(:Generator, :Element, :Separator, ?S0, ?S) is nondet.
%  As foreach//2, with Separator between the elements.
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
