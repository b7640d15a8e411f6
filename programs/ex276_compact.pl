% Eight queens, exercise 5 of an introduction to Prolog: a board is a list of rows.
%
% [3,8,6,...] stands for [q(1,3),q(2,8),q(3,6),...]: the place in the list is the column.
% Every solution is a permutation of [1,2,3,4,5,6,7,8]. Only attack/3, which knows how a
% board is represented, and the printing change.
% The exercise prints == between the differences in attack_pair/2; that compares terms,
% without computing them. The test must be =:=, as below.
%
% Run:        ferz run programs/ex276_compact.pl
% At the prompt, after [programs/ex276_compact]:
%   ?- queens8_tr(Sol).
%   ?- queens8_tr(Sol), print_board(Sol).

% queens8_tr(Sol): Sol is a solution.
queens8_tr(Sol) :-
    queens8_tr(8, [], Sol).

% queens8_tr(M, PartialSoln, Final): places queens M, M-1, ..., 1;
% PartialSoln has the rows of columns M+1 to 8.
queens8_tr(0, Sol, Sol).
queens8_tr(M, PartialSoln, Final) :-
    M > 0,
    in_range(1, 8, Y),
    \+ member(Y, PartialSoln),             % could be left out: attack/3 sees it too
    Mx is M + 1,
    \+ attack(PartialSoln, Mx, q(M,Y)),
    NextM is M - 1,
    queens8_tr(NextM, [Y|PartialSoln], Final).

% in_range(Min, Max, X): X is Min, Min+1, ..., Max.
in_range(Min, Max, Min) :-
    Min =< Max.
in_range(Min, Max, X) :-
    Min < Max,
    NextMin is Min + 1,
    in_range(NextMin, Max, X).

% attack(PartialSoln, Mx, Queen): one of PartialSoln, which begins at column Mx, attacks Queen.
attack([Q|_], Mx, Queen) :-
    attack_pair(q(Mx,Q), Queen).
attack([_|Rest], Mx, Queen) :-
    MxNext is Mx + 1,
    attack(Rest, MxNext, Queen).

% attack_pair(Q1, Q2): two queens in one column, row or diagonal.
attack_pair(q(X,_), q(X,_)).
attack_pair(q(_,Y), q(_,Y)).
attack_pair(q(X,Y), q(X1,Y1)) :-
    Y1 - Y =:= X1 - X.
attack_pair(q(X,Y), q(X1,Y1)) :-
    Y1 - Y =:= X - X1.

% in_range_desc(Min, Max, X): X is Max, Max-1, ..., Min.
in_range_desc(Min, Max, Max) :-
    Min =< Max.
in_range_desc(Min, Max, X) :-
    Min < Max,
    NextMax is Max - 1,
    in_range_desc(Min, NextMax, X).

% print_board(Board): the rows from the top, a blank line before and after.
print_board(Board) :-
    length(Board, N),
    nl,
    forall(in_range_desc(1, N, Row),
           print_row(Board, Row)),
    nl.

% print_row(Board, Row): the squares of Row.
print_row([], _) :-
    nl.
print_row([Y|RestBoard], Row) :-
    (   Y = Row
    ->  write('Q ')
    ;   write('_ ')
    ),
    print_row(RestBoard, Row).

main :-
    queens8_tr(Sol),
    !,
    write(Sol),
    nl,
    print_board(Sol),
    count.

count :-
    findall(X, queens8_tr(X), Sols),
    length(Sols, N),
    write(N),
    nl.
