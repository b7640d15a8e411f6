% Graphs with the database as memory: breadth first from square to square of a chess board,
% paths counted, a transitive closure, and the cheapest way by a queue in order.

:- dynamic(seen/2).
:- dynamic(reached/2).
:- dynamic(settled/2).

bench_case(knight_distances, distances(10), 1).
bench_case(closure, closures(3), 1).
bench_case(paths_counted, paths(10, 184756), 1).
bench_case(cheapest, cheapest(100), 1).

distances(0) :- !.
distances(N) :-
    retractall(seen(_, _)),
    assertz(seen(1/1, 0)),
    spread([1/1|T], T),
    findall(D, seen(_, D), Ds),
    length(Ds, 1600),
    seen(40/40, 26),
    seen(2/2, 4),
    N1 is N - 1,
    distances(N1).

% A queue as a list with an open end.
spread(Queue, End) :-
    Queue == End,
    !.
spread([S|Queue], End) :-
    seen(S, D),
    !,
    D1 is D + 1,
    findall(T, ( hop(S, T), \+ seen(T, _) ), Ts),
    enter(Ts, D1, End, End1),
    spread(Queue, End1).

enter([], _, End, End).
enter([T|Ts], D, End0, End) :-
    assertz(seen(T, D)),
    End0 = [T|End1],
    enter(Ts, D, End1, End).

hop(X/Y, X1/Y1) :-
    leap(A, B),
    X1 is X + A,
    X1 > 0,
    X1 =< 40,
    Y1 is Y + B,
    Y1 > 0,
    Y1 =< 40.

leap(1, 2).
leap(2, 1).
leap(2, -1).
leap(1, -2).
leap(-1, -2).
leap(-2, -1).
leap(-2, 1).
leap(-1, 2).

% What each node can reach, kept as facts.
closures(0) :- !.
closures(N) :-
    retractall(reached(_, _)),
    (   between(1, 150, X),
        reach(X, X),
        fail
    ;   true
    ),
    findall(Y, reached(1, Y), Ys),
    length(Ys, 150),
    findall(x, reached(_, _), All),
    length(All, 22500),
    N1 is N - 1,
    closures(N1).

reach(From, X) :-
    arc(X, Y, _),
    \+ reached(From, Y),
    assertz(reached(From, Y)),
    reach(From, Y),
    fail.
reach(_, _).

arc(X, Y, 3) :-
    Y is X mod 150 + 1.
arc(X, Y, C) :-
    Y is (X * 7 + 11) mod 150 + 1,
    C is X mod 13 + 1.

% The ways through a grid, each walked.
paths(N, Count) :-
    findall(x, way(0/0, N), Ways),
    length(Ways, Count).

way(N/N, N) :- !.
way(X/Y, N) :-
    (   X < N,
        X1 is X + 1,
        way(X1/Y, N)
    ;   Y < N,
        Y1 is Y + 1,
        way(X/Y1, N)
    ).

cheapest(0) :- !.
cheapest(N) :-
    retractall(settled(_, _)),
    settle([0-1]),
    findall(D, settled(_, D), Ds),
    length(Ds, 150),
    total(Ds, 0, S),
    S =:= 3209,
    N1 is N - 1,
    cheapest(N1).

settle([]).
settle([D-X|Queue]) :-
    (   settled(X, _)
    ->  settle(Queue)
    ;   assertz(settled(X, D)),
        findall(D1-Y, ( arc(X, Y, C), \+ settled(Y, _), D1 is D + C ), New),
        inserted(New, Queue, Queue1),
        settle(Queue1)
    ).

inserted([], Queue, Queue).
inserted([P|Ps], Queue0, Queue) :-
    put(Queue0, P, Queue1),
    inserted(Ps, Queue1, Queue).

put([Q|Qs], P, [Q|Rs]) :-
    Q @< P,
    !,
    put(Qs, P, Rs).
put(Qs, P, [P|Qs]).

total([], S, S).
total([X|Xs], S0, S) :-
    S1 is S0 + X,
    total(Xs, S1, S).
