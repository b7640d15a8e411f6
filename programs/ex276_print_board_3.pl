% Eight queens, exercise 5 of an introduction to Prolog: print_board/1, form 3 of 4.
%
% Here one forall/2 has a conjunction as its condition: form 2 without the nesting,
% since forall(P, forall(Q, R)) and forall((P, Q), R) say the same.
%
% Row 8 is printed first, as on a chess board. The board is complete: it has one
% queen in each row.
%
% Run:        ferz run programs/ex276_print_board_3.pl
% At the prompt, after [programs/ex276_print_board_3]:
%   ?- board(B), print_board(B).

% forall(X, Y): Y is true for every solution of X. This definition replaces the library's.
forall(X, Y) :-
    \+ ( X,
         \+ Y
       ).

% print_board(Board): one line for each row, a blank line before and after.
print_board(Board) :-
    nl,
    forall(( member(Row, [8,7,6,5,4,3,2,1]),
             member(q(Col,Row), Board)
           ),
           print_row(1, Col, 8)),
    nl.

% print_row(Col, QueenCol, Max): squares Col to Max of the row whose queen is in QueenCol.
print_row(End, _, Max) :-
    End > Max,
    nl.
print_row(Col, QueenCol, Max) :-
    Col =< Max,
    (   Col = QueenCol
    ->  write('Q ')
    ;   write('_ ')
    ),
    NextCol is Col + 1,
    print_row(NextCol, QueenCol, Max).

% board(Board): a solution to print.
board([q(1,4),q(2,2),q(3,7),q(4,3),q(5,6),q(6,8),q(7,5),q(8,1)]).

main :-
    board(Board),
    print_board(Board).
