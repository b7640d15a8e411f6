% Sums of products for library(clpq) and library(clpr): the form of expressions that are not linear.
%
% A sum is a list of m(Factor, Powers), sorted by Powers; these are pairs Base-Exponent, the newest variable first. A
% base is a variable or fn(Name, Sums).

%! '$clp_sum'(?Expression, +Store, -Sum) is semidet.
%  Sum is Expression as a sum of products; fails for a division by zero.
'$clp_sum'(X, Store, Sum) :-
    (   var(X)
    ->  '$clp_node_of'(X, Store, Node),
        (   arg(2, Node, d(C, []))
        ->  '$clp_constant_sum'(C, Store, Sum)
        ;   arg(4, Store, One),
            Sum = [m(One, [X-1])]
        )
    ;   number(X)
    ->  '$clp_number'(Store, X, N),
        '$clp_constant_sum'(N, Store, Sum)
    ;   '$clp_operation'(X, Operation, Arguments)
    ->  '$clp_sums'(Arguments, Store, Sums),
        '$clp_operate'(Operation, Sums, Store, Sum)
    ;   ( arg(4, Store, 1) -> Domain = q ; Domain = r ),
        '$clp_kind'(Domain, expression, Kind),
        type_error(Kind, X)
    ).

%! '$clp_sums'(+Expressions, +Store, -Sums) is semidet.
'$clp_sums'([], _, []).
'$clp_sums'([X|Xs], Store, [Sum|Sums]) :-
    '$clp_sum'(X, Store, Sum),
    '$clp_sums'(Xs, Store, Sums).

%! '$clp_operation'(+Expression, -Operation, -Arguments) is semidet.
'$clp_operation'(X+Y, +, [X,Y]).
'$clp_operation'(X-Y, -, [X,Y]).
'$clp_operation'(-X, -, [X]).
'$clp_operation'(+X, +, [X]).
'$clp_operation'(X*Y, *, [X,Y]).
'$clp_operation'(X/Y, /, [X,Y]).
'$clp_operation'(X^Y, ^, [X,Y]).
'$clp_operation'(X**Y, ^, [X,Y]).
'$clp_operation'(pow(X, Y), ^, [X,Y]).
'$clp_operation'(exp(X, Y), ^, [X,Y]).
'$clp_operation'(abs(X), abs, [X]).
'$clp_operation'(sin(X), sin, [X]).
'$clp_operation'(cos(X), cos, [X]).
'$clp_operation'(tan(X), tan, [X]).
'$clp_operation'(min(X, Y), min, [X,Y]).
'$clp_operation'(max(X, Y), max, [X,Y]).

%! '$clp_operate'(+Operation, +Sums, +Store, -Sum) is semidet.
'$clp_operate'(+, Sums, Store, Sum) :-
    !,
    append(Sums, Products),
    '$clp_tidy'(Products, Store, Sum).
'$clp_operate'(-, Sums, Store, Sum) :-
    !,
    arg(4, Store, One),
    Minus is -One,
    (   Sums = [X]
    ->  '$clp_times'(X, Minus, [], Sum)
    ;   Sums = [X,Y],
        '$clp_times'(Y, Minus, [], Y1),
        append(X, Y1, Products),
        '$clp_tidy'(Products, Store, Sum)
    ).
'$clp_operate'(*, [X,Y], Store, Sum) :-
    !,
    '$clp_product'(X, Y, Store, Sum).
'$clp_operate'(/, [X,Y], Store, Sum) :-
    !,
    '$clp_power'(-1, Y, Store, Inverse),
    '$clp_product'(X, Inverse, Store, Sum).
'$clp_operate'(^, [X,Y], Store, Sum) :-
    !,
    (   '$clp_known'(Y, E)
    ->  '$clp_exponent'(E, Exponent),
        '$clp_power'(Exponent, X, Store, Sum)
    ;   '$clp_function'(^, [X,Y], Store, Sum)
    ).
'$clp_operate'(Name, Sums, Store, Sum) :-
    (   '$clp_all_known'(Sums, Values)
    ->  Expression =.. [Name|Values],
        '$clp_evaluate'(Expression, Store, Sum)
    ;   '$clp_function'(Name, Sums, Store, Sum)
    ).

%! '$clp_exponent'(+Value, -Exponent) is det.
%  Exponent is an integer if Value is one.
'$clp_exponent'(Value, Exponent) :-
    (   float(Value),
        abs(Value) < 1.0e9,
        Value =:= truncate(Value)
    ->  Exponent is truncate(Value)
    ;   Exponent = Value
    ).

%! '$clp_evaluate'(+Expression, +Store, -Sum) is semidet.
'$clp_evaluate'(Expression, Store, Sum) :-
    catch(X is Expression, error(evaluation_error(undefined), _), fail),
    '$clp_number'(Store, X, N),
    '$clp_constant_sum'(N, Store, Sum).

%! '$clp_function'(+Name, +Sums, +Store, -Sum) is det.
'$clp_function'(Name, Sums, Store, [m(One, [fn(Name, Sums)-1])]) :-
    arg(4, Store, One).

%! '$clp_constant_sum'(+Number, +Store, -Sum) is det.
'$clp_constant_sum'(N, Store, Sum) :-
    arg(2, Store, Epsilon),
    (   abs(N) =< Epsilon
    ->  Sum = []
    ;   Sum = [m(N, [])]
    ).

%! '$clp_known'(+Sum, -Number) is semidet.
'$clp_known'([], 0).
'$clp_known'([m(N, [])], N).

%! '$clp_all_known'(+Sums, -Numbers) is semidet.
'$clp_all_known'([], []).
'$clp_all_known'([Sum|Sums], [N|Ns]) :-
    '$clp_known'(Sum, N),
    '$clp_all_known'(Sums, Ns).

%! '$clp_tidy'(+Products, +Store, -Sum) is det.
'$clp_tidy'(Products, Store, Sum) :-
    sort(2, @=<, Products, Sorted),
    arg(2, Store, Epsilon),
    '$clp_joined'(Sorted, Epsilon, Sum).

%! '$clp_joined'(+Products, +Epsilon, -Sum) is det.
'$clp_joined'([], _, []).
'$clp_joined'([m(K, Powers)|Products], Epsilon, Sum) :-
    (   Products = [m(L, Powers1)|Rest],
        Powers1 == Powers
    ->  M is K + L,
        '$clp_joined'([m(M, Powers)|Rest], Epsilon, Sum)
    ;   abs(K) =< Epsilon
    ->  '$clp_joined'(Products, Epsilon, Sum)
    ;   Sum = [m(K, Powers)|Sum1],
        '$clp_joined'(Products, Epsilon, Sum1)
    ).

%! '$clp_product'(+Sum1, +Sum2, +Store, -Sum) is det.
'$clp_product'(Sum1, Sum2, Store, Sum) :-
    '$clp_products'(Sum1, Sum2, Products, []),
    '$clp_tidy'(Products, Store, Sum).

%! '$clp_products'(+Sum1, +Sum2, -Products, ?Rest) is det.
'$clp_products'([], _, Rest, Rest).
'$clp_products'([m(K, Powers)|Sum1], Sum2, Products, Rest) :-
    '$clp_times'(Sum2, K, Powers, Some),
    append(Some, Products1, Products),
    '$clp_products'(Sum1, Sum2, Products1, Rest).

%! '$clp_times'(+Sum, +Factor, +Powers, -Products) is det.
'$clp_times'([], _, _, []).
'$clp_times'([m(K0, Powers0)|Sum], K, Powers, [m(K1, Powers1)|Products]) :-
    K1 is K0*K,
    '$clp_powers'(Powers0, Powers, Powers1),
    '$clp_times'(Sum, K, Powers, Products).

%! '$clp_powers'(+Powers1, +Powers2, -Powers) is det.
'$clp_powers'(Powers1, Powers2, Powers) :-
    (   Powers2 == []
    ->  Powers = Powers1
    ;   append(Powers1, Powers2, Both),
        sort(1, @>=, Both, Sorted),
        '$clp_joined_powers'(Sorted, Powers)
    ).

%! '$clp_joined_powers'(+Sorted, -Powers) is det.
'$clp_joined_powers'([], []).
'$clp_joined_powers'([X-E|Sorted], Powers) :-
    (   Sorted = [Y-F|Rest],
        X == Y
    ->  G is E + F,
        '$clp_joined_powers'([X-G|Rest], Powers)
    ;   E =:= 0
    ->  '$clp_joined_powers'(Sorted, Powers)
    ;   Powers = [X-E|Powers1],
        '$clp_joined_powers'(Sorted, Powers1)
    ).

%! '$clp_power'(+Exponent, +Sum, +Store, -Power) is semidet.
%  Power is Sum^Exponent; fails for a division by zero, and where there is none.
'$clp_power'(E, Sum, Store, Power) :-
    arg(4, Store, One),
    (   E =:= 0
    ->  Power = [m(One, [])]
    ;   E =:= 1
    ->  Power = Sum
    ;   '$clp_known'(Sum, X)
    ->  '$clp_number_power'(X, E, Store, N),
        '$clp_constant_sum'(N, Store, Power)
    ;   Sum = [m(K, Powers)],
        ( integer(E) ; K =:= 1, Powers = [_-1] )
    ->  '$clp_number_power'(K, E, Store, N),
        '$clp_raised'(Powers, E, Raised),
        Power = [m(N, Raised)]
    ;   integer(E),
        E > 0,
        length(Sum, Length),
        E * Length =< 24
    ->  E1 is E - 1,
        '$clp_power'(E1, Sum, Store, Power1),
        '$clp_product'(Sum, Power1, Store, Power)
    ;   '$clp_number'(Store, E, N),
        '$clp_function'(^, [Sum,[m(N, [])]], Store, Power)
    ).

%! '$clp_raised'(+Powers, +Exponent, -Raised) is det.
'$clp_raised'([], _, []).
'$clp_raised'([X-E0|Powers], E, [X-E1|Raised]) :-
    E1 is E0*E,
    '$clp_raised'(Powers, E, Raised).

%! '$clp_number_power'(+X, +Exponent, +Store, -Power) is semidet.
'$clp_number_power'(X, E, Store, Power) :-
    (   E < 0
    ->  X =\= 0,
        arg(2, Store, Epsilon),
        '$clp_quotient'(Epsilon, 1, X, Inverse),
        Positive is -E,
        '$clp_number_power'(Inverse, Positive, Store, Power)
    ;   integer(E)
    ->  Power is X^E
    ;   X >= 0,
        '$clp_float'(X ** float(E), Float),
        '$clp_number'(Store, Float, Power)
    ).

%! '$clp_sum_expression'(+Sum, -Expression) is det.
'$clp_sum_expression'([], 0).
'$clp_sum_expression'([m(K, Powers)|Sum], Expression) :-
    '$clp_factors_expression'(Powers, K, Product),
    (   Powers == []
    ->  First = K
    ;   K =:= 1
    ->  First = Product
    ;   K =:= -1
    ->  First = -Product
    ;   First = K*Product
    ),
    '$clp_sum_expression'(Sum, First, Expression).

%! '$clp_sum_expression'(+Sum, +Before, -Expression) is det.
'$clp_sum_expression'([], Expression, Expression).
'$clp_sum_expression'([m(K, Powers)|Sum], Before, Expression) :-
    '$clp_factors_expression'(Powers, K, Product),
    (   K =:= 1
    ->  After = Before+Product
    ;   K =:= -1
    ->  After = Before-Product
    ;   K < 0
    ->  L is -K,
        After = Before-L*Product
    ;   After = Before+K*Product
    ),
    '$clp_sum_expression'(Sum, After, Expression).

%! '$clp_factors_expression'(+Powers, +Like, -Expression) is det.
'$clp_factors_expression'([], _, 1).
'$clp_factors_expression'([Power|Powers], Like, Expression) :-
    '$clp_power_expression'(Power, Like, First),
    '$clp_factors_expression'(Powers, Like, First, Expression).

%! '$clp_factors_expression'(+Powers, +Like, +Before, -Expression) is det.
'$clp_factors_expression'([], _, Expression, Expression).
'$clp_factors_expression'([Power|Powers], Like, Before, Expression) :-
    '$clp_power_expression'(Power, Like, Factor),
    '$clp_factors_expression'(Powers, Like, Before*Factor, Expression).

%! '$clp_power_expression'(+Power, +Like, -Expression) is det.
'$clp_power_expression'(Base-E, Like, Expression) :-
    (   var(Base)
    ->  X = Base
    ;   Base = fn(Name0, Sums),
        '$clp_sum_expressions'(Sums, Arguments),
        ( Name0 == (^) -> Name = exp ; Name = Name0 ),
        X =.. [Name|Arguments]
    ),
    (   E =:= 1
    ->  Expression = X
    ;   E =:= -1
    ->  ( float(Like) -> One = 1.0 ; One = 1 ),
        Expression = One/X
    ;   Expression = X^E
    ).

%! '$clp_sum_expressions'(+Sums, -Expressions) is det.
'$clp_sum_expressions'([], []).
'$clp_sum_expressions'([Sum|Sums], [X|Xs]) :-
    '$clp_sum_expression'(Sum, X),
    '$clp_sum_expressions'(Sums, Xs).
