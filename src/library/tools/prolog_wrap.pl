% Predicates whose calls go through another goal: wrappers, and declarations that they succeed once.
%
% The predicate gets one clause that calls that goal; its own clauses, also those to come, are of another predicate,
% which has the name with a word after it.

%! det(:Indicators) is det.
%  Declares that the predicates Name/Arity or Name//Arity of a list or conjunction succeed once: a call that fails, or
%  that succeeds and leaves choice points, is an error.
%  ?- assertz(likes(a, b)), assertz(likes(a, c)), det(likes/2), likes(a, X).   %=> determinism_error(user:likes/2, det, nondet, property).
%  ?- assertz(empty(a)), det(empty/1), empty(b).   %=> determinism_error(user:empty/1, det, fail, property).
det(Indicators) :-
    forall(
        '$table_specification'(Indicators, user, Module, Head, _),
        '$begin_det'(Module, Head)
    ).

%! '$begin_det'(+Module, +Head) is det.
'$begin_det'(Module, Head) :-
    functor(Head, Name, Arity),
    '$call_through'(Module, Head, ' det', Goal, '$guarded'(Goal, Module:Name/Arity, property)).

%! '$call_through'(+Module, +Head, +Word, ?Goal, ?Body) is det.
%  Makes Body the only clause of the predicate of Head. In it, Goal stands for the call of the predicate's own clauses,
%  whose predicate gets a name with Word. Does nothing if they are hidden already.
'$call_through'(Module, Head, Word, Goal, Body) :-
    functor(Head, Name, Arity),
    (   '$hidden_clauses'(Module, Name, Arity, _)
    ->  true
    ;   '$behind'(Module, Head, Word, Hidden, Goal),
        '$take_clauses'(Module, Name, Arity, Hidden),
        '$load_clause'((Module:Head :- Body), [], _),
        '$set_tabled'(Module, Name, Arity, Hidden)
    ).

%! '$behind'(+Module, +Head, +Word, -Hidden, -Goal) is det.
%  Hidden is the name of the predicate that has the clauses of that of Head, and Goal a call of it.
'$behind'(Module, Head, Word, Hidden, Goal) :-
    Head =.. [Name|Arguments],
    atom_concat(Name, Word, Hidden),
    Plain =.. [Hidden|Arguments],
    (   Module == user
    ->  Goal = Plain
    ;   Goal = Module:Plain
    ).

%! wrap_predicate(:Head, +Name, -Wrapped, +Body) is det.
%  Makes calls of the predicate of Head run Body, in which Wrapped stands for the call itself. Of several wrappers with
%  different names the last one made is the outermost; one with the same name is replaced. A predicate of the system
%  cannot be wrapped.
%  ?- assertz(double(X, Y) :- Y is 2*X), wrap_predicate(double(A, B), plus, W, (W, B > 5)), \+ double(1, _), double(3, Z).   %=> Z = 6.
wrap_predicate(Spec, Name, Wrapped, Body) :-
    strip_module(Spec, Module0, Head),
    must_be(callable, Head),
    must_be(atom, Name),
    '$wrapped_home'(Module0, Head, Module),
    functor(Head, Functor, Arity),
    functor(General, Functor, Arity),
    dynamic('$wraps':wrapper/4),
    (   '$wraps':wrapper(Module, General, _, _)
    ->  true
    ;   '$behind'(Module, Head, ' wrapped', Hidden, _),
        '$take_clauses'(Module, Functor, Arity, Hidden),
        (   '$hidden_clauses'(Module, Functor, Arity, _)
        ->  true
        ;   '$set_tabled'(Module, Functor, Arity, Hidden)
        )
    ),
    retractall('$wraps':wrapper(Module, General, Name, _)),
    assertz('$wraps':wrapper(Module, General, Name, wrap(Head, Wrapped, Module0:Body))),
    '$rewrap'(Module, General).

%! '$wrapped_home'(+Module0, +Head, -Module) is det.
%  Module has the clauses that a call of Head in Module0 runs.
'$wrapped_home'(Module0, Head, Module) :-
    functor(Head, Name, Arity),
    (   '$defined_in_module'(Module0, Name, Arity)
    ->  Module = Module0
    ;   predicate_property(Module0:Head, system)
    ->  permission_error(modify, static_procedure, Name/Arity)
    ;   predicate_property(Module0:Head, implementation_module(Module))
    ->  true
    ;   Module = Module0
    ).

%! unwrap_predicate(:Indicator, ?Name) is semidet.
%  Removes the wrapper Name of the predicate Name/Arity; fails if there is none.
%  ?- assertz(one(1)), wrap_predicate(one(_), w, _, fail), \+ one(_), unwrap_predicate(one/1, w), one(X).   %=> X = 1.
unwrap_predicate(Spec, Name) :-
    strip_module(Spec, Module0, Plain),
    (   Plain = Functor/Arity
    ->  must_be(atom, Functor),
        must_be(nonneg, Arity)
    ;   must_be(callable, Plain),
        functor(Plain, Functor, Arity)
    ),
    functor(Head, Functor, Arity),
    '$wrapped_home'(Module0, Head, Module),
    dynamic('$wraps':wrapper/4),
    retract('$wraps':wrapper(Module, Head, Name, _)),
    !,
    '$rewrap'(Module, Head).

%! '$rewrap'(+Module, +Head) is det.
%  Makes the clause that calls the wrappers; without any the predicate gets its own clauses back.
'$rewrap'(Module, Head) :-
    functor(Head, Name, Arity),
    '$behind'(Module, Head, ' wrapped', Hidden, Inner),
    atom_concat(Name, ' unwrapped', Gone),
    '$hidden_clauses'(Module, Name, Arity, Own),
    '$set_tabled'(Module, Name, Arity, Name),
    '$take_clauses'(Module, Name, Arity, Gone),
    findall(Wrap, '$wraps':wrapper(Module, Head, _, Wrap), Wraps),
    (   Wraps == []
    ->  '$take_clauses'(Module, Hidden, Arity, Name),
        (   Own == Hidden
        ->  true
        ;   '$set_tabled'(Module, Name, Arity, Own)
        )
    ;   foldl('$wrap_goal'(Head), Wraps, Inner, Outer),
        '$load_clause'((Module:Head :- Outer), [], _),
        '$set_tabled'(Module, Name, Arity, Own)
    ).

%! '$wrap_goal'(+Head, +Wrap, +Inner, -Outer) is det.
'$wrap_goal'(Head, wrap(Head, Inner, Outer), Inner, Outer).

%! '$wrapped_by'(:Head, -Names) is semidet.
%  Names are those of the wrappers of a predicate, the outermost first.
'$wrapped_by'(Spec, Names) :-
    strip_module(Spec, Module0, Head),
    callable(Head),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    catch('$wrapped_home'(Module0, General, Module), error(_, _), fail),
    catch(findall(Wrapper, '$wraps':wrapper(Module, General, Wrapper, _), Found), error(_, _), fail),
    Found \== [],
    reverse(Found, Names).
