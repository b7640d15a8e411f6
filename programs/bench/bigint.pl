% Integers of thousands of digits: products, powers, division, and their text.

bench_case(factorial_10000, factorial, 20).
bench_case(power_100000, power, 3000).
bench_case(fibonacci_50000, fibonacci, 20).
bench_case(digits_35660, given(fact(10000, F), digits(F)), 10).

factorial :-
    fact(10000, F),
    F mod 10007 =:= 6991,
    F // 10007 > 1000000000000000000000000.

fact(N, F) :-
    fact(N, 1, F).

fact(0, F, F) :- !.
fact(N, F0, F) :-
    F1 is F0 * N,
    N1 is N - 1,
    fact(N1, F1, F).

power :-
    X is 7 ** 30000 + 2 ** 100000,
    X mod 1000 =:= 377.

fibonacci :-
    fib(50000, 0, 1, F),
    F mod 1000000007 =:= 544942611.

fib(0, A, _, A) :- !.
fib(N, A, B, F) :-
    C is A + B,
    N1 is N - 1,
    fib(N1, B, C, F).

digits(F) :-
    number_codes(F, Cs),
    length(Cs, 35660),
    number_codes(G, Cs),
    G =:= F.
