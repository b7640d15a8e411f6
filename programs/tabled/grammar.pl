% Left-recursive grammars. `ferz run programs/tabled/grammar.pl`

:- use_module(parts/calculator).

:- initialization(main, main).

main :-
    forall(
        member(Text, ["1-2-3", "8/4/2", "2*(3+4)-5", "1-", "((7))"]),
        (   parsed(Text, Tree)
        ->  Value is Tree,
            format("~w: ~w = ~w~n", [Text,Tree,Value])
        ;   format("~w: no expression~n", [Text])
        )
    ),
    trees([old,men,and,women,in,boats], Trees),
    length(Trees, N),
    format("old men and women in boats: ~d readings~n", [N]),
    forall(member(Tree, Trees), format("  ~w~n", [Tree])).
