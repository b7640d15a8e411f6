% Constraint handling rules as a database: the transitive closure of a ring, sets that are united, a counter, and a queue
% of tasks that wait for one another.

:- use_module(library(chr)).
:- chr_option(optimize, full).
:- chr_option(debug, off).
:- chr_constraint edge(+int, +int), path(+int, +int).
:- chr_constraint set(+int), root(+int), parent(+int, +int), find(+int, ?int), union(+int, +int), link(+int, +int).
:- chr_constraint sum(+int, +int), step(+int).
:- chr_constraint done(+int), task(+int, +int).

bench_case(rules_closure, closure(80), 1).
bench_case(rules_union, united(4000), 2).
bench_case(rules_counter, counted(100000), 1).
bench_case(rules_tasks, tasks(10000), 1).

path(A, B) \ path(A, B) <=> true.
edge(A, B) ==> path(A, B).
edge(A, B), path(B, C) ==> path(A, C).

set(A) <=> root(A).
union(A, B) <=> find(A, X), find(B, Y), link(X, Y).
parent(A, B), find(A, X) <=> find(B, X), parent(A, X).
root(A) \ find(A, X) <=> X = A.
link(A, A) <=> true.
root(B) \ link(A, B), root(A) <=> parent(A, B).

sum(_, 0), step(_) <=> true.
step(N) \ sum(S, K) <=> S1 is S + N, K1 is K - 1, sum(S1, K1).

done(A) \ task(A, B) <=> done(B).

closure(Count) :-
    ring(0, Count),
    aggregate_all(count, find_chr_constraint(path(_, _)), Paths),
    Paths =:= (Count + 1) ** 2.

ring(Count, Count) :-
    !,
    edge(Count, 0).
ring(I, Count) :-
    J is I + 1,
    edge(I, J),
    ring(J, Count).

united(Count) :-
    sets(0, Count),
    unions(0, Count).

sets(Count, Count) :-
    !.
sets(I, Count) :-
    set(I),
    J is I + 1,
    sets(J, Count).

unions(Count, Count) :-
    !.
unions(I, Count) :-
    J is (I * 7919 + 13) mod Count,
    union(I, J),
    I1 is I + 1,
    unions(I1, Count).

counted(Count) :-
    step(1),
    sum(0, Count),
    \+ find_chr_constraint(sum(_, _)).

tasks(Count) :-
    waiting(Count),
    done(0),
    \+ find_chr_constraint(task(_, _)).

waiting(0) :-
    !.
waiting(N) :-
    M is N - 1,
    task(M, N),
    waiting(M).
