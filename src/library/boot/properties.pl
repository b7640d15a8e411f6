% Enumeration of predicates, their properties, and changes to whole predicates.

%! current_predicate(?Name, ?Head) is nondet.
%  True if Name is the name and Head the most general term of a predicate of the program, or also of the system if Head
%  is bound.
current_predicate(Name, Spec) :-
    ( nonvar(Spec), Spec = Module:Head, var(Module) -> true ; strip_module(Spec, Module, Head) ),
    (   ( var(Head) ; var(Module) )
    ->  ( var(Head) -> true ; functor(Head, Name, Arity) ),
        current_predicate(Module:Name/Arity),
        functor(Head, Name, Arity)
    ;   callable(Head)
    ->  functor(Head, Name, _),
        '$predicate_properties'(Module:Head, _)
    ;   type_error(callable, Head)
    ).

%! predicate_property(?Head, ?Property) is nondet.
%  True if the predicate of Head has Property: defined, dynamic, static, built_in, iso, foreign, interpreted (defined by
%  clauses), multifile, discontiguous, tabled, ssu (single-sided unification, =>), number_of_clauses(N),
%  number_of_rules(N), file(F), line_count(L), imported_from(M), meta_predicate(Template), and the options of tabled
%  predicates: incremental, monotonic, lazy, opaque, max_answers(N), subgoal_abstract(N), answer_abstract(N), and each as
%  tabled(Option). The other properties of
%  SWI-Prolog are known but never true.
%  ?- predicate_property(msort(_, _), built_in), \+ predicate_property(append(_, _, _), built_in).
%  ?- predicate_property(append(_, _, _), colour).   %=> domain_error(predicate_property, colour).
predicate_property(Spec, Property) :-
    '$plain_property'(Spec, Property, Holds),
    !,
    Holds == true.
predicate_property(Spec, Property) :-
    '$check_predicate_property'(Property),
    strip_module(Spec, Module0, Head0),
    (   nonvar(Head0),
        Head0 = Module:Head,
        var(Module)
    ->  '$each_predicate'(Module, Head)
    ;   Module = Module0,
        Head = Head0,
        (   var(Head)
        ->  ( Module == user -> '$visible_predicates'(Predicates) ; '$own_predicates'(Module, Predicates) ),
            member(Name/Arity, Predicates),
            functor(Head, Name, Arity)
        ;   true
        )
    ),
    '$predicate_properties'(Module:Head, Properties),
    (   var(Property)
    ->  (   member(Property, Properties)
        ;   '$meta_property'(Head, Properties, Template),
            Property = meta_predicate(Template)
        ;   predicate_property(Module:Head, transparent),
            Property = transparent
        ;   '$wrapped_by'(Module:Head, Names),
            Property = wrapped(Names)
        ;   '$is_exported'(Module, Head),
            Property = exported
        ;   '$table_property'(Module, Head, Property)
        )
    ;   '$is_table_property'(Property)
    ->  (   memberchk(Property, Properties)
        ->  true
        ;   '$table_property'(Module, Head, Property)
        )
    ;   Property = meta_predicate(Template)
    ->  '$meta_property'(Head, Properties, Found),
        Template = Found
    ;   memberchk(Property, Properties)
    ->  true
    ;   Property == transparent
    ->  functor(Head, Name, Arity),
        (   '$transparent'(Module, Name, Arity, _, _)
        ->  true
        ;   '$meta_property'(Head, Properties, _)
        )
    ;   Property = wrapped(Names)
    ->  '$wrapped_by'(Module:Head, Names)
    ;   Property == exported
    ->  '$is_exported'(Module, Head)
    ;   Property = imported_from(Owner)
    ->  functor(Head, Name, Arity),
        '$imported_from'(Module, Name, Arity, Owner)
    ).

%! '$is_exported'(+Module, +Head) is semidet.
%  Module defines the predicate and exports it.
'$is_exported'(Module, Head) :-
    functor(Head, Name, Arity),
    '$declared_module'(Module, _, Exports),
    memberchk(Name/Arity, Exports).

%! '$each_predicate'(-Module, ?Head) is nondet.
%  Module defines the predicate of Head.
'$each_predicate'(Module, Head) :-
    (   callable(Head)
    ->  functor(Head, Name, Arity),
        (   current_predicate(Module:Name/Arity)
        ;   Module = system,
            '$predicate_properties'(system:Head, _)
        )
    ;   current_module(Module),
        '$own_predicates'(Module, Predicates),
        member(Name/Arity, Predicates),
        functor(Head, Name, Arity)
    ).

%! '$own_predicates'(+Module, -Indicators) is det.
'$own_predicates'(Module, Indicators) :-
    (   Module == system
    ->  '$visible_predicates'(Visible),
        findall(Name/Arity, ( member(Name/Arity, Visible),
                              functor(Head, Name, Arity),
                              '$predicate_properties'(system:Head, _) ), Indicators)
    ;   '$user_predicates'(Module, Indicators)
    ).

%! '$is_table_property'(+Property) is semidet.
'$is_table_property'(Property) :-
    functor(Property, Name, Arity),
    memberchk(Name/Arity, [incremental/0,monotonic/0,lazy/0,opaque/0,tabled/1,abstract/1,max_answers/1,
                           subgoal_abstract/1,answer_abstract/1]).

%! '$table_property'(+Module, +Head, ?Property) is nondet.
%  The options with which a predicate is tabled.
'$table_property'(Module, Head, Property) :-
    '$tabled_as'(Module, Head, Options),
    member(Option, Options),
    (   memberchk(Option, [incremental,monotonic,lazy,opaque])
    ->  ( Property = Option ; Property = tabled(Option) )
    ;   atom(Option)
    ->  Property = tabled(Option)
    ;   ( Property = Option ; Property = tabled(Option) )
    ).

%! '$check_predicate_property'(?Property)
'$check_predicate_property'(Property) :-
    (   var(Property)
    ->  true
    ;   callable(Property),
        functor(Property, Name, Arity),
        '$predicate_property'(Arity, Names),
        memberchk(Name, Names)
    ->  true
    ;   domain_error(predicate_property, Property)
    ).

%! '$predicate_property'(?Arity, ?Names)
%  Names are the names of all properties with Arity arguments.
'$predicate_property'(0, [built_in, control, defined, det, discontiguous, dynamic, exported, foreign, incremental,
                          interpreted, iso, lazy, monotonic, multifile, nodebug, non_terminal, noprofile, notrace, opaque, public,
                          quasi_quotation_syntax, ssu, static, system, tabled, thread_local, trace, transparent,
                          undefined, visible, volatile]).
'$predicate_property'(1, [abstract, autoload, file, implementation_module, imported_from, indexed,
                          last_modified_generation, line_count, meta_predicate, mode, number_of_clauses,
                          number_of_rules, primary_index, size, subgoal_abstract, answer_abstract, max_answers,
                          tabled, wrapped]).

%! copy_predicate_clauses(+From, +To) is det.
%  Adds the clauses of the predicate From, Name/Arity, to the predicate To, renaming their heads.
%  ?- assertz(p(1)), copy_predicate_clauses(p/1, q/1), q(X).   %=> X = 1.
copy_predicate_clauses(From, To) :-
    pi_head(From, Head),
    pi_head(To, Target),
    strip_module(Head, _, Plain),
    strip_module(Target, Module, PlainTarget),
    functor(PlainTarget, Name, _),
    Plain =.. [_|Arguments],
    Copy =.. [Name|Arguments],
    forall(clause(Head, Body), assertz(Module:(Copy :- Body))).

%! abolish(+Name, +Arity) is det.
%  Equivalent to abolish(Name/Arity).
%  ?- assertz(p(1)), abolish(p, 1), catch(p(_), error(E, _), true).   %=> E = existence_error(procedure, p/1).
abolish(Name, Arity) :-
    abolish(Name/Arity).

%! compile_predicates(+Indicators) is det.
%  Accepted without effect: all predicates are compiled.
compile_predicates(_).

%! garbage_collect_atoms is det.
%  Drops unused atoms, erased clauses, unused names of predicates, and objects of the host that nothing refers to. Not
%  within a goal that a predicate of the host runs: there it is done afterwards.
garbage_collect_atoms :-
    '$reclaim',
    % Garbage on the heap keeps atoms alive: it is collected before the first of these calls, the atoms before the next.
    garbage_collect,
    garbage_collect.

%! garbage_collect_clauses is det.
%  Synonym of garbage_collect_atoms/0.
garbage_collect_clauses :-
    garbage_collect_atoms.
