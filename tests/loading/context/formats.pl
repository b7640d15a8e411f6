:- module(formats, [formats/0]).

here :- write(here).
eight(A, B, C, D, E, F, G, H) :- writeln([A,B,C,D,E,F,G,H]).

% The arguments of format/2 are those that were written, the goals of ~@ those of this module.
formats :-
    forall(member(X, [1,2]), format("~w~n", [X])),
    G = format("~w ~a~n", [3,a]),
    call(G),
    formats:G,
    forall(true, G),
    maplist([Y]>>format("~w~n", [Y]), [4]),
    call(format, "~w~n", [5]),
    format("<~@>~n", [here]),
    forall(true, format("<~@>~n", [here])),
    format(atom(A), "~@~w", [here,b:c]),
    writeln(A),
    Eight = call(eight, 1, 2, 3, 4, 5, 6, 7, 8),
    Eight,
    call(eight, 1, 2, 3, 4, 5, 6, 7, 8),
    other:context_module(M),
    writeln(M).
