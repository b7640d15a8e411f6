:- module(c, [len/2, run/0]).

len([], 0).
len([_|T], N) :- len(T, M), N is M+1.

never(x).
never(y) :- len([], _).

maybe(X) :- ( X > 1 -> true ; fail ).

one_of(a).
one_of(b) :- !.
one_of(c).

:- dynamic seen/1.
seen(1).

run :-
    len([a, b], _),
    \+ maybe(0),
    maybe(2),
    forall(one_of(_), true),
    seen(1).
