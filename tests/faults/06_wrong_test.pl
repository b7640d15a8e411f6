% < for >.
% ?- biggest([3,1,2], M).
% ?- wrong.
% > n
% > y
% > n
biggest([X], X).
biggest([X|Xs], M) :- biggest(Xs, N), bigger(X, N, M).
bigger(X, Y, X) :- X < Y.
bigger(X, Y, Y) :- X >= Y.
