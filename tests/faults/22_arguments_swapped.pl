% The query, and uncle/2, take the arguments of parent/2 the other way round.
% ?- uncle(dan, cid).
% ?- why.
parent(ann, bob).
parent(ann, dan).
parent(bob, cid).
male(dan).
uncle(U, X) :- parent(X, P), sibling(P, U), male(U).
sibling(A, B) :- parent(P, A), parent(P, B), A \== B.
