% Conway's game of life on facts.
:- initialization(main, main).
:- dynamic cell/2.

cell(1, 2).
cell(2, 3).
cell(3, 1).
cell(3, 2).
cell(3, 3).

nb(X, Y, U, V) :-
    member(DX, [-1, 0, 1]),
    member(DY, [-1, 0, 1]),
    (DX, DY)\==(0, 0),
    U is X+DX,
    V is Y+DY.

count(X, Y, N) :-
    aggregate_all(count,
                  ( nb(X, Y, U, V),
                    cell(U, V)
                  ),
                  N).

next(X-Y) :-
    setof(A-B, C^D^(cell(C, D), nb(C, D, A, B)), Cs),
    member(X-Y, Cs),
    count(X, Y, N),
    (   N=:=3
    ->  true
    ;   N=:=2,
        cell(X, Y)
    ).

step :-
    findall(P, next(P), Ps),
    retractall(cell(_, _)),
    forall(member(X-Y, Ps), assertz(cell(X, Y))).

show :-
    forall(between(1, 6, X),
           ( forall(between(1, 6, Y),
                    (   cell(X, Y)
                    ->  put_char(#)
                    ;   put_char('.')
                    )),
             nl
           )),
    nl.

main :-
    show,
    forall(between(1, 4, _),
           ( step,
             show
           )),
    listing(cell/2).
