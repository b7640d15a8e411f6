% The shortest ways from a place, with a tree of distances and an ordered set as the queue.
:- initialization(main, main).
:- use_module(library(assoc)).
:- use_module(library(pairs)).

edge(a, b, 7).
edge(a, c, 9).
edge(a, f, 14).
edge(b, c, 10).
edge(b, d, 15).
edge(c, d, 11).
edge(c, f, 2).
edge(d, e, 6).
edge(e, f, 9).

conn(X, Y, W) :-
    (   edge(X, Y, W)
    ;   edge(Y, X, W)
    ).

dijkstra(S, D) :-
    list_to_assoc([S-0], A0),
    list_to_ord_set([0-S], Q),
    go(Q, A0, D).

go([], D, D).
go([DX-X|Q], D0, D) :-
    findall(Y-NY,
            ( conn(X, Y, W),
              NY is DX+W
            ),
            Ns),
    foldl(relax, Ns, Q-D0, Q1-D1),
    go(Q1, D1, D).

relax(Y-N, Q-D, Q2-D2) :-
    (   get_assoc(Y, D, O),
        O=<N
    ->  Q2=Q,
        D2=D
    ;   (   get_assoc(Y, D, O)
        ->  ord_del_element(Q, O-Y, Q1)
        ;   Q1=Q
        ),
        ord_add_element(Q1, N-Y, Q2),
        put_assoc(Y, D, N, D2)
    ).

main :-
    dijkstra(a, D),
    forall(gen_assoc(K, D, V), format("~w: ~w~n", [K, V])),
    assoc_to_list(D, L),
    transpose_pairs(L, T),
    print(T),
    nl,
    assoc_to_keys(D, Ks),
    assoc_to_values(D, Vs),
    print(Ks/Vs),
    nl,
    max_assoc(D, MK, MV),
    print(MK-MV),
    nl,
    print(D),
    nl.
