% Knights and knaves: knights always tell the truth, knaves always lie. What an inhabitant says is true if and only if he is
% a knight (Smullyan, "What Is the Name of This Book?", 1978).

:- use_module(library(clpb)).
:- initialization(main).

puzzle("A says: I am a knave, or B is a knight.", [A,B], A =:= (~A + B)).
puzzle("A says: we are both knaves.", [A,B], A =:= ~A * ~B).
puzzle("A says: all of us are knaves. B says: exactly one of us is a knight.", [A,B,C],
       (A =:= ~A * ~B * ~C) * (B =:= card([1],[A,B,C]))).
puzzle("A says: B is a knave. B says: A and C are of the same kind.", [A,B,C],
       (A =:= ~B) * (B =:= (A =:= C))).

kind(Truth, Kind) :-
    (   var(Truth)
    ->  Kind = unknown
    ;   nth0(Truth, [knave,knight], Kind)
    ).

main :-
    forall(puzzle(Text, Inhabitants, Said),
           (   sat(Said),
               maplist(kind, Inhabitants, Kinds),
               format("~s~n    ~w~n", [Text,Kinds])
           )).
