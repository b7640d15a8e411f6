% A package index that changes. `ferz run programs/tabled/dependencies.pl`

:- use_module(parts/packages).

:- initialization(main, main).

main :-
    reset,
    show("At first"),
    publish(pay, 1, [core-2]),
    show("With pay 1"),
    withdraw(core, 2),
    show("Without core 2"),
    publish(core, 3, []),
    show("With core 3").

show(When) :-
    format("~w:~n", [When]),
    forall(
        member(P-V, [net-2,web-1,shop-1,left-1]),
        (   status(P, V, Status),
            format("  ~w ~w is ~w~n", [P,V,Status])
        )
    ),
    (   plan([shop], Plan)
    ->  format("  shop: ~w~n", [Plan])
    ;   format("  shop: no plan~n")
    ).
