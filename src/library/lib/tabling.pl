% Tabling: `:- table path/2.` before the clauses of a predicate keeps the answers of its calls, so that a call that
% meets a variant of itself takes the answers found so far in place of running on for ever.
%
% A call evaluates its clauses to the end, again and again until nothing new is found. A call that depends on one
% that is still being evaluated leaves the repeating to that one, the leader; when it is done, all are complete.

%! table(+Specifications) is det.
%  The predicates Name/Arity of a list or conjunction are tabled. With modes, as in path(_, _, min), the answers are
%  told apart by the arguments _ or index, and of the others one value is kept: min, max, first, last, sum,
%  lattice(PI) with PI(Old, New, Kept), or po(PI), where PI(Old, New) says that New is better.
%  ?- table(p/1).
table(Specifications) :-
    must_be(nonvar, Specifications),
    (   Specifications == []
    ->  true
    ;   Specifications = [First|Rest]
    ->  table(First),
        table(Rest)
    ;   Specifications = (First,Rest)
    ->  table(First),
        table(Rest)
    ;   Specifications = (Specification as _)
    ->  table(Specification)
    ;   Specifications = _:Specification
    ->  table(Specification)
    ;   '$table_head'(Specifications, Head, Modes),
        '$begin_table'(Head, Modes)
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

%! '$begin_table'(+Head, +Modes)
%  The predicate becomes one clause that asks the table; its own clauses, as they are loaded, go to another.
'$begin_table'(Head, Modes) :-
    Head =.. [Name|Arguments],
    length(Arguments, Arity),
    atom_concat(Name, ' tabled', Hidden),
    Goal =.. [Hidden|Arguments],
    '$set_tabled'(Name, Arity, Name),
    '$load_clause'((Head :- '$tabled_call'(Head, Goal, Modes)), _),
    '$set_tabled'(Name, Arity, Hidden),
    '$forget_tables'(Head).

%! untable(+Specifications) is det.
%  The predicates are not tabled any more; their clauses are forgotten.
%  ?- table(p/1), untable(p/1).
untable(Specifications) :-
    must_be(nonvar, Specifications),
    (   is_list(Specifications)
    ->  maplist(untable, Specifications)
    ;   Specifications = (First,Rest)
    ->  untable(First),
        untable(Rest)
    ;   '$table_head'(Specifications, Head, _),
        functor(Head, Name, Arity),
        '$set_tabled'(Name, Arity, Name),
        '$forget_tables'(Head)
    ).

%! abolish_all_tables is det.
%  Forgets all answers that are kept.
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

%! '$forget_tables'(+Head)
'$forget_tables'(Head) :-
    '$user_table_exists',
    findall(Id, ( call('$tables':table(_, Known, Id)), '$same_table'(Known, Head) ), Ids),
    maplist('$forget_table', Ids).

%! '$same_table'(+Key, +Head)
'$same_table'(Key, Head) :-
    functor(Key, Name, _),
    functor(Head, Name, _).

%! '$forget_table'(+Id)
'$forget_table'(Id) :-
    retractall('$tables':table(_, _, Id)),
    retractall('$tables':state(Id, _)),
    retractall('$tables':count(Id, _)),
    '$table_place'(Id, 1, Place),
    '$forget_answers'(Place).

%! '$forget_answers'(+Place)
'$forget_answers'(Place) :-
    (   retract('$tables':answer(Place, Hash, _))
    ->  retractall('$tables':known(Hash, Place)),
        Next is Place + 1,
        '$forget_answers'(Next)
    ;   true
    ).

%! '$table_place'(+Id, +Number, -Place)
%  Where the answer with a number stands: answers of a table are found one after the other.
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
    ->  call('$tables':state(Id, State)),
        '$table_again'(State, Id, Key, Value, Goal, Modes)
    ;   flag('$tables', Id, Id + 1),
        '$table_value'('$tabling_depth', Depth),
        assertz('$tables':table(Hash, Key, Id)),
        assertz('$tables':state(Id, new)),
        (   Depth =:= 0
        ->  catch('$table_evaluate'(Id, Key, Value, Goal, Modes), Ball, '$table_abandon'(Ball))
        ;   '$table_evaluate'(Id, Key, Value, Goal, Modes)
        )
    ),
    call('$tables':state(Id, Now)),
    '$table_place'(Id, 1, Place),
    '$table_answers'(Now, Place, Key-Value).

%! '$table_answers'(+State, +Place, ?Answer)
%  The answers from a place on; of a table that is not complete also those that are added meanwhile.
'$table_answers'(State, Place, Answer) :-
    call('$tables':answer(Place, _, Found)),
    !,
    Next is Place + 1,
    (   State == complete,
        \+ call('$tables':answer(Next, _, _))
    ->  Answer = Found
    ;   '$table_answers'(State, Next, Found, Answer)
    ).

%! '$table_answers'(+State, +Next, +Found, ?Answer)
'$table_answers'(_, _, Found, Found).
'$table_answers'(State, Next, _, Answer) :-
    '$table_answers'(State, Next, Answer).

%! '$table_key'(+Goal, +Modes, -Key, -Value)
%  The part of a goal that tells answers apart, and the part of which one value is kept.
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
    '$user_table_exists',
    call('$tables':table(Hash, Known, Id)),
    Known =@= Key,
    !.

%! '$user_table_exists'
'$user_table_exists' :-
    (   nb_current('$tabling_ready', true)
    ->  true
    ;   dynamic('$tables':table/3),
        dynamic('$tables':state/2),
        dynamic('$tables':answer/3),
        dynamic('$tables':known/2),
        dynamic('$tables':count/2),
        nb_setval('$tabling_ready', true)
    ).

%! '$table_again'(+State, +Id, +Key, +Value, :Goal, +Modes)
'$table_again'(complete, _, _, _, _, _).
'$table_again'(active(Depth), _, _, _, _, _) :-
    '$table_depends'(Depth).
'$table_again'(waiting(Low, Pass), Id, Key, Value, Goal, Modes) :-
    '$table_value'('$tabling_pass', Now),
    (   Pass =:= Now
    ->  '$table_depends'(Low)
    ;   '$table_evaluate'(Id, Key, Value, Goal, Modes)
    ).

%! '$table_depends'(+Depth)
%  The goal that is being evaluated depends on the one at this depth.
'$table_depends'(Depth) :-
    '$table_value'('$tabling_low', Low),
    (   Depth < Low
    ->  nb_setval('$tabling_low', Depth)
    ;   true
    ).

%! '$table_abandon'(+Ball)
'$table_abandon'(Ball) :-
    nb_setval('$tabling_depth', 0),
    findall(Id, ( call('$tables':state(Id, State)), State \== complete ), Ids),
    maplist('$forget_table', Ids),
    throw(Ball).

%! '$table_evaluate'(+Id, +Key, +Value, :Goal, +Modes)
'$table_evaluate'(Id, Key, Value, Goal, Modes) :-
    '$table_value'('$tabling_depth', Depth0),
    Depth is Depth0 + 1,
    '$table_value'('$tabling_low', OuterLow),
    nb_setval('$tabling_depth', Depth),
    '$set_table_state'(Id, active(Depth)),
    '$table_passes'(Id, Key, Value, Goal, Modes, Depth, Low),
    nb_setval('$tabling_depth', Depth0),
    (   Low < Depth
    ->  '$table_value'('$tabling_pass', Pass),
        '$set_table_state'(Id, waiting(Low, Pass)),
        NewLow is min(OuterLow, Low),
        nb_setval('$tabling_low', NewLow)
    ;   '$set_table_state'(Id, complete),
        '$complete_followers'(Depth),
        nb_setval('$tabling_low', OuterLow)
    ).

%! '$set_table_state'(+Id, +State)
'$set_table_state'(Id, State) :-
    retractall('$tables':state(Id, _)),
    assertz('$tables':state(Id, State)).

%! '$complete_followers'(+Depth)
'$complete_followers'(Depth) :-
    (   nb_current('$tabling_waiting', true)
    ->  findall(Id, ( call('$tables':state(Id, waiting(Low, _))), Low >= Depth ), Ids),
        forall(member(Id, Ids), '$set_table_state'(Id, complete)),
        (   Depth =:= 1
        ->  nb_setval('$tabling_waiting', false)
        ;   true
        )
    ;   true
    ).

%! '$table_passes'(+Id, +Key, +Value, :Goal, +Modes, +Depth, -Low)
%  Runs the clauses until nothing new is found; if the goal turns out to depend on an outer one, once is enough.
'$table_passes'(Id, Key, Value, Goal, Modes, Depth, Low) :-
    Highest is Depth + 1,
    nb_setval('$tabling_low', Highest),
    '$table_value'('$tabling_new', Before),
    (   call(Goal),
        '$table_answer'(Id, Key, Value, Modes),
        fail
    ;   true
    ),
    '$table_value'('$tabling_new', After),
    '$table_value'('$tabling_low', Low0),
    (   Low0 < Depth
    ->  nb_setval('$tabling_waiting', true),
        Low = Low0
    ;   Low0 > Depth
    ->  Low = Depth
    ;   After =:= Before
    ->  Low = Depth
    ;   '$table_value'('$tabling_pass', Pass0),
        Pass is Pass0 + 1,
        nb_setval('$tabling_pass', Pass),
        '$table_passes'(Id, Key, Value, Goal, Modes, Depth, Low)
    ).

%! '$table_answer'(+Id, +Key, +Value, +Modes)
%  Keeps an answer, if it is new or better.
'$table_answer'(Id, Key, Value, Modes) :-
    '$variant_hash'(Key, Hash0),
    Hash is Hash0 xor (Id * 0x9e3779b97),
    (   call('$tables':known(Hash, Place)),
        Place >> 32 =:= Id,
        call('$tables':answer(Place, _, Known-Old)),
        Known =@= Key
    ->  Modes = modes(List),
        '$better_values'(List, Old, Value, Best),
        Best \=@= Old,
        retract('$tables':answer(Place, _, _)),
        assertz('$tables':answer(Place, Hash, replaced)),
        retract('$tables':known(Hash, Place)),
        '$add_answer'(Id, Hash, Key-Best)
    ;   '$add_answer'(Id, Hash, Key-Value)
    ),
    '$table_value'('$tabling_new', New0),
    New is New0 + 1,
    nb_setval('$tabling_new', New).

%! '$add_answer'(+Id, +Hash, +Answer)
'$add_answer'(Id, Hash, Answer) :-
    (   retract('$tables':count(Id, Count0))
    ->  Count is Count0 + 1
    ;   Count = 1
    ),
    assertz('$tables':count(Id, Count)),
    '$table_place'(Id, Count, Place),
    assertz('$tables':answer(Place, Hash, Answer)),
    assertz('$tables':known(Hash, Place)).

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
