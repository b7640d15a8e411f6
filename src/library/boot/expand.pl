% Term and goal expansion: the hooks of the program, grammar rules, goals in bodies.

%! '$expand_term'(+Term, -Expanded)
'$expand_term'(Term, Expanded) :-
    (   '$expands'(term_expansion),
        nonvar(Term)
    ->  '$own_module'(Module),
        '$searched'(Module, Modules),
        '$expand_in'(Modules, Term, Expansion),
        '$expand_grammar'(Expansion, Expanded)
    ;   '$expand_grammar'(Term, Expanded)
    ).

%! '$expand_in'(+Modules, +Term, -Expanded) is det.
%  Expanded is what the hooks of the modules make of Term, one behind the other; a list is one term to the first that
%  takes it, those behind it get the terms in what it gives.
'$expand_in'([], Term, Term).
'$expand_in'([Module|Modules], Term, Expanded) :-
    (   nonvar(Term),
        '$hook_of'(Module, term_expansion, Term, Found, Goal),
        call(Goal)
    ->  '$expand_each'(Found, Modules, Expanded)
    ;   '$expand_in'(Modules, Term, Expanded)
    ).

%! '$expand_each'(+Terms, +Modules, -Expanded) is det.
'$expand_each'(Terms, Modules, Expanded) :-
    (   nonvar(Terms),
        Terms = [First|Rest]
    ->  Expanded = [Other|Others],
        '$expand_each'(First, Modules, Other),
        '$expand_each'(Rest, Modules, Others)
    ;   '$expand_in'(Modules, Terms, Expanded)
    ).

%! '$expands'(+Name) is semidet.
%  True if the program defines a hook of this name, with or without positions, for itself or for all modules.
'$expands'(Name) :-
    '$own_module'(Module),
    '$searched'(Module, Modules),
    member(At, Modules),
    ( '$defined_in_module'(At, Name, 4) -> true ; '$defined_in_module'(At, Name, 2) ),
    !.

%! '$searched'(+Module, -Modules) is det.
%  Modules are Module and those in which what it does not define is looked up.
'$searched'(Module, [Module|Above]) :-
    '$above'(Module, Above).

%! '$own_module'(-Module) is det.
%  Module is the module being loaded, or that of queries.
'$own_module'(Module) :-
    (   '$load_module'(Own)
    ->  Module = Own
    ;   '$current_typein_module'(Module)
    ).

%! '$goal_expansion'(+Goal, +Module, +Seen, -Expansion) is semidet.
%  Expansion is what the first hook that is visible in Module and changes Goal makes of it; positions are left unbound.
%  Seen is for var_property/2.
'$goal_expansion'(Goal, Module, Seen, Expansion) :-
    b_setval('$seen', Seen),
    '$hook'(goal_expansion, Module, Goal, Expansion, Hook),
    call(Hook),
    Expansion \== Goal,
    !.

%! '$hook'(+Name, +Module, ?Term, ?Expansion, -Goal) is nondet.
%  Goal calls a hook of this name that is visible in Module: its own or an imported one, or one of its import modules.
'$hook'(Name, Module, Term, Expansion, Goal) :-
    '$searched'(Module, Modules),
    member(At, Modules),
    '$hook_of'(At, Name, Term, Expansion, Goal).

%! '$hook_of'(+Module, +Name, ?Term, ?Expansion, -Goal) is nondet.
%  Goal calls the hook of Module, with or without positions.
'$hook_of'(Module, Name, Term, Expansion, Module:Goal) :-
    (   '$defined_in_module'(Module, Name, 4),
        Goal =.. [Name,Term,_,Expansion,_]
    ;   '$defined_in_module'(Module, Name, 2),
        Goal =.. [Name,Term,Expansion]
    ).

%! '$expand_grammar'(+Terms, -Expanded)
'$expand_grammar'(Term, Expanded) :-
    (   var(Term)
    ->  Expanded = Term
    ;   Term = [First|Rest]
    ->  Expanded = [Other|Others],
        '$expand_grammar'(First, Other),
        '$expand_grammar'(Rest, Others)
    ;   '$is_grammar_rule'(Term)
    ->  dcg_translate_rule(Term, Expanded)
    ;   Expanded = Term
    ).

%! '$is_grammar_rule'(+Term)
'$is_grammar_rule'((_ --> _)).
'$is_grammar_rule'((_ ==> _)).

%! expand_term(+Term, -Expanded) is det.
%  Expanded is the result of expanding Term as the loader does: by the user's term_expansion/2, the translation of
%  grammar rules, and the expansion of goals in bodies and directives.
%  ?- expand_term((a --> [x]), T).   %=> T = (a(A, B) :- A = [x|B]).
expand_term(Term, Expanded) :-
    '$expand_term'(Term, Terms),
    '$expand_bodies'(Terms, Expanded).

%! '$expand_bodies'(+Terms, -Expanded)
'$expand_bodies'(Terms, Expanded) :-
    (   var(Terms)
    ->  Expanded = Terms
    ;   Terms = [First|Rest]
    ->  Expanded = [Other|Others],
        '$expand_bodies'(First, Other),
        '$expand_bodies'(Rest, Others)
    ;   Terms = (:- Directive)
    ->  Expanded = (:- Goal),
        '$expand_goals_of'(Directive, Goal)
    ;   '$expand_body'(Terms, [], Expanded)
    ).

%! '$expand_directive'(:Directive, +Original, -Goal)
%  Original is the term that was read, [] if it is not known.
'$expand_directive'(Directive, Original, Goal) :-
    (   '$expands'(goal_expansion)
    ->  b_setval('$term_read', Original),
        '$expand_goals'(Directive, [], Expanded)
    ;   Expanded = Directive
    ),
    (   '$load_module'(Module)
    ->  '$directive_in'(Expanded, Module, Goal)
    ;   Goal = Expanded
    ).

%! '$expand_body'(+Clause, +Original, -Expanded)
%  Original is the term that was read, [] if it is not known.
'$expand_body'(Clause, Original, Expanded) :-
    (   '$expands'(goal_expansion),
        b_setval('$term_read', Original),
        '$expand_rule'(Clause, Rule)
    ->  Expanded = Rule
    ;   Expanded = Clause
    ).

%! '$expand_rule'(+Rule, -Expanded)
'$expand_rule'((Head :- Body), (Head :- Goals)) :-
    '$expand_goals'(Body, [Head], Goals).
'$expand_rule'((Head => Body), (Matched => Goals)) :-
    (   nonvar(Head),
        Head = (Pattern, Guard)
    ->  Matched = (Pattern, Tests),
        '$expand_goals'(Guard, [Pattern], Tests)
    ;   Matched = Head
    ),
    '$expand_goals'(Body, [Head], Goals).

%! '$expand_goals_of'(:Goal, -Expanded)
'$expand_goals_of'(Goal, Expanded) :-
    (   '$expands'(goal_expansion)
    ->  '$expand_goals'(Goal, [], Expanded)
    ;   Expanded = Goal
    ).

%! expand_goal(:Goal, -Expanded) is det.
%  Expanded is the result of applying the user's goal_expansion/2 to Goal and the goals in it.
expand_goal(Goal, Expanded) :-
    '$expand_goals_of'(Goal, Expanded).

%! '$expand_goals'(:Goal, +Seen, -Expanded)
'$expand_goals'(Goal, Seen, Expanded) :-
    '$own_module'(Module),
    '$expand_goals'(Goal, Module, [], Seen, Expanded),
    b_setval('$seen', []).

%! '$expand_goals'(:Goal, +Module, +Done, +Seen, -Expanded)
%  Expands each goal until it does not change, then the goals among its arguments. Goals in the list Done, of which this
%  goal is an expansion, are not expanded again. Seen are the terms whose variables may be bound when Goal is called.
'$expand_goals'(Goal, Module, Done, Seen, Expanded) :-
    (   var(Goal)
    ->  Expanded = Goal
    ;   \+ ( member(Same, Done), Same == Goal ),
        '$goal_expansion'(Goal, Module, Seen, Other)
    ->  '$expand_goals'(Other, Module, [Goal|Done], Seen, Expanded)
    ;   Goal = Inside:Inner
    ->  Expanded = Inside:ExpandedInner,
        (   atom(Inside)
        ->  '$expand_goals'(Inner, Inside, Done, Seen, ExpandedInner)
        ;   ExpandedInner = Inner
        )
    ;   compound(Goal),
        '$goal_arguments'(Goal, Modes)
    ->  Goal =.. [Name|Arguments],
        '$seen_within'(Goal, Seen, First, How),
        '$expand_arguments'(Modes, Module, Done, First, How, Arguments, Others),
        '$keep_alternative'(Goal, Others, Kept),
        Expanded =.. [Name|Kept]
    ;   Expanded = Goal
    ).

%! '$keep_alternative'(+Goal, +Arguments, -Kept)
%  An alternative of (;)/2 that becomes an if-then is none of an if-then-else.
'$keep_alternative'(Goal, Arguments, Kept) :-
    (   Goal = (Left;_),
        Arguments = [Other,Right],
        '$is_if_then'(Other),
        \+ '$is_if_then'(Left)
    ->  Kept = [(Other,true),Right]
    ;   Kept = Arguments
    ).

%! '$is_if_then'(@Goal) is semidet.
'$is_if_then'(Goal) :-
    nonvar(Goal),
    ( Goal = (_->_) ; Goal = (_*->_) ),
    !.

%! '$seen_within'(+Goal, +Seen, -First, -How) is det.
%  First are the terms seen before the first goal in Goal; How tells those seen before the others. Only the goals of
%  control constructs are called where they stand.
'$seen_within'(Goal, Seen, First, How) :-
    (   ( Goal = (_,_) ; Goal = (_->_) ; Goal = (_*->_) )
    ->  First = Seen,
        How = sequence
    ;   ( Goal = (_;_) ; Goal = (\+ _) ; Goal = call(_) ; Goal = $(_) )
    ->  First = Seen,
        How = same
    ;   First = [Goal|Seen],
        How = same
    ).

%! '$seen_behind'(+How, +Goal, +Seen0, -Seen) is det.
'$seen_behind'(same, _, Seen, Seen).
'$seen_behind'(sequence, Goal, Seen0, Seen) :-
    (   nonvar(Goal),
        Goal = (\+ _)
    ->  Seen = Seen0
    ;   Seen = [Goal|Seen0]
    ).

%! '$expand_arguments'(+Modes, +Module, +Done, +Seen, +How, +Arguments, -Expanded)
'$expand_arguments'([], _, _, _, _, [], []).
'$expand_arguments'([Mode|Modes], Module, Done, Seen, How, [Argument|Arguments], [Other|Others]) :-
    (   Mode == 0
    ->  '$expand_goals'(Argument, Module, Done, Seen, Other)
    ;   Mode == (^)
    ->  '$expand_quantified'(Argument, Module, Done, Seen, Other)
    ;   integer(Mode),
        '$expand_closure'(Argument, Mode, Module, Done, Seen, Expanded)
    ->  Other = Expanded
    ;   Other = Argument
    ),
    '$seen_behind'(How, Other, Seen, Later),
    '$expand_arguments'(Modes, Module, Done, Later, How, Arguments, Others).

%! '$expand_quantified'(:Goal, +Module, +Done, +Seen, -Expanded)
'$expand_quantified'(Goal, Module, Done, Seen, Expanded) :-
    (   nonvar(Goal),
        Goal = Variable^Inner
    ->  Expanded = Variable^Other,
        '$expand_quantified'(Inner, Module, Done, Seen, Other)
    ;   '$expand_goals'(Goal, Module, Done, Seen, Expanded)
    ).

%! '$expand_closure'(:Closure, +Extra, +Module, +Done, +Seen, -Expanded) is semidet.
%  Expands a closure as the goal with Extra additional arguments, if the expansion ends in the same arguments.
'$expand_closure'(Closure, Extra, Module, Done, Seen, Expanded) :-
    callable(Closure),
    \+ Closure = _:_,
    length(Variables, Extra),
    Closure =.. Parts,
    append(Parts, Variables, More),
    Goal =.. More,
    '$expand_goals'(Goal, Module, Done, [Variables|Seen], Other),
    callable(Other),
    Other \== Goal,
    Other =.. [Name|Arguments],
    append(Before, Last, Arguments),
    Last == Variables,
    Expanded =.. [Name|Before],
    term_variables(Expanded, Used),
    \+ ( member(Variable, Variables), member(Same, Used), Same == Variable ).

%! '$goal_arguments'(+Goal, -Modes) is semidet.
%  Modes are the argument modes of Goal, as declared by meta_predicate/1.
'$goal_arguments'(Goal, Modes) :-
    compound(Goal),
    compound_name_arity(Goal, Name, Arity),
    Arity > 0,
    functor(Template, Name, Arity),
    (   '$user_defined'(Name, Arity)
    ->  '$declared_template'(Template)
    ;   '$meta_head'(Template)
    ;   Name == call,
        Arity > 8
    ->  Closure is Arity-1,
        arg(1, Template, Closure)
    ;   '$declared_template'(Template)
    ;   '$library_modes'(Name, Arity, Told),
        Template =.. [Name|Told]
    ),
    !,
    Template =.. [_|Modes].

%! var_property(@Variable, ?Property) is nondet.
%  Tells hooks of goal expansion about a variable of the clause: fresh(false) if it may be bound when the goal is called,
%  fresh(true) if not, singleton(true) if it occurs once in the clause, else singleton(false), and name(Name). At other
%  times only fresh(true) is known.
%  ?- var_property(_, P).   %=> P = fresh(true).
var_property(Variable, Property) :-
    must_be(var, Variable),
    '$var_property'(Property, Variable).

%! '$var_property'(?Property, +Variable) is nondet.
'$var_property'(fresh(Fresh), Variable) :-
    (   nb_current('$seen', Seen),
        contains_var(Variable, Seen)
    ->  Fresh = false
    ;   Fresh = true
    ).
'$var_property'(singleton(Singleton), Variable) :-
    '$term_read'(Term),
    term_singletons(Term, Singletons),
    (   contains_var(Variable, Singletons)
    ->  Singleton = true
    ;   Singleton = false
    ).
'$var_property'(name(Name), Variable) :-
    '$term_read'(Term),
    '$load_variables'(Term, Names),
    member(Name=Other, Names),
    Other == Variable,
    !.

%! '$term_read'(-Term) is semidet.
%  Term is the clause whose goals are being expanded.
'$term_read'(Term) :-
    nb_current('$term_read', Term),
    Term \== [].
