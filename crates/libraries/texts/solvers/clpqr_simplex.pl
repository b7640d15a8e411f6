% Inequalities and equations of library(clpq) and library(clpr): the simplex method, one constraint after the other.
%
% A new inequality that does not hold where all parameters are zero is raised to zero by pivots. Where its slack is zero
% there, it is tested whether it can be positive: if not, it is an equation, and so are all inequalities in its row.
% After an equation the inequalities that it changed are tested in the same way.

%! '$clp_equal'(+Constant, +Terms, +Store) is semidet.
%  Adds Constant + Terms = 0.
'$clp_equal'(C, Terms, Store) :-
    (   Terms == []
    ->  arg(2, Store, Epsilon),
        abs(C) =< Epsilon
    ;   '$clp_free'(Terms, Store, Node),
        Node \== none
    ->  arg(1, Node, Id),
        '$clp_factor'(Terms, Id, Node, K),
        '$clp_without'(Terms, Id, Rest),
        '$clp_define'(Node, K, C, Rest, Store, _)
    ;   '$clp_rounded'(C, Store, C1),
        '$clp_equal_slacks'(C1, Terms, Store)
    ).

%! '$clp_free'(+Terms, +Store, -Node) is det.
%  Node is a parameter that may have any value, or none: the last one that is in no row, or else the last one; over
%  floats only one whose factor is not small beside the largest, since divisions by it make rounding errors grow.
'$clp_free'(Terms, Store, Node) :-
    (   arg(4, Store, 1)
    ->  Least = 0
    ;   '$clp_largest_free'(Terms, 0.0, Largest),
        Least is Largest * 0.3
    ),
    '$clp_last_free'(Terms, Least, none, Node).

%! '$clp_last_free'(+Terms, +Least, +Before, -Node) is det.
'$clp_last_free'([], _, Node, Node).
'$clp_last_free'(t(_, K, N, Terms), Least, Before, Node) :-
    (   arg(4, N, 0),
        abs(K) >= Least,
        (   Before == none
        ;   arg(3, N, [])
        ;   \+ arg(3, Before, [])
        )
    ->  '$clp_last_free'(Terms, Least, N, Node)
    ;   '$clp_last_free'(Terms, Least, Before, Node)
    ).

%! '$clp_largest_free'(+Terms, +Size0, -Size) is det.
'$clp_largest_free'([], Size, Size).
'$clp_largest_free'(t(_, K, N, Terms), Size0, Size) :-
    (   arg(4, N, 0)
    ->  Size1 is max(Size0, abs(K))
    ;   Size1 = Size0
    ),
    '$clp_largest_free'(Terms, Size1, Size).

%! '$clp_equal_slacks'(+Constant, +Terms, +Store) is semidet.
'$clp_equal_slacks'(C, Terms, Store) :-
    (   C =:= 0
    ->  '$clp_heaviest'(Terms, 0, none, Node),
        arg(1, Node, Id),
        '$clp_factor'(Terms, Id, Node, K),
        '$clp_without'(Terms, Id, Rest),
        '$clp_define'(Node, K, C, Rest, Store, Touched),
        '$clp_test_all'(Touched, Store)
    ;   (   C < 0
        ->  Below = C,
            Row = Terms
        ;   Below is -C,
            arg(4, Store, One),
            Minus is -One,
            '$clp_row_sum'([], Minus, Terms, none, Row)
        ),
        '$clp_dependent'(Store, 0, Below, Row, Node),
        '$clp_raise'(Node, 0, Store, _),
        '$clp_to_parameter'(Node, Store),
        '$clp_fix'([Node], Store)
    ).

%! '$clp_dependent'(+Store, +Sign, +Constant, +Terms, -Node) is det.
'$clp_dependent'(Store, Sign, C, Terms, Node) :-
    '$clp_node'(Store, d(C, Terms), Sign, slack, Node),
    '$clp_note_all'(Terms, Node).

%! '$clp_to_parameter'(+Node, +Store) is det.
%  Node, whose value is zero, becomes a parameter.
'$clp_to_parameter'(Node, Store) :-
    arg(2, Node, Row),
    (   Row = d(_, Terms),
        Terms = t(_, _, _, _)
    ->  '$clp_heaviest'(Terms, 0, none, Enter),
        '$clp_pivot'(Node, Enter, Store)
    ;   true
    ).

%! '$clp_heaviest'(+Terms, +Size0, +Node0, -Node) is det.
%  Node is the parameter with the largest factor, which is best for floats.
'$clp_heaviest'([], _, Node, Node).
'$clp_heaviest'(t(_, K, N, Terms), Size0, Node0, Node) :-
    Size is abs(K),
    (   Size > Size0
    ->  '$clp_heaviest'(Terms, Size, N, Node)
    ;   '$clp_heaviest'(Terms, Size0, Node0, Node)
    ).

%! '$clp_at_least'(+Sign, +Constant, +Terms, +Store) is semidet.
%  Adds Constant + Terms >= 0 for the Sign 1, > 0 for 2.
'$clp_at_least'(Sign, C, Terms, Store) :-
    (   Terms == []
    ->  arg(2, Store, Epsilon),
        '$clp_allowed'(Sign, C, Epsilon)
    ;   Terms = t(_, K, N, []),
        K > 0,
        '$clp_rounded'(C, Store, Zero),
        Zero =:= 0
    ->  '$clp_restrict'(N, Sign, Store)
    ;   '$clp_free'(Terms, Store, Node),
        Node \== none
    ->  '$clp_slack'(Sign, Node, C, Terms, Store)
    ;   '$clp_rounded'(C, Store, C1),
        '$clp_at_least_slacks'(Sign, C1, Terms, Store)
    ).

%! '$clp_slack'(+Sign, +Node, +Constant, +Terms, +Store) is semidet.
%  Solves Constant + Terms = Slack for Node, which may have any value.
'$clp_slack'(Sign, Node, C, Terms, Store) :-
    arg(1, Node, Id),
    '$clp_factor'(Terms, Id, Node, K),
    '$clp_without'(Terms, Id, Rest0),
    '$clp_node'(Store, p, Sign, slack, Slack),
    arg(1, Slack, SlackId),
    arg(4, Store, One),
    Minus is -One,
    '$clp_inserted'(Rest0, SlackId, Minus, Slack, Rest),
    '$clp_define'(Node, K, C, Rest, Store, _).

%! '$clp_at_least_slacks'(+Sign, +Constant, +Terms, +Store) is semidet.
'$clp_at_least_slacks'(Sign, C, Terms, Store) :-
    (   C >= 0,
        '$clp_all_positive'(Terms, Strict),
        ( Sign =:= 1 ; C > 0 ; Strict == true )
    ->  true
    ;   '$clp_dependent'(Store, Sign, C, Terms, Node),
        '$clp_establish'(Node, C, Store)
    ).

%! '$clp_establish'(+Node, +Constant, +Store) is semidet.
%  Makes the value of Node, which has Sign 1 or 2 and Constant in its row, positive, if it can be.
'$clp_establish'(Node, C, Store) :-
    (   C > 0
    ->  true
    ;   C < 0
    ->  '$clp_raise'(Node, 0, Store, Value),
        (   Value > 0
        ->  true
        ;   '$clp_test_all'([Node], Store)
        )
    ;   '$clp_test_all'([Node], Store)
    ).

%! '$clp_all_positive'(+Terms, -Strict) is semidet.
%  All factors are positive; Strict is true if one of the parameters is.
'$clp_all_positive'([], _).
'$clp_all_positive'(t(_, K, N, Terms), Strict) :-
    K > 0,
    (   arg(4, N, 2)
    ->  Strict = true
    ;   true
    ),
    '$clp_all_positive'(Terms, Strict).

%! '$clp_restrict'(+Node, +Sign, +Store) is semidet.
%  Adds Node >= 0 for the Sign 1, Node > 0 for 2.
'$clp_restrict'(Node, Sign, Store) :-
    arg(2, Node, Row),
    arg(4, Node, Before),
    (   Before >= Sign
    ->  true
    ;   Before =:= 1
    ->  setarg(4, Node, Sign)
    ;   Row == p
    ->  setarg(4, Node, Sign)
    ;   Row = d(C, Terms),
        '$clp_free'(Terms, Store, Parameter),
        (   Terms == []
        ->  arg(2, Store, Epsilon),
            '$clp_allowed'(Sign, C, Epsilon)
        ;   Parameter == none
        ->  (   C >= 0,
                '$clp_all_positive'(Terms, Strict),
                ( Sign =:= 1 ; C > 0 ; Strict == true )
            ->  true
            ;   setarg(4, Node, Sign),
                '$clp_establish'(Node, C, Store)
            )
        ;   '$clp_pivot'(Node, Parameter, Store),
            setarg(4, Node, Sign)
        )
    ).

%! '$clp_raise'(+Node, +Degenerate, +Store, -Value) is semidet.
%  Raises the value of Node, which is negative, to zero. Value is positive if Node can be, zero if this is not known.
'$clp_raise'(Node, Degenerate, Store, Value) :-
    arg(2, Node, d(C, Terms)),
    '$clp_entering'(Degenerate, Terms, Enter, K),
    arg(2, Store, Epsilon),
    '$clp_leaving'(Enter, Epsilon, Leave, Ratio),
    (   ( Leave == none ; C + K*Ratio > Epsilon )
    ->  '$clp_pivot'(Node, Enter, Store),
        Value = 1
    ;   '$clp_pivot'(Leave, Enter, Store),
        arg(2, Node, d(C1, _)),
        (   C1 < 0
        ->  '$clp_degenerate'(Ratio, Epsilon, Degenerate, Degenerate1),
            '$clp_raise'(Node, Degenerate1, Store, Value)
        ;   Value = C1
        )
    ).

%! '$clp_degenerate'(+Ratio, +Epsilon, +Before, -After) is det.
%  Counts the pivots in sequence that have changed no value.
'$clp_degenerate'(Ratio, Epsilon, Before, After) :-
    (   Ratio > Epsilon
    ->  After = 0
    ;   After is Before + 1
    ).

%! '$clp_entering'(+Degenerate, +Terms, -Node, -Factor) is semidet.
%  Node is the parameter with the largest positive Factor; after some degenerate pivots the first one with a positive
%  Factor (Bland's rule), since then there could be a cycle.
'$clp_entering'(Degenerate, Terms, Node, Factor) :-
    (   Degenerate > 8
    ->  '$clp_first_positive'(Terms, Node, Factor)
    ;   '$clp_largest'(Terms, none, 0, Node, Factor),
        Node \== none
    ).

%! '$clp_first_positive'(+Terms, -Node, -Factor) is semidet.
'$clp_first_positive'(t(_, K, N, Terms), Node, Factor) :-
    (   K > 0
    ->  Node = N,
        Factor = K
    ;   '$clp_first_positive'(Terms, Node, Factor)
    ).

%! '$clp_largest'(+Terms, +Node0, +Factor0, -Node, -Factor) is det.
'$clp_largest'([], Node, Factor, Node, Factor).
'$clp_largest'(t(_, K, N, Terms), Node0, Factor0, Node, Factor) :-
    (   K > Factor0
    ->  '$clp_largest'(Terms, N, K, Node, Factor)
    ;   '$clp_largest'(Terms, Node0, Factor0, Node, Factor)
    ).

%! '$clp_leaving'(+Enter, +Epsilon, -Leave, -Ratio) is det.
%  Leave is the inequality that limits the growth of the parameter Enter most, Ratio the limit; none if none does.
'$clp_leaving'(Enter, Epsilon, Leave, Ratio) :-
    arg(1, Enter, Id),
    arg(3, Enter, Occurrences),
    '$clp_leaving'(Occurrences, Id, Enter, Epsilon, none, 0, Leave, Ratio).

%! '$clp_leaving'(+Nodes, +Id, +Enter, +Epsilon, +Leave0, +Ratio0, -Leave, -Ratio) is det.
'$clp_leaving'([], _, _, _, Leave, Ratio, Leave, Ratio).
'$clp_leaving'([D|Ds], Id, Enter, Epsilon, Leave0, Ratio0, Leave, Ratio) :-
    (   arg(4, D, Sign),
        ( Sign =:= 1 ; Sign =:= 2 ),
        arg(2, D, d(C, Terms)),
        '$clp_factor'(Terms, Id, Enter, K),
        K < 0
    ->  '$clp_limit'(C, K, Epsilon, Ratio1),
        (   '$clp_is_tighter'(Leave0, Ratio0, Ratio1, D)
        ->  '$clp_leaving'(Ds, Id, Enter, Epsilon, D, Ratio1, Leave, Ratio)
        ;   '$clp_leaving'(Ds, Id, Enter, Epsilon, Leave0, Ratio0, Leave, Ratio)
        )
    ;   '$clp_leaving'(Ds, Id, Enter, Epsilon, Leave0, Ratio0, Leave, Ratio)
    ).

%! '$clp_limit'(+Constant, +Factor, +Epsilon, -Ratio) is det.
%  A constant may have become negative by the rounding of floats.
'$clp_limit'(C, K, Epsilon, Ratio) :-
    (   C > 0
    ->  Fall is -K,
        '$clp_quotient'(Epsilon, C, Fall, Ratio)
    ;   Ratio = 0
    ).

%! '$clp_is_tighter'(+Leave, +Ratio, +NewRatio, +New) is semidet.
'$clp_is_tighter'(none, _, _, _) :- !.
'$clp_is_tighter'(Leave, Ratio, NewRatio, New) :-
    (   NewRatio < Ratio
    ->  true
    ;   NewRatio =:= Ratio,
        arg(1, Leave, Id),
        arg(1, New, NewId),
        NewId < Id
    ).

%! '$clp_pivot'(+Leave, +Enter, +Store) is semidet.
%  The dependent variable Leave becomes a parameter instead of Enter, which is in its row.
'$clp_pivot'(Leave, Enter, Store) :-
    arg(2, Leave, d(C, Terms)),
    arg(1, Enter, Id),
    '$clp_factor'(Terms, Id, Enter, K),
    '$clp_without'(Terms, Id, Rest0),
    arg(1, Leave, LeaveId),
    arg(4, Store, One),
    Minus is -One,
    '$clp_inserted'(Rest0, LeaveId, Minus, Leave, Rest),
    setarg(2, Leave, p),
    setarg(3, Leave, []),
    '$clp_define'(Enter, K, C, Rest, Store, _).

%! '$clp_test_all'(+Nodes, +Store) is semidet.
%  Tests whether each of Nodes can be positive; those that cannot become zero.
'$clp_test_all'([], _).
'$clp_test_all'([Node|Nodes], Store) :-
    arg(2, Node, Row),
    '$clp_test'(Row, Node, 0, Store, Zeros),
    (   Zeros == []
    ->  true
    ;   '$clp_fix'(Zeros, Store)
    ),
    '$clp_test_all'(Nodes, Store).

%! '$clp_test'(+Row, +Node, +Degenerate, +Store, -Zeros) is semidet.
%  Zeros are the parameters that are zero since Node is, or none.
'$clp_test'(p, Node, Degenerate, Store, Zeros) :-
    arg(2, Store, Epsilon),
    '$clp_leaving'(Node, Epsilon, Leave, Ratio),
    (   ( Leave == none ; Ratio > Epsilon )
    ->  Zeros = []
    ;   '$clp_pivot'(Leave, Node, Store),
        Degenerate1 is Degenerate + 1,
        arg(2, Node, Row),
        '$clp_test'(Row, Node, Degenerate1, Store, Zeros)
    ).
'$clp_test'(d(C, Terms), Node, Degenerate, Store, Zeros) :-
    (   ( C > 0 ; Terms == [] )
    ->  Zeros = []
    ;   '$clp_entering'(Degenerate, Terms, Enter, K)
    ->  arg(2, Store, Epsilon),
        '$clp_leaving'(Enter, Epsilon, Leave, Ratio),
        (   ( Leave == none ; K*Ratio > Epsilon )
        ->  Zeros = []
        ;   '$clp_pivot'(Leave, Enter, Store),
            Degenerate1 is Degenerate + 1,
            arg(2, Node, Row),
            '$clp_test'(Row, Node, Degenerate1, Store, Zeros)
        )
    ;   \+ arg(4, Node, 2),
        '$clp_parameters'(Terms, Zeros)
    ).

%! '$clp_parameters'(+Terms, -Nodes) is det.
'$clp_parameters'([], []).
'$clp_parameters'(t(_, _, N, Terms), [N|Nodes]) :-
    '$clp_parameters'(Terms, Nodes).

%! '$clp_fix'(+Parameters, +Store) is semidet.
%  Makes all Parameters zero.
'$clp_fix'(Parameters, Store) :-
    arg(4, Store, One),
    Zero is One - One,
    '$clp_fix'(Parameters, Zero, Store, [], Touched),
    '$clp_test_all'(Touched, Store).

%! '$clp_fix'(+Parameters, +Zero, +Store, +Touched0, -Touched) is semidet.
'$clp_fix'([], _, _, Touched, Touched).
'$clp_fix'([Node|Nodes], Zero, Store, Touched0, Touched) :-
    arg(2, Node, Row),
    (   Row == p
    ->  arg(4, Store, One),
        '$clp_define'(Node, One, Zero, [], Store, Touched1),
        append(Touched1, Touched0, Touched2)
    ;   Touched2 = Touched0
    ),
    '$clp_fix'(Nodes, Zero, Store, Touched2, Touched).

%! '$clp_maximum'(+Node, +Degenerate, +Store, -Value) is semidet.
%  Value is the largest value of the dependent variable Node, to which pivots bring it; fails if there is none.
'$clp_maximum'(Node, Degenerate, Store, Value) :-
    arg(2, Node, d(C, Terms)),
    (   '$clp_entering'(Degenerate, Terms, Enter, _)
    ->  arg(2, Store, Epsilon),
        '$clp_leaving'(Enter, Epsilon, Leave, Ratio),
        Leave \== none,
        '$clp_pivot'(Leave, Enter, Store),
        '$clp_degenerate'(Ratio, Epsilon, Degenerate, Degenerate1),
        '$clp_maximum'(Node, Degenerate1, Store, Value)
    ;   Value = C
    ).
