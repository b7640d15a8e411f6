% A million facts: added, looked up, and taken away, with the database also as a counter.

:- dynamic(entry/2).
:- dynamic(counter/1).

bench_case(assertz_1m, fill, 1).
bench_case(lookup_1m, look, 1).
bench_case(retract_1m, drop, 1).
bench_case(counter_500k, counted(500000), 1).

fill :-
    between(1, 1000000, I),
    J is I * 7919 mod 1000003,
    assertz(entry(I, J)),
    fail.
fill.

look :-
    between(1, 1000000, I),
    \+ entry(I, _),
    !,
    fail.
look.

drop :-
    between(1, 1000000, I),
    \+ retract(entry(I, _)),
    !,
    fail.
drop :-
    \+ entry(_, _).

counted(N) :-
    retractall(counter(_)),
    assertz(counter(0)),
    between(1, N, _),
    retract(counter(C0)),
    C is C0 + 1,
    assertz(counter(C)),
    C =:= N,
    !.
