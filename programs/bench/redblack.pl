% Red-black trees: keys entered with the rebalancing as four patterns of one rule, looked
% up, and the trees checked.

bench_case(redblack_scattered, scattered(4), 1).
bench_case(redblack_ordered, ordered(4), 1).
bench_case(redblack_sets, given(trees(A, B), united(A, B, 6)), 1).

scattered(0) :- !.
scattered(N) :-
    entered(10000, 7919, leaf, T),
    found(10000, 7919, T),
    \+ has(T, 10007),
    sound(T, _),
    N1 is N - 1,
    scattered(N1).

ordered(0) :- !.
ordered(N) :-
    entered(10000, 1, leaf, T),
    found(10000, 1, T),
    sound(T, _),
    N1 is N - 1,
    ordered(N1).

trees(A, B) :-
    entered(5000, 3, leaf, A),
    entered(5000, 5, leaf, B).

united(_, _, 0) :- !.
united(A, B, N) :-
    elements(B, Bs, []),
    all_entered(Bs, A, T),
    elements(T, Ts, []),
    length(Ts, 9000),
    N1 is N - 1,
    united(A, B, N1).

all_entered([], T, T).
all_entered([X|Xs], T0, T) :-
    enter(T0, X, T1),
    all_entered(Xs, T1, T).

% The keys I * Step mod 10007, or I * Step if that is less.
entered(0, _, T, T) :- !.
entered(I, Step, T0, T) :-
    key(I, Step, K),
    enter(T0, K, T1),
    I1 is I - 1,
    entered(I1, Step, T1, T).

key(I, Step, K) :-
    (   Step < 10
    ->  K is I * Step
    ;   K is I * Step mod 10007
    ).

found(0, _, _) :- !.
found(I, Step, T) :-
    key(I, Step, K),
    has(T, K),
    I1 is I - 1,
    found(I1, Step, T).

has(node(_, L, Y, R), X) :-
    (   X < Y
    ->  has(L, X)
    ;   X > Y
    ->  has(R, X)
    ;   true
    ).

enter(T0, X, node(black, L, Y, R)) :-
    into(T0, X, node(_, L, Y, R)).

into(leaf, X, node(red, leaf, X, leaf)).
into(node(C, L, Y, R), X, T) :-
    (   X < Y
    ->  into(L, X, L1),
        balanced(C, L1, Y, R, T)
    ;   X > Y
    ->  into(R, X, R1),
        balanced(C, L, Y, R1, T)
    ;   T = node(C, L, Y, R)
    ).

% A red node under a red one goes up.
balanced(black, node(red, node(red, A, X, B), Y, C), Z, D, T) :-
    !,
    T = node(red, node(black, A, X, B), Y, node(black, C, Z, D)).
balanced(black, node(red, A, X, node(red, B, Y, C)), Z, D, T) :-
    !,
    T = node(red, node(black, A, X, B), Y, node(black, C, Z, D)).
balanced(black, A, X, node(red, node(red, B, Y, C), Z, D), T) :-
    !,
    T = node(red, node(black, A, X, B), Y, node(black, C, Z, D)).
balanced(black, A, X, node(red, B, Y, node(red, C, Z, D)), T) :-
    !,
    T = node(red, node(black, A, X, B), Y, node(black, C, Z, D)).
balanced(C, L, Y, R, node(C, L, Y, R)).

% No red node has a red child, and all ways down pass as many black ones.
sound(leaf, 0).
sound(node(C, L, _, R), N) :-
    sound(L, N0),
    sound(R, N0),
    (   C == black
    ->  N is N0 + 1
    ;   \+ L = node(red, _, _, _),
        \+ R = node(red, _, _, _),
        N = N0
    ).

elements(leaf, Xs, Xs).
elements(node(_, L, X, R), Xs, Rest) :-
    elements(L, Xs, [X|Ys]),
    elements(R, Ys, Rest).
