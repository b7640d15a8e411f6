:- module(goals, [goals/0]).
:- use_module(library(yall)).

p.
q(1).
:- dynamic(r/1).

try(N, G) :-
    (   catch(G, error(E, _), ( writeln(N-E), fail ))
    ->  true
    ;   writeln(failed(N))
    ).

goals :-
    try(conjunction, ( G1 = (p,p), call(G1) )),
    try(qualified, goals:(p,p)),
    try(maplist, goals:maplist(q, [1])),
    try(nested, maplist(maplist(q), [[1]])),
    try(closure, maplist(call(q), [1])),
    try(lambda, ( L = [X]>>q(X), include(L, [1], [1]) )),
    try(findall, ( findall(X2, q(X2), [1]) )),
    try(forall, forall(q(X3), X3 == 1)),
    try(foldl, foldl([A,B0,B]>>( q(A), B is B0+A ), [1,1], 0, 2)),
    try(negation, ( G2 = (\+ q(2)), call(G2) )),
    try(aggregate, aggregate_all(count, q(_), 1)),
    try(setof, setof(X4, Y4^( q(X4), Y4 = X4 ), [1])),
    try(assertz, ( assertz(r(3)), r(3) )),
    try(clause, clause(q(_), true)),
    try(list, ( L5 = [q(1),p], maplist(call, L5) )),
    try(stored, ( nb_setval(key, q(1)), nb_getval(key, G6), call(G6) )),
    try(in_module, @(q(1), goals)),
    try(strip_module, ( strip_module(f, M, _), M == goals )),
    try(outside, current_predicate(told_outside/0)),
    try(undefined, undefined_here),
    writeln(tried).

:- dynamic user:told_outside/0.
