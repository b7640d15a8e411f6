% Symbolic work: expressions read from codes by a grammar, differentiated, simplified.

bench_case(derivative, derived(200000), 1).
bench_case(grammar, parsed(30000), 1).

derived(0) :- !.
derived(N) :-
    d((x + 1) * (x * x + 2) * (x * x * x + 3) / sin(x * x), x, D0),
    simple(D0, D),
    D = _ / _,
    N1 is N - 1,
    derived(N1).

d(X, X, 1) :- !.
d(A + B, X, DA + DB) :- !,
    d(A, X, DA),
    d(B, X, DB).
d(A * B, X, A * DB + DA * B) :- !,
    d(A, X, DA),
    d(B, X, DB).
d(A / B, X, (DA * B - A * DB) / (B * B)) :- !,
    d(A, X, DA),
    d(B, X, DB).
d(sin(A), X, cos(A) * DA) :- !,
    d(A, X, DA).
d(_, _, 0).

simple(A + B, C) :- !,
    simple(A, A1),
    simple(B, B1),
    plus(A1, B1, C).
simple(A * B, C) :- !,
    simple(A, A1),
    simple(B, B1),
    times(A1, B1, C).
simple(A / B, A1 / B1) :- !,
    simple(A, A1),
    simple(B, B1).
simple(A, A).

plus(0, B, B) :- !.
plus(A, 0, A) :- !.
plus(A, B, A + B).

times(0, _, 0) :- !.
times(_, 0, 0) :- !.
times(1, B, B) :- !.
times(A, 1, A) :- !.
times(A, B, A * B).

parsed(0) :- !.
parsed(N) :-
    atom_codes('12+(3*45-6)*7-(8+9*(10-11))*2', Cs),
    expression(V, Cs, []),
    V =:= 917,
    N1 is N - 1,
    parsed(N1).

expression(V) --> product(V0), sum_rest(V0, V).

sum_rest(V0, V) --> [0'+], !, product(V1), { V2 is V0 + V1 }, sum_rest(V2, V).
sum_rest(V0, V) --> [0'-], !, product(V1), { V2 is V0 - V1 }, sum_rest(V2, V).
sum_rest(V, V) --> [].

product(V) --> factor(V0), product_rest(V0, V).

product_rest(V0, V) --> [0'*], !, factor(V1), { V2 is V0 * V1 }, product_rest(V2, V).
product_rest(V, V) --> [].

factor(V) --> [0'(], !, expression(V), [0')].
factor(V) --> [D0], { digit(D0) }, digits(Ds), { number_codes(V, [D0|Ds]) }.

digits([D|Ds]) --> [D], { digit(D) }, !, digits(Ds).
digits([]) --> [].

digit(D) :-
    D >= 0'0,
    D =< 0'9.
