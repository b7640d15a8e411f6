% N queens by generate and test: every permutation of [1,...,N] is made, then tested.
%
% The list has the column of the queen of each row. A permutation has no two queens in
% a row or a column, so only the diagonals are left to test. 40320 boards are made for
% 8 queens, which is slow beside programs/nqueens.pl, and short.
%
% Run:        ferz run programs/generate_and_test.pl
% At the prompt, after [programs/generate_and_test]:
%   ?- nqueen(6).

:- dynamic(count/1).

% nqueen(N): prints every solution for N queens, and how many there are.
nqueen(N) :-
    retractall(count(_)),
    assertz(count(0)),
    numlist(1, N, InitBoard),
    forall(( permute_nd(InitBoard, B),
             isSolution(B)
           ),
           ( write('Solution: '),
             write(B),
             nl,
             retract(count(C0)),
             C is C0 + 1,
             assertz(count(C))
           )),
    count(Count),
    write('Found '),
    write(Count),
    write(' solutions to the '),
    write(N),
    write('-queen problem'),
    nl.

% permute_nd(Xs, Ys): Ys is a permutation of Xs, by putting the first element of Xs at
% every place of every permutation of the others.
permute_nd([], []).
permute_nd([H|T], P) :-
    permute_nd(T, PT),
    insert_nd(H, PT, P).

% insert_nd(X, Ys, Zs): Zs is Ys with X at some place.
insert_nd(X, L, [X|L]).
insert_nd(X, [Y|L], [Y|Z]) :-
    insert_nd(X, L, Z).

% isSolution(Board): no two queens of Board are on one diagonal.
isSolution([]).
isSolution([Q|QL]) :-
    cannotHit(Q, 1, QL),
    isSolution(QL).

% cannotHit(Q, DistX, QL): Q hits none of QL, the first of which is DistX rows away.
cannotHit(_, _, []).
cannotHit(Q, DistX, [QDistX|QL]) :-
    DistY is abs(Q - QDistX),
    DistX =\= DistY,
    DistX1 is DistX + 1,
    cannotHit(Q, DistX1, QL).

% show_state(Goal, Picture): the part of the board that is tested, which `ferz show` draws.
show_state(isSolution(Board), svg(Picture)) :-
    length(Board, N),
    findall(R, ( member(Q, Board), R is Q - 1 ), Rows),
    board(N, Rows, Picture).

% board(N, Rows, Picture): an SVG of a board with a queen in each of the Rows of its first columns.
board(N, Rows, Picture) :-
    findall(Queen,
            ( nth0(C, Rows, R),
              format(string(Queen), '<circle cx="~w.5" cy="~w.5" r=".33" fill="#2b1a10"/>', [C,R])
            ),
            Queens),
    atomics_to_string(Queens, Circles),
    format(string(Picture),
           '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ~w ~w">\c
            <pattern id="squares" width="2" height="2" patternUnits="userSpaceOnUse">\c
            <path fill="#b58561" d="M0 0h1v1h-1zM1 1h1v1h-1z"/></pattern>\c
            <rect width="100%" height="100%" fill="#eed9bd"/>\c
            <rect width="100%" height="100%" fill="url(#squares)"/>~w</svg>',
           [N,N,Circles]).

main :-
    nqueen(8).
