% Clauses that are no errors, but hardly mean what they say; behind them clauses that are like them and right.

% The base case has an argument too few.
nc([], _).
nc(V, P, D) :- V = [H|T], P =\= H+D, D1 is D+1, nc(T, P, D1).

% No base case.
len([_|T], N) :- len(T, M), N is M+1.
show([H|T]) :- write(H), show(T).
digits([D|T]) --> [D], digits(T).
both([X|Xs]) :- ( X > 0 -> both(Xs) ; write(X), both(Xs) ).

% Sums are handed on.
even(0).
even(N) :- N > 0, even(N-2).
fact(0, 1).
fact(N, F) :- N > 0, N1 = N-1, fact(N1, F1), F is N*F1.
down(N) :- N == 0.
down(N) :- down(N-1).

% Terms are compared for values.
safe(_, []).
safe(X/Y, [X1/Y1|Others]) :- Y =\= Y1, Y1-Y \= X1-X, Y1-Y \= X-X1, safe(X/Y, Others).
odd(N) :- N mod 2 == 1.
pair(N) :- N mod 2 = 0.
not_pair(N) :- N mod 2 \== 0.
next(X, Y) :- X > 0, X == Y+1.
diagonal(X, Y, A, B) :- abs(X-A) == abs(Y-B).
magic(A, B, C, D) :- A+B == C+D.

% Variables keep their values.
count(I, N) :- I < N, write(I), I = I+1, count(I, N).
add(X, L) :- L = [X|L].
two(X) :- X = 1, write(X), X = 2.

% Right ones.
serve :- read(X), handle(X), serve.
handle(_).
serve(State) :- read(X), step(X, State, Next), serve(Next).
step(X, _, X).
run([H|T], S) :- ( run(T, S) -> true ; S = H ).
path(X, Y) :- edge(X, Z), path(Z, Y).
path(X, X).
edge(a, b).
sum([], S, S).
sum([X|Xs], S0, S) :- sum(Xs, S0+X, S).
size([], N, N).
size([_|T], N0, N) :- size(T, N0+1, N).
d(X, X, 1).
d(U+V, X, A+B) :- d(U, X, A), d(V, X, B).
d(U-1, X, A) :- d(U+(-1), X, A).
same_key(K1-V1, K2-V2) :- K1-V1 == K2-V2, K1 \== V2.
moved(X, Y, X1, Y1) :- X1 is X+1, X-Y \== X1-Y1, Y1 is Y-1.
cyclic(X) :- X = f(X).
either(X) :- ( X = 1 ; X = 2 ).
:- dynamic grows/1.
grows([_|T]) :- grows(T).
:- table reach/2.
reach(X, Y) :- reach(X, Z), edge(Z, Y).
