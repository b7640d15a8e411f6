% The simplex method under simplex.pl, in two phases, with exact rational numbers.
%
% A tableau is tableau(z-Goal, Columns, Active, Rows). Columns are the variables in standard order: s(N) those that
% constraints add, v(Variable) those of the program. Active has 1 for each column that may enter the basis, else 0. Rows
% are pairs of the variable of the basis and a row: the right side, then the coefficients of the columns.

%! '$lp_solve'(+Sum, +Constraints, -Solution) is semidet.
'$lp_solve'(Sum, Constraints0, solved(Tableau,Names)) :-
    '$lp_equal_bounds'(Constraints0, Constraints),
    '$lp_equations'(Constraints, 0, Equations, Names, Artificial),
    '$lp_columns'(Equations, Sum, Columns),
    '$lp_rows'(Equations, Columns, Rows),
    '$lp_ones'(Columns, Active),
    (   Artificial == []
    ->  '$lp_goal'(Sum, Columns, Rows, Goal),
        '$lp_improve'(tableau(z-Goal,Columns,Active,Rows), 0, Tableau)
    ;   '$lp_feasible'(Artificial, Columns, Active, Rows, Active1, Rows1),
        '$lp_goal'(Sum, Columns, Rows1, Goal),
        '$lp_improve'(tableau(z-Goal,Columns,Active1,Rows1), 0, Tableau)
    ).

%! '$lp_equal_bounds'(+Constraints0, -Constraints)
%  A lower and an upper bound that are equal become an equation.
'$lp_equal_bounds'([], []).
'$lp_equal_bounds'([Constraint0|Constraints0], [Constraint|Constraints]) :-
    (   Constraint0 = c(none, [Variable-1], Operator, Right),
        '$lp_opposite'(Operator, Opposite),
        '$lp_take'(Constraints0, Variable, Opposite, Right1, Rest),
        Right1 =:= Right
    ->  Constraint = c(none, [Variable-1], =, Right),
        '$lp_equal_bounds'(Rest, Constraints)
    ;   Constraint = Constraint0,
        '$lp_equal_bounds'(Constraints0, Constraints)
    ).

%! '$lp_opposite'(+Operator, -Opposite) is semidet.
'$lp_opposite'(=<, >=).
'$lp_opposite'(>=, =<).

%! '$lp_equations'(+Constraints, +Count, -Equations, -Names, -Artificial) is semidet.
%  An equation is e(Basic, Sum, Right). Artificial are the variables that must become 0.
'$lp_equations'([], _, [], [], []).
'$lp_equations'([c(Name,Sum,Operator,Right)|Constraints], Count0, [e(Basic,Left,Right)|Equations],
                [Name-Basic|Names], Artificial) :-
    '$lp_equation'(Operator, Count0, Count, Sum, Left, Basic, Artificial, Artificial1),
    '$lp_equations'(Constraints, Count, Equations, Names, Artificial1).

%! '$lp_equation'(+Operator, +Count0, -Count, +Sum, -Left, -Basic, -Artificial, ?Tail) is semidet.
'$lp_equation'(=<, Count0, Count, Sum, [s(Count0)-1|Sum], s(Count0), Tail, Tail) :-
    Count is Count0+1.
'$lp_equation'(=, Count0, Count, Sum, [s(Count0)-1|Sum], s(Count0), [s(Count0)|Tail], Tail) :-
    Count is Count0+1.
'$lp_equation'(>=, Count0, Count, Sum, [s(Count0)-(-1),s(Count1)-1|Sum], s(Count1), [s(Count1)|Tail], Tail) :-
    Count1 is Count0+1,
    Count is Count1+1.

%! '$lp_columns'(+Equations, +Sum, -Columns)
'$lp_columns'(Equations, Sum, Columns) :-
    pairs_keys(Sum, Columns0),
    '$lp_all_columns'(Equations, Columns0, Columns1),
    sort(Columns1, Columns).

%! '$lp_all_columns'(+Equations, +Columns0, -Columns)
'$lp_all_columns'([], Columns, Columns).
'$lp_all_columns'([e(_,Left,_)|Equations], Columns0, Columns) :-
    '$lp_keys'(Left, Columns1, Columns0),
    '$lp_all_columns'(Equations, Columns1, Columns).

%! '$lp_keys'(+Sum, -Keys, ?Tail)
'$lp_keys'([], Keys, Keys).
'$lp_keys'([Key-_|Sum], [Key|Keys], Tail) :-
    '$lp_keys'(Sum, Keys, Tail).

%! '$lp_rows'(+Equations, +Columns, -Rows)
'$lp_rows'([], _, []).
'$lp_rows'([e(Basic,Left,Right)|Equations], Columns, [Basic-[Right|Row]|Rows]) :-
    '$lp_spread'(Columns, Left, Row),
    '$lp_rows'(Equations, Columns, Rows).

%! '$lp_spread'(+Columns, +Sum, -Row)
%  Row has the coefficients of Sum, which is in the order of Columns.
'$lp_spread'([], _, []).
'$lp_spread'([Column|Columns], Sum, [Factor|Row]) :-
    (   Sum = [Column1-Factor0|Sum1],
        Column1 == Column
    ->  Factor = Factor0,
        '$lp_spread'(Columns, Sum1, Row)
    ;   Factor = 0,
        '$lp_spread'(Columns, Sum, Row)
    ).

%! '$lp_ones'(+Columns, -Ones)
'$lp_ones'([], []).
'$lp_ones'([_|Columns], [1|Ones]) :-
    '$lp_ones'(Columns, Ones).

%! '$lp_goal'(+Sum, +Columns, +Rows, -Goal)
%  Goal is the row of a sum that is to be as large as possible, without the variables of the basis.
'$lp_goal'(Sum, Columns, Rows, Goal) :-
    '$lp_spread'(Columns, Sum, Row0),
    '$lp_times'([0|Row0], -1, Row),
    '$lp_reduce'(Rows, Columns, Row, Goal).

%! '$lp_reduce'(+Rows, +Columns, +Goal0, -Goal)
'$lp_reduce'([], _, Goal, Goal).
'$lp_reduce'([Basic-Row|Rows], Columns, Goal0, Goal) :-
    Goal0 = [_|Factors],
    '$lp_at'(Columns, Factors, Basic, Factor),
    (   Factor =:= 0
    ->  Goal1 = Goal0
    ;   '$lp_minus'(Row, Factor, Goal0, Goal1)
    ),
    '$lp_reduce'(Rows, Columns, Goal1, Goal).

%! '$lp_feasible'(+Artificial, +Columns, +Active0, +Rows0, -Active, -Rows) is semidet.
%  The first phase: Rows have a basis without the artificial variables, which are no longer active.
'$lp_feasible'(Artificial, Columns, Active0, Rows0, Active, Rows) :-
    '$lp_minus_one'(Artificial, Sum0),
    sort(Sum0, Sum),
    '$lp_goal'(Sum, Columns, Rows0, Goal),
    '$lp_improve'(tableau(z-Goal,Columns,Active0,Rows0), 0, tableau(_-[Most|_],_,_,Rows1)),
    Most =:= 0,
    '$lp_deactivate'(Columns, Active0, Sum, Active),
    '$lp_leave'(Artificial, Columns, Active, Rows1, Rows).

%! '$lp_minus_one'(+Variables, -Sum)
'$lp_minus_one'([], []).
'$lp_minus_one'([Variable|Variables], [Variable-(-1)|Sum]) :-
    '$lp_minus_one'(Variables, Sum).

%! '$lp_deactivate'(+Columns, +Active0, +Sum, -Active)
'$lp_deactivate'([], [], _, []).
'$lp_deactivate'([Column|Columns], [Flag0|Active0], Sum, [Flag|Active]) :-
    (   Sum = [Column1-_|Sum1],
        Column1 == Column
    ->  Flag = 0,
        '$lp_deactivate'(Columns, Active0, Sum1, Active)
    ;   Flag = Flag0,
        '$lp_deactivate'(Columns, Active0, Sum, Active)
    ).

%! '$lp_leave'(+Artificial, +Columns, +Active, +Rows0, -Rows)
%  An artificial variable that is still in the basis is 0: another one takes its place, or the row says nothing.
'$lp_leave'([], _, _, Rows, Rows).
'$lp_leave'([Variable|Variables], Columns, Active, Rows0, Rows) :-
    (   '$lp_row'(Rows0, Variable, Row)
    ->  Row = [_|Factors],
        (   '$lp_other'(Columns, Active, Factors, 1, Column, Place)
        ->  '$lp_pivot'(Rows0, Variable, Row, Column, Place, _, Rows1)
        ;   '$lp_drop'(Rows0, Variable, Rows1)
        )
    ;   Rows1 = Rows0
    ),
    '$lp_leave'(Variables, Columns, Active, Rows1, Rows).

%! '$lp_other'(+Columns, +Active, +Factors, +Place0, -Column, -Place) is semidet.
'$lp_other'([Column0|Columns], [Flag|Active], [Factor|Factors], Place0, Column, Place) :-
    (   Flag =:= 1,
        Factor =\= 0
    ->  Column = Column0,
        Place = Place0
    ;   Place1 is Place0+1,
        '$lp_other'(Columns, Active, Factors, Place1, Column, Place)
    ).

%! '$lp_row'(+Rows, +Basic, -Row) is semidet.
'$lp_row'([Basic0-Row0|Rows], Basic, Row) :-
    (   Basic0 == Basic
    ->  Row = Row0
    ;   '$lp_row'(Rows, Basic, Row)
    ).

%! '$lp_drop'(+Rows0, +Basic, -Rows)
'$lp_drop'([Row|Rows0], Basic, Rows) :-
    (   Row = Basic0-_,
        Basic0 == Basic
    ->  Rows = Rows0
    ;   Rows = [Row|Rows1],
        '$lp_drop'(Rows0, Basic, Rows1)
    ).

%! '$lp_improve'(+Tableau0, +Idle, -Tableau) is semidet.
%  Pivots until no column improves the goal; fails if there is no bound. Idle counts the steps without an improvement:
%  after many of them the first column is taken, so that it ends (Bland, 1977).
'$lp_improve'(Tableau0, Idle, Tableau) :-
    Tableau0 = tableau(z-Goal0, Columns, Active, Rows0),
    Goal0 = [_|Factors],
    (   Idle < 50
    ->  Rule = steepest,
        '$lp_entering'(Factors, Active, 1, 0, none, Place)
    ;   Rule = first,
        '$lp_first_entering'(Factors, Active, 1, Place)
    ),
    (   Place == none
    ->  Tableau = Tableau0
    ;   '$lp_leaving'(Rows0, Place, Rule, none, leaving(Ratio,Leaving,Row)),
        nth1(Place, Columns, Entering),
        '$lp_pivot'(Rows0, Leaving, Row, Entering, Place, Row1, Rows),
        nth0(Place, Goal0, Factor),
        '$lp_minus'(Row1, Factor, Goal0, Goal),
        ( Ratio =:= 0 -> Idle1 is Idle+1 ; Idle1 = 0 ),
        '$lp_improve'(tableau(z-Goal,Columns,Active,Rows), Idle1, Tableau)
    ).

%! '$lp_entering'(+Factors, +Active, +Place, +Least, +Best0, -Best)
'$lp_entering'([], _, _, _, Best, Best).
'$lp_entering'([Factor|Factors], [Flag|Active], Place, Least, Best0, Best) :-
    Place1 is Place+1,
    (   Factor < Least,
        Flag =:= 1
    ->  '$lp_entering'(Factors, Active, Place1, Factor, Place, Best)
    ;   '$lp_entering'(Factors, Active, Place1, Least, Best0, Best)
    ).

%! '$lp_first_entering'(+Factors, +Active, +Place0, -Place)
'$lp_first_entering'([], _, _, none).
'$lp_first_entering'([Factor|Factors], [Flag|Active], Place0, Place) :-
    (   Factor < 0,
        Flag =:= 1
    ->  Place = Place0
    ;   Place1 is Place0+1,
        '$lp_first_entering'(Factors, Active, Place1, Place)
    ).

%! '$lp_leaving'(+Rows, +Place, +Rule, +Best0, -Best)
%  Best is leaving(Ratio, Basic, Row) for the row with the least ratio; none if no row bounds the column.
'$lp_leaving'([], _, _, Best, Best).
'$lp_leaving'([Basic-Row|Rows], Place, Rule, Best0, Best) :-
    nth0(Place, Row, Factor),
    (   Factor > 0
    ->  Row = [Right|_],
        Ratio is Right rdiv Factor,
        (   '$lp_stays'(Best0, Rule, Ratio, Basic)
        ->  Best1 = Best0
        ;   Best1 = leaving(Ratio,Basic,Row)
        )
    ;   Best1 = Best0
    ),
    '$lp_leaving'(Rows, Place, Rule, Best1, Best).

%! '$lp_stays'(+Best, +Rule, +Ratio, +Basic) is semidet.
%  A row with this ratio and basic variable does not take the place of Best.
'$lp_stays'(leaving(Ratio0,Basic0,_), Rule, Ratio, Basic) :-
    (   Ratio0 =:= Ratio
    ->  ( Rule == steepest -> true ; Basic0 @< Basic )
    ;   Ratio0 < Ratio
    ).

%! '$lp_pivot'(+Rows0, +Leaving, +Row0, +Entering, +Place, -Row, -Rows)
'$lp_pivot'(Rows0, Leaving, Row0, Entering, Place, Row, Rows) :-
    nth0(Place, Row0, Pivot),
    (   Pivot =:= 1
    ->  Row = Row0
    ;   Factor is 1 rdiv Pivot,
        '$lp_times'(Row0, Factor, Row)
    ),
    '$lp_eliminate'(Rows0, Leaving, Entering, Row, Place, Rows).

%! '$lp_eliminate'(+Rows0, +Leaving, +Entering, +Row, +Place, -Rows)
'$lp_eliminate'([], _, _, _, _, []).
'$lp_eliminate'([Basic-Row0|Rows0], Leaving, Entering, Row, Place, [Basic1-Row1|Rows]) :-
    (   Basic == Leaving
    ->  Basic1 = Entering,
        Row1 = Row
    ;   Basic1 = Basic,
        nth0(Place, Row0, Factor),
        (   Factor =:= 0
        ->  Row1 = Row0
        ;   '$lp_minus'(Row, Factor, Row0, Row1)
        )
    ),
    '$lp_eliminate'(Rows0, Leaving, Entering, Row, Place, Rows).
