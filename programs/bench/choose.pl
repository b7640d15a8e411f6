% If-then-else, arithmetic and comparison of integers and of floats.

bench_case(branches, branches(10000000, 0, 1999999), 1).
bench_case(divisors, primes(300000, 25997), 1).
bench_case(mandelbrot, inside(3873), 1).

branches(0, A, R) :-
    !,
    A =:= R.
branches(N, A, R) :-
    (   N mod 3 =:= 0
    ->  A1 is A + 1
    ;   N mod 5 =:= 0
    ->  A1 is A - 1
    ;   A1 = A
    ),
    N1 is N - 1,
    branches(N1, A1, R).

% How many primes there are up to N, each number tried with all odd ones up to its root.
primes(N, Count) :-
    primes(3, N, 1, Count).

primes(I, N, C, Count) :-
    (   I > N
    ->  Count = C
    ;   prime(I, 3)
    ->  C1 is C + 1,
        I2 is I + 2,
        primes(I2, N, C1, Count)
    ;   I2 is I + 2,
        primes(I2, N, C, Count)
    ).

prime(I, D) :-
    (   D * D > I
    ->  true
    ;   I mod D =\= 0,
        D2 is D + 2,
        prime(I, D2)
    ).

% Points of a grid that do not leave the circle of radius 2 in 100 steps.
inside(Count) :-
    rows(0, 0, Count).

rows(120, C, C) :- !.
rows(R, C0, C) :-
    Y is R / 50.0 - 1.2,
    columns(0, Y, C0, C1),
    R1 is R + 1,
    rows(R1, C1, C).

columns(150, _, C, C) :- !.
columns(K, Y, C0, C) :-
    X is K / 50.0 - 2.2,
    (   stays(100, 0.0, 0.0, X, Y)
    ->  C1 is C0 + 1
    ;   C1 = C0
    ),
    K1 is K + 1,
    columns(K1, Y, C1, C).

stays(0, _, _, _, _) :- !.
stays(N, A, B, X, Y) :-
    A2 is A * A,
    B2 is B * B,
    A2 + B2 < 4.0,
    A1 is A2 - B2 + X,
    B1 is 2.0 * A * B + Y,
    N1 is N - 1,
    stays(N1, A1, B1, X, Y).
