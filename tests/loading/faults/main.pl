% Clauses that are none, files that contain themselves, and goals that wait for the end of the text.
X.
a.
:- include(itself).
:- consult(main).
:- initialization(fails).
:- initialization(throw(oops)).
:- initialization(nosuch).
:- initialization((findall(X, b(X), Xs), writeq(Xs), nl)).
fails :- fail.
