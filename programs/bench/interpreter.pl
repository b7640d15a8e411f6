% Interpreters of Prolog in Prolog: over rules kept as facts, over clause/2 with cut
% and control, and one that counts steps and keeps the proof.

bench_case(interpreted_rules, interpreted(3000), 1).
bench_case(interpreted_clauses, cleared(300), 1).
bench_case(interpreted_proofs, proofs(1000), 1).

:- dynamic(queens/2).
:- dynamic(place/5).
:- dynamic(pick/3).
:- dynamic(range/3).

interpreted(0) :- !.
interpreted(N) :-
    prove([nrev([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20], R)]),
    R = [20,19|_],
    N1 is N - 1,
    interpreted(N1).

% rule(Head, Goals).
rule(app([], L, L), []).
rule(app([X|Xs], L, [X|R]), [app(Xs, L, R)]).
rule(nrev([], []), []).
rule(nrev([X|Xs], R), [nrev(Xs, R1), app(R1, [X], R)]).

prove([]).
prove([G|Gs]) :-
    rule(G, Body),
    prove(Body),
    prove(Gs).

cleared(0) :- !.
cleared(N) :-
    findall(Qs, run(queens(6, Qs)), All),
    All = [[5,3,1,6,4,2],_,_,[2,4,6,1,3,5]],
    N1 is N - 1,
    cleared(N1).

queens(N, Qs) :-
    range(1, N, Ns),
    place(Ns, [], [], [], Qs).

place([], Qs, _, _, Qs) :- !.
place(Ns, Qs0, Up0, Down0, Qs) :-
    pick(Ns, Q, Rest),
    length(Rest, K),
    U is Q + K,
    D is Q - K,
    \+ memberchk(U, Up0),
    \+ memberchk(D, Down0),
    place(Rest, [Q|Qs0], [U|Up0], [D|Down0], Qs).

pick([X|Xs], X, Xs).
pick([Y|Ys], X, [Y|Zs]) :-
    pick(Ys, X, Zs).

range(I, N, Ns) :-
    (   I > N
    ->  Ns = []
    ;   Ns = [I|Ns1],
        I1 is I + 1,
        range(I1, N, Ns1)
    ).

% The cut of a clause comes back as a mark, and the clauses after it are not tried.
run(G) :-
    run(G, Mark),
    (   Mark == cut
    ->  !
    ;   true
    ).

run(true, done) :- !.
run(!, M) :-
    !,
    (   M = done
    ;   M = cut
    ).
run((A, B), M) :-
    !,
    run(A, M1),
    (   M1 == cut
    ->  !,
        M = cut
    ;   run(B, M)
    ).
run((C -> A ; B), M) :-
    !,
    (   run(C, _)
    ->  run(A, M)
    ;   run(B, M)
    ).
run(\+ G, done) :-
    !,
    \+ run(G, _).
run(G, done) :-
    ready(G),
    !,
    call(G).
run(G, done) :-
    clause(G, Body),
    run(Body, M),
    (   M == cut
    ->  !,
        fail
    ;   true
    ).

ready(_ is _).
ready(_ > _).
ready(_ = _).
ready(length(_, _)).
ready(memberchk(_, _)).

proofs(0) :- !.
proofs(N) :-
    proof(nrev([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30], R), P, 0, S),
    R = [30,29|_],
    S =:= 496,
    P = because(nrev(_, _), [_,because(app(_, _, _), _)]),
    N1 is N - 1,
    proofs(N1).

proof(G, because(G, Ps), S0, S) :-
    rule(G, Body),
    S1 is S0 + 1,
    proof_all(Body, Ps, S1, S).

proof_all([], [], S, S).
proof_all([G|Gs], [P|Ps], S0, S) :-
    proof(G, P, S0, S1),
    proof_all(Gs, Ps, S1, S).
