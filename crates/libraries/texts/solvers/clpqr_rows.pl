% Rows of library(clpq) and library(clpr): the solved form of linear equations, and its change.
%
% A variable of the solver is a node v(Id, Row, Occurrences, Sign, Variable, Store, Delayed, Mark). It is a parameter, if
% its Row is p, or a dependent variable with the Row d(Constant, Terms): Terms is t(Id, Factor, Node, Terms), sorted by
% Id, or []. All nodes in Terms are parameters. Occurrences of a parameter are the dependent variables in whose rows it
% is; some may have lost it. Sign tells what values are allowed: 0 all, 1 those from zero on, 2 positive ones, 3 all but
% zero (these are dependent). Variable is the variable of the program, or the atom slack. All changes are made with
% setarg/3, so that they are undone on backtracking.
%
% Rows of nodes with Sign 1 or 2 have parameters only with such signs, and constants from zero on: with all these
% parameters at zero, all inequalities hold. No inequality is such that its slack is zero in all solutions: these are
% made equations (clpqr_simplex.pl). So the strict ones, and those with =\=, need no more than a look at rows that have
% become constant.
%
% A Store is s(Next, Epsilon, Queue, One, Walk): the next Id, the tolerance (0 for rationals), the nodes whose variables
% have to be bound, 1 or 1.0, and the number of the last walk.

%! '$clp_store'(+Domain, -Store) is det.
%  Store is the store of new variables of Domain, q or r.
'$clp_store'(q, Store) :-
    (   nb_current('$clp_q', Store)
    ->  true
    ;   Store = s(1, 0, [], 1, 0),
        b_setval('$clp_q', Store)
    ).
'$clp_store'(r, Store) :-
    (   nb_current('$clp_r', Store)
    ->  true
    ;   Store = s(1, 1.0e-10, [], 1.0, 0),
        b_setval('$clp_r', Store)
    ).

%! '$clp_node'(+Store, +Row, +Sign, ?Variable, -Node) is det.
'$clp_node'(Store, Row, Sign, Variable, v(Id, Row, [], Sign, Variable, Store, [], 0)) :-
    arg(1, Store, Id),
    Next is Id + 1,
    setarg(1, Store, Next).

%! '$clp_quotient'(+Epsilon, +X, +Y, -Z) is det.
'$clp_quotient'(Epsilon, X, Y, Z) :-
    (   Epsilon =\= 0
    ->  Z is X / Y
    ;   Y == 1
    ->  Z = X
    ;   Y == -1
    ->  Z is -X
    ;   Z is X rdiv Y
    ).

%! '$clp_note'(+Parameter, +Owner) is det.
%  Owner is the node in whose row Parameter is now.
'$clp_note'(Parameter, Owner) :-
    arg(3, Parameter, Occurrences),
    setarg(3, Parameter, [Owner|Occurrences]).

%! '$clp_note_all'(+Terms, +Owner) is det.
'$clp_note_all'([], _).
'$clp_note_all'(t(_, _, N, Terms), Owner) :-
    '$clp_note'(N, Owner),
    '$clp_note_all'(Terms, Owner).

%! '$clp_divided'(+Terms, +Divisor, +Epsilon, -Quotients) is det.
'$clp_divided'([], _, _, []).
'$clp_divided'(t(I, K, N, Terms), Divisor, Epsilon, Quotients) :-
    '$clp_quotient'(Epsilon, K, Divisor, X),
    (   abs(X) =< Epsilon
    ->  Rest = Quotients
    ;   Quotients = t(I, X, N, Rest)
    ),
    '$clp_divided'(Terms, Divisor, Epsilon, Rest).

%! '$clp_inserted'(+Terms, +Id, +Factor, +Node, -More) is det.
%  More is Terms, in which Id is not, with Factor*Node.
'$clp_inserted'(Terms, I, K, N, More) :-
    (   Terms = t(J, L, M, Rest),
        J < I
    ->  More = t(J, L, M, More1),
        '$clp_inserted'(Rest, I, K, N, More1)
    ;   More = t(I, K, N, Terms)
    ).

%! '$clp_without'(+Terms, +Id, -Others) is det.
'$clp_without'([], _, []).
'$clp_without'(t(J, L, M, Rest), I, Others) :-
    (   J =:= I
    ->  Others = Rest
    ;   Others = t(J, L, M, Others1),
        '$clp_without'(Rest, I, Others1)
    ).

%! '$clp_factor'(+Terms, +Id, +Node, -Factor) is semidet.
%  A list of occurrences that is too long may lead to the row of another store, where Id is that of another node.
'$clp_factor'(t(J, L, M, Terms), I, N, K) :-
    (   J < I
    ->  '$clp_factor'(Terms, I, N, K)
    ;   J =:= I,
        same_term(M, N),
        K = L
    ).

%! '$clp_rounded'(+X, +Store, -Y) is det.
%  Y is X, or zero if X is that near to it.
'$clp_rounded'(X, Store, Y) :-
    arg(2, Store, Epsilon),
    (   abs(X) =< Epsilon
    ->  arg(4, Store, One),
        Y is One - One
    ;   Y = X
    ).

%! '$clp_define'(+Node, +Factor, +Constant, +Terms, +Store, -Touched) is semidet.
%  Solves Factor*Node + Constant + Terms = 0 for the parameter Node, and puts its row into those that it is in. Touched
%  are the inequalities that it was in whose constants are zero.
'$clp_define'(Node, Factor, Constant, Terms, Store, Touched) :-
    arg(2, Store, Epsilon),
    Divisor is -Factor,
    '$clp_quotient'(Epsilon, Constant, Divisor, C0),
    '$clp_rounded'(C0, Store, C),
    '$clp_divided'(Terms, Divisor, Epsilon, Row),
    arg(3, Node, Occurrences),
    setarg(3, Node, []),
    setarg(2, Node, d(C, Row)),
    '$clp_note_all'(Row, Node),
    '$clp_look'(Row, C, Node, Store, Touched, Touched1),
    '$clp_put'(Occurrences, Node, C, Row, Store, Touched1).

%! '$clp_put'(+Occurrences, +Node, +Constant, +Row, +Store, -Touched) is semidet.
%  Puts Constant + Row for Node into the rows of Occurrences.
'$clp_put'([], _, _, _, _, []) :- !.
'$clp_put'(Occurrences, Node, C, Row, Store, Touched) :-
    arg(1, Node, Id),
    arg(4, Store, One),
    Minus is -One,
    '$clp_inserted'(Row, Id, Minus, Node, Zero),
    arg(2, Store, Epsilon),
    '$clp_put_all'(Occurrences, Id, Node, C, Zero, Epsilon, Store, Touched).

%! '$clp_put_all'(+Occurrences, +Id, +Node, +Constant, +Zero, +Epsilon, +Store, -Touched) is semidet.
%  Zero is the row that is put in less the node that it replaces, so that this one goes away.
'$clp_put_all'([], _, _, _, _, _, _, []).
'$clp_put_all'([D|Ds], Id, Node, C, Zero, Epsilon, Store, Touched) :-
    arg(2, D, Old),
    (   Old = d(C0, Terms0),
        '$clp_factor'(Terms0, Id, Node, K)
    ->  C1 is C0 + K*C,
        '$clp_rounded'(C1, Store, C2),
        '$clp_row_sum'(Terms0, K, Zero, D, Terms),
        setarg(2, D, d(C2, Terms)),
        '$clp_look'(Terms, C2, D, Store, Touched, Touched1)
    ;   Touched1 = Touched
    ),
    '$clp_put_all'(Ds, Id, Node, C, Zero, Epsilon, Store, Touched1).

%! '$clp_look'(+Terms, +Constant, +Node, +Store, -Touched, ?Rest) is semidet.
%  Looks at the new row of Node: it may be constant, or zero where all parameters are.
'$clp_look'([], C, Node, Store, Touched, Touched) :-
    arg(4, Node, Sign),
    arg(2, Store, Epsilon),
    '$clp_allowed'(Sign, C, Epsilon),
    '$clp_queue'(Node, Store).
'$clp_look'(t(_, _, _, _), C, Node, _, Touched, Rest) :-
    (   C =:= 0,
        arg(4, Node, Sign),
        ( Sign =:= 1 ; Sign =:= 2 )
    ->  Touched = [Node|Rest]
    ;   Touched = Rest
    ).

%! '$clp_allowed'(+Sign, +Value, +Epsilon) is semidet.
'$clp_allowed'(0, _, _).
'$clp_allowed'(1, Value, Epsilon) :-
    Value >= -Epsilon.
'$clp_allowed'(2, Value, Epsilon) :-
    Value > Epsilon.
'$clp_allowed'(3, Value, Epsilon) :-
    abs(Value) > Epsilon.

%! '$clp_queue'(+Node, +Store) is det.
%  Notes that the variable of Node is equal to a number.
'$clp_queue'(Node, Store) :-
    arg(5, Node, Variable),
    (   Variable == slack
    ->  true
    ;   arg(3, Store, Queue),
        setarg(3, Store, [Node|Queue])
    ).

%! '$clp_flush'(+Store) is nondet.
%  Binds the variables that are known now.
'$clp_flush'(Store) :-
    arg(3, Store, Queue),
    (   Queue == []
    ->  true
    ;   setarg(3, Store, []),
        reverse(Queue, Nodes),
        '$clp_bind_all'(Nodes, Store),
        '$clp_flush'(Store)
    ).

%! '$clp_bind_all'(+Nodes, +Store) is nondet.
'$clp_bind_all'([], _).
'$clp_bind_all'([Node|Nodes], Store) :-
    Node = v(_, d(C, []), _, _, Variable, _, _, _),
    (   var(Variable)
    ->  Variable = C
    ;   number(Variable),
        arg(2, Store, Epsilon),
        abs(Variable - C) =< Epsilon
    ),
    '$clp_bind_all'(Nodes, Store).
