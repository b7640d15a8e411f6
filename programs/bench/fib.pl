% Fibonacci numbers by the doubly recursive definition, with a guard in each clause and
% with an if-then-else; and the recursion of Hofstadter's Q.

bench_case(fib_guards, fib(26, 121393), 3).
bench_case(fib_branches, fibonacci(27, 196418), 4).
bench_case(hofstadter_q, q(23, 12), 10).

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    A is N - 1,
    B is N - 2,
    fib(A, FA),
    fib(B, FB),
    F is FA + FB.

fibonacci(N, F) :-
    (   N < 2
    ->  F = N
    ;   A is N - 1,
        fibonacci(A, FA),
        B is N - 2,
        fibonacci(B, FB),
        F is FA + FB
    ).

q(N, 1) :-
    N < 3,
    !.
q(N, Q) :-
    A is N - 1,
    B is N - 2,
    q(A, QA),
    q(B, QB),
    C is N - QA,
    D is N - QB,
    q(C, QC),
    q(D, QD),
    Q is QC + QD.
