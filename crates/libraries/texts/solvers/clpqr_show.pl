% What is known of some variables of library(clpq) and library(clpr): the residual goals of answers, and dump/3.
%
% The variables that are asked for take the place of parameters in all rows, in their order; the others are given as
% equations. Slacks that are left are removed from the inequalities by the method of Fourier and Motzkin. A row is
% r(Constant, Terms) here; the numbers of the variables that are asked for are negative, so that these come first.

%! '$clp_residual'(+Term, -Goals) is det.
%  Goals are the constraints on the variables of Term, one for those that depend on each other.
'$clp_residual'(Term, Goals) :-
    term_variables(Term, Variables0),
    '$clp_in_order'(Variables0, Variables),
    '$clp_described'(Variables, Parts),
    '$clp_braces'(Parts, Goals).

%! '$clp_braces'(+Parts, -Goals) is det.
'$clp_braces'([], []).
'$clp_braces'([part(Constraints, Others)|Parts], Goals) :-
    (   Constraints == []
    ->  append(Others, Goals1, Goals)
    ;   '$list_to_conjunction'(Constraints, Conjunction),
        append([{Conjunction}|Others], Goals1, Goals)
    ),
    '$clp_braces'(Parts, Goals1).

%! '$clp_in_order'(+Variables0, -Variables) is det.
%  Variables are those with nodes, the oldest first.
'$clp_in_order'(Variables0, Variables) :-
    '$clp_constrained'(Variables0, Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Variables).

%! '$clp_constrained'(+Variables, -Pairs) is det.
%  Pairs are Id-Variable of those that have nodes.
'$clp_constrained'([], []).
'$clp_constrained'([X|Xs], Pairs) :-
    (   get_attr(X, clpqr, Node)
    ->  arg(1, Node, Id),
        Pairs = [Id-X|Pairs1]
    ;   Pairs = Pairs1
    ),
    '$clp_constrained'(Xs, Pairs1).

%! '$clp_described'(+Variables, -Parts) is det.
%  Each of Parts is part(Constraints, Goals) for variables that depend on each other.
'$clp_described'([], []).
'$clp_described'([X|Xs], [part(Constraints, Goals)|Parts]) :-
    get_attr(X, clpqr, Node),
    arg(6, Node, Store),
    '$clp_connected'([Node], Store, Nodes),
    '$clp_reached'(Xs, Store, Same, Others),
    '$clp_describe'([X|Same], Nodes, Store, Constraints, Goals),
    '$clp_described'(Others, Parts).

%! '$clp_connected'(+Nodes, +Store, -All) is det.
%  All are those that Nodes are connected with by rows, and by constraints that wait.
'$clp_connected'(Nodes, Store, All) :-
    '$clp_network'(Nodes, Store, Nodes1),
    '$clp_delayed_goals'(Nodes1, Goals),
    term_variables(Goals, Variables),
    '$clp_unseen'(Variables, Store, More),
    (   More == []
    ->  All = Nodes1
    ;   append(Nodes1, More, Nodes2),
        '$clp_connected'(Nodes2, Store, All)
    ).

%! '$clp_unseen'(+Variables, +Store, -More) is det.
'$clp_unseen'([], _, []).
'$clp_unseen'([X|Xs], Store, More) :-
    (   get_attr(X, clpqr, Node),
        \+ '$clp_is_marked'(Node, Store)
    ->  More = [Node|More1]
    ;   More = More1
    ),
    '$clp_unseen'(Xs, Store, More1).

%! '$clp_is_marked'(+Node, +Store) is semidet.
%  Node was seen by the last walk.
'$clp_is_marked'(Node, Store) :-
    arg(8, Node, w(Walk, Store1)),
    arg(5, Store, Walk),
    same_term(Store, Store1).

%! '$clp_has_term'(+Terms, +Term) is semidet.
'$clp_has_term'([Term|Terms], Term1) :-
    (   same_term(Term, Term1)
    ->  true
    ;   '$clp_has_term'(Terms, Term1)
    ).

%! '$clp_reached'(+Variables, +Store, -Reached, -Others) is det.
'$clp_reached'([], _, [], []).
'$clp_reached'([X|Xs], Store, Reached, Others) :-
    get_attr(X, clpqr, Node),
    (   '$clp_is_marked'(Node, Store)
    ->  Reached = [X|Reached1],
        Others = Others1
    ;   Reached = Reached1,
        Others = [X|Others1]
    ),
    '$clp_reached'(Xs, Store, Reached1, Others1).

%! '$clp_delayed_goals'(+Nodes, -Goals) is det.
'$clp_delayed_goals'(Nodes, Goals) :-
    '$clp_delayed_of'(Nodes, [], Reversed),
    reverse(Reversed, Delayed),
    '$clp_goals_of'(Delayed, Goals).

%! '$clp_delayed_of'(+Nodes, +Before, -Delayed) is det.
'$clp_delayed_of'([], Delayed, Delayed).
'$clp_delayed_of'([Node|Nodes], Before, Delayed) :-
    arg(7, Node, Own0),
    reverse(Own0, Own),
    '$clp_undone'(Own, Before, After),
    '$clp_delayed_of'(Nodes, After, Delayed).

%! '$clp_undone'(+Own, +Before, -After) is det.
'$clp_undone'([], Delayed, Delayed).
'$clp_undone'([One|Own], Before, After) :-
    (   ( arg(1, One, true) ; '$clp_has_term'(Before, One) )
    ->  '$clp_undone'(Own, Before, After)
    ;   '$clp_undone'(Own, [One|Before], After)
    ).

%! '$clp_goals_of'(+Delayed, -Goals) is det.
'$clp_goals_of'([], []).
'$clp_goals_of'(['$delayed'(_, Goal)|Delayed], [Goal|Goals]) :-
    '$clp_goals_of'(Delayed, Goals).

%! '$clp_describe'(+Variables, +Nodes, +Store, -Constraints, -Goals) is det.
%  Constraints are what Nodes, all that are connected, tell of Variables.
'$clp_describe'(Variables, Nodes, Store, Constraints, Goals) :-
    length(Variables, Length),
    First is -Length,
    '$clp_place'(Variables, First, Store, [], Places, Equations),
    '$clp_inequalities'(Nodes, Places, Store, Inequalities0, Unequal),
    '$clp_eliminate'(Inequalities0, Store, Inequalities1),
    '$clp_needed'(Inequalities1, Store, Inequalities),
    '$clp_bounds'(Variables, First, Variables, Inequalities, Equations, Store, Constraints0, Constraints1),
    '$clp_several'(Inequalities, Variables, Store, Constraints1, Constraints2),
    '$clp_unequal'(Unequal, Variables, Store, Constraints2, Constraints3),
    '$clp_delayed_goals'(Nodes, Delayed),
    '$clp_delayed_constraints'(Delayed, Store, Constraints3, Goals0),
    % Copies of a variable may not share the constraints that wait.
    list_to_set(Constraints0, Constraints),
    list_to_set(Goals0, Goals).

%! '$clp_place'(+Variables, +Number, +Store, +Places0, -Places, -Equations) is det.
%  Puts Variables in the place of parameters: Places are Id-r(Constant, Terms). The others get equations, of this form too.
'$clp_place'([], _, _, Places, Places, []).
'$clp_place'([X|Xs], Number, Store, Places0, Places, Equations) :-
    get_attr(X, clpqr, Node),
    '$clp_node_row'(Node, Store, Row0),
    '$clp_replaced'(Row0, Places0, Store, r(C, Terms)),
    arg(4, Store, One),
    arg(2, Store, Epsilon),
    (   '$clp_parameter_in'(Terms, none, Id, K)
    ->  Divisor is -K,
        Minus is -One,
        '$clp_without'(Terms, Id, Rest0),
        '$clp_row_sum'(t(Number, Minus, none, []), One, Rest0, none, Rest),
        '$clp_quotient'(Epsilon, C, Divisor, C1),
        '$clp_divided'(Rest, Divisor, Epsilon, Terms1),
        Place = [Id-r(C1, Terms1)],
        '$clp_replaced_all'(Places0, Place, Store, Places1),
        Places2 = [Id-r(C1, Terms1)|Places1],
        Equations = Equations1
    ;   Places2 = Places0,
        Equations = [Number-r(C, Terms)|Equations1]
    ),
    Next is Number + 1,
    '$clp_place'(Xs, Next, Store, Places2, Places, Equations1).

%! '$clp_node_row'(+Node, +Store, -Row) is det.
'$clp_node_row'(Node, Store, Row) :-
    arg(2, Node, Row0),
    (   Row0 = d(C, Terms)
    ->  Row = r(C, Terms)
    ;   arg(1, Node, Id),
        arg(4, Store, One),
        Zero is One - One,
        Row = r(Zero, t(Id, One, Node, []))
    ).

%! '$clp_parameter_in'(+Terms, +Before, -Id, -Factor) is semidet.
%  Id is that of the last parameter, if possible of one that may have any value.
'$clp_parameter_in'([], I-K, I, K).
'$clp_parameter_in'(t(J, L, N, Terms), Before, I, K) :-
    (   J < 0
    ->  '$clp_parameter_in'(Terms, Before, I, K)
    ;   arg(4, N, 0)
    ->  '$clp_parameter_free'(Terms, J-L, I, K)
    ;   '$clp_parameter_in'(Terms, J-L, I, K)
    ).

%! '$clp_parameter_free'(+Terms, +Before, -Id, -Factor) is det.
'$clp_parameter_free'([], I-K, I, K).
'$clp_parameter_free'(t(J, L, N, Terms), Before, I, K) :-
    (   arg(4, N, 0)
    ->  '$clp_parameter_free'(Terms, J-L, I, K)
    ;   '$clp_parameter_free'(Terms, Before, I, K)
    ).

%! '$clp_replaced'(+Row0, +Places, +Store, -Row) is det.
'$clp_replaced'(Row, [], _, Row).
'$clp_replaced'(r(C0, Terms0), [Id-r(C1, Terms1)|Places], Store, Row) :-
    (   '$clp_factor_of'(Terms0, Id, K)
    ->  C2 is C0 + K*C1,
        '$clp_rounded'(C2, Store, C3),
        '$clp_without'(Terms0, Id, Rest),
        '$clp_row_sum'(Rest, K, Terms1, none, Terms2),
        '$clp_replaced'(r(C3, Terms2), Places, Store, Row)
    ;   '$clp_replaced'(r(C0, Terms0), Places, Store, Row)
    ).

%! '$clp_factor_of'(+Terms, +Id, -Factor) is semidet.
'$clp_factor_of'(t(J, L, _, Terms), I, K) :-
    (   J < I
    ->  '$clp_factor_of'(Terms, I, K)
    ;   J =:= I,
        K = L
    ).

%! '$clp_replaced_all'(+Places0, +Place, +Store, -Places) is det.
'$clp_replaced_all'([], _, _, []).
'$clp_replaced_all'([Id-Row0|Places0], Place, Store, [Id-Row|Places]) :-
    '$clp_replaced'(Row0, Place, Store, Row),
    '$clp_replaced_all'(Places0, Place, Store, Places).

%! '$clp_inequalities'(+Nodes, +Places, +Store, -Inequalities, -Unequal) is det.
%  Inequalities are Sign-Row. Those with =\= for parameters that are left say nothing of the variables.
'$clp_inequalities'([], _, _, [], []).
'$clp_inequalities'([Node|Nodes], Places, Store, Inequalities, Unequal) :-
    arg(4, Node, Sign),
    (   Sign =:= 0
    ->  Inequalities = Inequalities1,
        Unequal = Unequal1
    ;   '$clp_node_row'(Node, Store, Row0),
        '$clp_replaced'(Row0, Places, Store, Row),
        Row = r(_, Terms),
        (   Terms == []
        ->  Inequalities = Inequalities1,
            Unequal = Unequal1
        ;   Sign =:= 3
        ->  Inequalities = Inequalities1,
            (   '$clp_parameter_in'(Terms, none, _, _)
            ->  Unequal = Unequal1
            ;   Unequal = [Row|Unequal1]
            )
        ;   Inequalities = [Sign-Row|Inequalities1],
            Unequal = Unequal1
        )
    ),
    '$clp_inequalities'(Nodes, Places, Store, Inequalities1, Unequal1).
