% Aggregation over all solutions of a goal: counting, sums, extremes, bags and sets.

%! aggregate_all(+Template, :Goal, -Result) is semidet.
%  Result aggregates Template over all solutions of Goal. Template is count, sum(E), max(E), min(E), max(E, W), min(E,
%  W), bag(X), set(X), or a term with such arguments. Max and min fail if Goal has no solution.
%  ?- aggregate_all(max(X), member(X, [3,1,4]), M).
aggregate_all(Template, Goal, Result) :-
    (   Template == count
    ->  '$count_solutions'(Goal, Result)
    ;   '$aggregate_plan'(Template, Expression, Plan),
        '$aggregate_goal'(Plan, Goal, Called),
        findall(Expression, Called, Found),
        '$aggregate_result'(Plan, Found, Result)
    ).

%! aggregate_all(+Template, ?Discriminator, :Goal, -Result) is semidet.
%  Like aggregate_all/3, over the solutions with different Discriminator.
%  ?- aggregate_all(count, _X, member(_X, [a,b,a]), C).   %=> C = 2.
aggregate_all(Template, Discriminator, Goal, Result) :-
    '$aggregate_plan'(Template, Expression, Plan),
    '$distinct_values'(Discriminator, Expression, Goal, Values),
    '$aggregate_result'(Plan, Values, Result).

%! '$aggregate_plan'(+Template, -Expression, -Plan)
%  Expression is what a solution contributes; Plan says what is made of all of them.
'$aggregate_plan'(Template, Expression, Plan) :-
    (   var(Template)
    ->  instantiation_error(Template)
    ;   '$aggregate_parts'(Template, Expression)
    ->  Plan = Template
    ;   '$aggregate_tuple'(Template, Templates, Expression, Name)
    ->  Plan = [Name|Templates]
    ;   compound(Template),
        '$no_template'(Template, Part)
    ->  domain_error(aggregate_template, Part)
    ;   atom(Template)
    ->  domain_error(aggregate_template, Template)
    ;   type_error(aggregate_template, Template)
    ).

%! '$no_template'(+Tuple, -Part) is semidet.
%  Part is the first argument of Tuple that is no template.
'$no_template'(Tuple, Part) :-
    arg(_, Tuple, Part),
    \+ ( nonvar(Part), '$aggregate_parts'(Part, _) ),
    !.

%! '$aggregate_result'(+Plan, +Found, -Result)
'$aggregate_result'(Plan, Found, Result) :-
    (   Plan = [Name|Templates]
    ->  '$aggregate_columns'(Templates, Found, Results),
        Result0 =.. [Name|Results]
    ;   '$aggregate'(Plan, Found, Result0)
    ),
    Result = Result0.

%! '$aggregate_each'(+Plan, ?Expression, :Goal, -Result)
%  What aggregate_all/3 does if the template is in the text of the program: for the compiler, which takes these clauses.
'$aggregate_each'(Plan, Expression, Goal, Result) :-
    '$findall_start'(Goal, _),
    (   call(Goal),
        '$findall_add'(Expression)
    ;   '$findall_collect'(Found, [])
    ),
    '$aggregate_result'(Plan, Found, Result).

%! '$aggregate_distinct'(+Plan, ?Discriminator, ?Expression, :Goal, -Result)
%  The same for aggregate_all/4.
'$aggregate_distinct'(Plan, Discriminator, Expression, Goal, Result) :-
    '$findall_start'(Goal, _),
    (   call(Goal),
        '$findall_add'(Discriminator-Expression)
    ;   '$findall_collect'(Found, [])
    ),
    '$distinct_result'(Found, Plan, Result).

%! '$distinct_result'(+Found, +Plan, -Result)
'$distinct_result'(Found, Plan, Result) :-
    sort(Found, Distinct),
    pairs_values(Distinct, Values),
    '$aggregate_result'(Plan, Values, Result).

%! '$distinct_values'(?Discriminator, ?Expression, :Goal, -Values)
'$distinct_values'(Discriminator, Expression, Goal, Values) :-
    '$inner_goal'(Goal, Called),
    findall(Discriminator-Expression, Called, Found),
    sort(Found, Distinct),
    pairs_values(Distinct, Values).

%! '$aggregate_goal'(+Plan, :Goal, -Called)
%  For bag, set and several templates, Goal may be V^Goal, as in bagof/3 and setof/3; nothing is grouped.
'$aggregate_goal'(Plan, Goal, Called) :-
    (   ( Plan = bag(_) ; Plan = set(_) ; Plan = [_|_] )
    ->  '$inner_goal'(Goal, Called)
    ;   Called = Goal
    ).

%! '$inner_goal'(:Goal, -Inner)
%  Inner is Goal without the quantifiers V^.
'$inner_goal'(Goal, Inner) :-
    (   nonvar(Goal),
        ( Goal = _^Goal1 ; Goal = Module:Goal0, nonvar(Goal0), Goal0 = _^Goal2, Goal1 = Module:Goal2 )
    ->  '$inner_goal'(Goal1, Inner)
    ;   nonvar(Goal),
        Goal = Module:Goal3,
        atom(Module),
        nonvar(Goal3),
        Goal3 = _:_
    ->  '$inner_goal'(Goal3, Inner)
    ;   Inner = Goal
    ).

%! '$count_solutions'(:Goal, -Count)
%  Counts by destructive assignment: the solutions are not stored.
'$count_solutions'(Goal, Count) :-
    State = count(0),
    (   call(Goal),
        '$count_one'(State)
    ;   State = count(Count0)
    ),
    Count = Count0.

%! '$aggregate_parts'(+Template, -Expression)
%  Expression is what a solution contributes to Template.
'$aggregate_parts'(count, x).
'$aggregate_parts'(sum(E), E).
'$aggregate_parts'(max(E), E).
'$aggregate_parts'(min(E), E).
'$aggregate_parts'(max(E, W), E-W).
'$aggregate_parts'(min(E, W), E-W).
'$aggregate_parts'(bag(X), X).
'$aggregate_parts'(set(X), X).

%! '$aggregate'(+Template, +Found, -Result)
'$aggregate'(count, Found, N) :-
    length(Found, N).
'$aggregate'(sum(_), Found, Sum) :-
    '$sum_list'(Found, 0, Sum).
'$aggregate'(max(_), [E|Found], Max) :-
    Max0 is E,
    '$max_list'(Found, Max0, Max).
'$aggregate'(min(_), [E|Found], Min) :-
    Min0 is E,
    '$min_list'(Found, Min0, Min).
'$aggregate'(max(_, _), [E-W|Found], max(Max, Witness)) :-
    Max0 is E,
    '$max_witness'(Found, Max0, W, Max, Witness).
'$aggregate'(min(_, _), [E-W|Found], min(Min, Witness)) :-
    Min0 is E,
    '$min_witness'(Found, Min0, W, Min, Witness).
'$aggregate'(bag(_), Found, Found).
'$aggregate'(set(_), Found, Set) :-
    sort(Found, Set).

%! '$max_witness'(+Found, +Max0, +W0, -Max, -W)
'$max_witness'([], Max, W, Max, W).
'$max_witness'([E-W1|Found], Max0, W0, Max, W) :-
    Value is E,
    (   Value > Max0
    ->  '$max_witness'(Found, Value, W1, Max, W)
    ;   '$max_witness'(Found, Max0, W0, Max, W)
    ).

%! '$min_witness'(+Found, +Min0, +W0, -Min, -W)
'$min_witness'([], Min, W, Min, W).
'$min_witness'([E-W1|Found], Min0, W0, Min, W) :-
    Value is E,
    (   Value < Min0
    ->  '$min_witness'(Found, Value, W1, Min, W)
    ;   '$min_witness'(Found, Min0, W0, Min, W)
    ).

%! '$aggregate_tuple'(+Template, -Templates, -Expressions, -Name)
%  True if Template is a term such as r(count, max(X)), whose arguments are templates.
'$aggregate_tuple'(Template, Templates, Expressions, Name) :-
    compound(Template),
    Template =.. [Name|Templates],
    '$aggregate_tuple'(Templates, Expressions).

%! '$aggregate_tuple'(+Templates, -Expressions)
'$aggregate_tuple'([], []).
'$aggregate_tuple'([Template|Templates], [Expression|Expressions]) :-
    nonvar(Template),
    '$aggregate_parts'(Template, Expression),
    '$aggregate_tuple'(Templates, Expressions).

%! '$aggregate_columns'(+Templates, +Rows, -Results)
'$aggregate_columns'([], _, []).
'$aggregate_columns'([Template|Templates], Rows, [Result|Results]) :-
    '$heads_tails'(Rows, Column, Rest),
    '$aggregate'(Template, Column, Result),
    '$aggregate_columns'(Templates, Rest, Results).

%! aggregate(+Template, :Goal, -Result) is nondet.
%  Like aggregate_all/3, but as bagof/3: fails without solutions, and backtracks over the bindings of the free variables
%  of Goal.
%  ?- aggregate(count, X^member(X-k, [a-k, b-k]), C).
aggregate(Template, Goal, Result) :-
    '$aggregate_plan'(Template, Expression, Plan),
    bagof(Expression, Goal, Found),
    '$aggregate_result'(Plan, Found, Result).

%! foreach(:Generator, :Goal) is nondet.
%  True if the conjunction of the instances of Goal for all solutions of Generator is true.
%  ?- foreach(member(X, [1,2]), dif(X, Y)).
%  ?- ht_new(H), foreach(member(X, [b,a]), ht_put(H, X, 1)), ht_size(H, N).   %=> N = 2.
foreach(Generator, Goal) :-
    term_variables(Generator, Generated),
    term_variables(Goal, Variables),
    '$those_among'(Generated, Variables, Shared),
    Template =.. [v|Shared],
    findall(Template, Generator, Instances),
    '$goal_skeleton'(Goal, Template, Skeleton, Kept, Arguments),
    '$instance_goals'(Instances, Template, Skeleton, Goals),
    Kept = Arguments,
    '$call_each'(Goals).

%! '$goal_skeleton'(:Goal, +Template, -Skeleton, -Kept, -Arguments)
%  Skeleton is Goal with the variables of Kept in place of Arguments, which have no variable of Template: they are not
%  copied, so that a goal may change them.
'$goal_skeleton'(Goal, Template, Skeleton, Kept, Arguments) :-
    (   Goal = Module:Plain,
        atom(Module)
    ->  Skeleton = Module:Skeleton1,
        '$goal_skeleton'(Plain, Template, Skeleton1, Kept, Arguments)
    ;   Goal =.. [Name|All],
        foldl('$kept_argument'(Template), All, New, Kept-Arguments, []-[]),
        Skeleton =.. [Name|New]
    ).

%! '$kept_argument'(+Template, +Argument, -New, ?Kept0, ?Kept)
'$kept_argument'(Template, Argument, New, Kept0, Kept) :-
    term_variables(Template, Generated),
    term_variables(Argument, Variables),
    (   nonvar(Argument),
        '$those_among'(Generated, Variables, [])
    ->  Kept0 = [New|Kept1]-[Argument|Arguments],
        Kept = Kept1-Arguments
    ;   New = Argument,
        Kept = Kept0
    ).

%! '$instance_goals'(+Instances, +Template, +Skeleton, -Goals)
%  The other variables are shared: copies of those with attributes would double their constraints at each call.
'$instance_goals'([], _, _, []).
'$instance_goals'([Instance|Instances], Template, Skeleton, [Goal|Goals]) :-
    copy_term(Template, Skeleton, Instance, Goal),
    '$instance_goals'(Instances, Template, Skeleton, Goals).

%! '$call_each'(:Goals)
'$call_each'([]).
'$call_each'([Goal|Goals]) :-
    call(Goal),
    '$call_each'(Goals).

%! aggregate(+Template, ?Discriminator, :Goal, -Result) is nondet.
%  Like aggregate/3, over the solutions with different Discriminator.
%  ?- aggregate(count, _X, member(_X, [a,b,a]), C).   %=> C = 2.
%  ?- aggregate(r(count,max(_X)), _X, member(_X, [1,2,1]), R).   %=> R = r(2,2).
aggregate(Template, Discriminator, Goal, Result) :-
    '$aggregate_plan'(Template, Expression, Plan),
    setof(Discriminator-Expression, Goal, Found),
    pairs_values(Found, Values),
    '$aggregate_result'(Plan, Values, Result).
