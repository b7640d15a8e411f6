% Eight queens, third of three representations: columns, rows and diagonals as stocks.
%
% A square X/Y lies on the falling diagonal U = X - Y and the rising diagonal V = X + Y.
% A queen takes its column, its row and both diagonals out of the stocks of those that
% are free; a square whose row or diagonal is gone is attacked. So nothing is compared
% with the queens that stand already.
%
% Run:        ferz run programs/bratko3.pl
% At the prompt, after [programs/bratko3]:
%   ?- solution(S).
%   ?- queens(10, S).

% solution(Rows): Rows has the row of the queen of each of eight columns.
solution(Rows) :-
    queens(8, Rows).

% queens(N, Rows): as solution/1, for N queens.
queens(N, Rows) :-
    numlist(1, N, Columns),
    U1 is 1 - N,
    U2 is N - 1,
    numlist(U1, U2, Falling),
    V2 is N + N,
    numlist(2, V2, Rising),
    sol(Rows, Columns, Columns, Falling, Rising).

% sol(Rows, Xs, Ys, Us, Vs): Rows are for the columns Xs, with rows and diagonals from
% the stocks Ys, Us and Vs.
sol([], [], _, _, _).
sol([Y|Rows], [X|Xs], Ys, Us, Vs) :-
    del(Y, Ys, Ys1),
    U is X - Y,
    del(U, Us, Us1),
    V is X + Y,
    del(V, Vs, Vs1),
    sol(Rows, Xs, Ys1, Us1, Vs1).

% del(X, Xs, Rest): Rest is Xs without one X.
del(X, [X|Xs], Xs).
del(X, [Y|Xs], [Y|Rest]) :-
    del(X, Xs, Rest).

main :-
    solution(First),
    !,
    write(First), nl,
    findall(S, solution(S), All),
    length(All, N),
    write(N), nl.
