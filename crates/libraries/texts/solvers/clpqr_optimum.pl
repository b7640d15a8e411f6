% Optima for library(clpq) and library(clpr), and the questions that leave the constraints as they are.

%! '$clp_entailed'(+Domain, +Constraint) is semidet.
%  Constraint is true in all solutions: its negation has none.
'$clp_entailed'(Domain, Constraint) :-
    (   var(Constraint)
    ->  instantiation_error(Constraint)
    ;   Constraint = (Left,Right)
    ->  '$clp_entailed'(Domain, Left),
        '$clp_entailed'(Domain, Right)
    ;   '$clp_negation'(Constraint, Domain, Negation),
        \+ '$clp_post'(Domain, Negation)
    ).

%! '$clp_negation'(+Constraint, +Domain, -Negation) is det.
'$clp_negation'(Constraint, Domain, Negation) :-
    (   var(Constraint)
    ->  instantiation_error(Constraint)
    ;   Constraint = (Left,Right)
    ->  Negation = (Left1;Right1),
        '$clp_negation'(Left, Domain, Left1),
        '$clp_negation'(Right, Domain, Right1)
    ;   Constraint = (Left;Right)
    ->  Negation = (Left1,Right1),
        '$clp_negation'(Left, Domain, Left1),
        '$clp_negation'(Right, Domain, Right1)
    ;   '$clp_relation'(Constraint, Relation, Left, Right)
    ->  '$clp_opposite'(Relation, Left, Right, Negation)
    ;   '$clp_kind'(Domain, constraint, Kind),
        type_error(Kind, Constraint)
    ).

%! '$clp_opposite'(+Relation, ?Left, ?Right, -Negation) is det.
'$clp_opposite'(=, X, Y, X =\= Y).
'$clp_opposite'(1, X, Y, X < Y).
'$clp_opposite'(2, X, Y, X =< Y).
'$clp_opposite'(-1, X, Y, X > Y).
'$clp_opposite'(-2, X, Y, X >= Y).
'$clp_opposite'(3, X, Y, X =:= Y).

%! '$clp_extremum'(+Direction, +Domain, ?Expression, -Value, +Variables, -Values) is semidet.
%  Value is the infimum of Expression for the Direction -1, the supremum for 1; Values are those of Variables there.
'$clp_extremum'(Direction, Domain, Expression, Value, Variables, Values) :-
    '$clp_store'(Domain, Store),
    '$clp_must_be_nodes'(Variables, Store),
    (   '$clp_linear_sum'(Expression, Store, C, Terms)
    ->  Best = best(none, none),
        \+ \+ '$clp_find_optimum'(Direction, C, Terms, Variables, Store, Best),
        Best = best(Optimum, Values0),
        '$clp_same_number'(Value, Optimum, Store),
        Values = Values0
    ;   '$clp_wait_linear'(Expression, '$clp_extremum'(Direction, Domain, Expression, Value, Variables, Values), Store)
    ).

%! '$clp_must_be_nodes'(+Variables, +Store) is det.
'$clp_must_be_nodes'(Variables, Store) :-
    must_be(list, Variables),
    forall(member(X, Variables), ( var(X) -> true ; '$clp_value'(X, Store, _) )).

%! '$clp_linear_sum'(?Expression, +Store, -Constant, -Terms) is semidet.
'$clp_linear_sum'(Expression, Store, C, Terms) :-
    (   '$clp_linear'(Expression, Store, C0, Terms0)
    ->  C = C0,
        Terms = Terms0
    ;   '$clp_sum'(Expression, Store, Sum),
        arg(4, Store, One),
        Zero is One - One,
        '$clp_sum_items'(Sum, Store, Zero, C, Items),
        '$clp_collected'(Items, Store, Terms)
    ).

%! '$clp_wait_linear'(?Expression, :Goal, +Store) is semidet.
%  Fails if Expression has no value.
'$clp_wait_linear'(Expression, Goal, Store) :-
    '$clp_sum'(Expression, Store, Sum),
    '$clp_nonlinear_part'(Sum, Part),
    term_variables(Part, Variables),
    '$clp_delay'(Variables, Goal, Store).

%! '$clp_same_number'(?Value, +Number, +Store) is semidet.
'$clp_same_number'(Value, Number, Store) :-
    (   number(Value)
    ->  arg(2, Store, Epsilon),
        abs(Value - Number) =< Epsilon
    ;   Value = Number
    ).

%! '$clp_find_optimum'(+Direction, +Constant, +Terms, +Variables, +Store, !Best) is semidet.
%  Notes the optimum of Constant + Terms in Best, and the values of Variables there.
'$clp_find_optimum'(Direction, C, Terms, Variables, Store, Best) :-
    (   Terms == []
    ->  Optimum = C
    ;   '$clp_objective'(Direction, C, Terms, Store, Node),
        '$clp_maximum'(Node, 0, Store, Value),
        % Not -0.0.
        Optimum is 0 + Direction*Value
    ),
    '$clp_vertex'(Variables, Store, Values),
    nb_setarg(1, Best, Optimum),
    nb_setarg(2, Best, Values).

%! '$clp_objective'(+Direction, +Constant, +Terms, +Store, -Node) is semidet.
%  Node is to be maximized; fails if Terms have no bounds.
'$clp_objective'(Direction, C, Terms, Store, Node) :-
    '$clp_last_free'(Terms, 0, none, none),
    arg(4, Store, One),
    Factor is Direction * One,
    '$clp_row_sum'([], Factor, Terms, none, Row),
    C1 is Direction * C,
    '$clp_dependent'(Store, 0, C1, Row, Node).

%! '$clp_vertex'(+Variables, +Store, -Values) is det.
%  Values are those of Variables where all parameters are zero.
'$clp_vertex'([], _, []).
'$clp_vertex'([X|Xs], Store, [Value|Values]) :-
    (   var(X)
    ->  '$clp_node_of'(X, Store, Node),
        (   arg(2, Node, d(C, _))
        ->  Value = C
        ;   arg(4, Store, One),
            Value is One - One
        )
    ;   '$clp_number'(Store, X, Value)
    ),
    '$clp_vertex'(Xs, Store, Values).

%! '$clp_optimize'(+Direction, +Domain, ?Expression) is nondet.
%  Expression gets its smallest value for the Direction -1, its largest one for 1: where it has it, the parameters in its
%  row are zero.
'$clp_optimize'(Direction, Domain, Expression) :-
    '$clp_store'(Domain, Store),
    (   '$clp_linear_sum'(Expression, Store, C, Terms)
    ->  (   Terms == []
        ->  true
        ;   '$clp_objective'(Direction, C, Terms, Store, Node),
            '$clp_maximum'(Node, 0, Store, _),
            arg(2, Node, d(_, Rest)),
            '$clp_parameters'(Rest, Zeros),
            '$clp_fix'(Zeros, Store),
            '$clp_flush'(Store)
        )
    ;   '$clp_wait_linear'(Expression, '$clp_optimize'(Direction, Domain, Expression), Store)
    ).

%! '$clp_bb_inf'(+Domain, +Variables, ?Expression, -Inf, -Values, +Tolerance) is semidet.
%  Branch and bound: Inf is the infimum of Expression where Variables are integers, Values their values there.
'$clp_bb_inf'(Domain, Variables, Expression, Inf, Values, Tolerance) :-
    '$clp_store'(Domain, Store),
    '$clp_must_be_nodes'(Variables, Store),
    (   '$clp_linear_sum'(Expression, Store, _, _)
    ->  Best = best(none, none),
        '$clp_whole_steps'(Expression, Variables, Store, Whole),
        (   '$clp_bb_start'(Expression, Store, Node),
            Search = bb(Variables, Node, Tolerance, Whole, Store, Domain, Best),
            '$clp_bb'(Search),
            fail
        ;   true
        ),
        Best = best(Value, Integers),
        Value \== none,
        '$clp_same_number'(Inf, Value, Store),
        Values = Integers
    ;   '$clp_wait_linear'(Expression, '$clp_bb_inf'(Domain, Variables, Expression, Inf, Values, Tolerance), Store)
    ).

%! '$clp_bb_start'(?Expression, +Store, -Node) is semidet.
'$clp_bb_start'(Expression, Store, Node) :-
    '$clp_linear_sum'(Expression, Store, C, Terms),
    (   Terms == []
    ->  Negative is -C,
        '$clp_dependent'(Store, 0, Negative, [], Node)
    ;   '$clp_objective'(-1, C, Terms, Store, Node)
    ).

%! '$clp_whole_steps'(?Expression, +Variables, +Store, -Whole) is det.
%  Whole is true if the values of Expression are integers where Variables are.
'$clp_whole_steps'(Expression, Variables, Store, Whole) :-
    (   arg(4, Store, 1),
        '$clp_sum'(Expression, Store, Sum),
        \+ ( member(m(K, Powers), Sum),
             \+ ( integer(K),
                  ( Powers == [] ; Powers = [X-1], '$is_among'(Variables, X) ) ) )
    ->  Whole = true
    ;   Whole = false
    ).

%! '$clp_bb'(+Search) is nondet.
%  Notes what is better than the best that is known.
'$clp_bb'(Search) :-
    Search = bb(Variables, Node, Tolerance, _, Store, Domain, Best),
    '$clp_maximum'(Node, 0, Store, Value),
    '$clp_is_better'(Search, Value),
    '$clp_vertex'(Variables, Store, Values),
    (   '$clp_fraction'(Variables, Values, Tolerance, X, V)
    ->  Low is floor(V),
        High is Low + 1,
        (   V - Low =< 0.5
        ->  ( '$clp_post'(Domain, X =< Low) ; '$clp_post'(Domain, X >= High) )
        ;   ( '$clp_post'(Domain, X >= High) ; '$clp_post'(Domain, X =< Low) )
        ),
        '$clp_bb'(Search)
    ;   '$clp_rounded_all'(Values, Integers),
        (   '$clp_all_equal'(Variables, Integers, Domain),
            '$clp_maximum'(Node, 0, Store, Value1)
        ->  '$clp_is_better'(Search, Value1),
            Inf is 0 - Value1,
            nb_setarg(1, Best, Inf),
            nb_setarg(2, Best, Integers)
        ;   '$clp_unbound'(Variables, Integers, X, I),
            Low is I - 1,
            High is I + 1,
            (   '$clp_post'(Domain, X = I)
            ;   '$clp_post'(Domain, X >= High)
            ;   '$clp_post'(Domain, X =< Low)
            ),
            '$clp_bb'(Search)
        )
    ).

%! '$clp_is_better'(+Search, +Value) is semidet.
%  The negated Value is less than the best that is known.
'$clp_is_better'(bb(_, _, _, Whole, Store, _, Best), Value) :-
    arg(1, Best, Known),
    (   Known == none
    ->  true
    ;   Whole == true
    ->  ceiling(-Value) < Known
    ;   arg(2, Store, Epsilon),
        -Value < Known - Epsilon
    ).

%! '$clp_fraction'(+Variables, +Values, +Tolerance, -Variable, -Value) is semidet.
%  Variable is the first one that has no integer as its value.
'$clp_fraction'([X|Xs], [V|Vs], Tolerance, Variable, Value) :-
    (   abs(V - round(V)) > Tolerance
    ->  Variable = X,
        Value = V
    ;   '$clp_fraction'(Xs, Vs, Tolerance, Variable, Value)
    ).

%! '$clp_rounded_all'(+Values, -Integers) is det.
'$clp_rounded_all'([], []).
'$clp_rounded_all'([V|Vs], [I|Is]) :-
    I is round(V),
    '$clp_rounded_all'(Vs, Is).

%! '$clp_all_equal'(+Variables, +Integers, +Domain) is semidet.
'$clp_all_equal'([], [], _).
'$clp_all_equal'([X|Xs], [I|Is], Domain) :-
    '$clp_post'(Domain, X = I),
    '$clp_all_equal'(Xs, Is, Domain).

%! '$clp_unbound'(+Variables, +Integers, -Variable, -Integer) is semidet.
'$clp_unbound'([X|Xs], [I|Is], Variable, Integer) :-
    (   var(X)
    ->  Variable = X,
        Integer = I
    ;   '$clp_unbound'(Xs, Is, Variable, Integer)
    ).
