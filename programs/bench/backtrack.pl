% Choices and failure: between/3, clauses, and a puzzle of digits whose search is pruned.

bench_case(between_fail, between_fail(10000000), 1).
bench_case(clauses_fail, clauses_fail(1000), 1).
bench_case(send_more_money, solved, 200).

between_fail(N) :-
    between(1, N, X),
    X =:= N,
    !.

clauses_fail(N) :-
    between(1, N, I),
    digit(_), digit(_), digit(_), digit(_),
    I < 0,
    !,
    fail.
clauses_fail(_).

digit(0).
digit(1).
digit(2).
digit(3).
digit(4).
digit(5).
digit(6).
digit(7).
digit(8).
digit(9).

solved :-
    puzzle(Digits),
    !,
    Digits = [9,5,6,7,1,0,8,2].

% SEND + MORE = MONEY, column by column from the right.
puzzle([S,E,N,D,M,O,R,Y]) :-
    M = 1,
    Ds0 = [0,2,3,4,5,6,7,8,9],
    take(D, Ds0, Ds1),
    take(E, Ds1, Ds2),
    sum(D, E, 0, Y, C1),
    take(Y, Ds2, Ds3),
    take(N, Ds3, Ds4),
    take(R, Ds4, Ds5),
    sum(N, R, C1, E, C2),
    take(O, Ds5, Ds6),
    sum(E, O, C2, N, C3),
    take(S, Ds6, _),
    S > 0,
    sum(S, M, C3, O, M).

sum(A, B, C, D, C1) :-
    T is A + B + C,
    D is T mod 10,
    C1 is T // 10.

take(X, [X|Xs], Xs).
take(X, [Y|Xs], [Y|Ys]) :-
    take(X, Xs, Ys).
