% Look-ups in 100,000 facts by their first argument, by others, and by several; and a
% predicate of the program's text with a clause for each of many atoms.

:- dynamic(edge/3).

bench_case(index_atoms, walk(3000000, mon), 1).
bench_case(index_fill, fill, 1).
bench_case(index_first, by_first(100000), 10).
bench_case(index_second, by_second(100000), 10).
bench_case(index_last_many, by_last(100), 20).
bench_case(index_both, by_both(100000), 10).

fill :-
    between(1, 100000, I),
    J is I * 7919 mod 100003,
    K is I mod 100,
    assertz(edge(I, J, K)),
    fail.
fill.

by_first(N) :-
    between(1, N, I),
    \+ edge(I, _, _),
    !,
    fail.
by_first(_).

by_second(N) :-
    between(1, N, I),
    J is I * 7919 mod 100003,
    \+ edge(_, J, _),
    !,
    fail.
by_second(_).

by_last(N) :-
    between(1, N, I),
    K is I mod 100,
    findall(A, edge(A, _, K), As),
    \+ length(As, 1000),
    !,
    fail.
by_last(_).

by_both(N) :-
    between(1, N, I),
    J is I * 7919 mod 100003,
    K is I mod 100,
    \+ edge(_, J, K),
    !,
    fail.
by_both(_).

walk(0, _) :- !.
walk(N, Day) :-
    next(Day, Then),
    N1 is N - 1,
    walk(N1, Then).

next(mon, tue).
next(tue, wed).
next(wed, thu).
next(thu, fri).
next(fri, sat).
next(sat, sun).
next(sun, mon).
