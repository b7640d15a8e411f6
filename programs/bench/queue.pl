% Facts as a queue and as a stack: added at the end and taken from the front, added at the
% front and taken from there, a round of jobs, and facts replaced in place.

:- dynamic(waiting/1).
:- dynamic(stacked/1).
:- dynamic(job/2).
:- dynamic(state/2).

bench_case(stack, stacked_up(100000), 1).
bench_case(round_robin, rounds, 3).
bench_case(replace_in_place, replaced(100000), 1).
bench_case(queue_short, given(filled(10), through(200000)), 1).
bench_case(queue_long, given(filled(20000), through(20000)), 1).

filled(N) :-
    retractall(waiting(_)),
    between(1, N, I),
    assertz(waiting(I)),
    I =:= N,
    !.

% Each step takes the first and adds one at the end.
through(0) :- !.
through(N) :-
    retract(waiting(I)),
    !,
    J is I + 1,
    assertz(waiting(J)),
    N1 is N - 1,
    through(N1).

stacked_up(N) :-
    between(1, N, I),
    asserta(stacked(I)),
    I =:= N,
    !,
    unstacked(N).

unstacked(0) :-
    !,
    \+ stacked(_).
unstacked(N) :-
    retract(stacked(I)),
    !,
    I =:= N,
    N1 is N - 1,
    unstacked(N1).

% Twenty jobs take turns until their work is done; the longest is the last.
rounds :-
    retractall(job(_, _)),
    between(1, 20, J),
    Work is J * 150,
    assertz(job(J, Work)),
    J =:= 20,
    !,
    turns(0, Last),
    Last =:= 20.

turns(_, Last) :-
    retract(job(J, Work)),
    !,
    (   Work > 1
    ->  Work1 is Work - 1,
        assertz(job(J, Work1))
    ;   true
    ),
    turns(J, Last).
turns(Last, Last).

replaced(N) :-
    retractall(state(_, _)),
    between(0, 99, I),
    assertz(state(I, 0)),
    I =:= 99,
    !,
    steps(N),
    findall(C, state(_, C), Cs),
    sum(Cs, 0, N).

steps(0) :- !.
steps(N) :-
    K is N * 37 mod 100,
    retract(state(K, C)),
    !,
    C1 is C + 1,
    assertz(state(K, C1)),
    N1 is N - 1,
    steps(N1).

sum([], S, S).
sum([X|Xs], S0, S) :-
    S1 is S0 + X,
    sum(Xs, S1, S).
