% Goals in the clauses of a module: meta-arguments are module-qualified when the clauses are loaded.

%! '$load_in_module'(+Module, +Clause, +Original)
'$load_in_module'(Module, Clause, Original) :-
    (   '$is_test'(Clause, Module)
    ->  true
    ;   '$clause_in'(Clause, Module, Qualified),
        '$load_clause'(Qualified, Original, Messages),
        '$load_messages'(Messages)
    ).

%! '$clause_in'(+Clause, +Module, -Qualified) is det.
'$clause_in'(Clause, Module, Qualified) :-
    (   '$has_transparent',
        '$contextual'(Clause, Module, Rule)
    ->  Qualified = Rule
    ;   '$inside'(Clause, Module, Inner, Other)
    ->  '$clause_in'(Inner, Other, Qualified)
    ;   '$of_other'(Clause, Module, Other, Rule)
    ->  Qualified = Other:Rule
    ;   nonvar(Clause),
        Clause = (Head :- Body)
    ->  Qualified = Module:(Head :- Goals),
        '$goal_in'(Body, Module, here, Goals)
    ;   nonvar(Clause),
        Clause = (Head => Body)
    ->  Qualified = Module:(Head => Goals),
        '$goal_in'(Body, Module, here, Goals)
    ;   Qualified = Module:Clause
    ).

%! '$inside'(+Clause, +Module, -Inner, -Other) is semidet.
%  Clause is Other:Inner, or a rule whose head names its own module.
'$inside'(Clause, Module, Inner, Other) :-
    nonvar(Clause),
    (   Clause = Other:Inner
    ->  atom(Other),
        nonvar(Inner),
        ( Inner = (_ :- _) -> true ; Inner = (_ => _) )
    ;   Clause = (Head :- Body)
    ->  '$own_head'(Head, Module, Plain),
        Inner = (Plain :- Body),
        Other = Module
    ;   Clause = (Head => Body),
        '$own_head'(Head, Module, Plain),
        Inner = (Plain => Body),
        Other = Module
    ).

%! '$own_head'(+Head, +Module, -Plain) is semidet.
'$own_head'(Head, Module, Plain) :-
    nonvar(Head),
    Head = Module:Plain.

%! '$of_other'(+Clause, +Module, -Other, -Rule) is semidet.
%  Rule is a clause that Module adds to a predicate of another module: the goals of its body are those of Module.
'$of_other'(Clause, Module, Other, Rule) :-
    nonvar(Clause),
    (   Clause = (Head :- Body)
    ->  nonvar(Head),
        Head = Other:Plain,
        atom(Other),
        Rule = (Plain :- Goals),
        '$goal_in'(Body, Module, elsewhere, Goals)
    ;   Clause = Other:Rule,
        atom(Other)
    ).

%! '$connects'(+Body, -Goals, -Others, -Body)
%  Decomposes a control construct into its Goals, and recomposes it from Others.
'$connects'((A,B), [A,B], [C,D], (C,D)).
'$connects'((A;B), [A,B], [C,D], (C;D)).
'$connects'((A'|'B), [A,B], [C,D], (C'|'D)).
'$connects'((A->B), [A,B], [C,D], (C->D)).
'$connects'((A*->B), [A,B], [C,D], (C*->D)).
'$connects'(\+ A, [A], [C], \+ C).

%! '$goal_in'(:Goal, +Module, +Where, -Qualified) is det.
%  Where is `elsewhere` for a goal that is called from another predicate, and `here` for a goal of the clause's body.
%  Goals `here` are resolved in the module of the clause anyway; only their meta-arguments are qualified.
'$goal_in'(Goal, Module, Where, Qualified) :-
    (   var(Goal)
    ->  Qualified = Module:Goal
    ;   '$connects'(Goal, Goals, Others, Qualified)
    ->  '$goals_in'(Goals, Module, Where, Others)
    ;   Goal = @(Inner, Context)
    ->  Qualified = @(Own:Inner, Context),
        ( atom(Module) -> Own = Module ; '$own_module'(Own) )
    ;   '$arguments_in'(Goal, Module, Other),
        (   '$has_transparent',
            '$call_in_context'(Other, Module, InContext)
        ->  Qualified = InContext
        ;   Where == here
        ->  Qualified = Other
        ;   '$name_in'(Other, Module, Qualified)
        )
    ).

%! '$goals_in'(+Goals, +Module, +Where, -Qualified)
'$goals_in'([], _, _, []).
'$goals_in'([Goal|Goals], Module, Where, [Qualified|More]) :-
    '$goal_in'(Goal, Module, Where, Qualified),
    '$goals_in'(Goals, Module, Where, More).

%! '$name_in'(+Goal, +Module, -Qualified)
%  Predicates that programs cannot define need no qualifier.
'$name_in'(Goal, Module, Qualified) :-
    (   callable(Goal),
        Goal \= _:_,
        \+ ( '$predicate_properties'(system:Goal, Properties), memberchk(iso, Properties) )
    ->  Qualified = Module:Goal
    ;   Qualified = Goal
    ).

%! '$arguments_in'(+Goal, +Module, -Qualified) is det.
%  Qualified is Goal with its meta-arguments qualified by Module. A predicate of the module may have the name of a meta
%  predicate of the library; if it is not defined yet, the call finds out.
'$arguments_in'(Goal, Module, Qualified) :-
    (   compound(Goal),
        Goal \= _:_,
        \+ '$plain_format'(Goal),
        '$goal_arguments'(Goal, Modes)
    ->  (   '$own_meaning'(Module, Goal, Meaning),
            Meaning \== meta
        ->  ( Meaning == defined -> Qualified = Goal ; Qualified = Module:Goal )
        ;   Goal =.. [Name|Arguments],
            (   Meaning == meta,
                same_length(Modes, Other),
                Template =.. [Name|Other],
                '$declared_template'(Template)
            ->  Own = Other
            ;   Own = Modes
            ),
            ( '$takes_several'(Name) -> Whole = false ; Whole = true ),
            '$each_argument_in'(Own, Arguments, Whole, Module, Others),
            Qualified =.. [Name|Others]
        )
    ;   Qualified = Goal
    ).

%! '$plain_format'(+Goal) is semidet.
%  A format without goals, whose arguments need no module.
'$plain_format'(Goal) :-
    (   Goal = format(Format, _)
    ->  true
    ;   Goal = format(_, Format, _)
    ),
    atomic(Format),
    \+ sub_atom(Format, _, _, _, '~@').

%! '$takes_several'(?Name)
%  The predicates whose argument may be several terms, each of which has its module.
'$takes_several'(dynamic).
'$takes_several'(meta_predicate).
'$takes_several'(discontiguous).
'$takes_several'(multifile).
'$takes_several'(thread_local).
'$takes_several'(persistent).
'$takes_several'(det).
'$takes_several'(untable).
'$takes_several'(consult).
'$takes_several'(listing).
'$takes_several'(concurrent).
'$takes_several'(first_solution).

%! '$each_argument_in'(+Modes, +Arguments, +Whole, +Module, -Qualified)
'$each_argument_in'([], [], _, _, []).
'$each_argument_in'([Mode|Modes], [Argument|Arguments], Whole, Module, [Other|Others]) :-
    (   Mode == 0
    ->  '$goal_in'(Argument, Module, elsewhere, Other)
    ;   Mode == (^)
    ->  '$quantified_in'(Argument, Module, Other)
    ;   ( integer(Mode) ; Mode == (//) )
    ->  '$closure_in'(Argument, Module, Other)
    ;   Mode == (:)
    ->  (   Whole == false
        ->  '$term_in'(Argument, Module, Other)
        ;   nonvar(Argument),
            Argument = _:_
        ->  Other = Argument
        ;   Other = Module:Argument
        )
    ;   Other = Argument
    ),
    '$each_argument_in'(Modes, Arguments, Whole, Module, Others).

%! '$quantified_in'(:Goal, +Module, -Qualified)
'$quantified_in'(Goal, Module, Qualified) :-
    (   nonvar(Goal),
        Goal = Variable^Inner
    ->  Qualified = Variable^Other,
        '$quantified_in'(Inner, Module, Other)
    ;   '$goal_in'(Goal, Module, elsewhere, Qualified)
    ).

%! '$closure_in'(:Closure, +Module, -Qualified)
'$closure_in'(Closure, Module, Qualified) :-
    (   nonvar(Closure),
        ( Closure = _:_ ; Closure = [_|_] ; Closure == [] ; string(Closure) )
    ->  Qualified = Closure
    ;   nonvar(Closure),
        Closure = (Parameters>>Goal)
    ->  Qualified = (Parameters>>Other),
        '$goal_in'(Goal, Module, elsewhere, Other)
    ;   Qualified = Module:Closure
    ).

%! '$term_in'(+Term, +Module, -Qualified)
%  Qualifies each of the terms in a list or a conjunction.
'$term_in'(Term, Module, Qualified) :-
    (   nonvar(Term),
        ( Term = _:_ ; Term == [] )
    ->  Qualified = Term
    ;   nonvar(Term),
        Term = (One,Two)
    ->  Qualified = (First,Second),
        '$term_in'(One, Module, First),
        '$term_in'(Two, Module, Second)
    ;   nonvar(Term),
        Term = [One|Two]
    ->  Qualified = [First|Second],
        '$term_in'(One, Module, First),
        '$term_in'(Two, Module, Second)
    ;   Qualified = Module:Term
    ).

%! '$directive_in'(:Goal, +Module, -Qualified)
'$directive_in'(Goal, Module, Qualified) :-
    (   nonvar(Goal),
        Goal = initialization(Later)
    ->  Qualified = initialization(Other),
        '$goal_in'(Later, Module, elsewhere, Other)
    ;   nonvar(Goal),
        Goal = initialization(Later, When)
    ->  Qualified = initialization(Other, When),
        '$goal_in'(Later, Module, elsewhere, Other)
    ;   nonvar(Goal),
        Goal = table(Indicators)
    ->  Qualified = table(Others),
        '$term_in'(Indicators, Module, Others)
    ;   '$goal_in'(Goal, Module, elsewhere, Qualified)
    ).
