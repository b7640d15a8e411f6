% A sudoku by search: the square with the fewest digits left is filled first, and its digit
% struck from the choices of the squares that see it.

bench_case(sudoku, puzzles(50), 1).

puzzles(0) :- !.
puzzles(N) :-
    givens(Rows),
    squares(Rows, 1, Known, Open0),
    struck_all(Known, Open0, Open),
    findall(Found, fill(Open, Found), [Done]),
    total(Known, 0, T0),
    total(Done, T0, 405),
    has(Done, 1, 1, 5),
    has(Done, 9, 9, 1),
    has(Done, 5, 5, 3),
    N1 is N - 1,
    puzzles(N1).

% 0 is an empty square.
givens([ [0,0,0, 0,0,0, 0,7,9],
         [0,0,2, 3,5,0, 0,0,0],
         [0,0,0, 0,0,2, 1,0,5],
         [0,4,5, 0,0,0, 0,0,0],
         [0,1,0, 4,0,0, 0,0,8],
         [0,0,0, 0,7,9, 0,0,0],
         [1,0,0, 0,0,3, 0,0,0],
         [0,0,0, 5,0,0, 3,0,4],
         [0,6,0, 0,0,0, 7,0,0] ]).

% Known squares are at(Row, Column, Box, Digit); open ones Count-at(Row, Column, Box, Choices).
squares([], _, [], []).
squares([Row|Rows], R, Known, Open) :-
    row(Row, R, 1, Known, Known1, Open, Open1),
    R1 is R + 1,
    squares(Rows, R1, Known1, Open1).

row([], _, _, K, K, O, O).
row([D|Ds], R, C, K0, K, O0, O) :-
    B is (R - 1) // 3 * 3 + (C - 1) // 3,
    (   D =:= 0
    ->  K1 = K0,
        O0 = [9-at(R, C, B, [1,2,3,4,5,6,7,8,9])|O1]
    ;   K0 = [at(R, C, B, D)|K1],
        O1 = O0
    ),
    C1 is C + 1,
    row(Ds, R, C1, K1, K, O1, O).

struck_all([], Open, Open).
struck_all([Square|Known], Open0, Open) :-
    struck(Open0, Square, Open1),
    struck_all(Known, Open1, Open).

% The digit of a square goes from the choices of those in its row, column and box.
struck([], _, []).
struck([N-at(R, C, B, Ds)|Open0], Square, [M-at(R, C, B, Es)|Open]) :-
    Square = at(R1, C1, B1, D),
    (   ( R =:= R1 ; C =:= C1 ; B =:= B1 ),
        without(Ds, D, Es0)
    ->  Es = Es0,
        M is N - 1,
        M > 0
    ;   Es = Ds,
        M = N
    ),
    struck(Open0, Square, Open).

without([D|Ds], D, Ds) :- !.
without([E|Ds], D, [E|Es]) :-
    E < D,
    without(Ds, D, Es).

fill([], []).
fill([S|Ss], [at(R, C, B, D)|Done]) :-
    fewest(Ss, S, at(R, C, B, Ds), Rest),
    one_of(D, Ds),
    struck(Rest, at(R, C, B, D), Open),
    fill(Open, Done).

fewest([], _-S, S, []).
fewest([N-S|Ss], M-Best, Square, [Other|Rest]) :-
    (   N < M
    ->  Other = M-Best,
        fewest(Ss, N-S, Square, Rest)
    ;   Other = N-S,
        fewest(Ss, M-Best, Square, Rest)
    ).

one_of(X, [X|_]).
one_of(X, [_|Xs]) :-
    one_of(X, Xs).

total([], T, T).
total([at(_, _, _, D)|Ss], T0, T) :-
    T1 is T0 + D,
    total(Ss, T1, T).

has([at(R, C, _, D)|_], R, C, D) :- !.
has([_|Ss], R, C, D) :-
    has(Ss, R, C, D).
