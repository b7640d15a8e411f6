% The well-founded semantics of tabled goals: negation, undefined answers, and what is left to be decided of them.
%
% A goal that is neither true nor false in the well-founded model is undefined. It succeeds, and the machine notes it
% (src/machine/tabling/conditions.rs): what is derived from it is undefined too, unless it holds otherwise.

%! tnot(:Goal) is semidet.
%  The negation of the tabled Goal in the well-founded semantics: true if Goal has no answers, false if it has some, and
%  undefined if its answers depend on this negation, as on p in p :- tnot(q) and q :- tnot(p). Goal should be ground.
%  ?- catch(tnot(fail), error(E, _), true).   %=> E = permission_error(tnot, non_tabled_procedure, fail/0).
%  ?- tnot(undefined), call_delays(undefined, D).   %=> D = undefined.
tnot(Goal) :-
    strip_module(Goal, Module, Plain),
    must_be(callable, Plain),
    (   '$tabled_goal'(Module, Plain, Inner, Modes)
    ->  '$tnot'(Inner, Modes)
    ;   Plain == undefined
    ->  '$tnot'('$undefined', none)
    ;   functor(Plain, Name, Arity),
        permission_error(tnot, non_tabled_procedure, Name/Arity)
    ).

%! not_exists(:Goal) is semidet.
%  The negation of any Goal in the well-founded semantics: true if Goal has no answers, with any values of its variables.
%  A goal that is not tabled is called as by tabled_call/1.
%  ?- not_exists(member(_, [])).
%  ?- not_exists(member(_, [a])).   %=> false.
not_exists(Goal) :-
    strip_module(Goal, Module, Plain),
    must_be(callable, Plain),
    (   ground(Plain),
        '$tabled_goal'(Module, Plain, Inner, Modes)
    ->  '$tnot'(Inner, Modes)
    ;   '$check_goal'(Goal),
        '$tnot'(Goal, none)
    ).

%! undefined is undefined.
%  Neither true nor false.
%  ?- call_delays(undefined, D).   %=> D = undefined.
undefined :-
    '$tabled_call'('$undefined', none).

%! answer_count_restraint is undefined.
%  What the answers depend on that max_answers(N) has left out of a table.
%  ?- call_delays(answer_count_restraint, D).   %=> D = answer_count_restraint.
answer_count_restraint :-
    '$tabled_call'('$answer_count_restraint', none).

%! '$answer_count_restraint' is undefined.
'$answer_count_restraint' :-
    '$tnot'('$answer_count_restraint', none).

%! radial_restraint is undefined.
%  What the answers depend on that answer_abstract(N) has left out of a table.
%  ?- call_delays(radial_restraint, D).   %=> D = radial_restraint.
radial_restraint :-
    '$tabled_call'('$radial_restraint', none).

%! '$radial_restraint' is undefined.
'$radial_restraint' :-
    '$tnot'('$radial_restraint', none).

%! '$undefined' is undefined.
%  The clause of undefined/0.
'$undefined' :-
    '$tnot'('$undefined', none).

%! call_delays(:Goal, -Delays) is nondet.
%  Calls Goal. Delays is true if its answer is, and otherwise the conjunction of the undefined goals that it depends on.
%  ?- call_delays(member(X, [a]), D).   %=> X = a, D = true.
call_delays(Goal, Delays) :-
    '$delays'(Before),
    '$set_delays'([]),
    call(Goal),
    '$delays'(New),
    '$delay_goals'(New, Goals),
    '$delay_conjunction'(Goals, Delays),
    append(New, Before, All),
    '$set_delays'(All).

%! '$delay_goals'(+Delays, -Goals) is det.
'$delay_goals'(Delays, Goals) :-
    maplist('$delay_goal', Delays, All),
    '$distinct_goals'(All, Goals).

%! '$distinct_goals'(+List, -Set) is det.
%  The members of List that are not variants of one before.
'$distinct_goals'(List, Set) :-
    '$distinct_goals'(List, [], Set).

%! '$distinct_goals'(+List, +Seen, -Set) is det.
'$distinct_goals'([], _, []).
'$distinct_goals'([X|Xs], Seen, Set) :-
    (   member(Y, Seen),
        Y =@= X
    ->  Set = Set1
    ;   Set = [X|Set1]
    ),
    '$distinct_goals'(Xs, [X|Seen], Set1).

%! '$delay_conjunction'(+Goals, -Conjunction) is det.
'$delay_conjunction'([], true).
'$delay_conjunction'([Goal|Goals], Conjunction) :-
    (   Goals == []
    ->  Conjunction = Goal
    ;   Conjunction = (Goal,Rest),
        '$delay_conjunction'(Goals, Rest)
    ).

%! delays_residual_program(+Delays, -Program) is det.
%  Program is the list of the clauses that say what the undefined goals in Delays, a conjunction as call_delays/2
%  gives it, depend on.
%  ?- delays_residual_program(true, P).   %=> P = [].
delays_residual_program(Delays, Program) :-
    '$delay_conjuncts'(Delays, Goals, []),
    '$tables'(Tables),
    findall(
        Answer,
        (   member(Goal, Goals),
            '$delayed_answer'(Goal, Tables, Answer)
        ),
        Answers
    ),
    '$residual_program'(Answers, Program).

%! '$delay_conjuncts'(+Conjunction, -Goals, ?Tail) is det.
'$delay_conjuncts'(Conjunction, Goals, Tail) :-
    must_be(nonvar, Conjunction),
    (   Conjunction = (First,Rest)
    ->  '$delay_conjuncts'(First, Goals, Goals1),
        '$delay_conjuncts'(Rest, Goals1, Tail)
    ;   memberchk(Conjunction, [true,undefined,answer_count_restraint,radial_restraint])
    ->  Goals = Tail
    ;   Goals = [Conjunction|Tail]
    ).

%! '$delayed_answer'(+Goal, +Tables, -Answer) is nondet.
%  Answer is the number of an undecided answer that Goal, or the goal that it negates, has.
'$delayed_answer'(Goal, Tables, Answer) :-
    (   Goal = tnot(Negated)
    ->  strip_module(Negated, Module, Plain)
    ;   strip_module(Goal, Module, Plain)
    ),
    member(table(Variant, Id, _, _), Tables),
    '$undecided'(Id, Answers),
    Answers \== [],
    strip_module(Variant, Module, Plain1),
    (   Goal = tnot(_)
    ->  Plain1 =@= Plain,
        member(Answer, Answers)
    ;   subsumes_term(Plain1, Plain),
        member(Answer, Answers),
        '$delay_goal'(Answer, Found),
        strip_module(Found, _, Plain2),
        Plain2 =@= Plain
    ).

%! '$residual_program'(+Answers, -Program) is det.
%  The clauses of undecided answers, and of those that they depend on.
'$residual_program'(Answers, Program) :-
    empty_assoc(Seen),
    '$residual_clauses'(Answers, [], Seen, Clauses),
    '$distinct_goals'(Clauses, Program).

%! '$residual_clauses'(+Answers, +Later, +Seen, -Clauses) is det.
%  Later are lists of the answers to be taken behind Answers, the last one first.
'$residual_clauses'([], Later, Seen, Clauses) :-
    (   Later == []
    ->  Clauses = []
    ;   reverse(Later, Lists),
        append(Lists, Answers),
        '$residual_clauses'(Answers, [], Seen, Clauses)
    ).
'$residual_clauses'([Answer|Answers], Later, Seen, Clauses) :-
    (   get_assoc(Answer, Seen, _)
    ->  '$residual_clauses'(Answers, Later, Seen, Clauses)
    ;   put_assoc(Answer, Seen, true, Seen1),
        '$delay_goal'(Answer, Head),
        (   memberchk(Head, [undefined,answer_count_restraint,radial_restraint])
        ->  Clauses = Clauses1,
            Next = []
        ;   '$delay_ways'(Answer, Ways),
            maplist('$residual_body', Ways, Bodies),
            '$residual_clause'(Bodies, Head, Clauses, Clauses1),
            findall(
                Other,
                (   member(Way, Ways),
                    member(Delay, Way),
                    '$delay_answers'(Delay, Others),
                    member(Other, Others)
                ),
                Next
            )
        ),
        '$residual_clauses'(Answers, [Next|Later], Seen1, Clauses1)
    ).

%! '$residual_body'(+Way, -Body) is det.
'$residual_body'(Way, Body) :-
    '$delay_goals'(Way, Goals),
    '$delay_conjunction'(Goals, Body).

%! '$residual_clause'(+Bodies, +Head, -Clauses, ?Tail) is det.
'$residual_clause'(Bodies, Head, Clauses, Tail) :-
    '$distinct_goals'(Bodies, Different),
    (   '$delay_disjunction'(Different, Body)
    ->  Clauses = [(Head :- Body)|Tail]
    ;   Clauses = Tail
    ).

%! '$delay_disjunction'(+Bodies, -Disjunction) is semidet.
'$delay_disjunction'([Body|Bodies], Disjunction) :-
    (   Bodies == []
    ->  Disjunction = Body
    ;   Disjunction = (Body;Rest),
        '$delay_disjunction'(Bodies, Rest)
    ).

%! '$tripwire'(+Flag, +Goal) is det.
%  The tabled Goal has met the limit of Flag, whose action is to suspend: a prompt is opened; its end goes on with the goal.
'$tripwire'(Flag, Goal) :-
    print_message(warning, tripwire(Flag, Goal)),
    break.

%! call_residual_program(:Goal, -Program) is nondet.
%  Calls Goal. Program is the list of the clauses that its answer depends on, empty if the answer is true.
%  ?- call_residual_program(true, P).   %=> P = [].
call_residual_program(Goal, Program) :-
    '$delays'(Before),
    '$set_delays'([]),
    call(Goal),
    '$delays'(New),
    '$delays_program'(New, Program),
    append(New, Before, All),
    '$set_delays'(All).

%! '$delays_program'(+Delays, -Program) is det.
'$delays_program'(Delays, Program) :-
    findall(
        Answer,
        (   member(Delay, Delays),
            '$delay_answers'(Delay, Answers),
            member(Answer, Answers)
        ),
        All
    ),
    '$residual_program'(All, Program).

%! '$answer_delays'(+Delays, -Conjunction, -Program, -Text) is det.
%  What an answer under Delays depends on: the undefined goals, their clauses, and these as text, indented.
'$answer_delays'(Delays, Conjunction, Program, Text) :-
    '$delay_goals'(Delays, Goals),
    '$delay_conjunction'(Goals, Conjunction),
    '$delays_program'(Delays, Program),
    with_output_to(string(Listed), forall(member(Clause, Program), portray_clause(Clause))),
    split_string(Listed, "\n", "", Lines0),
    findall(Line, ( member(Line0, Lines0), Line0 \== "", atomics_to_string(["    ",Line0,"\n"], Line) ), Lines),
    atomics_to_string(Lines, Text).

%! answer_residual(:Goal, -Residual) is nondet.
%  Goal is an answer in a complete table; Residual is true or, if the answer is undefined, the disjunction of conjunctions
%  of undefined goals that it depends on.
%  ?- answer_residual(undefined, R).   %=> R = tnot(undefined).
answer_residual(Goal, Residual) :-
    '$delays'(Before),
    '$set_delays'([]),
    call(Goal),
    '$delays'(Delays),
    '$set_delays'(Before),
    (   Delays = [Delay]
    ->  '$delay_ways'(Delay, Ways),
        maplist('$residual_body', Ways, Bodies),
        '$distinct_goals'(Bodies, Different),
        '$delay_disjunction'(Different, Residual)
    ;   '$delay_goals'(Delays, Goals),
        '$delay_conjunction'(Goals, Residual)
    ).
