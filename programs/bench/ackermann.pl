% Ackermann's function: on integers, whose clauses are told apart by 0 or not, and on
% numbers written s(s(0)), which are told apart by their functor.

bench_case(ackermann_integers, ack(3, 8, 2045), 2).
bench_case(ackermann_successors, peano(2, 200), 50).

ack(0, N, A) :-
    !,
    A is N + 1.
ack(M, 0, A) :-
    !,
    M1 is M - 1,
    ack(M1, 1, A).
ack(M, N, A) :-
    M1 is M - 1,
    N1 is N - 1,
    ack(M, N1, A1),
    ack(M1, A1, A).

peano(M, N) :-
    number(M, SM),
    number(N, SN),
    a(SM, SN, SA),
    value(SA, 0, A),
    A =:= 2 * N + 3.

a(0, N, s(N)).
a(s(M), 0, A) :-
    a(M, s(0), A).
a(s(M), s(N), A) :-
    a(s(M), N, A1),
    a(M, A1, A).

number(0, 0) :- !.
number(N, s(S)) :-
    N1 is N - 1,
    number(N1, S).

value(0, V, V).
value(s(S), V0, V) :-
    V1 is V0 + 1,
    value(S, V1, V).
