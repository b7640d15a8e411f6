% Constraint handling rules on variables: a partial order on a ring of variables, which makes them all equal.

:- use_module(library(chr)).
:- chr_option(optimize, full).
:- chr_option(debug, off).
:- chr_constraint leq(?any, ?any).

bench_case(order_20, order(20), 40).
bench_case(order_40, order(40), 5).
bench_case(order_60, order(60), 2).

reflexivity  @ leq(X, X) <=> true.
antisymmetry @ leq(X, Y), leq(Y, X) <=> X = Y.
idempotence  @ leq(X, Y) \ leq(X, Y) <=> true.
transitivity @ leq(X, Y), leq(Y, Z) ==> leq(X, Z).

order(Count) :-
    length(Ring, Count),
    Ring = [First|Others],
    append(Others, [First], Next),
    post(Ring, Next),
    maplist(==(First), Others).

post([], []).
post([X|Xs], [Y|Ys]) :-
    leq(X, Y),
    post(Xs, Ys).
