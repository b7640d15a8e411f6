% Calls on dicts in clauses, `X = D.k`: each becomes a variable, and a goal that computes it before the goal that uses it.

%! '$expand_functional'(+Term, -Expanded) is det.
%  Term is a clause or directive that has calls on dicts.
'$expand_functional'(Term, Expanded) :-
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
