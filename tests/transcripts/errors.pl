% Programs that go wrong; errors.txt is what the prompt says about them.
total([], 0).
total([X|Xs], T) :-
    total(Xs, T0),
    T is T0+X.

price(apple, P, Q) :- Q is P*2.
price(pear, P, Q) :- Q is P*2.
price(fig, P, Q) :- Q is P*2.
bill(Fruit, Sum) :- price(Fruit, _, Sum), write(Sum).

sign(X, Y) :- ( X > 0 -> Y = 1 ; X < zero(Y) ), true.

start(X) :- middle(X).
middle(X) :- finish(X, _).
finish(X, N) :- atom_length(X, N).

each :- forall(member(X, [1, a]), ( Y is X+1, number(Y) )).
squares(L) :- maplist(square, [1, x, 3], L), is_list(L).
square(X, Y) :- Y is X*X.
third(X) :- nth0(three, [a, b], X).
sum --> [A], { B is A+one }, [B].
down(0) :- nosuch(0).
down(N) :- M is N-1, down(M), true(M).
true(_).
throws :- catch(throw(inner), other, true), true.
depth(0, T) :- T is a.
depth(N, T) :- M is N-1, depth(M, T0), T is T0+N.
