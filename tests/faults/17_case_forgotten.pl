% Numbers that are equal are forgotten.
% ?- isort([2,1,2], L).
% ?- why.
% ?- missing(isort([2,1,2], [1,2,2])).
% > y
% > y
isort([], []).
isort([X|Xs], L) :- isort(Xs, L0), insert(X, L0, L).
insert(X, [], [X]).
insert(X, [Y|Ys], [X,Y|Ys]) :- X < Y.
insert(X, [Y|Ys], [Y|Zs]) :- X > Y, insert(X, Ys, Zs).
