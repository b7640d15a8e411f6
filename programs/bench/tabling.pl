% Tabled predicates: reachability by left, right and double recursion, the same generation, shortest ways, a
% left-recursive grammar, and functions that remember their values. Systems without tabling fail at once.

:- table left/2, right/2, double/2, same/2, least(_,_,min), fib/2, even/1, odd/1, expr/2, term/2, ack/3.
:- dynamic(e/2).
:- dynamic(tok/2).

bench_case(left_cycle_1000, given(cycle(1000), all(left(_, _), 1000000)), 1).
bench_case(left_cycle_2000, given(cycle(2000), all(left(_, _), 4000000)), 1).
bench_case(left_from_one, given(cycle(100000), all(left(1, _), 100000)), 1).
bench_case(right_cycle_1000, given(cycle(1000), all(right(1, _), 1000)), 1).
bench_case(right_cycle_300, given(cycle(300), all(right(_, _), 90000)), 1).
bench_case(right_chain_1000, given(chain(1000), all(right(1, _), 999)), 1).
bench_case(right_chain_2000, given(chain(2000), all(right(1, _), 1999)), 1).
bench_case(double_chain_300, given(chain(300), all(double(1, _), 299)), 1).
bench_case(double_cycle_150, given(cycle(150), all(double(_, _), 22500)), 1).
bench_case(left_random, given(random(1000, 5000), all(left(_, _), 988021)), 1).
bench_case(same_tree, given(tree(9), all(same(_, _), 87381)), 1).
bench_case(same_random, given(random(300, 900), all(same(_, _), 82956)), 1).
bench_case(least_random, given(random(500, 2500), all(least(_, _, _), 248003)), 1).
bench_case(fib_2000, given(ready, all(fib(2000, _), 1)), 1).
bench_case(fib_20000, given(ready, all(fib(20000, _), 1)), 1).
bench_case(even_100000, given(ready, all(even(100000), 1)), 1).
bench_case(grammar_20000, given(tokens(20000), all(expr(0, _), 10001)), 1).
bench_case(ackermann_2_1000, given(ready, all(ack(2, 1000, _), 1)), 1).

left(X, Y) :- e(X, Y).
left(X, Y) :- left(X, Z), e(Z, Y).

right(X, Y) :- e(X, Y).
right(X, Y) :- e(X, Z), right(Z, Y).

double(X, Y) :- e(X, Y).
double(X, Y) :- double(X, Z), double(Z, Y).

same(X, X) :- e(X, _).
same(X, Y) :- e(A, X), same(A, B), e(B, Y).

least(X, Y, 1) :- e(X, Y).
least(X, Y, N) :- least(X, Z, N0), e(Z, Y), N is N0 + 1.

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.

even(0).
even(N) :- N > 0, M is N - 1, odd(M).

odd(N) :- N > 0, M is N - 1, even(M).

expr(I, J) :- expr(I, K), tok(K, +), K1 is K + 1, term(K1, J).
expr(I, J) :- term(I, J).

term(I, J) :- term(I, K), tok(K, *), K1 is K + 1, prim(K1, J).
term(I, J) :- prim(I, J).

prim(I, J) :- tok(I, n), J is I + 1.

ack(0, N, R) :- !, R is N + 1.
ack(M, 0, R) :- !, M1 is M - 1, ack(M1, 1, R).
ack(M, N, R) :- N1 is N - 1, M1 is M - 1, ack(M, N1, R0), ack(M1, R0, R).

all(Goal, Count) :-
    catch(abolish_all_tables, _, fail),
    Counter = count(0),
    (   call(Goal),
        arg(1, Counter, C0),
        C is C0 + 1,
        nb_setarg(1, Counter, C),
        fail
    ;   arg(1, Counter, Found)
    ),
    Found =:= Count.

ready.

cycle(N) :-
    retractall(e(_, _)),
    (   between(1, N, I),
        J is I mod N + 1,
        assertz(e(I, J)),
        fail
    ;   true
    ).

chain(N) :-
    retractall(e(_, _)),
    (   between(2, N, J),
        I is J - 1,
        assertz(e(I, J)),
        fail
    ;   true
    ).

tree(D) :-
    retractall(e(_, _)),
    N is (1 << D) - 1,
    (   between(2, N, J),
        I is J // 2,
        assertz(e(I, J)),
        fail
    ;   true
    ).

random(N, M) :-
    retractall(e(_, _)),
    arcs(M, N, 12345).

arcs(0, _, _) :- !.
arcs(M, N, S0) :-
    S1 is (S0 * 1103515245 + 12345) mod 2147483648,
    S2 is (S1 * 1103515245 + 12345) mod 2147483648,
    A is (S1 >> 8) mod N + 1,
    B is (S2 >> 8) mod N + 1,
    assertz(e(A, B)),
    M1 is M - 1,
    arcs(M1, N, S2).

tokens(N) :-
    retractall(tok(_, _)),
    (   between(0, N, I),
        token(I, T),
        assertz(tok(I, T)),
        fail
    ;   true
    ).

token(I, n) :- I mod 2 =:= 0, !.
token(I, +) :- I mod 4 =:= 1, !.
token(_, *).
