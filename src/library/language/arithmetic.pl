% Functions of the program in arithmetic, with the names of library(arithmetic).

%! arithmetic_function(:Indicator) is det.
%  Directive that makes the predicate Name/Arity+1 the function Name/Arity of arithmetic in the goals of clauses that are
%  loaded after it. The predicate gets the values of the arguments, and gives that of the function in its last argument.
%  ?- assertz(twice(X, Y) :- Y is 2*X), arithmetic_function(twice/1), arithmetic_expression_value(twice(3)+1, V).   %=> V = 7.
%  A function that exists keeps its meaning.
%  ?- assertz(gcd(_, _, 42)), arithmetic_function(gcd/2), X is gcd(4, 6).   %=> X = 2.
arithmetic_function(Spec) :-
    strip_module(Spec, Module, Indicator),
    must_be(nonvar, Indicator),
    (   Indicator = Name/Arity
    ->  true
    ;   type_error(predicate_indicator, Indicator)
    ),
    must_be(atom, Name),
    must_be(nonneg, Arity),
    functor(Function, Name, Arity),
    (   current_arithmetic_function(Function)
    ->  true
    ;   '$arithmetic_function'(Function, Module)
    ).

%! '$arithmetic_function'(+Function, +Module) is det.
'$arithmetic_function'(Function, Module) :-
    dynamic('$arithmetic':function/2),
    (   '$arithmetic':function(Function, Module)
    ->  true
    ;   assertz('$arithmetic':function(Function, Module))
    ),
    multifile(system:goal_expansion/2),
    dynamic(system:goal_expansion/2),
    (   clause(system:goal_expansion(_, _), '$expand_arithmetic'(_, _))
    ->  true
    ;   assertz((system:goal_expansion(Goal, Expanded) :- '$expand_arithmetic'(Goal, Expanded)))
    ).

%! '$expand_arithmetic'(+Goal, -Expanded) is semidet.
%  Expanded computes the functions of the program in Goal, a goal of arithmetic, before it.
'$expand_arithmetic'(Goal, Expanded) :-
    nonvar(Goal),
    '$arithmetic_goal'(Goal, Sides, NewSides, Plain),
    '$own_functions'(Sides, NewSides, Goals, []),
    Goals \== [],
    '$conjunction'(Goals, Plain, Expanded).

%! '$arithmetic_goal'(+Goal, -Sides, -NewSides, -NewGoal) is semidet.
'$arithmetic_goal'(X is E, [E], [F], X is F).
'$arithmetic_goal'(A =:= B, [A,B], [C,D], C =:= D).
'$arithmetic_goal'(A =\= B, [A,B], [C,D], C =\= D).
'$arithmetic_goal'(A < B, [A,B], [C,D], C < D).
'$arithmetic_goal'(A > B, [A,B], [C,D], C > D).
'$arithmetic_goal'(A =< B, [A,B], [C,D], C =< D).
'$arithmetic_goal'(A >= B, [A,B], [C,D], C >= D).

%! '$own_functions'(+Expressions, -Plain, -Goals, ?Rest) is det.
'$own_functions'([], [], Goals, Goals).
'$own_functions'([Expression|Expressions], [Plain|Others], Goals, Rest) :-
    '$own_function'(Expression, Plain, Goals, Goals1),
    '$own_functions'(Expressions, Others, Goals1, Rest).

%! '$own_function'(+Expression, -Plain, -Goals, ?Rest) is det.
%  Plain has a variable in place of each function of the program, which Goals compute.
'$own_function'(Expression, Plain, Goals, Rest) :-
    (   callable(Expression),
        \+ is_list(Expression)
    ->  (   compound(Expression)
        ->  compound_name_arguments(Expression, Name, Arguments)
        ;   Name = Expression,
            Arguments = []
        ),
        '$own_functions'(Arguments, Values, Goals, Goals1),
        (   '$arithmetic':function(Expression, Module)
        ->  '$argument_values'(Values, Operands, Goals1, Goals2),
            append(Operands, [Plain], All),
            Call =.. [Name|All],
            Goals2 = [Module:Call|Rest]
        ;   Goals1 = Rest,
            (   compound(Expression)
            ->  compound_name_arguments(Plain, Name, Values)
            ;   Plain = Expression
            )
        )
    ;   Plain = Expression,
        Goals = Rest
    ).

%! '$argument_values'(+Expressions, -Values, -Goals, ?Rest) is det.
'$argument_values'([], [], Goals, Goals).
'$argument_values'([Expression|Expressions], [Value|Values], Goals, Rest) :-
    (   number(Expression)
    ->  Value = Expression,
        Goals = Goals1
    ;   Goals = [Value is Expression|Goals1]
    ),
    '$argument_values'(Expressions, Values, Goals1, Rest).

%! arithmetic_expression_value(:Expression, -Value) is det.
%  Value is that of Expression, in which functions of the program may occur.
%  ?- arithmetic_expression_value(1+2, V).   %=> V = 3.
arithmetic_expression_value(Spec, Value) :-
    strip_module(Spec, _, Expression),
    (   '$defined_in_module'('$arithmetic', function, 2),
        '$own_functions'([Expression], [Plain], Goals, [])
    ->  '$conjunction'(Goals, Value is Plain, Goal),
        call(Goal)
    ;   Value is Expression
    ).
