% Two small theorem provers: sequents of propositional logic, and connections between the
% literals of first-order clauses, sought ever deeper.

:- op(700, xfy, <=>).
:- op(690, xfy, =>).
:- op(680, xfy, #).
:- op(670, xfy, &).
:- op(660, fy, ~).

bench_case(sequents, theorems(400), 1).
bench_case(pigeons, given(pigeons(4, F), valid(F)), 5).
bench_case(connections, connected(100), 1).

theorems(0) :- !.
theorems(N) :-
    chain(9, F),
    valid(F),
    around(4, G),
    valid(G),
    \+ valid((p => q) => (q => p)),
    N1 is N - 1,
    theorems(N1).

% (p1 => p2) & (p2 => p3) & ... => (p1 => pN)
chain(N, F => (p(1) => p(N))) :-
    links(1, N, F).

links(I, N, (p(I) => p(I1))) :-
    I1 is I + 1,
    I1 =:= N,
    !.
links(I, N, (p(I) => p(I1)) & F) :-
    I1 is I + 1,
    links(I1, N, F).

% p1 <=> (p2 <=> (... <=> (p1 <=> (p2 <=> ...)))), each letter twice.
around(N, F) :-
    ring(N, T),
    ring_end(N, T, F).

ring(1, p(1)) :- !.
ring(N, p(N) <=> F) :-
    N1 is N - 1,
    ring(N1, F).

ring_end(0, F, F) :- !.
ring_end(N, F0, F) :-
    N1 is N - 1,
    ring_end(N1, p(N) <=> F0, F).

% If each of N pigeons sits in one of N - 1 holes, two of them share one.
pigeons(N, F => G) :-
    M is N - 1,
    findall(P, ( between(1, N, I), some_hole(I, M, P) ), Ps),
    joined(Ps, F),
    findall(in(I, H) & in(J, H),
            ( between(1, M, H), between(1, N, I), I1 is I + 1, between(I1, N, J) ),
            Qs),
    either(Qs, G).

some_hole(I, M, P) :-
    findall(in(I, H), between(1, M, H), Hs),
    either(Hs, P).

joined([F], F) :- !.
joined([F|Fs], F & G) :-
    joined(Fs, G).

either([F], F) :- !.
either([F|Fs], F # G) :-
    either(Fs, G).

valid(F) :-
    sequent([], [], [F], []).

% sequent(Left, LeftAtoms, Right, RightAtoms): if all to the left hold, one to the right does.
sequent([F|Fs], LA, R, RA) :-
    !,
    left(F, Fs, LA, R, RA).
sequent([], LA, [F|Fs], RA) :-
    !,
    right(F, LA, Fs, RA).

left(~F, Fs, LA, R, RA) :-
    !,
    sequent(Fs, LA, [F|R], RA).
left(F & G, Fs, LA, R, RA) :-
    !,
    sequent([F,G|Fs], LA, R, RA).
left(F # G, Fs, LA, R, RA) :-
    !,
    sequent([F|Fs], LA, R, RA),
    sequent([G|Fs], LA, R, RA).
left(F => G, Fs, LA, R, RA) :-
    !,
    sequent([G|Fs], LA, R, RA),
    sequent(Fs, LA, [F|R], RA).
left(F <=> G, Fs, LA, R, RA) :-
    !,
    sequent([F,G|Fs], LA, R, RA),
    sequent(Fs, LA, [F,G|R], RA).
left(A, _, _, _, RA) :-
    held(A, RA),
    !.
left(A, Fs, LA, R, RA) :-
    sequent(Fs, [A|LA], R, RA).

right(~F, LA, Fs, RA) :-
    !,
    sequent([F], LA, Fs, RA).
right(F & G, LA, Fs, RA) :-
    !,
    sequent([], LA, [F|Fs], RA),
    sequent([], LA, [G|Fs], RA).
right(F # G, LA, Fs, RA) :-
    !,
    sequent([], LA, [F,G|Fs], RA).
right(F => G, LA, Fs, RA) :-
    !,
    sequent([F], LA, [G|Fs], RA).
right(F <=> G, LA, Fs, RA) :-
    !,
    sequent([F], LA, [G|Fs], RA),
    sequent([G], LA, [F|Fs], RA).
right(A, LA, _, _) :-
    held(A, LA),
    !.
right(A, LA, Fs, RA) :-
    sequent([], LA, Fs, [A|RA]).

held(A, [B|_]) :-
    A == B,
    !.
held(A, [_|Bs]) :-
    held(A, Bs).

connected(0) :- !.
connected(N) :-
    ( problem(_, Depth, Clauses), \+ proved(Clauses, 1, Depth) -> fail ; true ),
    N1 is N - 1,
    connected(N1).

% problem(Name, Depth, Clauses): no model satisfies all clauses; the first begins the proof, which
% needs that depth.
problem(order, 5,
    [ [~less(a, e)], [less(a, b)], [less(b, c)], [less(c, d)], [less(d, e)],
      [~less(X, Y), ~less(Y, Z), less(X, Z)] ]).
problem(group_inverse, 4,
    % In a group a left inverse is a right inverse; times(X, Y, Z) says that X * Y = Z.
    [ [~times(a, inverse(a), one)],
      [times(one, X, X)],
      [times(X, one, X)],
      [times(inverse(X), X, one)],
      [~times(X, Y, U), ~times(Y, Z, V), ~times(X, V, W), times(U, Z, W)],
      [~times(X, Y, U), ~times(Y, Z, V), ~times(U, Z, W), times(X, V, W)] ]).
problem(barber, 2,
    [ [~shaves(b, X), ~shaves(X, X)], [shaves(b, Y), shaves(Y, Y)] ]).
problem(even, 8,
    [ [~even(s(s(s(s(s(s(s(s(s(s(s(s(0)))))))))))))], [even(0)], [~even(X), even(s(s(X)))] ]).

% proved(Clauses, Depth, Last): there is a proof of some depth up to the last.
proved(Clauses, D, _) :-
    Clauses = [Start|_],
    copy_term(Start, Goals),
    close(Goals, [], Clauses, D),
    !.
proved(Clauses, D, Last) :-
    D < Last,
    D1 is D + 1,
    proved(Clauses, D1, Last).

% close(Goals, Path, Clauses, Depth): each goal contradicts a literal of its path, or of a
% clause whose other literals are closed in turn.
close([], _, _, _).
close([L|Ls], Path, Clauses, D) :-
    opposite(L, M),
    closed(M, L, Path, Clauses, D),
    close(Ls, Path, Clauses, D).

closed(M, _, Path, _, _) :-
    among(M, Path).
closed(M, L, Path, Clauses, D) :-
    D > 0,
    D1 is D - 1,
    other(Clause, Clauses),
    copy_term(Clause, Literals),
    without(M, Literals, Rest),
    close(Rest, [L|Path], Clauses, D1).

opposite(~A, A) :- !.
opposite(A, ~A).

other(X, [X|_]).
other(X, [_|Xs]) :-
    other(X, Xs).

among(X, [Y|_]) :-
    unify_with_occurs_check(X, Y).
among(X, [_|Ys]) :-
    among(X, Ys).

without(X, [Y|Ys], Ys) :-
    unify_with_occurs_check(X, Y).
without(X, [Y|Ys], [Y|Zs]) :-
    without(X, Ys, Zs).
