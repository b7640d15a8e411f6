% dif/2: disequality of terms.

%! dif(?X, ?Y) is semidet.
%  True if X and Y are different and cannot become equal: otherwise suspends until their bindings decide this.
%  ?- dif(X, a), member(X, [a,b]).
dif(X, Y) :-
    (   var(X),
        \+ compound(Y)
    ->  X \== Y,
        '$dif_simple'(X, Y)
    ;   var(Y),
        atomic(X)
    ->  '$dif_simple'(Y, X)
    ;   unifiable(X, Y, Equations0)
    ->  Equations0 = [_|_],
        '$ordered_equations'(Equations0, Equations),
        '$dif_sides'(Equations, Vars, Values),
        '$dif_watch'(Equations, '$dif'(_, [], Vars, Values))
    ;   true
    ).

%! '$dif_simple'(+Var, +Other)
%  Of two variables, the older one comes first.
'$dif_simple'(Var, Other) :-
    (   nonvar(Other)
    ->  '$join_nodes'([Var], dif, '$dif'(_, [Var], [Var], [Other]))
    ;   Other @< Var
    ->  '$join_nodes'([Other,Var], dif, '$dif'(_, [Other,Var], [Other], [Var]))
    ;   '$join_nodes'([Var,Other], dif, '$dif'(_, [Var,Other], [Var], [Other]))
    ).

%! '$dif_sides'(+Equations, -Vars, -Values)
'$dif_sides'([], [], []).
'$dif_sides'([Var=Value|Equations], [Var|Vars], [Value|Values]) :-
    '$dif_sides'(Equations, Vars, Values).

%! '$dif_wake'(+Nodes)
'$dif_wake'([]).
'$dif_wake'([Node|Nodes]) :-
    '$dif_again'(Node),
    '$dif_wake'(Nodes).

%! '$dif_again'(+Node)
%  Fails if the two terms have become equal. Of one equation, the variables are waited for already.
'$dif_again'(Node) :-
    Node = '$dif'(Done, _, Vars, Values),
    (   nonvar(Done)
    ->  true
    ;   Vars = [X],
        Values = [Y],
        \+ compound(X),
        \+ compound(Y)
    ->  X \== Y,
        ( nonvar(X), nonvar(Y) -> '$decide'(Node, dif) ; true )
    ;   unifiable(Vars, Values, Equations)
    ->  Equations = [_|_],
        '$dif_watch'(Equations, Node)
    ;   '$decide'(Node, dif)
    ).

%! '$dif_watch'(+Equations, +Node)
%  Suspends Node on every variable whose binding may decide one of Equations.
'$dif_watch'(Equations, Node) :-
    '$deciding_variables'(Equations, Deciding),
    '$suspend_on'(Deciding, dif, Node).

%! '$deciding_variables'(+Equations, -Vars)
'$deciding_variables'([], []).
'$deciding_variables'([Var=Value|Equations], [Var|Vars]) :-
    (   var(Value)
    ->  Vars = [Value|Rest]
    ;   Vars = Rest
    ),
    '$deciding_variables'(Equations, Rest).

%! '$dif_goals'(+Nodes, -Goals, ?Tail)
'$dif_goals'([], Goals, Goals).
'$dif_goals'(['$dif'(Done, _, Vars, Values)|Nodes], Goals, Tail) :-
    (   var(Done),
        unifiable(Vars, Values, Equations)
    ->  '$ordered_equations'(Equations, Ordered),
        '$dif_goal'(Ordered, Goal),
        Goals = [Goal|Middle]
    ;   Goals = Middle
    ),
    '$dif_goals'(Nodes, Middle, Tail).

%! '$ordered_equations'(+Equations, -Ordered)
'$ordered_equations'(Equations, Ordered) :-
    '$orient_equations'(Equations, Oriented),
    sort(Oriented, Ordered).

%! '$orient_equations'(+Equations, -Oriented)
%  Of two variables, the older one comes first.
'$orient_equations'([], []).
'$orient_equations'([X=Y|Equations], [Equation|Oriented]) :-
    (   var(Y),
        Y @< X
    ->  Equation = (Y = X)
    ;   Equation = (X = Y)
    ),
    '$orient_equations'(Equations, Oriented).

%! '$dif_goal'(+Equations, -Goal)
'$dif_goal'(Equations, dif(Left, Right)) :-
    (   Equations = [X=Y]
    ->  Left = X,
        Right = Y
    ;   '$dif_sides'(Equations, Xs, Ys),
        Left =.. [f|Xs],
        Right =.. [f|Ys]
    ).
