solve(1, X) :- X = 2
solve(2, X) :- X = 3.
main :- solve(1, Y), write(Y).
p(X) :- X == Y, q(Y).
p2(_X) :- q(_X).
p3(X) :- ( X > 1 -> Z = 1 ; Z = 2 ).
p4 :- format("~w and ~w~n", [a]).
q(X) :- !, write(X).
q(a).
p5(T) :- T is T0 + 1, foo(T0).
日本 foo bar.
foo(X) :- nonvar(Y), X = Y.
foo [31mred bar.
