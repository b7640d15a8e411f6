% Recursion 5,000,000 calls deep: a list built on the way down and summed on the way back.

bench_case(deep_build, numbers(5000000, _), 1).
bench_case(deep_sum, given(numbers(5000000, L), total(L, 12500002500000)), 1).

numbers(0, []) :- !.
numbers(N, [N|T]) :-
    N1 is N - 1,
    numbers(N1, T).

total([], 0).
total([H|T], S) :-
    total(T, S0),
    S is S0 + H.
