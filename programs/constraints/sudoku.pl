% A sudoku: rows, columns and boxes have different digits. The matching of all_distinct/1 solves it almost alone.

:- use_module(library(clpfd)).
:- initialization(main).

sudoku(Rows) :-
    append(Rows, Digits),
    Digits ins 1..9,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),
    boxes(Rows).

boxes([]).
boxes([As,Bs,Cs|Rows]) :-
    boxes(As, Bs, Cs),
    boxes(Rows).

boxes([], [], []).
boxes([A,B,C|As], [D,E,F|Bs], [G,H,I|Cs]) :-
    all_distinct([A,B,C,D,E,F,G,H,I]),
    boxes(As, Bs, Cs).

problem([[8,_,_,_,_,_,_,_,_],
         [_,_,3,6,_,_,_,_,_],
         [_,7,_,_,9,_,2,_,_],
         [_,5,_,_,_,7,_,_,_],
         [_,_,_,_,4,5,7,_,_],
         [_,_,_,1,_,_,_,3,_],
         [_,_,1,_,_,_,_,6,8],
         [_,_,8,5,_,_,_,1,_],
         [_,9,_,_,_,_,4,_,_]]).

main :-
    problem(Rows),
    sudoku(Rows),
    maplist(labeling([ff]), Rows),
    forall(member(Row, Rows), ( atomic_list_concat(Row, ' ', Line), writeln(Line) )).
