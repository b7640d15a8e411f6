% Constraints of library(clpq) and library(clpr) become rows: linear expressions are added up term by term; what is not
% linear is left to clpqr_nonlinear.pl.

%! '$clp_post'(+Domain, +Constraints) is nondet.
%  Adds Constraints over Domain, q or r.
'$clp_post'(Domain, Constraints) :-
    (   var(Constraints)
    ->  instantiation_error(Constraints)
    ;   Constraints = (Left,Right)
    ->  '$clp_post'(Domain, Left),
        '$clp_post'(Domain, Right)
    ;   Constraints = (Left;Right)
    ->  (   '$clp_post'(Domain, Left)
        ;   '$clp_post'(Domain, Right)
        )
    ;   '$clp_relation'(Constraints, Relation, Left, Right)
    ->  '$clp_store'(Domain, Store),
        '$clp_relate'(Relation, Left, Right, Domain, Store)
    ;   '$clp_kind'(Domain, constraint, Kind),
        type_error(Kind, Constraints)
    ).

%! '$clp_kind'(+Domain, +What, -Kind) is det.
'$clp_kind'(Domain, What, Kind) :-
    atomic_list_concat([clp,Domain,'_',What], Kind).

%! '$clp_relation'(+Constraint, -Relation, -Left, -Right) is semidet.
'$clp_relation'(X = Y, =, X, Y).
'$clp_relation'(X =:= Y, =, X, Y).
'$clp_relation'(X >= Y, 1, X, Y).
'$clp_relation'(X =< Y, -1, X, Y).
'$clp_relation'('<='(X, Y), -1, X, Y).
'$clp_relation'(X > Y, 2, X, Y).
'$clp_relation'(X < Y, -2, X, Y).
'$clp_relation'(X =\= Y, 3, X, Y).

%! '$clp_relate'(+Relation, +Left, +Right, +Domain, +Store) is nondet.
%  Adds Left - Right = 0, >= 0 for the Relation 1, > 0 for 2, =< 0 for -1, < 0 for -2, =\= 0 for 3.
'$clp_relate'(Relation, Left, Right, Domain, Store) :-
    (   '$clp_linear'(Relation, Left, Right, Store, C, Terms)
    ->  '$clp_add'(Relation, C, Terms, Store),
        '$clp_flush'(Store)
    ;   '$clp_nonlinear'(Relation, Left, Right, Domain, Store)
    ).

%! '$clp_add'(+Relation, +Constant, +Terms, +Store) is semidet.
%  Adds Constant + Terms = 0, >= 0 for the Relation 1 or -1, > 0 for 2 or -2, =\= 0 for 3.
'$clp_add'(=, C, Terms, Store) :-
    '$clp_equal'(C, Terms, Store).
'$clp_add'(1, C, Terms, Store) :-
    '$clp_at_least'(1, C, Terms, Store).
'$clp_add'(2, C, Terms, Store) :-
    '$clp_at_least'(2, C, Terms, Store).
'$clp_add'(-1, C, Terms, Store) :-
    '$clp_at_least'(1, C, Terms, Store).
'$clp_add'(-2, C, Terms, Store) :-
    '$clp_at_least'(2, C, Terms, Store).
'$clp_add'(3, C, Terms, Store) :-
    (   Terms == []
    ->  arg(2, Store, Epsilon),
        '$clp_allowed'(3, C, Epsilon)
    ;   '$clp_dependent'(Store, 3, C, Terms, _)
    ).

%! '$clp_linear'(+Relation, +Left, +Right, +Store, -Constant, -Terms) is semidet.
%  Left - Right is Constant + Terms, or Right - Left for the Relation -1 or -2; fails if it is not linear.
'$clp_linear'(Relation, Left, Right, Store, C, Terms) :-
    arg(4, Store, One),
    '$clp_side'(Relation, One, Factor),
    Opposite is -Factor,
    Zero is One - One,
    '$clp_items'(Left, Factor, Store, Zero, C1, Items, Items1),
    '$clp_items'(Right, Opposite, Store, C1, C, Items1, []),
    '$clp_collected'(Items, Store, Terms).

%! '$clp_side'(+Relation, +One, -Factor) is det.
'$clp_side'(Relation, One, Factor) :-
    (   ( Relation == -1 ; Relation == -2 )
    ->  Factor is -One
    ;   Factor = One
    ).

%! '$clp_linear'(+Expression, +Store, -Constant, -Terms) is semidet.
'$clp_linear'(Expression, Store, C, Terms) :-
    arg(4, Store, One),
    Zero is One - One,
    '$clp_items'(Expression, One, Store, Zero, C, Items, []),
    '$clp_collected'(Items, Store, Terms).

%! '$clp_items'(?Expression, +Factor, +Store, +Constant0, -Constant, -Items, ?Rest) is semidet.
%  Factor*Expression is Constant - Constant0 and the sum of Items, Id-k(Factor, Node).
'$clp_items'(X, F, Store, C0, C, Items, Rest) :-
    (   var(X)
    ->  '$clp_node_of'(X, Store, Node),
        '$clp_node_items'(Node, F, C0, C, Items, Rest)
    ;   number(X)
    ->  '$clp_number'(Store, X, N),
        C is C0 + F*N,
        Items = Rest
    ;   '$clp_compound_items'(X, F, Store, C0, C, Items, Rest)
    ).

%! '$clp_node_items'(+Node, +Factor, +Constant0, -Constant, -Items, ?Rest) is det.
'$clp_node_items'(Node, F, C0, C, Items, Rest) :-
    Node = v(Id, Row, _, _, _, _, _, _),
    (   Row == p
    ->  C = C0,
        Items = [Id-k(F, Node)|Rest]
    ;   Row = d(C1, Terms),
        C is C0 + F*C1,
        '$clp_term_items'(Terms, F, Items, Rest)
    ).

%! '$clp_term_items'(+Terms, +Factor, -Items, ?Rest) is det.
'$clp_term_items'([], _, Rest, Rest).
'$clp_term_items'(t(I, K, N, Terms), F, [I-k(X, N)|Items], Rest) :-
    X is F*K,
    '$clp_term_items'(Terms, F, Items, Rest).

%! '$clp_compound_items'(+Expression, +Factor, +Store, +Constant0, -Constant, -Items, ?Rest) is semidet.
'$clp_compound_items'(X+Y, F, Store, C0, C, Items, Rest) :-
    '$clp_items'(X, F, Store, C0, C1, Items, Items1),
    '$clp_items'(Y, F, Store, C1, C, Items1, Rest).
'$clp_compound_items'(X-Y, F, Store, C0, C, Items, Rest) :-
    '$clp_items'(X, F, Store, C0, C1, Items, Items1),
    G is -F,
    '$clp_items'(Y, G, Store, C1, C, Items1, Rest).
'$clp_compound_items'(-X, F, Store, C0, C, Items, Rest) :-
    G is -F,
    '$clp_items'(X, G, Store, C0, C, Items, Rest).
'$clp_compound_items'(+X, F, Store, C0, C, Items, Rest) :-
    '$clp_items'(X, F, Store, C0, C, Items, Rest).
'$clp_compound_items'(X*Y, F, Store, C0, C, Items, Rest) :-
    (   '$clp_constant'(X, Store, N)
    ->  G is F*N,
        '$clp_items'(Y, G, Store, C0, C, Items, Rest)
    ;   '$clp_constant'(Y, Store, N),
        G is F*N,
        '$clp_items'(X, G, Store, C0, C, Items, Rest)
    ).
'$clp_compound_items'(X/Y, F, Store, C0, C, Items, Rest) :-
    '$clp_constant'(Y, Store, N),
    arg(2, Store, Epsilon),
    abs(N) > Epsilon,
    '$clp_quotient'(Epsilon, F, N, G),
    '$clp_items'(X, G, Store, C0, C, Items, Rest).

%! '$clp_constant'(?Expression, +Store, -Number) is semidet.
%  Expression is linear, and has one value.
'$clp_constant'(X, Store, N) :-
    (   var(X)
    ->  get_attr(X, clpqr, v(_, d(N, []), _, _, _, _, _, _))
    ;   number(X)
    ->  '$clp_number'(Store, X, N)
    ;   '$clp_linear'(X, Store, N, [])
    ).

%! '$clp_number'(+Store, +X, -N) is det.
%  N is the number X as one of the domain of Store.
'$clp_number'(Store, X, N) :-
    (   arg(4, Store, 1)
    ->  (   rational(X)
        ->  N = X
        ;   N is rationalize(X)
        )
    ;   N is float(X)
    ).

%! '$clp_collected'(+Items, +Store, -Terms) is det.
'$clp_collected'(Items, Store, Terms) :-
    (   Items = [_,_|_]
    ->  keysort(Items, Sorted)
    ;   Sorted = Items
    ),
    arg(2, Store, Epsilon),
    '$clp_collect'(Sorted, Epsilon, Terms).

%! '$clp_collect'(+Items, +Epsilon, -Terms) is det.
'$clp_collect'([], _, []).
'$clp_collect'([I-k(K, N)|Items], Epsilon, Terms) :-
    '$clp_collect'(Items, I, K, N, Epsilon, Terms).

%! '$clp_collect'(+Items, +Id, +Factor, +Node, +Epsilon, -Terms) is det.
'$clp_collect'(Items, I, K, N, Epsilon, Terms) :-
    (   Items = [J-k(L, _)|Items1],
        J =:= I
    ->  K1 is K + L,
        '$clp_collect'(Items1, I, K1, N, Epsilon, Terms)
    ;   (   abs(K) =< Epsilon
        ->  Terms = Rest
        ;   Terms = t(I, K, N, Rest)
        ),
        '$clp_collect'(Items, Epsilon, Rest)
    ).

%! '$clp_node_of'(+Variable, +Store, -Node) is det.
%  Node is that of Variable, which becomes one of Store.
'$clp_node_of'(X, Store, Node) :-
    (   get_attr(X, clpqr, Node0)
    ->  arg(6, Node0, Store0),
        (   same_term(Store0, Store)
        ->  true
        ;   '$clp_join'(Store0, Store, Node0, X)
        ),
        Node = Node0
    ;   '$clp_node'(Store, p, 0, X, Node),
        put_attr(X, clpqr, Node)
    ).

%! '$clp_join'(+Store0, +Store, +Node, +Variable) is det.
%  A variable that was copied has a store of its own, with the same numbers: what it is connected to gets new ones.
'$clp_join'(Store0, Store, Node, X) :-
    (   arg(4, Store, One),
        arg(4, Store0, One0),
        One \== One0
    ->  '$clp_mixed'(One, X)
    ;   arg(1, Store, Offset),
        '$clp_connected'([Node], Store, Nodes),
        '$clp_renumber'(Nodes, Offset, Store)
    ).

%! '$clp_mixed'(+One, +Variable)
'$clp_mixed'(One, X) :-
    (   One == 1
    ->  permission_error('mix CLP(Q) variables with', 'CLP(R) variables:', X)
    ;   permission_error('mix CLP(R) variables with', 'CLP(Q) variables:', X)
    ).

%! '$clp_renumber'(+Nodes, +Offset, +Store) is det.
'$clp_renumber'([], _, _).
'$clp_renumber'([Node|Nodes], Offset, Store) :-
    Node = v(Id, Row, _, _, _, _, _, _),
    NewId is Id + Offset,
    setarg(1, Node, NewId),
    setarg(6, Node, Store),
    arg(1, Store, Next),
    (   NewId >= Next
    ->  Next1 is NewId + 1,
        setarg(1, Store, Next1)
    ;   true
    ),
    (   Row = d(C, Terms0)
    ->  '$clp_shifted'(Terms0, Offset, Terms),
        setarg(2, Node, d(C, Terms))
    ;   true
    ),
    '$clp_renumber'(Nodes, Offset, Store).

%! '$clp_shifted'(+Terms0, +Offset, -Terms) is det.
'$clp_shifted'([], _, []).
'$clp_shifted'(t(I, K, N, Terms0), Offset, t(J, K, N, Terms)) :-
    J is I + Offset,
    '$clp_shifted'(Terms0, Offset, Terms).

%! '$clp_network'(+Nodes, +Store, -All) is det.
%  All are Nodes and those that they are connected with by rows.
'$clp_network'(Nodes, Store, All) :-
    arg(5, Store, Before),
    Walk is Before + 1,
    setarg(5, Store, Walk),
    '$clp_walk'(Nodes, w(Walk, Store), All, []).

%! '$clp_walk'(+Nodes, +Mark, -All, ?Rest) is det.
'$clp_walk'([], _, Rest, Rest).
'$clp_walk'([Node|Nodes], Mark, All, Rest) :-
    arg(8, Node, Seen),
    (   same_term(Seen, Mark)
    ->  '$clp_walk'(Nodes, Mark, All, Rest)
    ;   setarg(8, Node, Mark),
        All = [Node|All1],
        '$clp_neighbours'(Node, Next, Nodes),
        '$clp_walk'(Next, Mark, All1, Rest)
    ).

%! '$clp_neighbours'(+Node, -Neighbours, ?Rest) is det.
'$clp_neighbours'(Node, Neighbours, Rest) :-
    arg(2, Node, Row),
    (   Row = d(_, Terms)
    ->  '$clp_term_nodes'(Terms, Neighbours, Rest)
    ;   arg(1, Node, Id),
        arg(3, Node, Occurrences),
        '$clp_owners'(Occurrences, Id, Node, Neighbours, Rest)
    ).

%! '$clp_term_nodes'(+Terms, -Nodes, ?Rest) is det.
'$clp_term_nodes'([], Rest, Rest).
'$clp_term_nodes'(t(_, _, N, Terms), [N|Nodes], Rest) :-
    '$clp_term_nodes'(Terms, Nodes, Rest).

%! '$clp_owners'(+Occurrences, +Id, +Parameter, -Nodes, ?Rest) is det.
'$clp_owners'([], _, _, Rest, Rest).
'$clp_owners'([D|Ds], Id, Parameter, Nodes, Rest) :-
    (   arg(2, D, d(_, Terms)),
        '$clp_factor'(Terms, Id, Parameter, _)
    ->  Nodes = [D|Nodes1]
    ;   Nodes = Nodes1
    ),
    '$clp_owners'(Ds, Id, Parameter, Nodes1, Rest).

%! '$clp_unified'(+Node, +Other) is nondet.
%  The variable of Node has been bound to Other.
'$clp_unified'(Node, Other) :-
    (   var(Other)
    ->  (   get_attr(Other, clpqr, Node2)
        ->  '$clp_equate'(Node, Node2, Other)
        ;   put_attr(Other, clpqr, Node)
        )
    ;   arg(6, Node, Store),
        '$clp_value'(Other, Store, N),
        arg(2, Node, Row),
        (   Row = d(C, [])
        ->  arg(2, Store, Epsilon),
            abs(C - N) =< Epsilon
        ;   '$clp_node_items'(Node, 1, 0, C0, Items, []),
            '$clp_collected'(Items, Store, Terms),
            C is C0 - N,
            '$clp_equal'(C, Terms, Store)
        ),
        '$clp_wake'(Node),
        '$clp_flush'(Store)
    ).

%! '$clp_value'(+Other, +Store, -Number) is det.
'$clp_value'(Other, Store, N) :-
    (   arg(4, Store, 1)
    ->  must_be(rational, Other),
        N = Other
    ;   number(Other)
    ->  N is float(Other)
    ;   type_error(real, Other)
    ).

%! '$clp_equate'(+Node1, +Node2, +Variable) is nondet.
'$clp_equate'(Node1, Node2, X) :-
    (   same_term(Node1, Node2)
    ->  true
    ;   arg(6, Node1, Store),
        arg(6, Node2, Store2),
        (   same_term(Store, Store2)
        ->  true
        ;   '$clp_join'(Store2, Store, Node2, X)
        ),
        arg(4, Store, One),
        Minus is -One,
        Zero is One - One,
        '$clp_node_items'(Node1, One, Zero, C1, Items, Items1),
        '$clp_node_items'(Node2, Minus, C1, C, Items1, []),
        '$clp_collected'(Items, Store, Terms),
        '$clp_equal'(C, Terms, Store),
        arg(7, Node1, Delayed1),
        arg(7, Node2, Delayed2),
        append(Delayed1, Delayed2, Delayed),
        setarg(7, Node2, Delayed),
        '$clp_wake'(Node2),
        '$clp_flush'(Store)
    ).

%! '$clp_wake'(+Node) is nondet.
%  Tries again the constraints that wait for the variable of Node.
'$clp_wake'(Node) :-
    arg(7, Node, Delayed),
    (   Delayed == []
    ->  true
    ;   setarg(7, Node, []),
        reverse(Delayed, InOrder),
        '$clp_wake_all'(InOrder)
    ).

%! '$clp_wake_all'(+Delayed) is nondet.
'$clp_wake_all'([]).
'$clp_wake_all'([Delayed|More]) :-
    Delayed = '$delayed'(Done, Goal),
    (   Done == true
    ->  true
    ;   setarg(1, Delayed, true),
        call(Goal)
    ),
    '$clp_wake_all'(More).
