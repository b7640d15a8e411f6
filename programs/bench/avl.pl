% Balanced trees of Adelson-Velsky and Landis as dictionaries: keys entered, looked up,
% replaced; the same with atoms and with compound terms as keys.

bench_case(avl_integers, filled(20000, 2), 1).
bench_case(avl_atoms, given(atoms(2000, As), by_atoms(As, 20)), 1).
bench_case(avl_terms, counted(100000), 1).

filled(_, 0) :- !.
filled(N, Times) :-
    entered(0, N, empty, T),
    looked(0, N, T),
    depth(T, D),
    D =< 18,
    walk(T, [0-_,1-_|_], []),
    Times1 is Times - 1,
    filled(N, Times1).

entered(N, N, T, T) :- !.
entered(I, N, T0, T) :-
    K is I * 7919 mod 20011,
    put(T0, K, I, T1, _),
    I1 is I + 1,
    entered(I1, N, T1, T).

looked(N, N, _) :- !.
looked(I, N, T) :-
    K is I * 7919 mod 20011,
    get(T, K, I),
    I1 is I + 1,
    looked(I1, N, T).

atoms(N, As) :-
    findall(A, ( between(1, N, I), K is I * 7919 mod 10007, number_codes(K, Cs), atom_codes(A0, Cs),
                 atom_concat(key_, A0, A) ), As).

by_atoms(_, 0) :- !.
by_atoms(As, N) :-
    all_entered(As, 1, empty, T),
    all_found(As, 1, T),
    N1 is N - 1,
    by_atoms(As, N1).

all_entered([], _, T, T).
all_entered([A|As], I, T0, T) :-
    put(T0, A, I, T1, _),
    I1 is I + 1,
    all_entered(As, I1, T1, T).

all_found([], _, _).
all_found([A|As], I, T) :-
    get(T, A, I),
    I1 is I + 1,
    all_found(As, I1, T).

% How often each of 8 terms comes up.
counted(N) :-
    tally(N, empty, T),
    get(T, p(3, q), C),
    C =:= N // 8,
    walk(T, Ps, []),
    length(Ps, 8).

tally(0, T, T) :- !.
tally(N, T0, T) :-
    X is N mod 8,
    K = p(X, q),
    (   get(T0, K, C0)
    ->  C is C0 + 1
    ;   C = 1
    ),
    put(T0, K, C, T1, _),
    N1 is N - 1,
    tally(N1, T1, T).

get(node(_, K0, V0, L, R), K, V) :-
    compare(Order, K, K0),
    get(Order, K, V, V0, L, R).

get(=, _, V, V, _, _).
get(<, K, V, _, L, _) :-
    get(L, K, V).
get(>, K, V, _, _, R) :-
    get(R, K, V).

% node(Balance, Key, Value, Left, Right): the balance says which side is deeper, by one.
% put(Tree0, Key, Value, Tree, Grown).
put(empty, K, V, node(=, K, V, empty, empty), yes).
put(node(B, K0, V0, L, R), K, V, T, Grown) :-
    compare(Order, K, K0),
    put(Order, B, K0, V0, L, R, K, V, T, Grown).

put(=, B, K, _, L, R, _, V, node(B, K, V, L, R), no).
put(<, B, K0, V0, L, R, K, V, T, Grown) :-
    put(L, K, V, L1, Deeper),
    left(Deeper, B, K0, V0, L1, R, T, Grown).
put(>, B, K0, V0, L, R, K, V, T, Grown) :-
    put(R, K, V, R1, Deeper),
    right(Deeper, B, K0, V0, L, R1, T, Grown).

left(no, B, K, V, L, R, node(B, K, V, L, R), no).
left(yes, =, K, V, L, R, node(<, K, V, L, R), yes).
left(yes, >, K, V, L, R, node(=, K, V, L, R), no).
left(yes, <, K, V, node(B, KL, VL, LL, LR), R, T, no) :-
    turned_right(B, K, V, KL, VL, LL, LR, R, T).

turned_right(<, K, V, KL, VL, LL, LR, R, node(=, KL, VL, LL, node(=, K, V, LR, R))).
turned_right(>, K, V, KL, VL, LL, node(B, KM, VM, ML, MR), R,
        node(=, KM, VM, node(B1, KL, VL, LL, ML), node(B2, K, V, MR, R))) :-
    shares(B, B1, B2).

right(no, B, K, V, L, R, node(B, K, V, L, R), no).
right(yes, =, K, V, L, R, node(>, K, V, L, R), yes).
right(yes, <, K, V, L, R, node(=, K, V, L, R), no).
right(yes, >, K, V, L, node(B, KR, VR, RL, RR), T, no) :-
    turned_left(B, K, V, L, KR, VR, RL, RR, T).

turned_left(>, K, V, L, KR, VR, RL, RR, node(=, KR, VR, node(=, K, V, L, RL), RR)).
turned_left(<, K, V, L, KR, VR, node(B, KM, VM, ML, MR), RR,
        node(=, KM, VM, node(B1, K, V, L, ML), node(B2, KR, VR, MR, RR))) :-
    shares(B, B1, B2).

shares(=, =, =).
shares(<, =, >).
shares(>, <, =).

depth(empty, 0).
depth(node(_, _, _, L, R), D) :-
    depth(L, DL),
    depth(R, DR),
    D is max(DL, DR) + 1.

walk(empty, Ps, Ps).
walk(node(_, K, V, L, R), Ps, Rest) :-
    walk(L, Ps, [K-V|Ps1]),
    walk(R, Ps1, Rest).
