% Goals as data: call/1 of a control structure, closures with arguments added, maplist/3,
% findall/3 of few solutions, forall/2, negation.

bench_case(call_closure, closures(3000000, 0), 1).
bench_case(call_body, bodies(500000), 1).
bench_case(maplist_1m, given(numbers(1000000, L), doubled(L)), 1).
bench_case(findall_small, few(500000), 1).
bench_case(forall_3m, all_positive(3000000), 1).

closures(0, S) :-
    !,
    S =:= 3000000.
closures(N, S) :-
    call(plus_one(1), S, S1),
    N1 is N - 1,
    closures(N1, S1).

plus_one(K, X, Y) :-
    Y is X + K.

bodies(0) :- !.
bodies(N) :-
    Goal = ( N > 0, ( N =:= 0 -> fail ; true ), \+ N < 0 ),
    call(Goal),
    N1 is N - 1,
    bodies(N1).

numbers(N, L) :-
    findall(X, between(1, N, X), L).

doubled(L) :-
    maplist(double, L, D),
    D = [2,4|_].

double(X, Y) :-
    Y is 2 * X.

few(0) :- !.
few(N) :-
    findall(X, colour(X), Xs),
    Xs = [red,green,blue],
    N1 is N - 1,
    few(N1).

colour(red).
colour(green).
colour(blue).

all_positive(N) :-
    forall(between(1, N, X), X > 0).
