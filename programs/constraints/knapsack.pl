% What fits into a knapsack and is worth most: branch and bound.

:- use_module(library(clpfd)).
:- initialization(main).

knapsack(Counts, Value) :-
    Counts = [_,_,_,_,_],
    Counts ins 0..9,
    scalar_product([16,9,7,15,23], Counts, #=<, 100),
    scalar_product([35,17,13,32,49], Counts, #=, Value).

main :-
    knapsack(Counts, Value),
    once(labeling([max(Value)], Counts)),
    format("~w is worth ~d~n", [Counts,Value]),
    knapsack(Others, Less),
    Less #< Value,
    once(labeling([max(Less),down], Others)),
    format("~w is worth ~d~n", [Others,Less]).
