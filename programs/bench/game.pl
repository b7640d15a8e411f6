% Search of games: noughts and crosses to the end with alpha and beta, the same as plain
% minimax from a later position, and heaps of Nim without memory of what was seen.

bench_case(alpha_beta, opened(8), 1).
bench_case(minimax, later(20), 1).
bench_case(nim, nim, 60).

opened(0) :- !.
opened(N) :-
    best(b(e,e,e,e,e,e,e,e,e), x, -2, 2, V, _),
    V =:= 0,
    N1 is N - 1,
    opened(N1).

later(0) :- !.
later(N) :-
    value(b(x,e,e,e,o,e,e,e,x), o, V),
    V =:= 0,
    value(b(x,o,e,e,e,e,e,e,e), x, W),
    W =:= 1,
    N1 is N - 1,
    later(N1).

% best(Board, Player, Alpha, Beta, Value, Move): the value for the player whose turn it is.
best(Board, Player, Alpha, Beta, Value, Move) :-
    other(Player, Other),
    (   line(Board, Other)
    ->  Value = -1,
        Move = none
    ;   findall(S, free(S, Board), Squares),
        (   Squares == []
        ->  Value = 0,
            Move = none
        ;   try(Squares, Board, Player, Other, Alpha, Beta, none, Value, Move)
        )
    ).

try([], _, _, _, Alpha, _, Move, Alpha, Move).
try([S|Ss], Board, Player, Other, Alpha, Beta, Move0, Value, Move) :-
    played(Board, S, Player, Board1),
    Alpha1 is -Beta,
    Beta1 is -Alpha,
    best(Board1, Other, Alpha1, Beta1, V0, _),
    V is -V0,
    (   V >= Beta
    ->  Value = V,
        Move = S
    ;   V > Alpha
    ->  try(Ss, Board, Player, Other, V, Beta, S, Value, Move)
    ;   try(Ss, Board, Player, Other, Alpha, Beta, Move0, Value, Move)
    ).

value(Board, Player, Value) :-
    other(Player, Other),
    (   line(Board, Other)
    ->  Value = -1
    ;   findall(V, reached(Board, Player, Other, V), Vs),
        most(Vs, Value)
    ).

reached(Board, Player, Other, V) :-
    free(S, Board),
    played(Board, S, Player, Board1),
    value(Board1, Other, V0),
    V is -V0.

most([], 0).
most([V|Vs], M) :-
    most(Vs, V, M).

most([], M, M).
most([V|Vs], M0, M) :-
    M1 is max(V, M0),
    most(Vs, M1, M).

other(x, o).
other(o, x).

free(1, b(e,_,_,_,_,_,_,_,_)).
free(2, b(_,e,_,_,_,_,_,_,_)).
free(3, b(_,_,e,_,_,_,_,_,_)).
free(4, b(_,_,_,e,_,_,_,_,_)).
free(5, b(_,_,_,_,e,_,_,_,_)).
free(6, b(_,_,_,_,_,e,_,_,_)).
free(7, b(_,_,_,_,_,_,e,_,_)).
free(8, b(_,_,_,_,_,_,_,e,_)).
free(9, b(_,_,_,_,_,_,_,_,e)).

played(b(_,B,C,D,E,F,G,H,I), 1, P, b(P,B,C,D,E,F,G,H,I)).
played(b(A,_,C,D,E,F,G,H,I), 2, P, b(A,P,C,D,E,F,G,H,I)).
played(b(A,B,_,D,E,F,G,H,I), 3, P, b(A,B,P,D,E,F,G,H,I)).
played(b(A,B,C,_,E,F,G,H,I), 4, P, b(A,B,C,P,E,F,G,H,I)).
played(b(A,B,C,D,_,F,G,H,I), 5, P, b(A,B,C,D,P,F,G,H,I)).
played(b(A,B,C,D,E,_,G,H,I), 6, P, b(A,B,C,D,E,P,G,H,I)).
played(b(A,B,C,D,E,F,_,H,I), 7, P, b(A,B,C,D,E,F,P,H,I)).
played(b(A,B,C,D,E,F,G,_,I), 8, P, b(A,B,C,D,E,F,G,P,I)).
played(b(A,B,C,D,E,F,G,H,_), 9, P, b(A,B,C,D,E,F,G,H,P)).

line(b(P,P,P,_,_,_,_,_,_), P) :- !.
line(b(_,_,_,P,P,P,_,_,_), P) :- !.
line(b(_,_,_,_,_,_,P,P,P), P) :- !.
line(b(P,_,_,P,_,_,P,_,_), P) :- !.
line(b(_,P,_,_,P,_,_,P,_), P) :- !.
line(b(_,_,P,_,_,P,_,_,P), P) :- !.
line(b(P,_,_,_,P,_,_,_,P), P) :- !.
line(b(_,_,P,_,P,_,P,_,_), P).

nim :-
    \+ winning([1,2,3]),
    \+ winning([2,2,1,1]),
    winning([1,2,4]),
    winning([1,3,3]),
    \+ winning([1,2,3,0,0,0]),
    winning([2,2,3]),
    \+ winning([1,4,5]),
    \+ winning([3,3,1,1]).

% Whoever takes the last piece wins; who is to move wins by a move after which the other cannot.
winning(Heaps) :-
    move(Heaps, Heaps1),
    \+ winning(Heaps1),
    !.

move([H|Hs], [H1|Hs]) :-
    less(H, H1).
move([H|Hs], [H|Hs1]) :-
    move(Hs, Hs1).

less(H, H1) :-
    H > 0,
    H0 is H - 1,
    (   H1 = H0
    ;   less(H0, H1)
    ).
