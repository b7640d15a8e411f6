% Constraint handling rules on numbers: the sieve, the greatest common divisor by subtraction, Fibonacci numbers and
% Takeuchi's function with a memory of their calls.

:- use_module(library(chr)).
:- chr_option(optimize, full).
:- chr_option(debug, off).
:- chr_constraint candidate(+int), prime(+int), gcd(+int), fib(+int, ?int), tak(+int, +int, +int, ?int).

bench_case(rules_sieve, sieve(1500, 239), 1).
bench_case(rules_gcd, common(2, 400000, 2), 1).
bench_case(rules_fib, fibonacci(600), 10).
bench_case(rules_tak, takeuchi(60, 40, 20, 21), 10).

candidate(1) <=> true.
candidate(N) <=> prime(N), M is N - 1, candidate(M).
prime(I) \ prime(J) <=> J mod I =:= 0 | true.

gcd(0) <=> true.
gcd(N) \ gcd(M) <=> M >= N | K is M - N, gcd(K).

fib(N, A) \ fib(N, B) <=> A = B.
fib(0, F) ==> F = 0.
fib(1, F) ==> F = 1.
fib(N, F) ==> N > 1 | A is N - 1, fib(A, FA), B is N - 2, fib(B, FB), F is FA + FB.

tak(X, Y, Z, A) \ tak(X, Y, Z, B) <=> A = B.
tak(X, Y, Z, A) ==> X =< Y | Z = A.
tak(X, Y, Z, A) ==> X > Y |
    X1 is X - 1,
    Y1 is Y - 1,
    Z1 is Z - 1,
    tak(X1, Y, Z, A1),
    tak(Y1, Z, X, A2),
    tak(Z1, X, Y, A3),
    tak(A1, A2, A3, A).

sieve(Most, Count) :-
    candidate(Most),
    aggregate_all(count, find_chr_constraint(prime(_)), Count).

common(A, B, Divisor) :-
    gcd(A),
    gcd(B),
    find_chr_constraint(gcd(Found)),
    !,
    Found == Divisor.

fibonacci(N) :-
    fib(N, F),
    M is N - 1,
    fib(M, G),
    F > G.

takeuchi(X, Y, Z, A) :-
    tak(X, Y, Z, B),
    A == B.
