% Places of clauses that come from an included file.
:- multifile shared/1.

here(1).
shared(main).
:- include(part).
here(2).
late(b).
always(1).
all(X) :- there(X, Y), Y > 1.

place(Head) :-
    nth_clause(Head, N, Reference),
    functor(Head, Name, _),
    findall(Value, ( member(Property, [file(Path), line_count(Path), source(Path)]), clause_property(Reference, Property), file_base_name(Path, Value) ), Values),
    format("~w ~w: ~w~n", [Name, N, Values]),
    fail.
place(_).

property(Head) :-
    functor(Head, Name, _),
    findall(Value, ( member(Property, [file(Path), line_count(Path)]), predicate_property(Head, Property), file_base_name(Path, Value) ), Values),
    source_file(Head, Loaded),
    file_base_name(Loaded, File),
    format("~w: ~w, loaded by ~w~n", [Name, Values, File]).

:- initialization((maplist(place, [here(_), there(_, _), shared(_)]), maplist(property, [here(_), there(_, _), shared(_)]))).
:- initialization(forall(catch_with_backtrace(all(_), E, print_message(error, E)), true)).
:- initialization(listing(there/2)).
