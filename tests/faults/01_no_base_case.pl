% The clause for the empty list is missing.
% ?- len([a,b], N).
% ?- why.
len([_|T], N) :- len(T, M), N is M + 1.
