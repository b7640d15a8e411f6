% Sorting written in Prolog: quicksort, merge sort, insertion, a search tree, and a heap
% of pairs, over lists of pseudo-random integers.

bench_case(quicksort, given(scattered(20000, L), sorted_by(quick, L, 3)), 1).
bench_case(merge_sort, given(scattered(20000, L), sorted_by(merged, L, 3)), 1).
bench_case(insertion_sort, given(scattered(700, L), sorted_by(inserted, L, 15)), 1).
bench_case(tree_sort, given(scattered(20000, L), sorted_by(planted, L, 3)), 1).
bench_case(heap_sort, given(scattered(10000, L), sorted_by(heaped, L, 3)), 1).

scattered(N, L) :-
    scattered(N, 4711, L).

scattered(0, _, []) :- !.
scattered(N, S, [S1|T]) :-
    S1 is (S * 1366 + 150889) mod 714025,
    N1 is N - 1,
    scattered(N1, S1, T).

sorted_by(_, _, 0) :- !.
sorted_by(How, L, N) :-
    call(How, L, S),
    msort(L, S),
    N1 is N - 1,
    sorted_by(How, L, N1).

quick(L, S) :-
    quick(L, S, []).

quick([], S, S).
quick([P|Xs], S, T) :-
    part(Xs, P, Small, Large),
    quick(Small, S, [P|S1]),
    quick(Large, S1, T).

part([], _, [], []).
part([X|Xs], P, [X|Small], Large) :-
    X =< P,
    !,
    part(Xs, P, Small, Large).
part([X|Xs], P, Small, [X|Large]) :-
    part(Xs, P, Small, Large).

merged([], []) :- !.
merged([X], [X]) :- !.
merged(L, S) :-
    halves(L, A, B),
    merged(A, SA),
    merged(B, SB),
    merge(SA, SB, S).

halves([], [], []).
halves([X], [X], []).
halves([X,Y|L], [X|A], [Y|B]) :-
    halves(L, A, B).

merge([], B, B) :- !.
merge(A, [], A) :- !.
merge([X|A], [Y|B], S) :-
    (   X =< Y
    ->  S = [X|S1],
        merge(A, [Y|B], S1)
    ;   S = [Y|S1],
        merge([X|A], B, S1)
    ).

inserted([], []).
inserted([X|Xs], S) :-
    inserted(Xs, S1),
    put(S1, X, S).

put([Y|Ys], X, [Y|S]) :-
    Y < X,
    !,
    put(Ys, X, S).
put(S, X, [X|S]).

planted(L, S) :-
    plant(L, leaf, T),
    walk(T, S, []).

plant([], T, T).
plant([X|Xs], T0, T) :-
    grow(T0, X, T1),
    plant(Xs, T1, T).

grow(leaf, X, node(leaf, X, leaf)).
grow(node(L, Y, R), X, T) :-
    (   X < Y
    ->  T = node(L1, Y, R),
        grow(L, X, L1)
    ;   T = node(L, Y, R1),
        grow(R, X, R1)
    ).

walk(leaf, S, S).
walk(node(L, X, R), S, T) :-
    walk(L, S, [X|S1]),
    walk(R, S1, T).

% A leftist heap: the shorter spine is always to the right.
heaped(L, S) :-
    heap(L, empty, H),
    drain(H, S).

heap([], H, H).
heap([X|Xs], H0, H) :-
    meld(heap(1, X, empty, empty), H0, H1),
    heap(Xs, H1, H).

drain(empty, []).
drain(heap(_, X, L, R), [X|S]) :-
    meld(L, R, H),
    drain(H, S).

meld(empty, H, H) :- !.
meld(H, empty, H) :- !.
meld(heap(N, X, L, R), heap(M, Y, A, B), H) :-
    (   X =< Y
    ->  meld(R, heap(M, Y, A, B), R1),
        balanced(X, L, R1, H)
    ;   meld(heap(N, X, L, R), B, B1),
        balanced(Y, A, B1, H)
    ).

balanced(X, L, R, heap(N, X, A, B)) :-
    rank(L, NL),
    rank(R, NR),
    (   NL >= NR
    ->  A = L,
        B = R,
        N is NR + 1
    ;   A = R,
        B = L,
        N is NL + 1
    ).

rank(empty, 0).
rank(heap(N, _, _, _), N).
