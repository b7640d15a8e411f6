% Eight queens, second of three representations: the list of rows, column by column.
%
% Every row is used once, so a solution is a permutation of the rows: one is made, and
% then it is tested that its queens are safe from one another.
%
% Run:        ferz run programs/bratko2.pl
% At the prompt, after [programs/bratko2]:
%   ?- solution(S).

% solution(Rows): Rows places eight queens that do not attack one another.
solution(Rows) :-
    permutation([1,2,3,4,5,6,7,8], Rows),
    safe(Rows).

% permutation(Xs, Ys): this definition replaces the library's.
permutation([], []).
permutation(Xs, [Y|Ys]) :-
    del(Y, Xs, Rest),
    permutation(Rest, Ys).

% del(X, Xs, Rest): Rest is Xs without one X.
del(X, [X|Xs], Xs).
del(X, [Y|Xs], [Y|Rest]) :-
    del(X, Xs, Rest).

% safe(Rows): no queen attacks one to the right of it.
safe([]).
safe([Row|Rows]) :-
    safe(Rows),
    noattack(Row, Rows, 1).

% noattack(Row, Rows, Distance): Row shares no diagonal with Rows, the first of which
% is Distance columns away.
noattack(_, [], _).
noattack(Row, [Other|Rows], Distance) :-
    Other - Row =\= Distance,
    Row - Other =\= Distance,
    Further is Distance + 1,
    noattack(Row, Rows, Further).

main :-
    solution(First),
    !,
    write(First), nl,
    findall(S, solution(S), All),
    length(All, N),
    write(N), nl.
