% Linear programs, with the names of library(simplex) of SWI-Prolog: states, constraints and results. The simplex method
% is in simplex_tableau.pl.
%
% A state that is being made is state(Constraints, Integrals), the newest first. A constraint is c(Name, Sum, Operator,
% Right), where Name is name(N) or none, and Sum is a list of v(Variable)-Coefficient. A solution is
% solved(Tableau, Names), where Names are pairs of a name and the column that tells its shadow price.

%! gen_state(-State) is det.
%  State is a linear program without constraints.
gen_state(state([], [])).

%! gen_state_clpr(-State) is det.
%  Same as gen_state/1: all is computed with exact rational numbers.
gen_state_clpr(State) :-
    gen_state(State).

%! gen_state_clpr(+Options, -State) is det.
%  Same as gen_state/1: options for numbers that are not exact have no effect.
gen_state_clpr(Options, State) :-
    must_be(list, Options),
    gen_state(State).

%! constraint(+Constraint, +State0, -State) is semidet.
%  Adds a constraint to a linear program: Sum =< Number, Sum >= Number or Sum = Number, where Sum is a list of
%  Coefficient*Variable or Variable, and Number is not negative; or integral(Variable). Variables are terms without
%  variables of Prolog; they are never negative.
%  ?- findall(V, ( gen_state(S0), constraint([x,2*y] =< 4, S0, S1), maximize([x,y], S1, S), objective(S, V) ), L).   %=> L = [4].
%  ?- gen_state(S0), constraint([x] =< -1, S0, _).   %=> false.
constraint(Constraint, State0, State) :-
    '$lp_constraint'(none, Constraint, State0, State).

%! constraint(+Name, +Constraint, +State0, -State) is semidet.
%  Same as constraint/3, with a name for shadow_price/3 and constraint_add/4.
constraint(Name, Constraint, State0, State) :-
    '$lp_constraint'(name(Name), Constraint, State0, State).

%! '$lp_constraint'(+Name, +Constraint, +State0, -State)
'$lp_constraint'(Name, Constraint, State0, State) :-
    '$lp_state'(State0, Constraints, Integrals),
    must_be(nonvar, Constraint),
    (   Constraint = integral(Variable)
    ->  State = state(Constraints, [Variable|Integrals])
    ;   Constraint =.. [Operator,Left,Right0],
        '$lp_sum'(Left, Sum),
        Right0 >= 0,
        Right is rationalize(Right0),
        '$lp_add'(Name, Sum, Operator, Right, Constraints, Constraints1),
        State = state(Constraints1, Integrals)
    ).

%! '$lp_state'(+State, -Constraints, -Integrals) is semidet.
'$lp_state'(State, Constraints, Integrals) :-
    must_be(nonvar, State),
    State = state(Constraints, Integrals).

%! '$lp_sum'(+List, -Sum)
%  Sum has each variable once, in standard order.
'$lp_sum'(List, Sum) :-
    must_be(list, List),
    '$lp_pairs'(List, Pairs),
    keysort(Pairs, Ordered),
    '$lp_joined'(Ordered, Sum).

%! '$lp_pairs'(+List, -Pairs)
'$lp_pairs'([], []).
'$lp_pairs'([Part|Parts], [v(Variable)-Factor|Pairs]) :-
    (   Part = Factor0*Variable0
    ->  Variable = Variable0,
        Factor is rationalize(Factor0)
    ;   Variable = Part,
        Factor = 1
    ),
    '$lp_pairs'(Parts, Pairs).

%! '$lp_joined'(+Pairs, -Sum)
'$lp_joined'([], []).
'$lp_joined'([Variable-Factor|Pairs], Sum) :-
    (   Pairs = [Variable1-Factor1|More],
        Variable1 == Variable
    ->  Both is Factor+Factor1,
        '$lp_joined'([Variable-Both|More], Sum)
    ;   Sum = [Variable-Factor|Sum1],
        '$lp_joined'(Pairs, Sum1)
    ).

%! '$lp_add'(+Name, +Sum, +Operator, +Right, +Constraints0, -Constraints) is semidet.
%  Bounds of one variable that have no name are joined.
'$lp_add'(Name, Sum, Operator, Right, Constraints0, Constraints) :-
    (   Name == none,
        Sum = [Variable-Factor],
        Factor >= 0
    ->  (   Factor =:= 0
        ->  ( Operator == (=<) -> true ; Right =:= 0 ),
            Constraints = Constraints0
        ;   Bound is Right rdiv Factor,
            '$lp_bound'(Variable, Operator, Bound, Constraints0, Constraints)
        )
    ;   Constraints = [c(Name,Sum,Operator,Right)|Constraints0]
    ).

%! '$lp_bound'(+Variable, +Operator, +Bound, +Constraints0, -Constraints) is semidet.
'$lp_bound'(Variable, Operator, Bound, Constraints0, Constraints) :-
    (   '$lp_take'(Constraints0, Variable, Operator, Before, Rest)
    ->  '$lp_tighter'(Operator, Bound, Before, Both),
        Constraints = [c(none,[Variable-1],Operator,Both)|Rest]
    ;   Constraints = [c(none,[Variable-1],Operator,Bound)|Constraints0]
    ).

%! '$lp_take'(+Constraints, +Variable, +Operator, -Bound, -Rest) is semidet.
'$lp_take'([Constraint|Constraints], Variable, Operator, Bound, Rest) :-
    (   Constraint = c(none, [Variable1-1], Operator1, Bound0),
        Variable1 == Variable,
        Operator1 == Operator
    ->  Bound = Bound0,
        Rest = Constraints
    ;   Rest = [Constraint|Rest1],
        '$lp_take'(Constraints, Variable, Operator, Bound, Rest1)
    ).

%! '$lp_tighter'(+Operator, +Bound1, +Bound2, -Bound) is semidet.
'$lp_tighter'(=, Bound, Bound1, Bound) :-
    Bound =:= Bound1.
'$lp_tighter'(=<, Bound1, Bound2, Bound) :-
    Bound is min(Bound1, Bound2).
'$lp_tighter'(>=, Bound1, Bound2, Bound) :-
    Bound is max(Bound1, Bound2).

%! constraint_add(+Name, +Sum, +State0, -State) is semidet.
%  Adds Sum, a list of Coefficient*Variable or Variable, to the left side of the constraint with the name.
%  ?- findall(V, ( gen_state(S0), constraint(c, [x] =< 4, S0, S1), constraint_add(c, [y], S1, S2), maximize([x,2*y], S2, S), objective(S, V) ), L).   %=> L = [8].
constraint_add(Name, Sum, State0, state(Constraints, Integrals)) :-
    '$lp_state'(State0, Constraints0, Integrals),
    '$lp_sum'(Sum, More),
    '$lp_extend'(Constraints0, name(Name), More, Constraints).

%! '$lp_extend'(+Constraints0, +Name, +Sum, -Constraints) is semidet.
'$lp_extend'([c(Name0,Sum0,Operator,Right)|Constraints0], Name, More, [c(Name0,Sum,Operator,Right)|Constraints]) :-
    (   Name0 == Name
    ->  append(More, Sum0, Both),
        keysort(Both, Ordered),
        '$lp_joined'(Ordered, Sum),
        Constraints = Constraints0
    ;   Sum = Sum0,
        '$lp_extend'(Constraints0, Name, More, Constraints)
    ).

%! maximize(+Sum, +State, -Solution) is semidet.
%  Solution is the linear program with values of its variables for which Sum, a list of Coefficient*Variable or Variable,
%  is as large as its constraints allow. Fails if there are none.
%  ?- gen_state(S0), maximize([x], S0, _).   %=> false.
maximize(Sum0, State, Solution) :-
    '$lp_state'(State, Constraints, Integrals0),
    '$lp_sum'(Sum0, Sum),
    '$lp_solve'(Sum, Constraints, Relaxed),
    (   Integrals0 == []
    ->  Solution = Relaxed
    ;   reverse(Integrals0, Integrals),
        ( '$lp_is_whole'(Sum, Integrals) -> Whole = true ; Whole = false ),
        '$lp_branch'(Relaxed, Constraints, program(Sum,Integrals,Whole), none, best(_,Solution))
    ).

%! minimize(+Sum, +State, -Solution) is semidet.
%  As maximize/3, for which Sum is as small as the constraints allow.
%  ?- findall(V, ( gen_state(S0), constraint([x,y] >= 2, S0, S1), minimize([3*x,2*y], S1, S), objective(S, V) ), L).   %=> L = [4].
minimize(Sum0, State, solved(tableau(z-Row,Columns,Active,Rows),Names)) :-
    '$lp_sum'(Sum0, Sum1),
    '$lp_negated'(Sum1, Sum),
    '$lp_unmarked'(Sum, List),
    maximize(List, State, solved(tableau(z-Row0,Columns,Active,Rows),Names)),
    '$lp_times'(Row0, -1, Row).

%! '$lp_negated'(+Sum0, -Sum)
'$lp_negated'([], []).
'$lp_negated'([Variable-Factor0|Sum0], [Variable-Factor|Sum]) :-
    Factor is -Factor0,
    '$lp_negated'(Sum0, Sum).

%! '$lp_unmarked'(+Sum, -List)
'$lp_unmarked'([], []).
'$lp_unmarked'([v(Variable)-Factor|Sum], [Factor*Variable|List]) :-
    '$lp_unmarked'(Sum, List).

%! '$lp_is_whole'(+Sum, +Integrals) is semidet.
%  The sum of integral variables is an integer.
'$lp_is_whole'([], _).
'$lp_is_whole'([v(Variable)-Factor|Sum], Integrals) :-
    integer(Factor),
    '$lp_among'(Integrals, Variable),
    '$lp_is_whole'(Sum, Integrals).

%! '$lp_among'(+Terms, @Term) is semidet.
'$lp_among'([Term0|Terms], Term) :-
    ( Term0 == Term -> true ; '$lp_among'(Terms, Term) ).

%! '$lp_branch'(+Relaxed, +Constraints, +Program, +Best0, -Best)
%  Best is the better one of Best0 and the integral solutions below Relaxed, the solution for the constraints.
'$lp_branch'(Relaxed, Constraints, Program, Best0, Best) :-
    Program = program(_, Integrals, Whole),
    objective(Relaxed, Most),
    (   '$lp_is_hopeless'(Best0, Whole, Most)
    ->  Best = Best0
    ;   '$lp_fraction'(Integrals, Relaxed, Variable, Value)
    ->  Low is floor(Value),
        High is Low+1,
        '$lp_child'(Variable, =<, Low, Constraints, Program, Children0, Children1),
        '$lp_child'(Variable, >=, High, Constraints, Program, Children1, []),
        sort(1, @>=, Children0, Children),
        '$lp_children'(Children, Program, Best0, Best)
    ;   Best = best(Most, Relaxed)
    ).

%! '$lp_is_hopeless'(+Best, +Whole, +Most) is semidet.
%  Nothing that is at most Most is better than Best.
'$lp_is_hopeless'(best(Best, _), Whole, Most) :-
    (   Whole == true
    ->  floor(Most) =< Best
    ;   Most =< Best
    ).

%! '$lp_fraction'(+Integrals, +Solution, -Variable, -Value) is semidet.
'$lp_fraction'([Variable0|Integrals], Solution, Variable, Value) :-
    variable_value(Solution, Variable0, Value0),
    (   integer(Value0)
    ->  '$lp_fraction'(Integrals, Solution, Variable, Value)
    ;   Variable = Variable0,
        Value = Value0
    ).

%! '$lp_child'(+Variable, +Operator, +Bound, +Constraints, +Program, -Children, ?Tail)
'$lp_child'(Variable, Operator, Bound, Constraints0, program(Sum,_,_), Children, Tail) :-
    (   '$lp_bound'(v(Variable), Operator, Bound, Constraints0, Constraints),
        '$lp_solve'(Sum, Constraints, Relaxed)
    ->  objective(Relaxed, Most),
        Children = [child(Most,Constraints,Relaxed)|Tail]
    ;   Children = Tail
    ).

%! '$lp_children'(+Children, +Program, +Best0, -Best)
'$lp_children'([], _, Best, Best).
'$lp_children'([child(_,Constraints,Relaxed)|Children], Program, Best0, Best) :-
    '$lp_branch'(Relaxed, Constraints, Program, Best0, Best1),
    '$lp_children'(Children, Program, Best1, Best).

%! variable_value(+Solution, +Variable, -Value) is semidet.
%  Value is that of a variable of a linear program that was solved.
variable_value(Solution, Variable, Value) :-
    '$lp_solution'(Solution, tableau(_, _, _, Rows), _),
    (   '$lp_row'(Rows, v(Variable), [Value0|_])
    ->  Value = Value0
    ;   Value = 0
    ).

%! '$lp_solution'(+Solution, -Tableau, -Names) is semidet.
'$lp_solution'(Solution, Tableau, Names) :-
    must_be(nonvar, Solution),
    Solution = solved(Tableau, Names).

%! objective(+Solution, -Value) is semidet.
%  Value is that of the sum that was made as large or as small as possible.
objective(Solution, Value) :-
    '$lp_solution'(Solution, tableau(_-[Value0|_], _, _, _), _),
    Value = Value0.

%! shadow_price(+Solution, +Name, -Value) is semidet.
%  Value is by how much the result grows with the right side of the constraint that has the name.
%  ?- findall(P, ( gen_state(S0), constraint(c, [x,y] =< 4, S0, S1), maximize([2*x,y], S1, S), shadow_price(S, c, P) ), L).   %=> L = [2].
shadow_price(Solution, Name, Value) :-
    '$lp_solution'(Solution, tableau(_-[_|Row], Columns, _, _), Names),
    '$lp_column_of'(Names, name(Name), Column),
    '$lp_at'(Columns, Row, Column, Value0),
    Value = Value0.

%! '$lp_column_of'(+Names, +Name, -Column) is semidet.
'$lp_column_of'([Name0-Column0|Names], Name, Column) :-
    (   Name0 == Name
    ->  Column = Column0
    ;   '$lp_column_of'(Names, Name, Column)
    ).

%! '$lp_at'(+Columns, +Row, +Column, -Value) is semidet.
'$lp_at'([Column0|Columns], [Value0|Row], Column, Value) :-
    (   Column0 == Column
    ->  Value = Value0
    ;   '$lp_at'(Columns, Row, Column, Value)
    ).
