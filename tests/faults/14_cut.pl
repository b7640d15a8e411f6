% The second clause takes for granted that the first one was tried: max(3,2,2) is true.
% ?- max(3, 2, 2).
% ?- wrong.
max(X, Y, X) :- X > Y, !.
max(_, Y, Y).
