% Lists of millions of elements: collected, summed, measured, sorted.

bench_case(findall_5m, collected(5000000), 1).
bench_case(sum_list_5m, given(numbers(5000000, L), sum_list(L, 12500002500000)), 1).
bench_case(length_5m, given(numbers(5000000, L), length(L, 5000000)), 10).
bench_case(msort_ordered_5m, given(numbers(5000000, L), msort(L, [1,2,3|_])), 1).
bench_case(msort_shuffled_1m, given(shuffled(1000000, L), msort(L, [1,2,3|_])), 1).
bench_case(msort_random_1m, given(lehmer(1000000, L), msort(L, [1723,3049|_])), 1).
bench_case(sort_repeated_1m, given(repeated(1000000, L), distinct(L, 1000)), 3).
bench_case(keysort_1m, given(pairs(1000000, L), keysort(L, [1-_,2-_|_])), 1).

collected(N) :-
    findall(X, between(1, N, X), L),
    L = [1,2|_].

distinct(L, N) :-
    sort(L, S),
    length(S, N).

numbers(N, L) :-
    findall(X, between(1, N, X), L).

% All different, since 1,000,003 is prime.
shuffled(N, L) :-
    findall(Y, ( between(1, N, X), Y is X * 7919 mod 1000003 ), L).

% By the generator of Lehmer.
lehmer(N, L) :-
    lehmer(N, 20261121, L).

lehmer(0, _, []) :- !.
lehmer(N, X0, [X|Xs]) :-
    X is X0 * 48271 mod 2147483647,
    N1 is N - 1,
    lehmer(N1, X, Xs).

repeated(N, L) :-
    findall(Y, ( between(1, N, X), Y is X * 7919 mod 1000 ), L).

pairs(N, L) :-
    findall(Y-X, ( between(1, N, X), Y is X * 7919 mod 1000003 ), L).
