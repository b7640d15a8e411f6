% Predicates that take predicates: folds, filters, compositions and closures with up to four
% arguments added, written here over call/N; goals made with =.. and called.

bench_case(fold_sum, given(numbers(1000, L), folded(600, L)), 1).
bench_case(filter_map, given(numbers(1000, L), piped(250, L)), 1).
bench_case(compose, composed(150000), 1).
bench_case(church, church(40), 1).
bench_case(univ_call, made(300000), 1).
bench_case(maplist_four, given(numbers(1000, L), zipped(300, L)), 1).

numbers(N, L) :-
    findall(I, between(1, N, I), L).

folded(0, _) :- !.
folded(N, L) :-
    fold(L, sum, 0, S),
    S =:= 500500,
    fold(L, larger, 0, M),
    M =:= 1000,
    N1 is N - 1,
    folded(N1, L).

fold([], _, S, S).
fold([X|Xs], P, S0, S) :-
    call(P, X, S0, S1),
    fold(Xs, P, S1, S).

sum(X, Y, Z) :-
    Z is X + Y.

larger(X, Y, Z) :-
    Z is max(X, Y).

piped(0, _) :- !.
piped(N, L) :-
    filter(L, divides(3), L1),
    map(L1, linear(2, 1), L2),
    filter(L2, above(1000), L3),
    fold(L3, sum, 0, S),
    S =:= 250667,
    N1 is N - 1,
    piped(N1, L).

filter([], _, []).
filter([X|Xs], P, Ys) :-
    (   call(P, X)
    ->  Ys = [X|Ys1]
    ;   Ys = Ys1
    ),
    filter(Xs, P, Ys1).

map([], _, []).
map([X|Xs], P, [Y|Ys]) :-
    call(P, X, Y),
    map(Xs, P, Ys).

divides(K, X) :-
    X mod K =:= 0.

above(K, X) :-
    X > K.

linear(A, B, X, Y) :-
    Y is A * X + B.

composed(0) :- !.
composed(N) :-
    twice(twice(linear(1, 1)), 5, X),
    X =:= 9,
    after(linear(2, 0), after(linear(1, 3), linear(3, 0)), 4, Y),
    Y =:= 33,
    N1 is N - 1,
    composed(N1).

twice(P, X, Z) :-
    call(P, X, Y),
    call(P, Y, Z).

after(P, Q, X, Z) :-
    call(P, X, Y),
    call(Q, Y, Z).

% A number as how often something is done.
church(0) :- !.
church(N) :-
    power(5, 6, P),
    call(P, linear(1, 1), 0, X),
    X =:= 15625,
    N1 is N - 1,
    church(N1).

power(_, 0, times(1)) :- !.
power(B, N, product(times(B), P)) :-
    N1 is N - 1,
    power(B, N1, P).

times(0, _, X, X) :- !.
times(N, P, X, Z) :-
    call(P, X, Y),
    N1 is N - 1,
    times(N1, P, Y, Z).

product(M, N, P, X, Y) :-
    call(M, again(N, P), X, Y).

again(N, P, X, Y) :-
    call(N, P, X, Y).

made(0) :- !.
made(N) :-
    operation(N, Name),
    Goal =.. [Name,N,1,X],
    call(Goal),
    X >= 1,
    N1 is N - 1,
    made(N1).

operation(N, Name) :-
    (   N mod 2 =:= 0
    ->  Name = sum
    ;   Name = larger
    ).

zipped(0, _) :- !.
zipped(N, L) :-
    maplist(sum, L, L, Ds),
    maplist(three, L, Ds, Ts, L),
    Ts = [f(1,2),f(2,4)|_],
    N1 is N - 1,
    zipped(N1, L).

three(A, B, f(A, B), A).
