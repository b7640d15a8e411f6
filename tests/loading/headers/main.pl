% Files that must be modules: one that is none is not loaded; an empty one, and one with conditions in front, are.
:- use_module(clauses).
:- use_module(directive, [q/1]).
:- use_module(broken).
:- use_module(empty).
:- use_module(behind).
:- load_files(clauses, [must_be_module(true)]).
:- use_module([clauses, behind]).

known(Head) :-
    (   catch(Head, error(_, _), fail)
    ->  print(Head)
    ;   print(no(Head))
    ),
    nl.

:- known(p(1)), known(q(1)), known(r(1)), known(s(1)).
:- ensure_loaded(clauses).
:- use_module(clauses).
:- known(p(1)).
