% A knight's tour: the next square of each square is a knight's move away, and all are on one circuit.

:- use_module(library(clpfd)).
:- initialization(main).

tour(N, Next) :-
    Squares is N*N,
    length(Next, Squares),
    successors(Next, N, 1),
    circuit(Next).

successors([], _, _).
successors([To|Tos], N, Square) :-
    findall(Other, move(N, Square, Other), [First|Others]),
    foldl([X,D,D\/X]>>true, Others, First, Domain),
    To in Domain,
    Following is Square + 1,
    successors(Tos, N, Following).

move(N, Square, Other) :-
    X is (Square-1) mod N,
    Y is (Square-1) // N,
    member(DX-DY, [1-2,2-1,2-(-1),1-(-2),-1-(-2),-2-(-1),-2-1,-1-2]),
    X1 is X + DX,
    Y1 is Y + DY,
    between(1, N, Column),
    Column =:= X1 + 1,
    between(1, N, Row),
    Row =:= Y1 + 1,
    Other is Y1*N + X1 + 1.

main :-
    tour(6, Next),
    labeling([ff], Next),
    length(Next, Count),
    length(Steps, Count),
    visit(1, Next, 1, Steps),
    rows(Steps, 6).

visit(Square, Next, Number, Steps) :-
    nth1(Square, Steps, Number),
    nth1(Square, Next, To),
    (   To =:= 1
    ->  true
    ;   Following is Number + 1,
        visit(To, Next, Following, Steps)
    ).

rows([], _).
rows(Steps, N) :-
    length(Row, N),
    append(Row, Rest, Steps),
    !,
    forall(member(Number, Row), ( Number < 10 -> format("  ~d", [Number]) ; format(" ~d", [Number]) )),
    nl,
    rows(Rest, N).
