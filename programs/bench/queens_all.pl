% All placements of 8, 9 and 10 queens, by the program of programs/nqueens.pl.

bench_case(queens_8_all, placements(8, 92), 30).
bench_case(queens_9_all, placements(9, 352), 8).
bench_case(queens_10_all, placements(10, 724), 3).

placements(N, Count) :-
    findall(QP, solve(N, QP), All),
    length(All, Count).

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
