% The program of trace.txt.
p(X) :- q(X), r(X).
q(1).
q(2).
r(2).
total([], 0).
total([X|Xs], T) :-
    total(Xs, T0),
    T is T0 + X.
twice(X) :- p(X), p(X).
shifting(X) :- reset(shifted(X), Ball, Rest), Ball == 1, call(Rest).
shifted(X) :- shift(1), X = after.
