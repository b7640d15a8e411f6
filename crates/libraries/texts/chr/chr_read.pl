% Constraint handling rules, first part: which terms of a text are theirs, and what they say. The terms are collected as
% the text is read; at its end they become constraints and rules, which chr_compile.pl translates.
%
% A constraint is `constraint(Number, Name, Arity, Modes)`; a mode is `+` or `?`. A rule is
% `rule(Number, Removed, Kept, Guard, Body, Place)`, its heads are `head(Constraint, Passive)`, the guard is a list.

%! '$use_chr' is det.
%  The text that is being loaded, or the program at the prompt, uses the library.
'$use_chr' :-
    '$own_module'(Module),
    dynamic(('$chr':uses/1, '$chr':term/3, '$chr':store/3, '$chr':constraint/4, '$chr':count/2)),
    (   '$chr':uses(Module)
    ->  true
    ;   (   '$chr':uses(_)
        ->  true
        ;   assertz((system:term_expansion(Term, Expanded) :- '$chr_expansion'(Term, Expanded))),
            residual_goals(system:'$chr_residuals'),
            create_prolog_flag(chr_toplevel_show_store, true, [keep(true)])
        ),
        assertz('$chr':uses(Module))
    ).

%! '$chr_text'(-Text) is det.
%  Text names the text that is being loaded: its module and its file.
'$chr_text'(text(Module, File)) :-
    '$own_module'(Module),
    (   '$load_origin'(File0, _, _)
    ->  File = File0
    ;   File = user
    ).

%! '$chr_expansion'(+Term, -Expanded) is semidet.
%  Notes a rule or declaration; at the end of the text, Expanded are the clauses that they stand for.
'$chr_expansion'(Term, Expanded) :-
    nonvar(Term),
    '$own_module'(Module),
    '$chr':uses(Module),
    (   Term == end_of_file
    ->  '$chr_text'(Text),
        findall(Place-Own, retract('$chr':term(Text, Place, Own)), Terms),
        Terms \== [],
        '$chr_program'(Terms, Text, Expanded)
    ;   '$chr_term'(Term),
        '$chr_text'(Text),
        '$load_place'(message(_, File, Line, Column, _, _)),
        '$chr_check_singletons'(Term),
        assertz('$chr':term(Text, place(File, Line, Column, none), Term)),
        Expanded = []
    ).

%! '$chr_term'(+Term) is semidet.
'$chr_term'(Term) :-
    (   Term = (:- Declaration)
    ->  callable(Declaration),
        functor(Declaration, Name, Arity),
        '$chr_declares'(Name, Arity)
    ;   compound(Term),
        compound_name_arity(Term, Name, Arity),
        '$chr_clause'(Name, Arity)
    ).

%! '$chr_declares'(?Name, ?Arity) is semidet.
'$chr_declares'(chr_constraint, 1).
'$chr_declares'(constraints, 1).
'$chr_declares'(chr_type, 1).
'$chr_declares'(chr_declaration, 1).
'$chr_declares'(chr_option, 2).
'$chr_declares'(chr_preprocessor, 1).
'$chr_declares'(handler, 1).
'$chr_declares'(rules, 1).

%! '$chr_clause'(?Name, ?Arity) is semidet.
'$chr_clause'(<=>, 2).
'$chr_clause'(==>, 2).
'$chr_clause'(@, 2).
'$chr_clause'(pragma, 2).
'$chr_clause'(constraints, 1).
'$chr_clause'(chr_type, 1).
'$chr_clause'(handler, 1).
'$chr_clause'(rules, 1).
'$chr_clause'(option, 2).

%! '$chr_check_singletons'(+Term) is det.
%  Warns of variables that a rule has once.
'$chr_check_singletons'(Term) :-
    (   Term \= (:- _),
        '$load_variables'(Read, Names),
        Read == Term
    ->  findall(Name, ( member(Name=Var, Names), \+ sub_atom(Name, 0, _, _, '_'), '$chr_occurs_once'(Var, Term) ), Singles),
        (   Singles == []
        ->  true
        ;   '$load_warning'(singletons(none, Singles))
        )
    ;   true
    ).

%! '$chr_occurs_once'(@Var, @Term) is semidet.
'$chr_occurs_once'(Var, Term) :-
    occurrences_of_var(Var, Term, 1).

%! '$chr_program'(+Terms, +Text, -Clauses) is det.
%  Terms are pairs of a place and the term read there. If one is wrong, that is told, and there are no clauses.
'$chr_program'(Terms, Text, Clauses) :-
    '$chr_each'(Terms, constraints, 0, Errors1, Constraints, []),
    '$chr_numbered'(Constraints, 1, Numbered),
    '$chr_check_repeated'(Terms, Numbered, Errors1, Errors2),
    '$chr_each'(Terms, types(Terms), Errors2, Errors3, _, []),
    '$chr_each'(Terms, rules(Numbered), Errors3, Errors, Rules0, []),
    '$chr_numbered'(Rules0, 1, Rules),
    (   Errors > 0
    ->  Clauses = []
    ;   '$chr_options'(Terms, Options),
        '$chr_translate'(Numbered, Rules, Options, Text, Clauses)
    ).

%! '$chr_numbered'(+Terms, +First, -Numbered) is det.
%  Sets the first argument of each term.
'$chr_numbered'([], _, []).
'$chr_numbered'([Term|Terms], Number, [Term|Numbered]) :-
    arg(1, Term, Number),
    Next is Number + 1,
    '$chr_numbered'(Terms, Next, Numbered).

%! '$chr_each'(+Terms, +What, +Errors0, -Errors, -Found, ?Tail) is det.
%  Found are the constraints or rules that Terms declare; each error is told.
'$chr_each'([], _, Errors, Errors, Found, Found).
'$chr_each'([Place-Term|Terms], What, Errors0, Errors, Found, Tail) :-
    catch('$chr_read'(What, Term, Place, Own), Error, true),
    (   var(Error)
    ->  append(Own, Found1, Found),
        Errors1 = Errors0
    ;   '$chr_error'(Error, Place),
        Found1 = Found,
        Errors1 is Errors0 + 1
    ),
    '$chr_each'(Terms, What, Errors1, Errors, Found1, Tail).

%! '$chr_error'(+Error, +Place) is det.
'$chr_error'(Error, Place) :-
    '$count_problem'(error, Error),
    '$load_tell'(error, Error, Place).

%! '$chr_read'(+What, +Term, +Place, -Found) is det.
'$chr_read'(types(Terms), Term, _, []) :-
    '$chr_declaration'(Term, Declaration),
    ( Declaration = chr_constraint(List) ; Declaration = constraints(List) ),
    !,
    '$chr_conjuncts'(List, Specifications),
    '$chr_check_types'(Specifications, Terms).
'$chr_read'(constraints, Term, _, Found) :-
    '$chr_declaration'(Term, Declaration),
    !,
    '$chr_declared'(Declaration, Found).
'$chr_read'(rules(Constraints), Term, Place, [Rule]) :-
    \+ '$chr_declaration'(Term, _),
    !,
    '$chr_rule'(Term, Constraints, Place, Rule).
'$chr_read'(_, _, _, []).

%! '$chr_check_types'(+Specifications, +Terms) is det.
%  The types of arguments are those that there are, or that Terms define.
'$chr_check_types'([], _).
'$chr_check_types'([Specification|Specifications], Terms) :-
    (   compound(Specification),
        Specification \= _/_,
        Specification =.. [_|Arguments],
        member(Argument, Arguments),
        compound(Argument),
        arg(1, Argument, Type),
        \+ '$chr_is_type'(Type, Terms)
    ->  existence_error(chr_type, Type)
    ;   true
    ),
    '$chr_check_types'(Specifications, Terms).

%! '$chr_is_type'(@Type, +Terms) is semidet.
'$chr_is_type'(Type, Terms) :-
    (   var(Type)
    ->  true
    ;   functor(Type, Name, Arity),
        memberchk(Name/Arity, [int/0,dense_int/0,float/0,number/0,natural/0,any/0,chr_identifier/0,chr_identifier/1])
    ->  true
    ;   functor(Type, chr_constants, _)
    ->  true
    ;   functor(Type, Name, Arity),
        functor(Own, Name, Arity),
        member(_-Term, Terms),
        '$chr_declaration'(Term, chr_type(Definition)),
        ( Definition = '--->'(Own, _) ; Definition = (Own == _) ),
        !
    ).

%! '$chr_declaration'(+Term, -Declaration) is semidet.
'$chr_declaration'((:- Declaration), Declaration) :- !.
'$chr_declaration'(Term, Term) :-
    functor(Term, Name, Arity),
    ( '$chr_declares'(Name, Arity) ; Name == option ),
    !.

%! '$chr_declared'(+Declaration, -Constraints) is det.
'$chr_declared'(Declaration, Constraints) :-
    (   ( Declaration = chr_constraint(List) ; Declaration = constraints(List) )
    ->  '$chr_conjuncts'(List, Specifications),
        maplist('$chr_constraint', Specifications, Constraints)
    ;   ( Declaration = chr_option(Name, Value) ; Declaration = option(Name, Value) )
    ->  '$chr_check_option'(Name, Value),
        Constraints = []
    ;   Constraints = []
    ).

%! '$chr_conjuncts'(+Term, -List) is det.
'$chr_conjuncts'(Term, List) :-
    (   nonvar(Term),
        Term = (First,Second)
    ->  '$chr_conjuncts'(First, List1),
        '$chr_conjuncts'(Second, List2),
        append(List1, List2, List)
    ;   List = [Term]
    ).

%! '$chr_constraint'(+Specification, -Constraint) is det.
'$chr_constraint'(Specification, constraint(_, Name, Arity, Modes)) :-
    must_be(callable, Specification),
    (   Specification = Name/Arity
    ->  must_be(atom, Name),
        must_be(nonneg, Arity),
        length(Modes, Arity),
        maplist(=(?), Modes)
    ;   Specification =.. [Name|Arguments],
        length(Arguments, Arity),
        maplist('$chr_mode', Arguments, Modes)
    ).

%! '$chr_mode'(+Argument, -Mode) is det.
'$chr_mode'(Argument, Mode) :-
    (   nonvar(Argument),
        ( Sign = Argument ; functor(Argument, Sign, 1) ),
        memberchk(Sign, [+,-,?])
    ->  ( Sign == (+) -> Mode = (+) ; Mode = (?) )
    ;   var(Argument)
    ->  instantiation_error(Argument)
    ;   domain_error(chr_mode, Argument)
    ).

%! '$chr_check_option'(+Name, +Value) is det.
'$chr_check_option'(Name, Value) :-
    must_be(atom, Name),
    (   '$chr_option'(Name)
    ->  must_be(nonvar, Value)
    ;   domain_error(chr_option, Name)
    ).

%! '$chr_option'(?Name) is nondet.
%  The options that there are. All are hints for the compiler of the K.U.Leuven system.
'$chr_option'(Name) :-
    member(Name, [optimize,debug,mode,store,functional_dependency,type,type_definition,type_alias,guard_simplification,
                  guard_via_reschedule,check_guard_bindings,check_impossible_rules,occurrence_subsumption,late_allocation,
                  observation_analysis,ai_observation_analysis,store_in_guards,inline_insertremove,experiment,line_numbers,
                  chr_toplevel_show_store,toplevel_show_store,verbosity,verbose,type_check,constraint_lookup,
                  store_counter,debugable,reduced_indexing,succinct_store,ht_removal,mixed_stores,dynattr,declare_stored_constraints,
                  stack_trace,unique_analyse_optimise,ground_assumption,term_indexing,sss]),
    !.

%! '$chr_options'(+Terms, -Options) is det.
'$chr_options'(Terms, Options) :-
    findall(Name=Value, ( member(_-Term, Terms), '$chr_declaration'(Term, Declaration),
                          ( Declaration = chr_option(Name, Value) ; Declaration = option(Name, Value) ) ), Options).

%! '$chr_check_repeated'(+Terms, +Constraints, +Errors0, -Errors) is det.
'$chr_check_repeated'(Terms, Constraints, Errors0, Errors) :-
    (   append(_, [constraint(_, Name, Arity, _)|Rest], Constraints),
        memberchk(constraint(_, Name, Arity, _), Rest)
    ->  findall(Place, ( member(Place-Term, Terms), '$chr_declaration'(Term, _) ), Places),
        last(Places, Last),
        '$chr_error'(error(permission_error(redeclare, chr_constraint, Name/Arity), _), Last),
        Errors is Errors0 + 1
    ;   Errors = Errors0
    ).

%! '$chr_rule'(+Term, +Constraints, +Place, -Rule) is det.
'$chr_rule'(Term, Constraints, Place, rule(_, Removed, Kept, Guard, Body, Place)) :-
    (   nonvar(Term),
        Term = @(_, Named)
    ->  true
    ;   Named = Term
    ),
    '$chr_pragmas'(Named, Plain, Passives),
    (   nonvar(Plain),
        Plain = '<=>'(Heads, Rest)
    ->  (   nonvar(Heads),
            Heads = \(KeptHeads, RemovedHeads)
        ->  '$chr_heads'(KeptHeads, Constraints, Passives, Kept)
        ;   RemovedHeads = Heads,
            Kept = []
        ),
        '$chr_heads'(RemovedHeads, Constraints, Passives, Removed)
    ;   nonvar(Plain),
        Plain = '==>'(Heads, Rest)
    ->  Removed = [],
        '$chr_heads'(Heads, Constraints, Passives, Kept)
    ;   type_error(chr_rule, Term)
    ),
    (   nonvar(Rest),
        Rest = '|'(Tests, Body)
    ->  '$chr_conjuncts'(Tests, Guard0),
        exclude(==(true), Guard0, Guard)
    ;   Guard = [],
        Body = Rest
    ).

%! '$chr_pragmas'(+Rule, -Plain, -Passives) is det.
%  Passives are the identifiers of heads that are never active.
'$chr_pragmas'(Rule, Plain, Passives) :-
    (   nonvar(Rule),
        Rule = pragma(Inner, Pragmas)
    ->  '$chr_conjuncts'(Pragmas, List),
        findall(Own-Id, ( nth1(Own, List, Pragma), nonvar(Pragma), Pragma = passive(Id) ), Found),
        findall(Own, member(Own-_, Found), Numbers),
        '$chr_passives'(Numbers, List, Passives1),
        '$chr_pragmas'(Inner, Plain, Passives2),
        append(Passives1, Passives2, Passives)
    ;   Plain = Rule,
        Passives = []
    ).

%! '$chr_passives'(+Numbers, +Pragmas, -Ids) is det.
'$chr_passives'([], _, []).
'$chr_passives'([Number|Numbers], Pragmas, [Id|Ids]) :-
    nth1(Number, Pragmas, passive(Id)),
    '$chr_passives'(Numbers, Pragmas, Ids).

%! '$chr_heads'(+Heads, +Constraints, +Passives, -List) is det.
'$chr_heads'(Heads, Constraints, Passives, List) :-
    '$chr_conjuncts'(Heads, Each),
    maplist('$chr_head'(Constraints, Passives), Each, List).

%! '$chr_head'(+Constraints, +Passives, +Head0, -Head) is det.
'$chr_head'(Constraints, Passives, Head0, head(Head, Passive)) :-
    (   nonvar(Head0),
        Head0 = #(Head, Id)
    ->  (   ( Id == passive ; member(Own, Passives), Own == Id )
        ->  Passive = passive
        ;   Passive = active
        )
    ;   Head = Head0,
        Passive = active
    ),
    must_be(callable, Head),
    functor(Head, Name, Arity),
    (   memberchk(constraint(_, Name, Arity, _), Constraints)
    ->  true
    ;   existence_error(chr_constraint, Name/Arity)
    ).
