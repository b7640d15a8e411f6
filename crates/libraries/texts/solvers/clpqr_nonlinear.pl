% Constraints of library(clpq) and library(clpr) that are not linear: they are made sums of products, solved if one
% unknown is isolated, and otherwise wait for the value of a variable in them. What follows of sums is in clpqr_sums.pl.

%! '$clp_nonlinear'(+Relation, ?Left, ?Right, +Domain, +Store) is nondet.
'$clp_nonlinear'(Relation, Left, Right, Domain, Store) :-
    (   '$clp_side'(Relation, 1, 1)
    ->  Difference = Left - Right
    ;   Difference = Right - Left
    ),
    '$clp_sum'(Difference, Store, Sum),
    '$clp_relate_sum'(Sum, Relation, Left, Right, Domain, Store).

%! '$clp_relate_sum'(+Sum, +Relation, ?Left, ?Right, +Domain, +Store) is nondet.
'$clp_relate_sum'(Sum, Relation, Left, Right, Domain, Store) :-
    arg(4, Store, One),
    Zero is One - One,
    (   '$clp_sum_items'(Sum, Store, Zero, C, Items)
    ->  '$clp_collected'(Items, Store, Terms),
        '$clp_add'(Relation, C, Terms, Store),
        '$clp_flush'(Store)
    ;   Relation == (=),
        '$clp_isolated'(Sum, Zero, Store, Base, Exponent, Value),
        '$clp_inverse'(Base, Exponent, Value, Store, Unknown, Values)
    ->  member(Solution, Values),
        '$clp_relate'(=, Unknown, Solution, Domain, Store)
    ;   term_variables(Sum, Variables),
        '$clp_delay'(Variables, '$clp_again'(Relation, Left, Right, Domain), Store)
    ).

%! '$clp_again'(+Relation, ?Left, ?Right, +Domain) is nondet.
'$clp_again'(Relation, Left, Right, Domain) :-
    '$clp_store'(Domain, Store),
    '$clp_relate'(Relation, Left, Right, Domain, Store).

%! '$clp_delay'(+Variables, :Goal, +Store) is det.
%  Goal is called when one of Variables is bound.
'$clp_delay'(Variables, Goal, Store) :-
    '$clp_delay_on'(Variables, '$delayed'(false, Goal), Store).

%! '$clp_delay_on'(+Variables, +Delayed, +Store) is det.
'$clp_delay_on'([], _, _).
'$clp_delay_on'([X|Xs], Delayed, Store) :-
    '$clp_node_of'(X, Store, Node),
    arg(7, Node, Others),
    setarg(7, Node, [Delayed|Others]),
    '$clp_delay_on'(Xs, Delayed, Store).

%! '$clp_sum_items'(+Sum, +Store, +Constant0, -Constant, -Items) is semidet.
%  Fails if Sum is not linear.
'$clp_sum_items'(Sum, Store, C0, C, Items) :-
    '$clp_sum_items'(Sum, Store, C0, C, Items, []).

%! '$clp_sum_items'(+Sum, +Store, +Constant0, -Constant, -Items, ?Rest) is semidet.
'$clp_sum_items'([], _, C, C, Rest, Rest).
'$clp_sum_items'([m(K, Powers)|Sum], Store, C0, C, Items, Rest) :-
    (   Powers == []
    ->  C1 is C0 + K,
        Items = Items1
    ;   Powers = [X-1],
        var(X),
        '$clp_items'(X, K, Store, C0, C1, Items, Items1)
    ),
    '$clp_sum_items'(Sum, Store, C1, C, Items1, Rest).

%! '$clp_nonlinear_part'(+Sum, -Part) is det.
'$clp_nonlinear_part'([], []).
'$clp_nonlinear_part'([m(_, Powers)|Sum], Part) :-
    (   ( Powers == [] ; Powers = [X-1], var(X) )
    ->  Part = Part1
    ;   Part = [Powers|Part1]
    ),
    '$clp_nonlinear_part'(Sum, Part1).

%! '$clp_isolated'(+Sum, +Zero, +Store, -Base, -Exponent, -Value) is semidet.
%  Sum is zero where Base^Exponent has the Value.
'$clp_isolated'(Sum, Zero, Store, Base, Exponent, Value) :-
    (   Sum = [m(C, []),m(K, [Base-Exponent])]
    ->  true
    ;   Sum = [m(K, [Base-Exponent])],
        C = Zero
    ),
    arg(2, Store, Epsilon),
    Negative is -C,
    '$clp_quotient'(Epsilon, Negative, K, Value).

%! '$clp_inverse'(+Base, +Exponent, +Value, +Store, -Unknown, -Values) is semidet.
%  Base^Exponent has the Value where Unknown has one of Values. Fails if these are not known.
'$clp_inverse'(Base, Exponent, Value, Store, Unknown, Values) :-
    (   var(Base)
    ->  Unknown = Base,
        '$clp_roots'(Exponent, Value, Store, Values)
    ;   Base = fn(Name, Sums),
        Exponent =:= 1,
        '$clp_function_inverse'(Name, Sums, Value, Store, Sum, Values),
        '$clp_sum_expression'(Sum, Unknown)
    ).

%! '$clp_roots'(+Exponent, +Value, +Store, -Roots) is semidet.
%  Rational roots are not looked for, since most roots are not rational.
'$clp_roots'(Exponent, Value, Store, Roots) :-
    (   Exponent =:= -1
    ->  (   Value =:= 0
        ->  Roots = []
        ;   arg(2, Store, Epsilon),
            '$clp_quotient'(Epsilon, 1, Value, Root),
            Roots = [Root]
        )
    ;   arg(4, Store, One),
        float(One),
        (   Value =:= 0
        ->  ( Exponent > 0 -> Roots = [0] ; Roots = [] )
        ;   Inverse is 1.0 / Exponent,
            '$clp_float'(abs(Value) ** Inverse, Root),
            '$clp_signed_roots'(Exponent, Value, Root, Roots)
        )
    ).

%! '$clp_signed_roots'(+Exponent, +Value, +Root, -Roots) is det.
'$clp_signed_roots'(Exponent, Value, Root, Roots) :-
    (   integer(Exponent),
        Exponent mod 2 =:= 1
    ->  Signed is sign(Value) * Root,
        Roots = [Signed]
    ;   Value < 0
    ->  Roots = []
    ;   integer(Exponent)
    ->  Other is -Root,
        Roots = [Root,Other]
    ;   Roots = [Root]
    ).

%! '$clp_function_inverse'(+Name, +Sums, +Value, +Store, -Sum, -Values) is semidet.
'$clp_function_inverse'(^, [Base,Exponent], Value, Store, Sum, Values) :-
    (   Exponent = [m(E, [])]
    ->  Sum = Base,
        '$clp_roots'(E, Value, Store, Values)
    ;   Base = [m(B, [])],
        B > 0,
        B =\= 1,
        Sum = Exponent,
        (   Value > 0
        ->  '$clp_float'(log(Value) / log(B), Float),
            '$clp_number'(Store, Float, X),
            Values = [X]
        ;   Values = []
        )
    ).
'$clp_function_inverse'(sin, [Sum], Value, Store, Sum, Values) :-
    '$clp_arc'(asin(Value), Value, Store, Values).
'$clp_function_inverse'(cos, [Sum], Value, Store, Sum, Values) :-
    '$clp_arc'(acos(Value), Value, Store, Values).
'$clp_function_inverse'(tan, [Sum], Value, Store, Sum, [X]) :-
    Float is atan(Value),
    '$clp_number'(Store, Float, X).

%! '$clp_arc'(+Expression, +Value, +Store, -Values) is det.
'$clp_arc'(Expression, Value, Store, Values) :-
    (   abs(Value) =< 1
    ->  Float is Expression,
        '$clp_number'(Store, Float, X),
        Values = [X]
    ;   Values = []
    ).

%! '$clp_float'(+Expression, -Value) is semidet.
%  Fails if Value is not defined.
'$clp_float'(Expression, Value) :-
    catch(Value is float(Expression), error(evaluation_error(undefined), _), fail).
