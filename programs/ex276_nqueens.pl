% Eight queens, exercise 5 of an introduction to Prolog: any number of queens.
%
% The compact board of ex276_compact.pl, with the size as an argument. The exercise uses N
% in queensN_tr/3 without handing it on, where it is a new variable; here it is the first
% argument of queensN_tr/4.
%
% Run:        ferz run programs/ex276_nqueens.pl
% At the prompt, after [programs/ex276_nqueens]:
%   ?- queensN_tr(6, Sol).
%   ?- queensN_tr(10, Sol), print_board(Sol).

% queensN_tr(N, Sol): Sol is a solution for N queens.
queensN_tr(N, Sol) :-
    integer(N),
    N > 0,
    queensN_tr(N, N, [], Sol).

% queensN_tr(N, M, PartialSoln, Final): places queens M, M-1, ..., 1;
% PartialSoln has the rows of columns M+1 to N.
queensN_tr(_, 0, Sol, Sol).
queensN_tr(N, M, PartialSoln, Final) :-
    M > 0,
    in_range(1, N, Y),
    \+ member(Y, PartialSoln),             % could be left out: attack/3 sees it too
    Mx is M + 1,
    \+ attack(PartialSoln, Mx, q(M,Y)),
    NextM is M - 1,
    queensN_tr(N, NextM, [Y|PartialSoln], Final).

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
    queensN_tr(10, Sol),
    !,
    write(Sol),
    nl,
    print_board(Sol),
    forall(in_range(4, 8, N),
           ( findall(X, queensN_tr(N, X), Sols),
             length(Sols, Count),
             write(N-Count),
             nl
           )).
