% The first clause has two arguments, the second three, as in a printed course text.
% ?- safe(1, 1, [3]).
% ?- why.
safe([], _).
safe(Q, D, [R|Rs]) :- Q =\= R + D, Q =\= R - D, D1 is D + 1, safe(Q, D1, Rs).
