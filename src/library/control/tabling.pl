% Tabling: `:- table path/2.` before the clauses of a predicate stores the answers of its calls, so that a call of a
% variant of an active goal uses the answers found so far instead of looping.
%
% The machine evaluates tabled goals (src/machine/tabling); here are the directives, and what programs ask about tables.

%! table(+Specifications) is det.
%  Declares the predicates Name/Arity of a list or conjunction as tabled. With modes, as in path(_, _, min), answers are
%  distinguished by the arguments _ or index, and of the others one value is kept: min, max, first, last, sum,
%  lattice(PI) with PI(Old, New, Kept), or po(PI), where PI(Old, New) is true if New is better. A recursive goal has no
%  last answer and no sum: that is an error. Answers count as program memory; they are returned in no particular order.
%  A goal that depends on itself is suspended and goes on with each answer as it is found: a cut, -> or once/1 after it
%  then applies to each answer alone, \+ and the else branch of -> decide as if it had failed, and findall/3 around it
%  is an error. Negation through recursion is tnot/1.
%
%  Which kind when: plain tables for recursion that would loop or repeat work; modes for shortest paths and other optima;
%  incremental if facts change between queries and the answers are asked again, monotonic if facts are mostly added;
%  subsumptive if an open call comes before
%  bound ones; left recursion (path(X, Y) :- path(X, Z), arc(Z, Y)) for bound calls, since its calls have one table.
%
%  Specification as Options has a conjunction of these:
%  incremental: the answers follow the changes of dynamic predicates that are declared dynamic Indicator as incremental,
%  and of other incremental tables.
%  monotonic: the tables are handed the clauses that are added to predicates that are declared dynamic Indicator as
%  monotonic, and the new answers of other monotonic tables: what follows the goal in a body runs for these alone, when
%  the clause is added, or, with lazy, when a table is called next. If that raises an exception, the clause is not added.
%  Tables are evaluated again when a clause that they may have used is removed, and when a goal in a negation, condition,
%  findall/3 or the like may have other answers. Tables with undefined answers, or with restraints, are incremental.
%  opaque: incremental tables that use these do not follow their changes (the default).
%  subsumptive, instead of variant (the default): a call is answered from the table of a more general one, if there is
%  one. shared, instead of private (the default): threads, and the engines of a program that is frozen, find the tables
%  that were complete when they were made; those of incremental tables and undefined answers are each engine's own.
%  max_answers(N): other answers than the first N are left out; answer_abstract(N): those with more than N compound terms
%  are. The table then has the most general answer, undefined under answer_count_restraint/0 or radial_restraint/0.
%  datalog: open calls must be evaluated bottom-up, which is otherwise done where it is possible. A call whose rules do
%  more than join facts and tabled goals, compare, and compute integers with is/2 (also of min or max), is
%  permission_error(evaluate_bottom_up, Reason, Goal). Calls with arguments are evaluated bottom-up where that pays.
%  subgoal_abstract(N), abstract(N): in calls with more than N compound terms the others are replaced by variables.
%  ?- table(p/1).
%  ?- table(p/1 as colourful).   %=> domain_error(table_option, colourful).
table(Specifications) :-
    forall(
        '$table_specification'(Specifications, user, Module, Head, Modes),
        '$begin_table'(Module, Head, Modes)
    ).

%! '$table_specification'(+Specifications, +Module0, -Module, -Head, -Modes) is nondet.
%  Modes is as '$tabled_call'/2 expects it.
'$table_specification'(Specifications, Module0, Module, Head, Modes) :-
    '$table_specification'(Specifications, Module0, [], Module, Head, Modes).

%! '$table_specification'(+Specifications, +Module0, +Options, -Module, -Head, -Modes) is nondet.
'$table_specification'(Specifications, Module0, Options, Module, Head, Modes) :-
    must_be(nonvar, Specifications),
    (   Specifications = [_|_]
    ->  must_be(list, Specifications),
        member(One, Specifications),
        '$table_specification'(One, Module0, Options, Module, Head, Modes)
    ;   Specifications = (First,Rest)
    ->  must_be(acyclic, Specifications),
        (   '$table_specification'(First, Module0, Options, Module, Head, Modes)
        ;   '$table_specification'(Rest, Module0, Options, Module, Head, Modes)
        )
    ;   Specifications = (One as New)
    ->  '$table_options'(New, Options, Options1),
        '$table_specification'(One, Module0, Options1, Module, Head, Modes)
    ;   Specifications = Module1:One
    ->  must_be(atom, Module1),
        '$table_specification'(One, Module1, Options, Module, Head, Modes)
    ;   Specifications \== [],
        Module = Module0,
        '$table_head'(Specifications, Module, Head, Modes0),
        '$add_table_options'(Options, Modes0, Modes)
    ).

%! '$table_options'(+Term, +Options0, -Options) is det.
'$table_options'(Term, Options0, Options) :-
    must_be(nonvar, Term),
    (   Term = (First,Rest)
    ->  '$table_options'(First, Options0, Options1),
        '$table_options'(Rest, Options1, Options)
    ;   '$table_option'(Term)
    ->  Options = [Term|Options0]
    ;   domain_error(table_option, Term)
    ).

%! '$table_option'(+Term) is semidet.
'$table_option'(Term) :-
    (   atom(Term)
    ->  memberchk(Term, [variant,subsumptive,private,shared,incremental,opaque,monotonic,lazy,datalog])
    ;   functor(Term, Name, 1),
        memberchk(Name, [abstract,max_answers,subgoal_abstract,answer_abstract]),
        arg(1, Term, Size),
        must_be(nonneg, Size)
    ).

%! '$add_table_options'(+Options, +Modes0, -Modes) is det.
%  Of options of one kind the last holds.
'$add_table_options'(Options, Modes0, Modes) :-
    '$table_flag'(Options, [incremental,monotonic,lazy], [opaque], 1, Incremental),
    '$table_flag'(Options, [subsumptive], [variant], 2, Subsumptive),
    '$table_flag'(Options, [datalog], [], 4, Datalog),
    '$table_flag'(Options, [monotonic], [], 8, Monotonic),
    '$table_flag'(Options, [lazy], [], 16, Lazy),
    '$table_flag'(Options, [shared], [private], 32, Shared),
    '$table_flag'(Options, [opaque], [incremental,monotonic], 64, Opaque),
    sum_list([Incremental,Subsumptive,Datalog,Monotonic,Lazy,Shared,Opaque], Flags),
    '$table_number'(Options, max_answers(Answers), Answers),
    (   memberchk(abstract(Subgoal), Options)
    ->  true
    ;   '$table_number'(Options, subgoal_abstract(Subgoal), Subgoal)
    ),
    '$table_number'(Options, answer_abstract(Answer), Answer),
    (   Flags =:= 0, Answers < 0, Subgoal < 0, Answer < 0
    ->  Modes = Modes0
    ;   Modes = table(Modes0, Flags, Answers, Subgoal, Answer)
    ).

%! '$modes_and_options'(+Argument, -Modes, -Options) is det.
%  Splits the second argument of '$tabled_call'/2 into the modes and the list of the options.
'$modes_and_options'(Argument, Modes, Options) :-
    (   Argument = table(Modes, Flags, Answers, Subgoal, Answer)
    ->  findall(
            Option,
            (   member(Option-Value, [monotonic-8,lazy-16,incremental-1,subsumptive-2,datalog-4,shared-32,opaque-64]),
                Flags /\ Value =\= 0,
                \+ ( Option == incremental, Flags /\ 8 =\= 0 )
            ;   member(Option, [max_answers(Answers),subgoal_abstract(Subgoal),answer_abstract(Answer)]),
                arg(1, Option, Number),
                Number >= 0
            ),
            Options
        )
    ;   Modes = Argument,
        Options = []
    ).

%! '$table_flag'(+Options, +For, +Against, +Value, -Flag) is det.
'$table_flag'(Options, For, Against, Value, Flag) :-
    (   member(Option, Options),
        (   memberchk(Option, For)
        ->  Flag0 = Value
        ;   memberchk(Option, Against)
        ->  Flag0 = 0
        )
    ->  Flag = Flag0
    ;   Flag = 0
    ).

%! '$table_number'(+Options, ?Option, -Number) is det.
'$table_number'(Options, Option, Number) :-
    (   memberchk(Option, Options)
    ->  true
    ;   Number = -1
    ).

%! '$table_head'(+Specification, +Module, -Head, -Modes)
'$table_head'(Name/Arity, _, Head, none) :-
    !,
    must_be(atom, Name),
    must_be(nonneg, Arity),
    functor(Head, Name, Arity).
'$table_head'(Name//Arity, _, Head, none) :-
    !,
    must_be(atom, Name),
    must_be(nonneg, Arity),
    Arity2 is Arity + 2,
    functor(Head, Name, Arity2).
'$table_head'(Specification, Module, Head, Modes) :-
    (   callable(Specification)
    ->  true
    ;   type_error(table_declaration, Specification)
    ),
    Specification =.. [Name|Arguments],
    maplist('$table_mode'(Module), Arguments, All),
    length(Arguments, Arity),
    functor(Head, Name, Arity),
    (   memberchk(value(_), All)
    ->  Modes = modes(All)
    ;   Modes = none
    ).

%! '$table_mode'(+Module, ?Argument, -Mode)
%  Predicates that choose between answers are those of Module.
'$table_mode'(Module, Argument, Mode) :-
    (   var(Argument)
    ->  Mode = index
    ;   memberchk(Argument, [index,-,+])
    ->  ( Argument == (-) -> Mode = value(first) ; Mode = index )
    ;   memberchk(Argument, [min,max,first,last,sum])
    ->  Mode = value(Argument)
    ;   ( Argument = lattice(Predicate), Chosen = lattice(Own) ; Argument = po(Predicate), Chosen = po(Own) )
    ->  ( Module == user -> Own = Predicate ; Own = Module:Predicate ),
        Mode = value(Chosen)
    ;   domain_error(table_mode, Argument)
    ).

%! '$begin_table'(+Module, +Head, +Modes)
%  Makes the predicate one clause that calls the table; its own clauses, also those to come, are of the predicate Hidden.
'$begin_table'(Module, Head, Modes) :-
    '$behind'(Module, Head, ' tabled', Hidden, Goal),
    functor(Head, Name, Arity),
    (   '$set_tabled'(Module, Name, Arity, Name)
    ->  true
    ;   '$take_clauses'(Module, Name, Arity, Hidden)
    ),
    '$table_body'(Goal, Modes, Body),
    '$load_clause'((Module:Head :- Body), [], _),
    '$set_tabled'(Module, Name, Arity, Hidden),
    '$forget_tables'(Module, Head).

%! '$table_body'(+Goal, +Modes, -Body) is det.
%  Body calls a table; Goal calls the clauses. One or two arguments stay in registers.
'$table_body'(Goal, Modes, Body) :-
    (   Modes == none,
        Goal =.. [Hidden,X]
    ->  Body = '$tabled'(X, Hidden)
    ;   Modes == none,
        Goal =.. [Hidden,X,Y],
        Hidden \== (:)
    ->  Body = '$tabled'(X, Y, Hidden)
    ;   Body = '$tabled_call'(Goal, Modes)
    ).

%! '$table_modes'(+Body, -Modes) is semidet.
%  Body is what '$table_body'/3 makes for Modes.
'$table_modes'('$tabled_call'(_, Modes), Modes).
'$table_modes'('$tabled'(_, _), none).
'$table_modes'('$tabled'(_, _, _), none).

%! untable(+Specifications) is det.
%  Ends tabling of the predicates: calls run their clauses.
%  ?- table(p/1), untable(p/1).
untable(Specifications) :-
    forall(
        '$table_specification'(Specifications, user, Module, Head, _),
        '$end_table'(Module, Head)
    ).

%! '$end_table'(+Module, +Head)
'$end_table'(Module, Head) :-
    '$behind'(Module, Head, ' tabled', Hidden, _),
    functor(Head, Name, Arity),
    (   '$set_tabled'(Module, Name, Arity, Name)
    ->  '$take_clauses'(Module, Hidden, Arity, Name)
    ;   true
    ),
    '$forget_tables'(Module, Head).

%! abolish_all_tables is det.
%  Deletes all stored answers. While a tabled goal is being evaluated, that is an error.
%  ?- abolish_all_tables.
abolish_all_tables :-
    (   '$is_tabling'
    ->  permission_error(abolish, table, all)
    ;   '$tables'(Tables),
        findall(Id, member(table(_, Id, _, _), Tables), Ids),
        '$abolish_tables'(Ids)
    ).

%! '$forget_tables'(+Module, +Head)
'$forget_tables'(Module, Head) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    (   Module == user
    ->  Goal = General
    ;   Goal = Module:General
    ),
    abolish_table_subgoals(Goal).

%! abolish_table_subgoals(:Goal) is det.
%  Deletes the answers of all calls that unify with Goal, except those that are being evaluated.
%  ?- abolish_table_subgoals(nosuch(_)).
abolish_table_subgoals(Goal) :-
    must_be(nonvar, Goal),
    '$tables'(Tables),
    findall(Id, ( member(table(Variant, Id, _, _), Tables), '$is_subgoal'(Variant, Goal) ), Ids),
    '$abolish_tables'(Ids).

%! '$is_subgoal'(+Variant, :Goal)
'$is_subgoal'(Variant, Goal) :-
    strip_module(Goal, Module, Plain),
    strip_module(Variant, Module, Plain).

%! current_table(:Variant, -Table) is nondet.
%  Variant is a call that has a Table: '$table'(Number).
%  ?- abolish_all_tables, current_table(_, _).   %=> false.
current_table(Variant, '$table'(Id)) :-
    '$tables'(Tables),
    (   nonvar(Variant),
        Variant = Module:Plain,
        var(Module)
    ->  true
    ;   strip_module(Variant, Module, Plain)
    ),
    member(table(Goal, Id, _, _), Tables),
    strip_module(Goal, Module, Plain).

%! tabled_call(:Goal) is nondet.
%  Calls Goal as if it were tabled: each answer once, and calls of variants within it return its answers.
%  ?- findall(X, tabled_call(member(X, [a,b,a])), Xs), msort(Xs, Ys).   %=> Xs = Ys, Ys = [a,b].
tabled_call(Goal) :-
    '$check_goal'(Goal),
    '$tabled_call'(Goal, none).

%! '$table_join'(+Table, +Row, +Key, +Modes, +Old, +New) is failure.
%  Replaces the values of an answer if New ones make better ones of them.
'$table_join'(Table, Row, Key, Modes, Old, New) :-
    '$value_modes'(Modes, Values),
    '$better_values'(Values, Old, New, Best),
    Best \=@= Old,
    '$table_replace'(Table, Row, Key, Best),
    fail.

%! '$value_modes'(+Modes, -Values)
'$value_modes'([], []).
'$value_modes'([Mode|Modes], Values) :-
    (   Mode == index
    ->  Values = Values1
    ;   Values = [Mode|Values1]
    ),
    '$value_modes'(Modes, Values1).

%! '$better_values'(+Modes, +Old, +New, -Best)
'$better_values'([], [], [], []).
'$better_values'([value(Mode)|Modes], [Old|Olds], [New|News], [Best|Bests]) :-
    '$better_value'(Mode, Old, New, Best),
    '$better_values'(Modes, Olds, News, Bests).

%! '$better_value'(+Mode, +Old, +New, -Best)
'$better_value'(first, Old, _, Old).
'$better_value'(last, _, New, New).
'$better_value'(min, Old, New, Best) :-
    (   '$table_less'(New, Old)
    ->  Best = New
    ;   Best = Old
    ).
'$better_value'(max, Old, New, Best) :-
    (   '$table_less'(Old, New)
    ->  Best = New
    ;   Best = Old
    ).
'$better_value'(sum, Old, New, Best) :-
    Best is Old + New.
'$better_value'(lattice(Predicate), Old, New, Best) :-
    '$table_closure'(Predicate, Closure),
    call(Closure, Old, New, Best),
    !.
'$better_value'(po(Predicate), Old, New, Best) :-
    '$table_closure'(Predicate, Closure),
    (   call(Closure, Old, New)
    ->  Best = New
    ;   Best = Old
    ).

%! '$table_closure'(+Specification, -Closure)
'$table_closure'(Specification, Closure) :-
    (   Specification = Module:Inner
    ->  Closure = Module:Closure1,
        '$table_closure'(Inner, Closure1)
    ;   Specification = Name/_
    ->  Closure = Name
    ;   compound(Specification)
    ->  functor(Specification, Closure, _)
    ;   Closure = Specification
    ).

%! '$table_less'(+A, +B)
'$table_less'(A, B) :-
    (   number(A),
        number(B),
        A =\= B
    ->  A < B
    ;   A @< B
    ).

%! '$abolish_complete'(:Condition) is det.
%  Abolishes the complete tables for whose Goal, without its Module, call(Condition, Module, Goal) is true.
'$abolish_complete'(Condition) :-
    '$tables'(Tables),
    findall(
        Id,
        (   member(table(Variant, Id, complete, _), Tables),
            strip_module(Variant, Module, Goal),
            call(Condition, Module, Goal)
        ),
        Ids
    ),
    '$abolish_tables'(Ids).

%! abolish_module_tables(+Module) is det.
%  Deletes the answers of the predicates of Module.
%  ?- abolish_module_tables(user).
abolish_module_tables(Module) :-
    must_be(atom, Module),
    '$abolish_complete'('$is_of_module'(Module)).

%! '$is_of_module'(+Module, +Of, +Goal) is semidet.
'$is_of_module'(Module, Module, _).

%! abolish_private_tables is det.
%  Deletes the answers of the predicates that are not tabled as shared.
%  ?- abolish_private_tables.
abolish_private_tables :-
    '$abolish_complete'('$has_no_table_option'([shared])).

%! abolish_shared_tables is det.
%  Deletes the answers of the predicates that are tabled as shared.
%  ?- abolish_shared_tables.
abolish_shared_tables :-
    '$abolish_complete'('$has_table_option'(shared)).

%! abolish_nonincremental_tables is det.
%  Deletes the answers of the predicates that are not incremental. While one of them is being evaluated, that is an
%  error.
%  ?- abolish_nonincremental_tables.
abolish_nonincremental_tables :-
    abolish_nonincremental_tables([]).

%! abolish_nonincremental_tables(+Options) is det.
%  Like abolish_nonincremental_tables/0; with on_incomplete(skip), tables that are being evaluated stay.
%  ?- abolish_nonincremental_tables(on_incomplete(skip)).
abolish_nonincremental_tables(Options) :-
    (   ( Options = on_incomplete(skip) ; is_list(Options), memberchk(on_incomplete(skip), Options) )
    ->  true
    ;   '$tables'(Tables),
        member(table(_, Id, incomplete, _), Tables)
    ->  permission_error(abolish, incomplete_table, '$table'(Id))
    ;   true
    ),
    '$abolish_complete'('$has_no_table_option'([incremental,monotonic])).

%! abolish_monotonic_tables is det.
%  Deletes the answers of the predicates that are tabled as monotonic.
%  ?- abolish_monotonic_tables.
abolish_monotonic_tables :-
    '$abolish_complete'('$has_table_option'(monotonic)).

%! '$has_table_option'(+Option, +Module, +Goal) is semidet.
'$has_table_option'(Option, Module, Goal) :-
    '$tabled_as'(Module, Goal, Options),
    memberchk(Option, Options).

%! '$has_no_table_option'(+Options, +Module, +Goal) is semidet.
'$has_no_table_option'(Without, Module, Goal) :-
    \+ ( '$tabled_as'(Module, Goal, Options), member(Option, Options), memberchk(Option, Without) ).

%! '$tabled_as'(+Module, +Head, -Options) is semidet.
%  Options are those with which the predicate of Head is tabled.
'$tabled_as'(Module, Head, Options) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    '$tabled_goal'(Module, General, _, Argument),
    '$modes_and_options'(Argument, _, Options0),
    (   memberchk(subsumptive, Options0)
    ->  Options = Options0
    ;   Options = [variant|Options0]
    ).

%! '$evaluate_before'(:First, :Goal) is nondet.
%  Calls Goal when the table of First is complete, or depends on a goal that is being evaluated.
'$evaluate_before'(First, Goal) :-
    ( \+ First -> true ; true ),
    call(Goal).
