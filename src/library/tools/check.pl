% Static checks of a program, with the names of library(check).

%! check is det.
%  Reports suspicious parts of the program: predicates that are called but not defined, as list_undefined/0, and static
%  predicates whose clauses the program changes.
%  ?- check.
check :-
    '$check'(-1).

%! '$check'(+Most) is det.
%  Like check/0, but names at most so many undefined predicates, all if Most is negative.
'$check'(Most) :-
    '$program_goals'(Goals),
    '$undefined_calls'(Goals, Calls),
    '$report_undefined'(Calls, Most),
    '$static_changes'(Goals, Changes),
    '$report_changes'(Changes),
    ignore('$if_known'('$report_hints')).

%! list_undefined is det.
%  Reports the predicates that the program calls but that are not defined, with the first place of a call. Not reported
%  are calls whose existence_error a catch/3 around them expects, and predicates that the program adds clauses to or asks
%  for with current_predicate/1.
%  ?- list_undefined.
list_undefined :-
    list_undefined([]).

%! list_undefined(+Options) is det.
%  Like list_undefined/0; the options are ignored.
list_undefined(_) :-
    '$program_goals'(Goals),
    '$undefined_calls'(Goals, Calls),
    '$report_undefined'(Calls, -1).

%! '$check_program'
%  The check of the calls after loading.
'$check_program' :-
    (   '$calls_are_checked'
    ->  '$check'(20)
    ;   true
    ).

%! '$report_undefined'(+Calls, +Most)
%  Calls are undefined(Indicator, Reference, N, Inner, Others).
'$report_undefined'([], _).
'$report_undefined'([undefined(Indicator, Reference, N, Inner, Others)|Calls], Most) :-
    (   Most =:= 0
    ->  length([_|Calls], Left),
        print_message(warning, more_undefined(Left))
    ;   '$check_place'(Reference, N, Inner, Place),
        '$message'(warning, undefined_call(Indicator, Others), Place),
        Most1 is Most - 1,
        '$report_undefined'(Calls, Most1)
    ).

%! '$program_goals'(-Goals) is det.
%  Goals are goal(Reference, N, Module, Goal) for the goals of the program that the checks look at.
'$program_goals'(Goals) :-
    findall(Name/Arity, '$interesting'(Name, Arity), Interesting0),
    sort(Interesting0, Interesting),
    '$program_goals'(Interesting, Goals).

%! '$static_changes'(+Goals, -Changes) is det.
%  Changes are changed(Reference, N, Inner)-Indicator, one for each static predicate with clauses to which a goal adds
%  clauses or from which it takes some. Not meant are calls within catch/3, and predicates that the program declares
%  dynamic as it runs.
'$static_changes'(Goals, Changes) :-
    findall(Indicator-changed(Reference, N, Inner),
            ( member(goal(Reference, N, Module, Goal), Goals),
              \+ Goal = catch(_, _, _),
              '$body_goal'(Goal, Plain),
              '$changes'(Plain, Clause),
              '$static_head'(Clause, Module, Indicator),
              ( Plain == Goal -> Inner = [] ; functor(Plain, Name, Arity), Inner = Name/Arity )
            ),
            Found0),
    findall(Indicator,
            ( member(goal(_, _, _, Goal), Goals),
              '$body_goal'(Goal, Plain),
              ( Plain = dynamic(What) ; Plain = abolish(What) ),
              '$named_indicator'(indicator(What), Indicator)
            ),
            Dynamic),
    findall(Change-Indicator, ( member(Indicator-Change, Found0), \+ memberchk(Indicator, Dynamic) ), Found),
    '$first_changes'(Found, [], Changes).

%! '$first_changes'(+Changes, +Seen, -First)
'$first_changes'([], _, []).
'$first_changes'([Change-Indicator|Changes], Seen, First) :-
    (   memberchk(Indicator, Seen)
    ->  First = More
    ;   First = [Change-Indicator|More]
    ),
    '$first_changes'(Changes, [Indicator|Seen], More).

%! '$changes'(+Goal, -Clause) is semidet.
'$changes'(Goal, Clause) :-
    callable(Goal),
    functor(Goal, Name, 1),
    memberchk(Name, [assertz,asserta,assert,retract,retractall]),
    arg(1, Goal, Clause).

%! '$static_head'(+Clause, +Module, -Indicator) is semidet.
'$static_head'(Clause, Module, Name/Arity) :-
    '$clause_head'(Clause, Head),
    functor(Head, Name, Arity),
    \+ predicate_property(system:Head, defined),
    predicate_property(Module:Head, static),
    \+ predicate_property(Module:Head, imported_from(_)),
    predicate_property(Module:Head, number_of_clauses(Count)),
    Count > 0.

%! '$report_changes'(+Changes) is det.
'$report_changes'([]).
'$report_changes'([changed(Reference, N, Inner)-Indicator|Changes]) :-
    '$check_place'(Reference, N, Inner, Place),
    '$message'(warning, changed_static(Indicator), Place),
    '$report_changes'(Changes).

%! '$check_place'(+Reference, +N, +Inner, -Place) is det.
%  Place is that of the Nth goal of a clause, or of the goal Inner within it, as messages have it.
'$check_place'(Reference, N, Inner, Place) :-
    (   '$clause_line'(Reference, File, Line0)
    ->  (   '$goal_place'(Reference, N, Inner, [], at(Line, Column, Source))
        ->  Place = place(File, Line, Column, Source)
        ;   Place = place(File, Line0, none, none)
        )
    ;   Place = none
    ).

%! '$undefined_calls'(+Goals, -Calls) is det.
%  Calls are undefined(Indicator, Reference, N, Inner, Others), one for each predicate: the Nth goal of the clause calls
%  it, or the goal Inner within it; Others is the number of other calls.
'$undefined_calls'(Goals, Calls) :-
    findall(Indicator, ( member(goal(_, _, _, Goal), Goals), '$maybe_defines'(Goal, Indicator) ), Made0),
    sort(Made0, Made),
    findall(Indicator-call(Reference, N, Inner),
            ( member(goal(Reference, N, Module, Goal), Goals),
              '$undefined_in'(Module, Goal, Indicator, Inner),
              \+ memberchk(Indicator, Made)
            ),
            Found),
    keysort(Found, Sorted),
    '$by_predicate'(Sorted, Unordered),
    '$by_place'(Unordered, Calls).

%! '$is_hook'(+Name, +Arity) is semidet.
%  Predicates that a program may define, and that are called only if it does.
'$is_hook'(Name, Arity) :-
    memberchk(Name/Arity, [message_hook/3, message_property/2, portray/1, term_expansion/2, goal_expansion/2,
                           prolog_load_file/2, file_search_path/2, attr_unify_hook/2, attr_portray_hook/2, main/1,
                           opt_type/3, opt_help/2, opt_meta/2, exception/3, prolog_exception_hook/5]).

%! '$by_predicate'(+Found, -Calls)
'$by_predicate'([], []).
'$by_predicate'([Indicator-call(Reference, N, Inner)|Found], [undefined(Indicator, Reference, N, Inner, Count)|Calls]) :-
    '$same_key'(Found, Indicator, Rest, 0, Count),
    '$by_predicate'(Rest, Calls).

%! '$same_key'(+Pairs, +Key, -Rest, +Count0, -Count)
'$same_key'(Pairs, Key, Rest, Count0, Count) :-
    (   Pairs = [Key0-_|More],
        Key0 == Key
    ->  Count1 is Count0 + 1,
        '$same_key'(More, Key, Rest, Count1, Count)
    ;   Rest = Pairs,
        Count = Count0
    ).

%! '$by_place'(+Calls, -Sorted)
'$by_place'(Calls, Sorted) :-
    findall(Place-Call,
            ( member(Call, Calls),
              Call = undefined(_, Reference, N, _, _),
              ( '$clause_line'(Reference, File, Line) -> Place = at(File, Line, N) ; Place = none )
            ),
            Keyed),
    keysort(Keyed, Pairs),
    findall(Call, member(_-Call, Pairs), Sorted).

%! '$interesting'(-Name, -Arity) is nondet.
%  Predicates that call their arguments, or say that others may be defined.
'$interesting'(Name, Arity) :-
    (   '$meta_head'(Template)
    ;   '$declared_template'(Template)
    ;   member(Template, [assertz(_), asserta(_), assert(_), retract(_), retractall(_), abolish(_), dynamic(_),
                          current_predicate(_), current_predicate(_, _), predicate_property(_, _), nb_setval(_, _),
                          '$user_defined'(_, _)])
    ),
    functor(Template, Name, Arity).

%! '$maybe_defines'(+Goal, -Indicator) is nondet.
%  Goal, or a goal in its arguments, says that the predicate may be defined when it is called.
'$maybe_defines'(Goal, Indicator) :-
    '$body_goal'(Goal, Plain),
    '$says_defined'(Plain, Said),
    '$named_indicator'(Said, Indicator).

%! '$says_defined'(+Goal, -What) is semidet.
'$says_defined'(assertz(What), What).
'$says_defined'(asserta(What), What).
'$says_defined'(assert(What), What).
'$says_defined'(retract(What), What).
'$says_defined'(retractall(What), What).
'$says_defined'(abolish(What), indicator(What)).
'$says_defined'(dynamic(What), indicator(What)).
'$says_defined'(current_predicate(What), indicator(What)).
'$says_defined'(current_predicate(_, What), What).
'$says_defined'('$user_defined'(Name, Arity), indicator(Name/Arity)).
'$says_defined'(predicate_property(What, _), What).

%! '$named_indicator'(+What, -Indicator) is nondet.
'$named_indicator'(What, _) :-
    var(What),
    !,
    fail.
'$named_indicator'(indicator(What), Indicator) :-
    !,
    nonvar(What),
    (   ( What = (A,B) ; What = [A|B] )
    ->  ( '$named_indicator'(indicator(A), Indicator) ; '$named_indicator'(indicator(B), Indicator) )
    ;   What = _:Inner
    ->  '$named_indicator'(indicator(Inner), Indicator)
    ;   What = Name/Arity,
        atom(Name),
        integer(Arity),
        Indicator = Name/Arity
    ).
'$named_indicator'(_:What, Indicator) :-
    !,
    '$named_indicator'(What, Indicator).
'$named_indicator'((Head :- _), Indicator) :-
    !,
    '$named_indicator'(Head, Indicator).
'$named_indicator'(Head, Name/Arity) :-
    callable(Head),
    functor(Head, Name, Arity).

%! '$undefined_in'(+Module, +Goal, -Indicator, -Inner) is nondet.
%  Goal in a clause of Module calls an undefined predicate; Inner is [] if Goal is that call, else its indicator.
'$undefined_in'(Module, Goal, Indicator, Inner) :-
    '$body_goal'(Goal, Called),
    (   Called = Owner:Plain
    ->  Owner == Module
    ;   Plain = Called
    ),
    callable(Plain),
    \+ Plain = _:_,
    functor(Plain, Name, Arity),
    \+ predicate_property(Plain, defined),
    \+ predicate_property(Module:Plain, defined),
    \+ '$is_hook'(Name, Arity),
    \+ '$is_expected'(Goal, Called),
    Indicator = Name/Arity,
    (   Called == Goal
    ->  Inner = []
    ;   Inner = Indicator
    ).

%! '$is_expected'(+Goal, +Called) is semidet.
%  A catch/3 within Goal expects that the predicate of Called does not exist.
'$is_expected'(Goal, Called) :-
    '$body_goal'(Goal, Catch),
    ( Catch = catch(Tried, Ball, _) ; Catch = catch_with_backtrace(Tried, Ball, _) ),
    subsumes_term(error(existence_error(_, _), _), Ball),
    '$body_goal'(Tried, Inner),
    Inner == Called,
    !.

%! '$body_goal'(+Body, -Goal) is nondet.
%  Goal is a goal of Body that is known, including those in arguments of control constructs and other meta-predicates.
'$body_goal'(Body, Goal) :-
    nonvar(Body),
    (   Body = Module:Inner
    ->  nonvar(Inner),
        ( Module == user -> '$body_goal'(Inner, Goal) ; Goal = Body )
    ;   callable(Body),
        (   '$goal_arguments'(Body, Modes)
        ->  (   Goal = Body
            ;   Body =.. [_|Arguments],
                '$called_argument'(Modes, Arguments, Called),
                '$body_goal'(Called, Goal)
            )
        ;   Goal = Body
        )
    ).

%! '$called_argument'(+Modes, +Arguments, -Called) is nondet.
'$called_argument'([Mode|Modes], [Argument|Arguments], Called) :-
    (   Mode == (^),
        '$unquantified'(Argument, Called)
    ;   integer(Mode),
        '$extended'(Argument, Mode, Called)
    ;   Mode == (//),
        '$grammar_goal'(Argument, Called)
    ;   '$called_argument'(Modes, Arguments, Called)
    ).

%! '$extended'(+Closure, +Count, -Goal) is semidet.
%  Goal is Closure with Count more arguments; of a lambda expression it is the body.
'$extended'(Closure, Count, Goal) :-
    callable(Closure),
    (   Closure = Module:Inner
    ->  Goal = Module:Called,
        \+ ( nonvar(Inner), Inner = _:_ ),
        '$extended'(Inner, Count, Called)
    ;   Closure = Lambda>>Body
    ->  ( nonvar(Lambda), Lambda = _/Parameters -> true ; Parameters = Lambda ),
        is_list(Parameters),
        length(Parameters, Taken),
        Left is max(0, Count-Taken),
        '$extended'(Body, Left, Goal)
    ;   \+ Closure = _/_,
        length(Extra, Count),
        Closure =.. Parts,
        append(Parts, Extra, More),
        Goal =.. More
    ).

%! '$grammar_goal'(+Body, -Goal) is nondet.
'$grammar_goal'(Body, Goal) :-
    callable(Body),
    (   memberchk(Body, [(A,B),(A;B),(A|B),(A->B)])
    ->  ( '$grammar_goal'(A, Goal) ; '$grammar_goal'(B, Goal) )
    ;   Body = (\+ A)
    ->  '$grammar_goal'(A, Goal)
    ;   Body = {Goal}
    ->  true
    ;   \+ memberchk(Body, [[_|_],[],!]),
        '$extended'(Body, 2, Goal)
    ).

%! '$unquantified'(+Goal, -Inner)
'$unquantified'(Goal, Inner) :-
    (   nonvar(Goal),
        Goal = _^Rest
    ->  '$unquantified'(Rest, Inner)
    ;   Inner = Goal
    ).
