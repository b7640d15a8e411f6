% Rewriting to normal forms: combinators reduced from the outside, a formula of logic turned
% into clauses, and numbers written s(s(0)) added and multiplied by rules.

bench_case(combinators, reduced(500), 1).
bench_case(clause_forms, given(formula(5, F), clauses(15, F)), 1).
bench_case(successors, computed(15), 1).

reduced(0) :- !.
reduced(N) :-
    numeral(6, A),
    numeral(3, B),
    normal(ap(ap(ap(B, A), f), x), V),
    height(V, 0, 216),
    normal(ap(ap(ap(ap(s, k), k), ap(ap(k, i), x)), y), y),
    N1 is N - 1,
    reduced(N1).

% A number as how often a function is applied, made of s, b and i: n + 1 = s b n.
numeral(0, ap(k, i)) :- !.
numeral(N, ap(ap(s, b), M)) :-
    N1 is N - 1,
    numeral(N1, M).

normal(T, V) :-
    head(T, [], H, Args),
    normal_all(Args, H, V).

normal_all([], V, V).
normal_all([A|As], V0, V) :-
    normal(A, B),
    normal_all(As, ap(V0, B), V).

% head(Term, Arguments, Head, ArgumentsLeft): the leftmost rule is used until none fits.
head(ap(F, A), As, H, Bs) :-
    !,
    head(F, [A|As], H, Bs).
head(C, As, H, Bs) :-
    (   rule(C, As, T, Rest)
    ->  head(T, Rest, H, Bs)
    ;   H = C,
        Bs = As
    ).

rule(i, [X|As], X, As).
rule(k, [X,_|As], X, As).
rule(s, [X,Y,Z|As], ap(ap(X, Z), ap(Y, Z)), As).
rule(b, [X,Y,Z|As], ap(X, ap(Y, Z)), As).

height(x, H, H) :- !.
height(ap(f, T), H0, H) :-
    H1 is H0 + 1,
    height(T, H1, H).

formula(0, p) :- !.
formula(N, ((A -> q(N)) , (not(A) ; r(N)))) :-
    N1 is N - 1,
    formula(N1, A).

clauses(0, _) :- !.
clauses(N, F) :-
    without_arrows(F, F1),
    inwards(F1, F2),
    distributed(F2, F3),
    gathered(F3, Cs, []),
    length(Cs, Length),
    sort(Cs, Distinct),
    length(Distinct, Few),
    Length-Few == 722-144,
    N1 is N - 1,
    clauses(N1, F).

without_arrows((A -> B), (not(A1) ; B1)) :-
    !,
    without_arrows(A, A1),
    without_arrows(B, B1).
without_arrows((A , B), (A1 , B1)) :-
    !,
    without_arrows(A, A1),
    without_arrows(B, B1).
without_arrows((A ; B), (A1 ; B1)) :-
    !,
    without_arrows(A, A1),
    without_arrows(B, B1).
without_arrows(not(A), not(A1)) :-
    !,
    without_arrows(A, A1).
without_arrows(A, A).

inwards(not(not(A)), B) :-
    !,
    inwards(A, B).
inwards(not((A , B)), C) :-
    !,
    inwards((not(A) ; not(B)), C).
inwards(not((A ; B)), C) :-
    !,
    inwards((not(A) , not(B)), C).
inwards((A , B), (A1 , B1)) :-
    !,
    inwards(A, A1),
    inwards(B, B1).
inwards((A ; B), (A1 ; B1)) :-
    !,
    inwards(A, A1),
    inwards(B, B1).
inwards(A, A).

distributed((A ; B), C) :-
    !,
    distributed(A, A1),
    distributed(B, B1),
    spread(A1, B1, C).
distributed((A , B), (A1 , B1)) :-
    !,
    distributed(A, A1),
    distributed(B, B1).
distributed(A, A).

spread((A , B), C, (D , E)) :-
    !,
    spread(A, C, D),
    spread(B, C, E).
spread(A, (B , C), (D , E)) :-
    !,
    spread(A, B, D),
    spread(A, C, E).
spread(A, B, (A ; B)).

% Each clause as an ordered list of its literals.
gathered((A , B), Cs, Rest) :-
    !,
    gathered(A, Cs, Cs1),
    gathered(B, Cs1, Rest).
gathered(A, [Ls|Rest], Rest) :-
    literals(A, Ls0, []),
    sort(Ls0, Ls).

literals((A ; B), Ls, Rest) :-
    !,
    literals(A, Ls, Ls1),
    literals(B, Ls1, Rest).
literals(A, [A|Rest], Rest).

computed(0) :- !.
computed(N) :-
    made(14, A),
    evaluated(plus(times(A, A), times(plus(A, s(0)), fact(s(s(s(s(s(0)))))))), V),
    counted(V, 0, 1996),
    N1 is N - 1,
    computed(N1).

made(0, 0) :- !.
made(N, s(S)) :-
    N1 is N - 1,
    made(N1, S).

counted(0, N, N).
counted(s(S), N0, N) :-
    N1 is N0 + 1,
    counted(S, N1, N).

evaluated(T, V) :-
    step(T, T1),
    !,
    evaluated(T1, V).
evaluated(s(T), V) :-
    !,
    V = s(V1),
    evaluated(T, V1).
evaluated(T, T).

step(plus(0, Y), Y).
step(plus(s(X), Y), s(plus(X, Y))).
step(plus(X, Y), plus(X1, Y)) :-
    step(X, X1).
step(times(0, _), 0).
step(times(s(X), Y), plus(Y, times(X, Y))).
step(times(X, Y), times(X1, Y)) :-
    step(X, X1).
step(fact(0), s(0)).
step(fact(s(X)), times(s(X), fact(X))).
