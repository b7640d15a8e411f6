% Eight queens, exercise 5 of an introduction to Prolog: print_board/1, form 4 of 4.
%
% Here a row is printed by going down the board, whose columns are in order.
%
% Row 8 is printed first, as on a chess board. The board is complete: it has one
% queen in each row.
%
% Run:        ferz run programs/ex276_print_board_4.pl
% At the prompt, after [programs/ex276_print_board_4]:
%   ?- board(B), print_board(B).

% print_board(Board): one line for each row, a blank line before and after.
print_board(Board) :-
    nl,
    forall(member(Row, [8,7,6,5,4,3,2,1]),
           print_row(Board, Row)),
    nl.

% print_row(Board, Row): the squares of Row. The board has its columns in order.
print_row([], _) :-
    nl.
print_row([q(_,Y)|RestBoard], Row) :-
    (   Y = Row
    ->  write('Q ')
    ;   write('_ ')
    ),
    print_row(RestBoard, Row).

% board(Board): a solution to print.
board([q(1,4),q(2,2),q(3,7),q(4,3),q(5,6),q(6,8),q(7,5),q(8,1)]).

main :-
    board(Board),
    print_board(Board).
