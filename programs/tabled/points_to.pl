% A points-to analysis over 20,000 facts. `ferz run programs/tabled/points_to.pl`

:- use_module(parts/pointers).

:- initialization(main, main).

main :-
    made(1000),
    summary(counts(Facts, Pointers, Fields, Aliases)),
    format("~D facts: ~D pointers, ~D fields, ~D aliases~n", [Facts,Pointers,Fields,Aliases]),
    findall(O, points_to(216, O), Os0),
    sort(Os0, Os),
    format("variable 216 may point to ~w~n", [Os]).
