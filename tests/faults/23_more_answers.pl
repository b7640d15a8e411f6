% Without N > 0 the last clause goes on below 0, when the first answer is not taken.
% ?- count(2, L), L = [_].
% ?- why.
count(0, []).
count(N, [N|L]) :- M is N - 1, count(M, L).
