% A family in which something is missing; why.txt asks what.
parent(tom, bob).
parent(bob, ann).
parent(bob, pat).
age(tom, 60).
age(bob, 35).
age(ann, 10).

grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
older(X, Y) :- age(X, A), age(Y, B), A > B.
proud(X) :- grandparent(X, Z), older(Z, X).
first(X) :- parent(X, _), !, age(X, 61).
first(tom).
speaks(X) :- write(X), fail.

:- dynamic seen/1.
counts(X) :- assertz(seen(X)), fail.
