% path/2 calls itself first.
% ?- path(a, d).
% ?- why.
edge(a, b).
edge(b, c).
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
