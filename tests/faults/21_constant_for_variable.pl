% z for Z.
% ?- ancestor(ann, dan).
% ?- why.
parent(ann, bob).
parent(bob, cid).
parent(cid, dan).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(z, Y).
