% Calls on dicts in clauses, `X = D.k`: each becomes a variable, and a goal that computes it before the goal that uses it.
% In a body the goal `$` commits to the clause, and the goals after it must succeed without leaving choice points.

%! '$expand_functional'(+Term, -Expanded) is det.
%  Term is a clause or directive that has calls on dicts, or the goal `$`.
'$expand_functional'(Term0, Expanded) :-
    '$guarded_clause'(Term0, Term),
    (   Term = (:- Directive)
    ->  Expanded = (:- Goal),
        '$functional_body'(Directive, Goal)
    ;   Term = (?- Directive)
    ->  Expanded = (?- Goal),
        '$functional_body'(Directive, Goal)
    ;   '$dict_method'(Term, Clause)
    ->  Expanded = Clause
    ;   Term = (Head --> _),
        nonvar(Head)
    ->  dcg_translate_rule(Term, Clause),
        '$expand_functional'(Clause, Expanded)
    ;   Term = (Head :- Body)
    ->  '$functional_clause'(Head, Body, NewHead, NewBody),
        Expanded = (NewHead :- NewBody)
    ;   Term = (Head => Body)
    ->  '$functional_body'(Body, NewBody),
        Expanded = (Head => NewBody)
    ;   '$functional_clause'(Term, true, NewHead, NewBody),
        Expanded = (NewHead :- NewBody)
    ).

%! '$guarded_clause'(+Clause0, -Clause) is det.
%  Clause has a cut and a checked goal in place of the goal `$` and the goals after it; goals $(Goal) before it are
%  checked in place, too.
'$guarded_clause'(Clause0, Clause) :-
    (   nonvar(Clause0),
        ( Clause0 = (Head :- Body0), Clause1 = (Head :- Body) ; Clause0 = (Head0 => Body0), Clause1 = (Head0 => Body) ),
        ( var(Head0) -> true ; Head0 = (Head,_) -> true ; Head = Head0 ),
        callable(Head),
        ( '$load_module'(Module0) -> true ; Module0 = user ),
        strip_module(Module0:Head, Module, Plain),
        (   compound(Plain)
        ->  compound_name_arity(Plain, Name, Arity)
        ;   Name = Plain,
            Arity = 0
        ),
        '$guarded_body'(Body0, Module:Name/Arity, Body)
    ->  Clause = Clause1
    ;   Clause = Clause0
    ).

%! '$guarded_body'(+Body0, +Culprit, -Body) is semidet.
'$guarded_body'(Body0, Culprit, Body) :-
    (   Body0 == ($)
    ->  Body = !
    ;   nonvar(Body0),
        (   Body0 = (First0,Rest0)
        ->  (   First0 == ($)
            ->  Body = (!,Rest),
                '$det_body'(Rest0, Culprit, guard_in_caller, Rest)
            ;   Body = (First,Rest),
                '$guarded_parts'([First0,Rest0], Culprit, [First,Rest])
            )
        ;   Body0 = $(Goal)
        ->  strip_module(Goal, _, Plain),
            '$det_body'(Goal, Plain, goal, Body)
        ;   Body0 = (If->Then0)
        ->  Body = (If->Then),
            '$guarded_body'(Then0, Culprit, Then)
        ;   Body0 = (One0;Other0),
            Body = (One;Other),
            '$guarded_parts'([One0,Other0], Culprit, [One,Other])
        )
    ).

%! '$guarded_parts'(+Parts0, +Culprit, -Parts) is semidet.
%  True if one of the goals Parts0 has the goal `$`.
'$guarded_parts'([One0,Other0], Culprit, [One,Other]) :-
    (   '$guarded_body'(One0, Culprit, One)
    ->  ( '$guarded_body'(Other0, Culprit, Other) -> true ; Other = Other0 )
    ;   One = One0,
        '$guarded_body'(Other0, Culprit, Other)
    ).

%! '$dict_method'(+Term, -Clause) is semidet.
%  Term defines a function on the dicts of the module: M.name(Arguments) := Value.
'$dict_method'(Term, Clause) :-
    (   Term = (Head :- Body)
    ->  true
    ;   Head = Term,
        Body = true
    ),
    nonvar(Head),
    Head = (Call := Value),
    nonvar(Call),
    Call = '$dot'(Dict, Function),
    (   compound(Function)
    ->  compound_name_arguments(Function, Name, Arguments)
    ;   atom(Function)
    ->  Name = Function,
        Arguments = []
    ),
    append(Arguments, [Dict,Result], All),
    NewHead =.. [Name|All],
    '$functional_body'(Body, NewBody),
    '$replace_calls'(Value, Plain, Goals, []),
    '$conjunction'(Goals, Result = Plain, Last),
    Clause = (NewHead :- NewBody, Last).

%! '$functional_clause'(+Head, +Body, -NewHead, -NewBody) is det.
'$functional_clause'(Head, Body, NewHead, NewBody) :-
    '$replace_calls'(Head, NewHead, Goals, []),
    '$functional_body'(Body, Expanded),
    '$conjunction'(Goals, Expanded, NewBody).

%! '$functional_body'(:Body, -Expanded) is det.
'$functional_body'(Body, Expanded) :-
    (   var(Body)
    ->  Expanded = Body
    ;   Body = '$dot'(_, _)
    ->  '$replace_calls'(Body, Goal, Goals, []),
        '$conjunction'(Goals, call(Goal), Expanded)
    ;   '$connects'(Body, Parts, Others, Expanded)
    ->  '$functional_bodies'(Parts, Others)
    ;   compound(Body),
        '$goal_arguments'(Body, Modes)
    ->  Body =.. [Name|Arguments],
        '$functional_arguments'(Modes, Arguments, Others, Goals, []),
        Goal =.. [Name|Others],
        '$conjunction'(Goals, Goal, Expanded)
    ;   '$replace_calls'(Body, Goal, Goals, []),
        '$conjunction'(Goals, Goal, Expanded)
    ).

%! '$functional_bodies'(+Parts, -Others)
'$functional_bodies'([], []).
'$functional_bodies'([Part|Parts], [Other|Others]) :-
    '$functional_body'(Part, Other),
    '$functional_bodies'(Parts, Others).

%! '$functional_arguments'(+Modes, +Arguments, -Others, -Goals, ?Rest)
%  Calls within a goal that is an argument are computed when that goal runs.
'$functional_arguments'([], [], [], Goals, Goals).
'$functional_arguments'([Mode|Modes], [Argument|Arguments], [Other|Others], Goals, Rest) :-
    (   Mode == 0
    ->  '$functional_quantified'(Argument, Other),
        Goals = Goals1
    ;   Mode == (^)
    ->  '$functional_quantified'(Argument, Goal),
        % The values of the calls are no free variables of the goal.
        term_variables(Argument, Old),
        term_variables(Old+Goal, All),
        append(Old, New, All),
        foldl('$quantify', New, Goal, Other),
        Goals = Goals1
    ;   '$replace_calls'(Argument, Other, Goals, Goals1)
    ),
    '$functional_arguments'(Modes, Arguments, Others, Goals1, Rest).

%! '$quantify'(+Variable, +Goal, -Quantified) is det.
'$quantify'(Variable, Goal, Variable^Goal).

%! '$functional_quantified'(:Goal, -Expanded)
'$functional_quantified'(Goal, Expanded) :-
    (   nonvar(Goal),
        Goal = Variable^Inner
    ->  Expanded = Variable^Other,
        '$functional_quantified'(Inner, Other)
    ;   '$functional_body'(Goal, Expanded)
    ).

%! '$replace_calls'(+Term, -Plain, -Goals, ?Rest)
%  Plain is Term with a variable in place of each call on a dict, which Goals compute.
'$replace_calls'(Term, Plain, Goals, Rest) :-
    (   compound(Term)
    ->  (   Term = '$dot'(Dict0, Function0)
        ->  '$replace_calls'(Dict0, Dict, Goals, Goals1),
            '$replace_calls'(Function0, Function, Goals1, [Goal|Rest]),
            (   nonvar(Function),
                '$dict_goal'(Function, Dict, Plain, Goal)
            ->  true
            ;   Goal = '$dict_call'(Dict, Function, Plain)
            )
        ;   compound_name_arguments(Term, Name, Arguments),
            '$replace_all'(Arguments, Others, Goals, Rest),
            compound_name_arguments(Plain, Name, Others)
        )
    ;   Plain = Term,
        Goals = Rest
    ).

%! '$replace_all'(+Terms, -Plain, -Goals, ?Rest)
'$replace_all'([], [], Goals, Goals).
'$replace_all'([Term|Terms], [Plain|Others], Goals, Rest) :-
    '$replace_calls'(Term, Plain, Goals, Goals1),
    '$replace_all'(Terms, Others, Goals1, Rest).

%! '$conjunction'(+Goals, +Last, -Body)
'$conjunction'([], Last, Last).
'$conjunction'([Goal|Goals], Last, (Goal,Body)) :-
    '$conjunction'(Goals, Last, Body).

%! '$call_functional'(:Goal) is nondet.
%  Calls a goal that has calls on dicts.
'$call_functional'(Goal) :-
    '$functional_body'(Goal, Expanded),
    call(Expanded).
