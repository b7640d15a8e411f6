% Global variables and assignment within terms, flags and counters.

bench_case(global_number, counted(1000000), 1).
bench_case(global_term, given(numlist(1, 1000, L), kept(1000000, L)), 1).
bench_case(global_backtrackable, stacked(1000000), 1).
bench_case(setarg, summed(1000000), 1).
bench_case(nb_setarg, given(true, maximum(1000000)), 1).
bench_case(nb_list, queued(300000), 1).
bench_case(flag, flagged(500000), 1).

counted(N) :-
    nb_setval(count, 0),
    (   between(1, N, _),
        nb_getval(count, C),
        C1 is C + 1,
        nb_setval(count, C1),
        fail
    ;   nb_getval(count, N)
    ).

kept(N, List) :-
    nb_setval(list, List),
    (   between(1, N, _),
        nb_getval(list, [1|_]),
        fail
    ;   true
    ).

stacked(N) :-
    b_setval(depth, 0),
    down(N),
    b_getval(depth, N).

down(0) :- !.
down(N) :-
    b_getval(depth, D),
    D1 is D + 1,
    b_setval(depth, D1),
    N1 is N - 1,
    down(N1).

summed(N) :-
    State = s(0, 0),
    sum(N, State),
    arg(2, State, N).

sum(0, _) :- !.
sum(N, State) :-
    arg(1, State, Sum0),
    Sum is Sum0 + N,
    setarg(1, State, Sum),
    arg(2, State, Count0),
    Count is Count0 + 1,
    setarg(2, State, Count),
    N1 is N - 1,
    sum(N1, State).

maximum(N) :-
    State = max(0),
    (   between(1, N, I),
        X is I * 7919 mod 1000003,
        arg(1, State, Max),
        X > Max,
        nb_setarg(1, State, X),
        fail
    ;   State = max(Max),
        Max > 0
    ).

% Solutions kept in a list that backtracking does not undo.
queued(N) :-
    State = list([], 0),
    (   between(1, N, I),
        arg(1, State, List),
        nb_linkarg(1, State, [I|List]),
        fail
    ;   arg(1, State, [N|_])
    ).

flagged(N) :-
    flag(steps, _, 0),
    (   between(1, N, _),
        flag(steps, S, S + 1),
        fail
    ;   flag(steps, N, N)
    ).
