% The constraints that clpqr_show.pl shows: parameters are removed from inequalities, and inequalities that follow from
% others; the rest gets its form.

%! '$clp_eliminate'(+Inequalities0, +Store, -Inequalities) is det.
%  Removes the parameters from inequalities Sign-r(Constant, Terms), first those that lead to the fewest new ones.
'$clp_eliminate'(Inequalities0, Store, Inequalities) :-
    '$clp_parameter_ids'(Inequalities0, Ids0),
    sort(Ids0, Ids),
    (   Ids == []
    ->  Inequalities = Inequalities0
    ;   '$clp_costs'(Ids, Inequalities0, Costs),
        msort(Costs, [_-Id|_]),
        '$clp_by_factor'(Inequalities0, Id, Positive, Negative, Others),
        '$clp_combined'(Positive, Negative, Id, Store, Others, Inequalities1),
        '$clp_needed'(Inequalities1, Store, Inequalities2),
        '$clp_eliminate'(Inequalities2, Store, Inequalities)
    ).

%! '$clp_parameter_ids'(+Inequalities, -Ids) is det.
'$clp_parameter_ids'([], []).
'$clp_parameter_ids'([_-r(_, Terms)|Inequalities], Ids) :-
    '$clp_positive_ids'(Terms, Ids, Ids1),
    '$clp_parameter_ids'(Inequalities, Ids1).

%! '$clp_positive_ids'(+Terms, -Ids, ?Rest) is det.
'$clp_positive_ids'([], Rest, Rest).
'$clp_positive_ids'(t(I, _, _, Terms), Ids, Rest) :-
    (   I > 0
    ->  Ids = [I|Ids1]
    ;   Ids = Ids1
    ),
    '$clp_positive_ids'(Terms, Ids1, Rest).

%! '$clp_costs'(+Ids, +Inequalities, -Costs) is det.
'$clp_costs'([], _, []).
'$clp_costs'([Id|Ids], Inequalities, [Cost-Id|Costs]) :-
    '$clp_by_factor'(Inequalities, Id, Positive, Negative, _),
    length(Positive, P),
    length(Negative, N),
    Cost is P*N - P - N,
    '$clp_costs'(Ids, Inequalities, Costs).

%! '$clp_by_factor'(+Inequalities, +Id, -Positive, -Negative, -Others) is det.
'$clp_by_factor'([], _, [], [], []).
'$clp_by_factor'([One|Inequalities], Id, Positive, Negative, Others) :-
    One = _-r(_, Terms),
    (   '$clp_factor_of'(Terms, Id, K)
    ->  Others = Others1,
        (   K > 0
        ->  Positive = [K-One|Positive1],
            Negative = Negative1
        ;   Positive = Positive1,
            Negative = [K-One|Negative1]
        )
    ;   Positive = Positive1,
        Negative = Negative1,
        Others = [One|Others1]
    ),
    '$clp_by_factor'(Inequalities, Id, Positive1, Negative1, Others1).

%! '$clp_combined'(+Positive, +Negative, +Id, +Store, +Others, -Inequalities) is det.
'$clp_combined'([], _, _, _, Inequalities, Inequalities).
'$clp_combined'([One|Positive], Negative, Id, Store, Others, Inequalities) :-
    '$clp_combined_with'(Negative, One, Id, Store, Others, Others1),
    '$clp_combined'(Positive, Negative, Id, Store, Others1, Inequalities).

%! '$clp_combined_with'(+Negative, +Positive, +Id, +Store, +Others, -Inequalities) is det.
'$clp_combined_with'([], _, _, _, Inequalities, Inequalities).
'$clp_combined_with'([K2-(Sign2-r(C2, Terms2))|Negative], Positive, Id, Store, Others, Inequalities) :-
    Positive = K1-(Sign1-r(C1, Terms1)),
    arg(2, Store, Epsilon),
    Divisor is -K2,
    '$clp_quotient'(Epsilon, K1, Divisor, Factor),
    C0 is C1 + Factor*C2,
    '$clp_rounded'(C0, Store, C),
    '$clp_row_sum'(Terms1, Factor, Terms2, none, Terms3),
    '$clp_without'(Terms3, Id, Terms),
    Sign is max(Sign1, Sign2),
    (   Terms == []
    ->  Others1 = Others
    ;   Others1 = [Sign-r(C, Terms)|Others]
    ),
    '$clp_combined_with'(Negative, Positive, Id, Store, Others1, Inequalities).

%! '$clp_needed'(+Inequalities0, +Store, -Inequalities) is det.
%  Removes inequalities that follow from the others, unless there are many.
'$clp_needed'(Inequalities0, Store, Inequalities) :-
    length(Inequalities0, Length),
    (   ( Length < 2 ; Length > 60 )
    ->  Inequalities = Inequalities0
    ;   '$clp_needed'(Inequalities0, [], Store, Inequalities)
    ).

%! '$clp_needed'(+Inequalities0, +Kept, +Store, -Inequalities) is det.
'$clp_needed'([], Kept, _, Inequalities) :-
    reverse(Kept, Inequalities).
'$clp_needed'([One|Inequalities0], Kept, Store, Inequalities) :-
    (   '$clp_follows'(One, Kept, Inequalities0, Store)
    ->  Kept1 = Kept
    ;   Kept1 = [One|Kept]
    ),
    '$clp_needed'(Inequalities0, Kept1, Store, Inequalities).

%! '$clp_follows'(+Inequality, +Kept, +Others, +Store) is semidet.
'$clp_follows'(Sign-r(C, Terms), Kept, Others, Store) :-
    arg(2, Store, Epsilon),
    arg(4, Store, One),
    Minus is -One,
    C1 is -C,
    '$clp_row_sum'([], Minus, Terms, none, Terms1),
    Opposite is 3 - Sign,
    Scratch = s(1, Epsilon, [], One, 0),
    \+ '$clp_all_hold'([Opposite-r(C1, Terms1)|Kept], Others, Scratch).

%! '$clp_all_hold'(+Inequalities, +Others, +Scratch) is semidet.
'$clp_all_hold'(Inequalities, Others, Scratch) :-
    '$clp_hold'(Inequalities, [], Known, Scratch),
    '$clp_hold'(Others, Known, _, Scratch).

%! '$clp_hold'(+Inequalities, +Known0, -Known, +Scratch) is semidet.
'$clp_hold'([], Known, Known, _).
'$clp_hold'([Sign-r(C, Terms)|Inequalities], Known0, Known, Scratch) :-
    '$clp_scratch_items'(Terms, Known0, Known1, C, C1, Items, [], Scratch),
    '$clp_collected'(Items, Scratch, Row),
    '$clp_at_least'(Sign, C1, Row, Scratch),
    '$clp_hold'(Inequalities, Known1, Known, Scratch).

%! '$clp_scratch_items'(+Terms, +Known0, -Known, +Constant0, -Constant, -Items, ?Rest, +Scratch) is det.
'$clp_scratch_items'([], Known, Known, C, C, Rest, Rest, _).
'$clp_scratch_items'(t(I, K, _, Terms), Known0, Known, C0, C, Items, Rest, Scratch) :-
    (   memberchk(I-Node, Known0)
    ->  Known1 = Known0
    ;   '$clp_node'(Scratch, p, 0, slack, Node),
        Known1 = [I-Node|Known0]
    ),
    '$clp_node_items'(Node, K, C0, C1, Items, Items1),
    '$clp_scratch_items'(Terms, Known1, Known, C1, C, Items1, Rest, Scratch).

%! '$clp_bounds'(+Variables, +Number, +All, +Inequalities, +Equations, +Store, -Constraints, ?Rest) is det.
%  The bounds and the equation of each variable.
'$clp_bounds'([], _, _, _, _, _, Rest, Rest).
'$clp_bounds'([X|Xs], Number, All, Inequalities, Equations, Store, Constraints, Rest) :-
    '$clp_bounds_of'(Inequalities, Number, X, Store, Lower, Upper),
    append(Lower, Upper, Bounds),
    append(Bounds, Constraints1, Constraints),
    (   memberchk(Number-r(C, Terms), Equations)
    ->  '$clp_row_expression'(Terms, C, All, Expression),
        Constraints1 = [X = Expression|Constraints2]
    ;   Constraints1 = Constraints2
    ),
    Next is Number + 1,
    '$clp_bounds'(Xs, Next, All, Inequalities, Equations, Store, Constraints2, Rest).

%! '$clp_bounds_of'(+Inequalities, +Number, ?Variable, +Store, -Lower, -Upper) is det.
'$clp_bounds_of'([], _, _, _, [], []).
'$clp_bounds_of'([Sign-r(C, Terms)|Inequalities], Number, X, Store, Lower, Upper) :-
    (   Terms = t(Number, K, _, [])
    ->  Divisor is -K,
        '$clp_shown_quotient'(Store, C, Divisor, Bound),
        '$clp_bound'(Sign, K, X, Bound, Constraint),
        (   K > 0
        ->  Lower = [Constraint|Lower1],
            Upper = Upper1
        ;   Lower = Lower1,
            Upper = [Constraint|Upper1]
        )
    ;   Lower = Lower1,
        Upper = Upper1
    ),
    '$clp_bounds_of'(Inequalities, Number, X, Store, Lower1, Upper1).

%! '$clp_shown_quotient'(+Store, +X, +Y, -Z) is det.
%  As '$clp_quotient'/4, without the negative zero.
'$clp_shown_quotient'(Store, X, Y, Z) :-
    arg(2, Store, Epsilon),
    '$clp_quotient'(Epsilon, X, Y, Z0),
    (   Z0 =:= 0
    ->  Z is abs(Z0)
    ;   Z = Z0
    ).

%! '$clp_bound'(+Sign, +Factor, ?Left, ?Right, -Constraint) is det.
'$clp_bound'(Sign, K, X, Y, Constraint) :-
    (   Sign =:= 1
    ->  (   K > 0
        ->  Constraint = (X >= Y)
        ;   Constraint = (X =< Y)
        )
    ;   K > 0
    ->  Constraint = (X > Y)
    ;   Constraint = (X < Y)
    ).

%! '$clp_several'(+Inequalities, +Variables, +Store, -Constraints, ?Rest) is det.
%  The inequalities of several variables.
'$clp_several'([], _, _, Rest, Rest).
'$clp_several'([Sign-Row|Inequalities], Variables, Store, Constraints, Rest) :-
    (   Row = r(_, t(_, K, _, t(_, _, _, _)))
    ->  '$clp_sides'(Row, Variables, Store, Left, Right),
        '$clp_bound'(Sign, K, Left, Right, Constraint),
        Constraints = [Constraint|Constraints1]
    ;   Constraints = Constraints1
    ),
    '$clp_several'(Inequalities, Variables, Store, Constraints1, Rest).

%! '$clp_sides'(+Row, +Variables, +Store, -Left, -Right) is det.
%  Row = 0 is Left = Right; the first factor of Left is 1.
'$clp_sides'(r(C, Terms), Variables, Store, Left, Right) :-
    Terms = t(_, K, _, _),
    arg(2, Store, Epsilon),
    '$clp_divided'(Terms, K, Epsilon, Terms1),
    Divisor is -K,
    '$clp_shown_quotient'(Store, C, Divisor, Right),
    '$clp_terms_sum'(Terms1, Variables, Sum),
    '$clp_sum_expression'(Sum, Left).

%! '$clp_unequal'(+Rows, +Variables, +Store, -Constraints, ?Rest) is det.
'$clp_unequal'([], _, _, Rest, Rest).
'$clp_unequal'([Row|Rows], Variables, Store, [Left =\= Right|Constraints], Rest) :-
    '$clp_sides'(Row, Variables, Store, Left, Right),
    '$clp_unequal'(Rows, Variables, Store, Constraints, Rest).

%! '$clp_row_expression'(+Terms, +Constant, +Variables, -Expression) is det.
'$clp_row_expression'(Terms, C, Variables, Expression) :-
    '$clp_terms_sum'(Terms, Variables, Sum),
    (   C =:= 0
    ->  '$clp_sum_expression'(Sum, Expression)
    ;   '$clp_sum_expression'([m(C, [])|Sum], Expression)
    ).

%! '$clp_terms_sum'(+Terms, +Variables, -Sum) is det.
'$clp_terms_sum'([], _, []).
'$clp_terms_sum'(t(Number, K, _, Terms), Variables, [m(K, [X-1])|Sum]) :-
    length(Variables, Length),
    Place is Number + Length + 1,
    nth1(Place, Variables, X),
    '$clp_terms_sum'(Terms, Variables, Sum).

%! '$clp_delayed_constraints'(+Delayed, +Store, -Constraints, -Goals) is det.
'$clp_delayed_constraints'([], _, [], []).
'$clp_delayed_constraints'([Goal|Delayed], Store, Constraints, Goals) :-
    (   Goal = '$clp_again'(Relation, Left, Right, _)
    ->  '$clp_delayed_constraint'(Relation, Left, Right, Store, Constraints, Constraints1),
        Goals = Goals1
    ;   Constraints = Constraints1,
        '$clp_plain_goal'(Goal, Plain),
        Goals = [Plain|Goals1]
    ),
    '$clp_delayed_constraints'(Delayed, Store, Constraints1, Goals1).

%! '$clp_delayed_constraint'(+Relation, ?Left, ?Right, +Store, -Constraints, ?Rest) is det.
%  What has become linear is that of a copy, another one of which has been added.
'$clp_delayed_constraint'(Relation, Left, Right, Store, Constraints, Rest) :-
    arg(4, Store, One),
    Zero is One - One,
    (   memberchk(Relation, [=,3,-1,-2])
    ->  Difference = Left - Right
    ;   Difference = Right - Left
    ),
    (   '$clp_sum'(Difference, Store, Sum),
        \+ '$clp_nonlinear_part'(Sum, [])
    ->  '$clp_sum_expression'(Sum, Expression),
        '$clp_zero_relation'(Relation, Expression, Zero, Constraint),
        Constraints = [Constraint|Rest]
    ;   Constraints = Rest
    ).

%! '$clp_zero_relation'(+Relation, ?Expression, +Zero, -Constraint) is det.
'$clp_zero_relation'(=, X, Zero, X = Zero).
'$clp_zero_relation'(1, X, Zero, X =< Zero).
'$clp_zero_relation'(2, X, Zero, X < Zero).
'$clp_zero_relation'(-1, X, Zero, X =< Zero).
'$clp_zero_relation'(-2, X, Zero, X < Zero).
'$clp_zero_relation'(3, X, Zero, X =\= Zero).

%! '$clp_plain_goal'(+Goal, -Plain) is det.
'$clp_plain_goal'('$clp_extremum'(Direction, _, Expression, Value, Variables, Values), Plain) :-
    ( Direction =:= -1 -> Name = inf ; Name = sup ),
    (   Variables == []
    ->  Plain =.. [Name,Expression,Value]
    ;   Plain =.. [Name,Expression,Value,Variables,Values]
    ).
'$clp_plain_goal'('$clp_optimize'(Direction, _, Expression), Plain) :-
    ( Direction =:= -1 -> Plain = minimize(Expression) ; Plain = maximize(Expression) ).
'$clp_plain_goal'('$clp_bb_inf'(_, Variables, Expression, Inf, _, _), bb_inf(Variables, Expression, Inf)).

%! '$clp_dump'(+Variables, +Names, -Constraints) is semidet.
'$clp_dump'(Variables, Names, Constraints) :-
    must_be(list, Variables),
    must_be(list, Names),
    forall(( member(X, Variables), nonvar(X) ), throw(error(uninstantiation_error(X), _))),
    same_length(Variables, Names),
    '$clp_distinct'(Variables, [], Distinct),
    '$clp_in_order'(Distinct, Ordered),
    '$clp_described'(Ordered, Parts),
    '$clp_parts_constraints'(Parts, Described),
    copy_term_nat(Variables-Described, Names-Constraints).

%! '$clp_distinct'(+Variables, +Seen, -Distinct) is det.
'$clp_distinct'([], _, []).
'$clp_distinct'([X|Xs], Seen, Distinct) :-
    (   '$is_among'(Seen, X)
    ->  Distinct = Distinct1
    ;   Distinct = [X|Distinct1]
    ),
    '$clp_distinct'(Xs, [X|Seen], Distinct1).

%! '$clp_parts_constraints'(+Parts, -Constraints) is det.
'$clp_parts_constraints'([], []).
'$clp_parts_constraints'([part(Constraints, _)|Parts], All) :-
    append(Constraints, All1, All),
    '$clp_parts_constraints'(Parts, All1).
