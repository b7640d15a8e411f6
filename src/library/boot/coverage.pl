% Which clauses run: while that is recorded, the body of each clause that is loaded begins with a goal that notes it.

%! '$recorded_clause'(+Clause, -Recorded) is semidet.
%  Recorded is Clause with the goal. Fails for clauses of unit tests and of dynamic predicates, whose clauses are data, and
%  while coverage/1 counts.
'$recorded_clause'(Clause, Recorded) :-
    nonvar(Clause),
    \+ nb_current('$cover_goal', true),
    (   '$load_module'(Module)
    ->  \+ '$declared_unit'(_, Module, _)
    ;   Module = user
    ),
    (   Clause = (Head :- Body)
    ->  Recorded = (Head :- '$covered'(Number), Body)
    ;   Clause = (Matched => Body)
    ->  Recorded = (Matched => '$covered'(Number), Body),
        ( nonvar(Matched), Matched = (Head, _) -> true ; Head = Matched )
    ;   Head = Clause,
        Recorded = (Head :- '$covered'(Number))
    ),
    callable(Head),
    Head \= _:_,
    \+ predicate_property(Module:Head, dynamic),
    functor(Head, Name, Arity),
    format(string(Shown), "~q", [Name/Arity]),
    '$load_place'(message(_, File, Line, _, _, _)),
    '$cover'(Shown, File, Line, Number).
