% Unification at work: types inferred for terms of the lambda calculus, with the occurs
% check; rows of unbound arguments made equal one by one; terms matched against patterns.

bench_case(type_inference, typed(10000), 1).
bench_case(rows_unified, given(row(250, T), unified(6000, T)), 1).
bench_case(patterns, given(records(1000, Rs), matched(300, Rs)), 1).

typed(0) :- !.
typed(N) :-
    combinator(s, S), type(S, [], TS),
    TS = arrow(arrow(A, arrow(B, C)), arrow(arrow(A, B), arrow(A, C))),
    var(A), var(B), var(C),
    numeral(10, Ten), type(Ten, [], TT),
    TT = arrow(arrow(D, D), arrow(D, D)),
    type(app(app(Ten, Ten), Ten), [], TTT),
    nonvar(TTT),
    combinator(omega, W), \+ type(W, [], _),
    combinator(b, Cb), type(app(app(Cb, Cb), Cb), [], TB),
    TB = arrow(_, arrow(_, arrow(_, _))),
    N1 is N - 1,
    typed(N1).

% Terms: a name, lam(Name, Body), app(Function, Argument).
combinator(s, lam(x, lam(y, lam(z, app(app(x, z), app(y, z)))))).
combinator(b, lam(f, lam(g, lam(x, app(f, app(g, x)))))).
combinator(omega, lam(x, app(x, x))).

numeral(N, lam(f, lam(x, Body))) :-
    applied(N, Body).

applied(0, x) :- !.
applied(N, app(f, Body)) :-
    N1 is N - 1,
    applied(N1, Body).

type(lam(X, E), Env, T) :-
    !,
    T = arrow(A, B),
    type(E, [X-A|Env], B).
type(app(F, E), Env, T) :-
    !,
    type(F, Env, TF),
    type(E, Env, TE),
    unify_with_occurs_check(TF, arrow(TE, T)).
type(X, Env, T) :-
    look(Env, X, T0),
    unify_with_occurs_check(T0, T).

look([Y-T0|Env], X, T) :-
    (   X == Y
    ->  T = T0
    ;   look(Env, X, T)
    ).

row(N, T) :-
    functor(T, row, N).

unified(0, _) :- !.
unified(N, T) :-
    \+ \+ ends_bound(T),
    N1 is N - 1,
    unified(N1, T).

% A chain of variables, bound at one end, is bound at the other.
ends_bound(T) :-
    linked(1, 250, T),
    arg(1, T, end),
    arg(250, T, E),
    E == end.

linked(N, N, _) :- !.
linked(I, N, T) :-
    I1 is I + 1,
    arg(I, T, A),
    arg(I1, T, A),
    linked(I1, N, T).

records(0, []) :- !.
records(N, [record(N, date(Y, M), [tag(K)|_], f(X, X, _))|Rs]) :-
    Y is 2000 + N mod 20,
    M is N mod 12 + 1,
    K is N mod 7,
    N1 is N - 1,
    records(N1, Rs).

matched(0, _) :- !.
matched(N, Rs) :-
    counted(Rs, 0, C),
    C =:= 29,
    N1 is N - 1,
    matched(N1, Rs).

counted([], C, C).
counted([R|Rs], C0, C) :-
    (   wanted(R)
    ->  C1 is C0 + 1
    ;   C1 = C0
    ),
    counted(Rs, C1, C).

wanted(R) :-
    \+ R \= record(_, date(2007, 4), [_,here|_], _),
    !.
wanted(R) :-
    \+ R \= record(_, date(_, 7), [tag(3)|_], f(_, A, A)),
    !.
wanted(R) :-
    \+ R \= record(_, date(2003, _), [tag(2),_|_], f(a, b, _)).
