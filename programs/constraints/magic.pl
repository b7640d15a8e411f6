% Magic squares: all rows, columns and diagonals have the same sum.

:- use_module(library(clpfd)).
:- initialization(main).

magic(N, Rows) :-
    length(Rows, N),
    maplist([Row]>>length(Row, N), Rows),
    append(Rows, Cells),
    Most is N*N,
    Cells ins 1..Most,
    all_different(Cells),
    Sum is N*(Most+1)//2,
    maplist([Row]>>sum(Row, #=, Sum), Rows),
    transpose(Rows, Columns),
    maplist([Column]>>sum(Column, #=, Sum), Columns),
    diagonal(Rows, 1, 1, Down),
    sum(Down, #=, Sum),
    diagonal(Rows, N, -1, Up),
    sum(Up, #=, Sum).

diagonal([], _, _, []).
diagonal([Row|Rows], I, Step, [X|Xs]) :-
    nth1(I, Row, X),
    J is I + Step,
    diagonal(Rows, J, Step, Xs).

main :-
    findall(Rows, ( magic(3, Rows), append(Rows, Cells), label(Cells) ), All),
    length(All, Count),
    format("~d magic squares of order 3~n", [Count]),
    magic(4, Square),
    append(Square, Numbers),
    labeling([ff], Numbers),
    forall(member(Row, Square), ( format("~t~d~3|~t~d~6|~t~d~9|~t~d~12|~n", Row) )).
