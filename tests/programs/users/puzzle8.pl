% The 8-puzzle by A*: a module that exports its main goal.
:- module(puzzle8, [main/0]).
:- use_module(library(heaps)).
:- use_module(library(assoc)).
:- initialization(main, main).

goal([1, 2, 3, 4, 5, 6, 7, 8, 0]).

manhattan(S, H) :-
    findall(D,
            ( nth0(I, S, T),
              T=\=0,
              G is T-1,
              D is abs(I mod 3-G mod 3)+abs(I//3-G//3)
            ),
            Ds),
    sum_list(Ds, H).

move(S, T) :-
    nth0(I, S, 0),
    member(D, [-3, -1, 1, 3]),
    J is I+D,
    J>=0,
    J<9,
    \+ ( D=1,
         I mod 3=:=2
       ),
    \+ ( D= -1,
         I mod 3=:=0
       ),
    swap(I, J, S, T).

swap(I, J, S, T) :-
    nth0(J, S, V),
    maplist(sw(V), S, T),
    I\==J.

sw(V, 0, V) :-
    !.
sw(V, V, 0) :-
    !.
sw(_, X, X).

astar(S, Path) :-
    manhattan(S, H),
    list_to_heap([H-n(S, 0, [S])], Heap),
    empty_assoc(A),
    search(Heap, A, Path).

search(Heap, Seen, Path) :-
    get_from_heap(Heap, _, n(S, G, P), H1),
    (   goal(S)
    ->  reverse(P, Path)
    ;   get_assoc(S, Seen, _)
    ->  search(H1, Seen, Path)
    ;   put_assoc(S, Seen, G, Seen1),
        G1 is G+1,
        findall(F-n(T, G1, [T|P]),
                ( move(S, T),
                  \+ get_assoc(T, Seen1, _),
                  manhattan(T, H),
                  F is G1+H
                ),
                Ns),
        foldl([K-V, X, Y]>>add_to_heap(X, K, V, Y), Ns, H1, H2),
        search(H2, Seen1, Path)
    ).

show([]) :-
    !.
show([A, B, C|R]) :-
    format("~w ~w ~w~n", [A, B, C]),
    show(R).

main :-
    astar([1, 2, 3, 4, 0, 6, 7, 5, 8], P),
    length(P, L),
    N is L-1,
    format("~d moves~n", [N]),
    last(P, X),
    show(X),
    forall(member(Q, P),
           ( show(Q),
             nl
           )).
