% Eight queens, none of which attacks another: the column of each row's queen is a variable.

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
    abs(Queen - Other) #\= Distance,
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
