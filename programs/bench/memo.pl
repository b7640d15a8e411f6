% Dynamic programming with answers kept as facts: a common subsequence, a knapsack, the
% distance between words, partitions of a number, Fibonacci's numbers, walks of Collatz.

:- dynamic(known/3).
:- dynamic(held/2).

bench_case(memo_common, common(20), 1).
bench_case(memo_knapsack, knapsack(8), 1).
bench_case(memo_distance, distances(250), 1).
bench_case(memo_partitions, partitions(10), 1).
bench_case(memo_fibonacci, fibonacci(100), 1).
bench_case(memo_collatz, collatz(3), 1).

common(0) :- !.
common(N) :-
    retractall(known(_, _, _)),
    letters(60, 3, As),
    letters(60, 5, Bs),
    A =.. [w|As],
    B =.. [w|Bs],
    longest(60, 60, A, B, L),
    L =:= 39,
    N1 is N - 1,
    common(N1).

letters(0, _, []) :- !.
letters(N, S, [L|Ls]) :-
    S1 is (S * 1366 + 150889) mod 714025,
    L is S1 mod 4,
    N1 is N - 1,
    letters(N1, S1, Ls).

longest(0, _, _, _, 0) :- !.
longest(_, 0, _, _, 0) :- !.
longest(I, J, _, _, L) :-
    known(I, J, L0),
    !,
    L = L0.
longest(I, J, A, B, L) :-
    I1 is I - 1,
    J1 is J - 1,
    arg(I, A, X),
    arg(J, B, Y),
    (   X =:= Y
    ->  longest(I1, J1, A, B, L0),
        L is L0 + 1
    ;   longest(I1, J, A, B, LA),
        longest(I, J1, A, B, LB),
        L is max(LA, LB)
    ),
    assertz(known(I, J, L)).

knapsack(0) :- !.
knapsack(N) :-
    retractall(known(_, _, _)),
    best(25, 200, V),
    V =:= 850,
    N1 is N - 1,
    knapsack(N1).

item(I, Weight, Value) :-
    Weight is I * 37 mod 41 + 3,
    Value is I * 53 mod 97 + 5.

best(0, _, 0) :- !.
best(I, Room, V) :-
    known(I, Room, V0),
    !,
    V = V0.
best(I, Room, V) :-
    I1 is I - 1,
    best(I1, Room, V1),
    item(I, W, Worth),
    (   W =< Room
    ->  Room1 is Room - W,
        best(I1, Room1, V2),
        V is max(V1, V2 + Worth)
    ;   V = V1
    ),
    assertz(known(I, Room, V)).

distances(0) :- !.
distances(N) :-
    retractall(known(_, _, _)),
    atom_codes(interpretation, As),
    atom_codes(entertainments, Bs),
    distance(As, Bs, 14, 14, D),
    D =:= 10,
    N1 is N - 1,
    distances(N1).

distance([], _, _, J, J) :- !.
distance(_, [], I, _, I) :- !.
distance(_, _, I, J, D) :-
    known(I, J, D0),
    !,
    D = D0.
distance([A|As], [B|Bs], I, J, D) :-
    I1 is I - 1,
    J1 is J - 1,
    (   A =:= B
    ->  distance(As, Bs, I1, J1, D)
    ;   distance(As, [B|Bs], I1, J, D1),
        distance([A|As], Bs, I, J1, D2),
        distance(As, Bs, I1, J1, D3),
        D is min(D1, min(D2, D3)) + 1
    ),
    assertz(known(I, J, D)).

partitions(0) :- !.
partitions(N) :-
    retractall(known(_, _, _)),
    parts(100, 100, P),
    P =:= 190569292,
    N1 is N - 1,
    partitions(N1).

% How often N is a sum of numbers up to K.
parts(0, _, 1) :- !.
parts(_, 0, 0) :- !.
parts(N, K, P) :-
    known(N, K, P0),
    !,
    P = P0.
parts(N, K, P) :-
    K1 is K - 1,
    parts(N, K1, P1),
    (   N >= K
    ->  N1 is N - K,
        parts(N1, K, P2),
        P is P1 + P2
    ;   P = P1
    ),
    assertz(known(N, K, P)).

fibonacci(0) :- !.
fibonacci(N) :-
    retractall(held(_, _)),
    assertz(held(0, 0)),
    assertz(held(1, 1)),
    fib(800, F),
    F =:= 417334,
    N1 is N - 1,
    fibonacci(N1).

fib(N, F) :-
    held(N, F0),
    !,
    F = F0.
fib(N, F) :-
    A is N - 1,
    B is N - 2,
    fib(A, FA),
    fib(B, FB),
    F is (FA + FB) mod 1000003,
    asserta(held(N, F)).

collatz(0) :- !.
collatz(N) :-
    retractall(held(_, _)),
    assertz(held(1, 0)),
    farthest(1, 15000, 0-0, Steps-From),
    Steps =:= 275,
    From =:= 13255,
    N1 is N - 1,
    collatz(N1).

farthest(I, Max, Best, Best) :-
    I > Max,
    !.
farthest(I, Max, S0-F0, Best) :-
    steps(I, S),
    I1 is I + 1,
    (   S > S0
    ->  farthest(I1, Max, S-I, Best)
    ;   farthest(I1, Max, S0-F0, Best)
    ).

steps(I, S) :-
    held(I, S0),
    !,
    S = S0.
steps(I, S) :-
    (   I mod 2 =:= 0
    ->  J is I // 2
    ;   J is 3 * I + 1
    ),
    steps(J, S0),
    S is S0 + 1,
    assertz(held(I, S)).
