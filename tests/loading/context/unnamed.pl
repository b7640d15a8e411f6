:- module(_, [named/1]).
:- det(named/1).
:- license(mit, part).

named(X) :- prolog_load_context_of(X).

prolog_load_context_of(X) :- module_property(X, exports([named/1])), !.
