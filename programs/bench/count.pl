% Loops of a counter: the last call in the last clause, in an if-then-else, and with a
% small term handed on, which leaves garbage behind.

bench_case(count_clauses, count(0, 20000000), 1).
bench_case(count_branches, down(20000000), 1).
bench_case(count_garbage, counted(5000000), 1).

count(N, N) :- !.
count(I, N) :-
    I1 is I + 1,
    count(I1, N).

down(N) :-
    (   N =:= 0
    ->  true
    ;   N1 is N - 1,
        down(N1)
    ).

counted(N) :-
    carry(N, state(0, []), S),
    S = state(N, [_,_]).

carry(0, S, S) :- !.
carry(N, state(A, L), S) :-
    A1 is A + 1,
    N1 is N - 1,
    replace(L, A1, L1),
    carry(N1, state(A1, L1), S).

replace([], X, [X]).
replace([_|_], X, [X,X]).
