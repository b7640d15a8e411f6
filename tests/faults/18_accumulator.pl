% [A|X] for [X|A].
% ?- reversed([1,2,3], R).
% ?- wrong.
% > i
% > n
reversed(L, R) :- reversed(L, [], R).
reversed([], R, R).
reversed([X|Xs], A, R) :- reversed(Xs, [A|X], R).
