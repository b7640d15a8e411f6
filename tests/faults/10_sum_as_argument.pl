% N-2 is not computed where it is an argument.
% ?- even(4).
% ?- why.
even(0).
even(N) :- even(N-2).
