% The clause that ends the recursion comes after the one that does not.
% ?- fact(3, F).
% ?- why.
fact(N, F) :- M is N - 1, fact(M, G), F is N * G.
fact(0, 1).
