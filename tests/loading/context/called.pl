% What a directive has called stays a predicate of the library: goals in the clauses behind it are of this module.
:- module(called, [first_of/1]).

:- findall(X, member(X, [1]), _), once(true), maplist(succ, [1], _).

first_of(Pairs) :-
    findall(X, item(X), Items),
    once(item(First)),
    maplist(with(First), Items, Pairs).

item(a).
item(b).

with(First, Item, First-Item).
