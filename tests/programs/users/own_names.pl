% A module whose predicates have names and arities of the library's meta predicates: before their clauses and after.
:- module(own_names, [main/0]).
:- initialization(main, main).

later(Pairs) :-
    findall(X-Y, include(X, Y, _), Pairs).

direct(X-Y) :-
    rule(X, Y).

include(1, a, x).
include(2, b, y).

maplist(1, a).

rule(1, a).
rule(2, a).

found(Pairs) :-
    findall(X-Y, maplist(X, Y), Pairs).

grouped(Y-Xs) :-
    setof(X, rule(X, Y), Xs).

quantified(Ys) :-
    setof(Y, X^rule(X, Y), Ys).

% That of the library is used with its own arity.
squares(Squares) :-
    maplist(square, [1,2,3], Squares).

square(X, Y) :-
    Y is X * X.

main :-
    forall(
        member(Name, [later,direct,found,grouped,quantified,squares]),
        (   call(Name, Found)
        ->  format("~w: ~w~n", [Name,Found])
        ;   format("~w fails~n", [Name])
        )
    ).
