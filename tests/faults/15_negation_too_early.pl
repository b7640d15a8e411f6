% The variable has no value yet where \+ is called.
% ?- bachelor(X).
% ?- why.
male(tom).
male(bob).
married(bob).
bachelor(X) :- \+ married(X), male(X).
