:- module(arguments, [arguments/0]).
:- use_module(owner).
:- use_module(library(dialect/sicstus)).

of_name(goal).
one_of(X) :- member(X, [1,2]).
word :- write(word).
begin :- end().
end() :- writeln(end).

show(X) :- numbervars(X, 0, _), print(X), nl.

% A list that a meta-argument `:` is bound to has one module. The arguments of a format have none.
arguments :-
    written("~w ~w", 1, [x]),
    written(`~w ~w`, 1, [x]),
    written('~@ ~w', word, [x]),
    whole([a,b], A), show(A),
    whole((a,b), B), show(B),
    whole([], C), show(C),
    whole(m:[a], D), show(D),
    whole([_|_], E), show(E),
    two([a], [b], F), show(F),
    dynamic([first/1,again/1]),
    findall(P, ( member(P, [first(_),again(_)]), predicate_property(arguments:P, dynamic) ), Ps), show(Ps),
    meta_options(of_name, [goal(g),size(1)], G), show(G),
    engine_create(X, one_of(X), Engine), engine_next(Engine, H), engine_destroy(Engine), show(H),
    findnsols(5, Y, one_of(Y), I, []), show(I),
    bb_put(key, mine), bb_get(key, J), show(J),
    user:( bb_get(key, K) -> show(K) ; true ),
    bb_get(arguments:key, L), show(L),
    findall(O, ( member(O, [whole(_,_),owner:whole(_,_),arguments:word,word]), predicate_property(O, exported) ), M), show(M),
    begin.

written(Format, First, Rest) :-
    format(Format, [First|Rest]), nl,
    Rest = [Second],
    format(Format, [First,Second]), nl,
    format(atom(Atom), Format, [First,Second]), show(Atom).
