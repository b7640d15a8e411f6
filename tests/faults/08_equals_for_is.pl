% = does not compute.
% ?- total([4,5], 9).
% ?- why.
total([], 0).
total([X|Xs], T) :- total(Xs, T0), T = T0 + X.
