% Tabling: `:- table path/2.` before the clauses of a predicate stores the answers of its calls, so that a call of a
% variant of an active goal uses the answers found so far instead of looping.
%
% This is linear tabling (Zhou, Sato and Shen, 2008): goals are not suspended and resumed. A call evaluates its clauses
% to the end, repeatedly until no new answers are found. A call that depends on an active one leaves the repetition to
% that one, the leader; when the leader is done, all are complete.

%! table(+Specifications) is det.
%  Declares the predicates Name/Arity of a list or conjunction as tabled. With modes, as in path(_, _, min), answers are
%  distinguished by the arguments _ or index, and of the others one value is kept: min, max, first, last, sum,
%  lattice(PI) with PI(Old, New, Kept), or po(PI), where PI(Old, New) is true if New is better. A recursive goal is run
%  repeatedly, so it has no last answer and no sum: that is an error. Answers count as program memory. While a goal is
%  being evaluated, a call of it, or of one that depends on it, returns the answers found so far: a cut, ->, once/1 or
%  \+ over such a call may therefore decide too early, and negation through recursion (well-founded semantics) is not
%  supported. Request all answers of a recursive goal, and cut or negate outside the recursion.
%  ?- table(p/1).
table(Specifications) :-
    forall(
        '$table_specification'(Specifications, user, Module, Head, Modes),
        '$begin_table'(Module, Head, Modes)
    ).

%! '$table_specification'(+Specifications, +Module0, -Module, -Head, -Modes) is nondet.
'$table_specification'(Specifications, Module0, Module, Head, Modes) :-
    must_be(nonvar, Specifications),
    (   Specifications = [_|_]
    ->  must_be(list, Specifications),
        member(One, Specifications),
        '$table_specification'(One, Module0, Module, Head, Modes)
    ;   Specifications = (First,Rest)
    ->  must_be(acyclic, Specifications),
        (   '$table_specification'(First, Module0, Module, Head, Modes)
        ;   '$table_specification'(Rest, Module0, Module, Head, Modes)
        )
    ;   Specifications = (One as _)
    ->  '$table_specification'(One, Module0, Module, Head, Modes)
    ;   Specifications = Module1:One
    ->  must_be(atom, Module1),
        '$table_specification'(One, Module1, Module, Head, Modes)
    ;   Specifications \== [],
        Module = Module0,
        '$table_head'(Specifications, Head, Modes)
    ).

%! '$table_head'(+Specification, -Head, -Modes)
'$table_head'(Name/Arity, Head, none) :-
    !,
    must_be(atom, Name),
    must_be(nonneg, Arity),
    functor(Head, Name, Arity).
'$table_head'(Name//Arity, Head, none) :-
    !,
    must_be(atom, Name),
    must_be(nonneg, Arity),
    Arity2 is Arity + 2,
    functor(Head, Name, Arity2).
'$table_head'(Specification, Head, Modes) :-
    (   compound(Specification)
    ->  true
    ;   type_error(table_declaration, Specification)
    ),
    Specification =.. [Name|Arguments],
    maplist('$table_mode', Arguments, All),
    length(Arguments, Arity),
    functor(Head, Name, Arity),
    (   memberchk(value(_), All)
    ->  Modes = modes(All)
    ;   Modes = none
    ).

%! '$table_mode'(?Argument, -Mode)
'$table_mode'(Argument, Mode) :-
    (   var(Argument)
    ->  Mode = index
    ;   memberchk(Argument, [index,-,+])
    ->  ( Argument == (-) -> Mode = value(first) ; Mode = index )
    ;   memberchk(Argument, [min,max,first,last,sum,lattice(_),po(_)])
    ->  Mode = value(Argument)
    ;   domain_error(table_mode, Argument)
    ).

%! '$begin_table'(+Module, +Head, +Modes)
%  Makes the predicate one clause that calls the table; its own clauses, loaded afterwards, are added to the predicate
%  Hidden.
'$begin_table'(Module, Head, Modes) :-
    '$table_names'(Module, Head, Qualified, Hidden, Goal),
    functor(Head, Name, Arity),
    ignore('$set_tabled'(Module, Name, Arity, Name)),
    '$load_clause'((Module:Head :- '$tabled_call'(Qualified, Goal, Modes)), [], _),
    '$set_tabled'(Module, Name, Arity, Hidden),
    '$forget_tables'(Module, Name).

%! '$table_names'(+Module, +Head, -Qualified, -Hidden, -Goal)
%  Qualified is the goal as tables identify it, Hidden the name of the predicate with the clauses, and Goal a call of
%  it.
'$table_names'(Module, Head, Qualified, Hidden, Goal) :-
    Head =.. [Name|Arguments],
    atom_concat(Name, ' tabled', Hidden),
    Plain =.. [Hidden|Arguments],
    (   Module == user
    ->  Qualified = Head,
        Goal = Plain
    ;   Qualified = Module:Head,
        Goal = Module:Plain
    ).

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
    '$table_names'(Module, Head, _, _, Goal),
    functor(Head, Name, Arity),
    (   '$set_tabled'(Module, Name, Arity, Name)
    ->  '$load_clause'((Module:Head :- Goal), [], _)
    ;   true
    ),
    '$forget_tables'(Module, Name).

%! abolish_all_tables is det.
%  Deletes all stored answers.
%  ?- abolish_all_tables.
abolish_all_tables :-
    (   '$table_value'('$tabling_depth', 0)
    ->  retractall('$tables':table(_, _, _)),
        retractall('$tables':state(_, _)),
        retractall('$tables':answer(_, _, _)),
        retractall('$tables':count(_, _)),
        retractall('$tables':known(_, _))
    ;   permission_error(abolish, table, all)
    ).

%! '$forget_tables'(+Module, +Name)
%  Only names are compared, since keys omit moded arguments.
'$forget_tables'(Module, Name) :-
    '$make_tables',
    findall(Id, ( call('$tables':table(_, Key, Id)), '$table_of'(Key, Module, Name) ), Ids),
    maplist('$forget_table', Ids).

%! '$table_of'(+Key, ?Module, ?Name)
'$table_of'(Key, Module, Name) :-
    (   Key = Module0:Plain
    ->  Module = Module0
    ;   Module = user,
        Plain = Key
    ),
    functor(Plain, Name, _).

%! '$forget_table'(+Id)
'$forget_table'(Id) :-
    retractall('$tables':table(_, _, Id)),
    retractall('$tables':state(Id, _)),
    (   retract('$tables':count(Id, Count))
    ->  forall(between(1, Count, Number), '$forget_answer'(Id, Number))
    ;   true
    ).

%! '$forget_answer'(+Id, +Number)
'$forget_answer'(Id, Number) :-
    '$table_place'(Id, Number, Place),
    (   retract('$tables':answer(Place, Hash, _))
    ->  retractall('$tables':known(Hash, Place))
    ;   true
    ).

%! '$table_place'(+Id, +Number, -Place)
%  Encodes two numbers in one. An answer of a table has its number as place; of active goals, the one that was called
%  first has the smallest place of depth and table.
'$table_place'(Id, Number, Place) :-
    Place is (Id << 32) + Number.

%! '$table_value'(+Name, -Number)
'$table_value'(Name, Number) :-
    (   nb_current(Name, Found)
    ->  Number = Found
    ;   Number = 0
    ).

%! '$tabled_call'(+Variant, :Goal, +Modes)
'$tabled_call'(Variant, Goal, Modes) :-
    '$table_key'(Variant, Modes, Key, Value),
    '$variant_hash'(Key, Hash),
    (   '$find_table'(Hash, Key, Id)
    ->  '$table_state'(Id, State)
    ;   flag('$tables', Id, Id + 1),
        assertz('$tables':table(Hash, Key, Id)),
        State = none
    ),
    '$table_again'(State, Id, Key, Value, Goal, Modes),
    '$table_state'(Id, Now),
    '$next_answer'(Id, 1, Found, Number),
    '$table_answers'(Now, Id, Number, Found, Key-Value).

%! '$next_answer'(+Id, +Number, -Found, -Next) is semidet.
%  Found is the first answer from a number on. Answers replaced by better ones leave no entry.
'$next_answer'(Id, Number, Found, Next) :-
    '$table_place'(Id, Number, Place),
    (   call('$tables':answer(Place, _, Found0))
    ->  Found = Found0,
        Next is Number + 1
    ;   call('$tables':count(Id, Count))
    ->  Number < Count,
        Number1 is Number + 1,
        '$next_answer'(Id, Number1, Found, Next)
    ).

%! '$table_answers'(+State, +Id, +Number, +Found, ?Answer)
%  Answer is the one found, or one from a number on; for an incomplete table, also those that are added meanwhile.
'$table_answers'(State, Id, Number, Found, Answer) :-
    (   State == complete
    ->  (   '$next_answer'(Id, Number, Found1, Number1)
        ->  (   Answer = Found
            ;   '$table_answers'(State, Id, Number1, Found1, Answer)
            )
        ;   Answer = Found
        )
    ;   (   Answer = Found
        ;   '$next_answer'(Id, Number, Found1, Number1),
            '$table_answers'(State, Id, Number1, Found1, Answer)
        )
    ).

%! '$table_key'(+Goal, +Modes, -Key, -Value)
%  Key are the arguments of a goal that distinguish answers, Value the moded arguments.
'$table_key'(Goal, Modes, Key, Value) :-
    (   Modes == none
    ->  Key = Goal,
        Value = none
    ;   Modes = modes(List),
        Goal =.. [Name|Arguments],
        '$table_split'(List, Arguments, Keys, Values),
        Key =.. [Name|Keys],
        Value = Values
    ).

%! '$table_split'(+Modes, +Arguments, -Keys, -Values)
'$table_split'([], [], [], []).
'$table_split'([Mode|Modes], [Argument|Arguments], Keys, Values) :-
    (   Mode == index
    ->  Keys = [Argument|Keys1],
        Values = Values1
    ;   Keys = Keys1,
        Values = [Argument|Values1]
    ),
    '$table_split'(Modes, Arguments, Keys1, Values1).

%! '$variant_hash'(@Term, -Hash)
'$variant_hash'(Term, Hash) :-
    (   ground(Term)
    ->  term_hash(Term, Hash)
    ;   copy_term_nat(Term, Copy),
        numbervars(Copy, 0, _),
        term_hash(Copy, Hash)
    ).

%! '$find_table'(+Hash, +Key, -Id)
'$find_table'(Hash, Key, Id) :-
    '$make_tables',
    call('$tables':table(Hash, Known, Id)),
    Known =@= Key,
    !.

%! '$make_tables'
'$make_tables' :-
    (   nb_current('$tabling_ready', true)
    ->  true
    ;   dynamic('$tables':table/3),
        dynamic('$tables':state/2),
        dynamic('$tables':answer/3),
        dynamic('$tables':known/2),
        dynamic('$tables':count/2),
        nb_setval('$tabling_ready', true)
    ).

%! '$table_state'(+Id, -State)
%  State is that of the evaluation of a table: none (it must be evaluated, again if evaluation was aborted), complete,
%  active(Depth), or waiting(Low, Pass), where Low is the place of its leader, which is active. A waiting table stores
%  the table that it waits for, which may itself be complete, aborted or waiting by now.
'$table_state'(Id, State) :-
    (   call('$tables':state(Id, Kept))
    ->  '$table_state'(Kept, Id, State)
    ;   State = none
    ).

%! '$table_state'(+Kept, +Id, -State)
'$table_state'(complete, _, complete).
'$table_state'(active(Depth), _, active(Depth)).
'$table_state'(waiting(Leader, Pass), Id, State) :-
    '$table_state'(Leader, Now),
    '$table_led'(Now, Leader, Pass, Id, State).

%! '$table_led'(+StateOfLeader, +Leader, +Pass, +Id, -State)
'$table_led'(none, _, _, _, none).
'$table_led'(complete, _, _, Id, complete) :-
    '$set_table_state'(Id, complete).
'$table_led'(active(Depth), Leader, Pass, _, waiting(Low, Pass)) :-
    '$table_place'(Depth, Leader, Low).
'$table_led'(waiting(Low, _), _, Pass, Id, waiting(Low, Pass)) :-
    Highest is Low /\ 0xffffffff,
    '$set_table_state'(Id, waiting(Highest, Pass)).

%! '$set_table_state'(+Id, +State)
'$set_table_state'(Id, State) :-
    retractall('$tables':state(Id, _)),
    assertz('$tables':state(Id, State)).

%! '$table_again'(+State, +Id, +Key, +Value, :Goal, +Modes)
'$table_again'(none, Id, Key, Value, Goal, Modes) :-
    '$table_evaluate'(Id, Key, Value, Goal, Modes).
'$table_again'(complete, _, _, _, _, _).
'$table_again'(active(Depth), Id, Key, _, _, Modes) :-
    '$no_single_pass'(Modes, Key),
    '$table_place'(Depth, Id, Low),
    '$table_depends'(Low).
'$table_again'(waiting(Low, Pass), Id, Key, Value, Goal, Modes) :-
    '$table_value'('$tabling_pass', Now),
    (   Pass =:= Now
    ->  '$table_depends'(Low)
    ;   '$table_evaluate'(Id, Key, Value, Goal, Modes)
    ).

%! '$table_depends'(+Place)
%  Records that the goal being evaluated depends on the one at Place.
'$table_depends'(Place) :-
    '$table_value'('$tabling_low', Low0),
    Low is min(Low0, Place),
    nb_setval('$tabling_low', Low).

%! '$table_evaluate'(+Id, +Key, +Value, :Goal, +Modes)
'$table_evaluate'(Id, Key, Value, Goal, Modes) :-
    '$table_value'('$tabling_depth', Depth),
    '$table_value'('$tabling_low', Low),
    End = end(left),
    '$call_cleanup'(
        '$table_run'(Id, Key, Value, Goal, Modes, Depth, Low, End),
        '$table_left'(End, Id, Depth, Low),
        always
    ).

%! '$table_left'(+End, +Id, +OuterDepth, +OuterLow)
%  After an exception or interrupt has ended an evaluation, its table must be evaluated again, and the caller inherits
%  the dependencies of the tables that remain.
'$table_left'(End, Id, OuterDepth, OuterLow) :-
    (   End = end(done)
    ->  true
    ;   nb_setval('$tabling_depth', OuterDepth),
        retractall('$tables':state(Id, _)),
        '$table_depends'(OuterLow)
    ).

%! '$table_run'(+Id, +Key, +Value, :Goal, +Modes, +OuterDepth, +OuterLow, +End)
'$table_run'(Id, Key, Value, Goal, Modes, OuterDepth, OuterLow, End) :-
    Depth is OuterDepth + 1,
    nb_setval('$tabling_depth', Depth),
    '$set_table_state'(Id, active(Depth)),
    '$table_passes'(Id, Key, Value, Goal, Modes, Depth, Low),
    nb_setval('$tabling_depth', OuterDepth),
    (   Low >> 32 < Depth
    ->  Leader is Low /\ 0xffffffff,
        '$table_value'('$tabling_pass', Pass),
        '$set_table_state'(Id, waiting(Leader, Pass)),
        '$table_depends'(OuterLow)
    ;   '$set_table_state'(Id, complete),
        nb_setval('$tabling_low', OuterLow)
    ),
    setarg(1, End, done).

%! '$table_passes'(+Id, +Key, +Value, :Goal, +Modes, +Depth, -Low)
%  Runs the clauses until there are no new answers; once, if the goal depends on an outer one.
'$table_passes'(Id, Key, Value, Goal, Modes, Depth, Low) :-
    Highest is (Depth + 1) << 32,
    nb_setval('$tabling_low', Highest),
    '$table_value'('$tabling_new', Before),
    (   call(Goal),
        '$table_answer'(Id, Key, Value, Modes),
        fail
    ;   true
    ),
    '$table_value'('$tabling_new', After),
    '$table_value'('$tabling_low', Low0),
    (   Low0 < Highest
    ->  '$no_single_pass'(Modes, Key)
    ;   true
    ),
    (   Low0 >> 32 =:= Depth,
        After =\= Before
    ->  '$table_value'('$tabling_pass', Pass0),
        Pass is Pass0 + 1,
        nb_setval('$tabling_pass', Pass),
        '$table_passes'(Id, Key, Value, Goal, Modes, Depth, Low)
    ;   Low = Low0
    ).

%! '$no_single_pass'(+Modes, +Key)
%  The last answer and the sum are defined only for a goal that is run once.
'$no_single_pass'(Modes, Key) :-
    (   Modes = modes(List),
        member(value(Mode), List),
        memberchk(Mode, [last,sum])
    ->  permission_error(table, recursive_goal, Key)
    ;   true
    ).

%! '$table_answer'(+Id, +Key, +Value, +Modes)
%  Stores an answer if it is new or better.
'$table_answer'(Id, Key, Value, Modes) :-
    '$variant_hash'(Key, Hash0),
    % Multiplying by 2^36 divided by the golden ratio scatters the table numbers, so that equal answers of different
    % tables have different hashes.
    Hash is Hash0 xor (Id * 0x9e3779b97),
    (   call('$tables':known(Hash, Place)),
        Place >> 32 =:= Id,
        call('$tables':answer(Place, _, Known-Old)),
        Known =@= Key
    ->  Modes = modes(List),
        '$better_values'(List, Old, Value, Best),
        Best \=@= Old,
        retractall('$tables':answer(Place, _, _)),
        retractall('$tables':known(Hash, Place)),
        '$add_answer'(Id, Hash, Key-Best)
    ;   '$add_answer'(Id, Hash, Key-Value)
    ),
    '$table_value'('$tabling_new', New0),
    New is New0 + 1,
    nb_setval('$tabling_new', New).

%! '$add_answer'(+Id, +Hash, +Answer)
%  The order of these steps ensures that an interrupt between any two leaves a table that can be evaluated again.
'$add_answer'(Id, Hash, Answer) :-
    (   call('$tables':count(Id, Count0))
    ->  true
    ;   Count0 = 0
    ),
    Count is Count0 + 1,
    assertz('$tables':count(Id, Count)),
    retractall('$tables':count(Id, Count0)),
    '$table_place'(Id, Count, Place),
    assertz('$tables':known(Hash, Place)),
    assertz('$tables':answer(Place, Hash, Answer)).

%! '$better_values'(+Modes, +Old, +New, -Best)
'$better_values'([], [], [], []).
'$better_values'([index|Modes], Old, New, Best) :-
    '$better_values'(Modes, Old, New, Best).
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
    (   Specification = Name/_
    ->  Closure = Name
    ;   compound(Specification)
    ->  functor(Specification, Closure, _)
    ;   Closure = Specification
    ).

%! '$table_less'(+A, +B)
'$table_less'(A, B) :-
    (   number(A),
        number(B)
    ->  A < B
    ;   A @< B
    ).

%! abolish_module_tables(+Module) is det.
%  Synonym of abolish_all_tables/0.
%  ?- abolish_module_tables(user).
abolish_module_tables(_) :-
    abolish_all_tables.

%! tnot(:Goal) is semidet.
%  True if the tabled Goal has no answers. Goal must not depend on this negation: undefined answers are not supported.
%  ?- catch(tnot(fail), error(E, _), true).   %=> E = permission_error(tnot, non_tabled_procedure, fail/0).
tnot(Goal) :-
    '$check_goal'(Goal),
    (   predicate_property(Goal, tabled)
    ->  \+ call(Goal)
    ;   strip_module(Goal, _, Plain),
        functor(Plain, Name, Arity),
        permission_error(tnot, non_tabled_procedure, Name/Arity)
    ).
