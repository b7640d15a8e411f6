% The first placement of 20 queens, by the program of programs/nqueens.pl.

bench_case(queens_20_first, first(20), 1).

first(N) :-
    solve(N, QP),
    !,
    QP = [10,5,13,6,9|_].

nc(_, [], _).
nc(V, P, D) :-
    P = [H|T],
    V =\= H,
    abs(V - H) =\= D,
    D1 is D + 1,
    nc(V, T, D1).

solve(N, QP) :-
    solve(N, [], QP).

solve(N, QPT, QP) :-
    length(QPT, N),
    QP = QPT.
solve(N, QPT, QP) :-
    NM1 is N - 1,
    between(0, NM1, V),
    nc(V, QPT, 1),
    QPT1 = [V|QPT],
    solve(N, QPT1, QP).
