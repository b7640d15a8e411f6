% Constraint handling rules, fourth part: the clauses of a program.
%
% A constraint becomes a chain of predicates, one for each of its occurrences in the rules: `p/1 1`, `p/1 2`, ..., of which
% the last stores it. Occurrences that remove the constraint and need no other one are clauses of one predicate, with `=>`.
% The others look the partners up, and go through them by a predicate for each: `p/1 2.1`. A constraint is stored as late
% as possible: before a body that may call constraints, or at the end. Until then it has no suspension; so where it may
% have one, predicates have a last argument, unbound if it has none (`maybe`), and elsewhere they have not (`none`).
%
% What is the same for all predicates of a constraint is `con(Program, Number, Name, Arity, Modes)`.

%! '$chr_translate'(+Constraints, +Rules, +Options, +Text, -Clauses) is det.
'$chr_translate'(Constraints, Rules, _, Text, [(:- system:'$chr_define'(Text, Key, Constraints, Store))|Clauses]) :-
    Text = text(Module, _),
    '$chr_count'(texts, 1, Count),
    atomic_list_concat(['$chr ',Module,' ',Count], Key),
    '$chr_analysis'(Constraints, Rules, Key, Program),
    '$chr_each_constraint'(Constraints, Program, Clauses, []),
    Program = chr(_, _, _, _, Indexes, Records, _),
    append(Indexes, [], Closed),
    '$chr_close'(Closed),
    '$chr_number_indexes'(Constraints, Closed),
    '$chr_shape_records'(Records, Closed),
    '$chr_store'(Constraints, Program, Module, Closed, Tables),
    Store =.. ['$chr_store',0|Tables],
    !.

%! '$chr_count'(+What, +More, -Count) is det.
%  Counts More things of a kind beside the Count before.
'$chr_count'(What, More, Count) :-
    (   retract('$chr':count(What, Count0))
    ->  Count = Count0
    ;   Count = 0
    ),
    Next is Count + More,
    assertz('$chr':count(What, Next)).

%! '$chr_close'(?List) is det.
%  Ends an open list.
'$chr_close'([]) :- !.
'$chr_close'([_|List]) :-
    '$chr_close'(List).

%! '$chr_number_indexes'(+Constraints, +Indexes) is det.
'$chr_number_indexes'([], _).
'$chr_number_indexes'([constraint(Number, _, _, _)|Constraints], Indexes) :-
    '$chr_number_indexes'(Indexes, Number, 0),
    '$chr_number_indexes'(Constraints, Indexes).

%! '$chr_number_indexes'(+Indexes, +Constraint, +First) is det.
'$chr_number_indexes'([], _, _).
'$chr_number_indexes'([index(Own, _, Index)|Indexes], Number, Next) :-
    (   Own == Number
    ->  Index = Next,
        Next1 is Next + 1
    ;   Next1 = Next
    ),
    '$chr_number_indexes'(Indexes, Number, Next1).

%! '$chr_shape_records'(?Records, +Indexes) is det.
%  Binds each suspension in the code, now that it is known how many indexes its constraint has.
'$chr_shape_records'(Records, _) :-
    var(Records),
    !.
'$chr_shape_records'([record(Number, State, Id, History, Arguments, Suspension)|Records], Indexes) :-
    findall(0, ( Index = index(Number, _, _), member(Index, Indexes) ), Zeros),
    (   State == new
    ->  append([0,0,[],0,0|Zeros], Arguments, Fields)
    ;   length(Zeros, Count),
        length(Links, Count),
        append([State,Id,History,_,_|Links], Arguments, Fields)
    ),
    Suspension =.. ['$chr'|Fields],
    '$chr_shape_records'(Records, Indexes).

%! '$chr_store'(+Constraints, +Program, +Module, +Indexes, -Tables) is det.
'$chr_store'([], _, _, _, []).
'$chr_store'([constraint(Number, Name, Arity, _)|Constraints], Program, Module, Indexes, [Table|Tables]) :-
    '$chr_watches'(Program, Number, Watched),
    findall(Mask, ( Index = index(Number, Mask, _), member(Index, Indexes) ), Masks),
    length(Masks, Count),
    More is Count + 1,
    '$chr_count'(indexes, More, First),
    '$chr_chain_name'(Name, Arity, 1, Goal),
    findall(Part, ( member(Mask, Masks), member(Part, [Mask,[]]) ), Parts),
    Table =.. ['$chr_table',Module:Goal,Watched,First,[0]|Parts],
    '$chr_store'(Constraints, Program, Module, Indexes, Tables).

%! '$chr_chain_name'(+Name, +Arity, +Number, -Chained) is det.
'$chr_chain_name'(Name, Arity, Number, Chained) :-
    atomic_list_concat([Name,/,Arity,' ',Number], Chained).

%! '$chr_each_constraint'(+Constraints, +Program, -Clauses, ?Tail) is det.
'$chr_each_constraint'([], _, Clauses, Clauses).
'$chr_each_constraint'([constraint(Number, Name, Arity, Modes)|Constraints], Program, Clauses, Tail) :-
    Con = con(Program, Number, Name, Arity, Modes),
    '$chr_occurrences'(Program, Number, Occurrences),
    '$chr_watches'(Program, Number, Watched),
    (   Watched =:= 0
    ->  State = none,
        Clauses = Clauses1
    ;   State = maybe,
        length(Vars, Arity),
        Head =.. [Name|Vars],
        '$chr_goal'(Con, 1, Vars, maybe, _, Goal),
        Clauses = [(Head :- Goal)|Clauses1]
    ),
    '$chr_chain'(Occurrences, 1, State, Con, Clauses1, Clauses2),
    '$chr_each_constraint'(Constraints, Program, Clauses2, Tail).

%! '$chr_goal'(+Con, +Number, +Vars, +State, ?Suspension, -Goal) is det.
%  Goal calls the predicate of occurrence Number. If it has no suspension, the first is the constraint itself.
'$chr_goal'(con(Program, Own, Name, Arity, _), Number, Vars, State, Suspension, Goal) :-
    (   Number == 1,
        '$chr_watches'(Program, Own, 0)
    ->  Chained = Name
    ;   '$chr_chain_name'(Name, Arity, Number, Chained)
    ),
    (   State == none
    ->  Goal =.. [Chained|Vars]
    ;   append(Vars, [Suspension], Arguments),
        Goal =.. [Chained|Arguments]
    ).

%! '$chr_chain'(+Occurrences, +Number, +State, +Con, -Clauses, ?Tail) is det.
'$chr_chain'([], Number, State, Con, [Clause|Tail], Tail) :-
    !,
    Con = con(_, _, _, Arity, _),
    length(Vars, Arity),
    '$chr_goal'(Con, Number, Vars, State, Suspension, Head),
    '$chr_stored'(State, Con, Vars, Suspension, Goals, []),
    '$chr_conjunction'(Goals, Body),
    Clause = (Head :- Body).
'$chr_chain'([Occurrence|Occurrences], Number, State, Con, Clauses, Tail) :-
    Occurrence = occurrence(_, removed, [], _, _, _, _),
    !,
    '$chr_alone'([Occurrence|Occurrences], Number, State, Con, Rest, Next, Clauses, Clauses1),
    (   Rest == none
    ->  Clauses1 = Tail
    ;   Con = con(_, _, _, Arity, _),
        length(Vars, Arity),
        '$chr_goal'(Con, Number, Vars, State, Suspension, Head),
        '$chr_goal'(Con, Next, Vars, State, Suspension, Goal),
        Clauses1 = [(Head => Goal)|Clauses2],
        '$chr_chain'(Rest, Next, State, Con, Clauses2, Tail)
    ).
'$chr_chain'([Occurrence|Occurrences], Number, State, Con, Clauses, Tail) :-
    '$chr_among'(Occurrence, Number, State, Con, State1, Clauses, Clauses1),
    Next is Number + 1,
    '$chr_chain'(Occurrences, Next, State1, Con, Clauses1, Tail).

%! '$chr_alone'(+Occurrences, +Number, +State, +Con, -Rest, -Next, -Clauses, ?Tail) is det.
%  Clauses are those of the occurrences in front that remove the constraint and need no other. Rest are those behind, the
%  first of which has the number Next; it is `none` if nothing gets there.
'$chr_alone'(Occurrences, Number, State, Con, Rest, Next, [(Matched => Body)|Clauses], Tail) :-
    Occurrences = [occurrence(Active, removed, [], Guard, Goal, _, _)|Others],
    !,
    Active =.. [_|Patterns],
    Con = con(_, _, _, _, Modes),
    length(Patterns, Arity),
    length(Vars, Arity),
    copy_term(Patterns, Copies),
    '$chr_match'(Copies, Modes, Vars, known([], []), _, MatchTests, []),
    '$chr_known_in'(Patterns, Modes, Known),
    '$chr_ready'(Guard, Known, now, [], _, Tests, []),
    '$chr_at'(Con, Number, Patterns, State, Suspension, Head),
    (   Tests == []
    ->  Matched = Head
    ;   '$chr_conjunction'(Tests, Condition),
        Matched = (Head, Condition)
    ),
    '$chr_removal'(State, Suspension, Goals, [Goal]),
    '$chr_conjunction'(Goals, Body),
    (   Tests == [],
        MatchTests == []
    ->  Rest = none,
        Clauses = Tail
    ;   '$chr_alone_rest'(Others, Number, State, Con, Rest, Next, Clauses, Tail)
    ).

%! '$chr_alone_rest'(+Occurrences, +Number, +State, +Con, -Rest, -Next, -Clauses, ?Tail) is det.
'$chr_alone_rest'(Occurrences, Number, State, Con, Rest, Next, Clauses, Tail) :-
    (   Occurrences = [occurrence(_, removed, [], _, _, _, _)|_]
    ->  '$chr_alone'(Occurrences, Number, State, Con, Rest, Next, Clauses, Tail)
    ;   Rest = Occurrences,
        Next is Number + 1,
        Clauses = Tail
    ).

%! '$chr_at'(+Con, +Number, +Arguments, +State, ?Suspension, -Head) is det.
'$chr_at'(Con, Number, Arguments, State, Suspension, Head) :-
    '$chr_goal'(Con, Number, Arguments, State, Suspension, Head).

%! '$chr_known_in'(+Patterns, +Modes, -Known) is det.
'$chr_known_in'(Patterns, Modes, known(All, Ground)) :-
    term_variables(Patterns, All),
    '$chr_ground_in'(Patterns, Modes, Ground0),
    term_variables(Ground0, Ground).

%! '$chr_ground_in'(+Patterns, +Modes, -Ground) is det.
'$chr_ground_in'([], [], []).
'$chr_ground_in'([Pattern|Patterns], [Mode|Modes], Ground) :-
    (   Mode == (+)
    ->  Ground = [Pattern|Ground1]
    ;   Ground = Ground1
    ),
    '$chr_ground_in'(Patterns, Modes, Ground1).

%! '$chr_removal'(+State, +Suspension, -Goals, ?Tail) is det.
%  Goals remove the active constraint, if it is stored.
'$chr_removal'(none, _, Goals, Goals).
'$chr_removal'(maybe, Suspension, [( var(Suspension) -> true ; '$chr_remove'(Suspension) )|Goals], Goals).

%! '$chr_stored'(+State, +Con, +Vars, ?Suspension, -Goals, ?Tail) is det.
%  Goals store the active constraint, unless it is.
'$chr_stored'(State, con(Program, Number, _, _, _), Vars, Suspension, Goals, Tail) :-
    Program = chr(_, _, _, _, _, _, Key),
    '$chr_record'(Program, Number, new, _, _, Vars, Made),
    (   State == none
    ->  Goals = [Suspension = Made, '$chr_insert'(Key, Number, Suspension)|Tail]
    ;   Goals = [( var(Suspension) -> Suspension = Made, '$chr_insert'(Key, Number, Suspension) ; true )|Tail]
    ).

%! '$chr_record'(+Program, +Number, ?State, ?Id, ?History, +Arguments, -Suspension) is det.
%  Suspension is that of a constraint with these arguments; it is bound when the number of its indexes is known.
'$chr_record'(chr(_, _, _, _, _, Records, _), Number, State, Id, History, Arguments, Suspension) :-
    Record = record(Number, State, Id, History, Arguments, Suspension),
    '$chr_add'(Record, Records).

%! '$chr_add'(+Element, ?List) is det.
%  Adds an element at the end of an open list.
'$chr_add'(Element, List) :-
    (   var(List)
    ->  List = [Element|_]
    ;   List = [_|Rest],
        '$chr_add'(Element, Rest)
    ).

%! '$chr_conjunction'(+Goals, -Conjunction) is det.
'$chr_conjunction'(Goals0, Conjunction) :-
    exclude(==(true), Goals0, Goals),
    '$list_to_conjunction'(Goals, Conjunction).

%! '$chr_branch'(+Tests, +Then, +Else, -Goal) is det.
'$chr_branch'(Tests, Then, Else, Goal) :-
    '$chr_conjunction'(Tests, Condition),
    (   Condition == true
    ->  Goal = Then
    ;   Goal = ( Condition -> Then ; Else )
    ).
