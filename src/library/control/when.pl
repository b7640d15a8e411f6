% when/2: a goal that runs when its condition becomes true.

%! when(+Condition, :Goal) is nondet.
%  Calls Goal as soon as Condition is true. Condition is nonvar(X), ground(T), ?=(X, Y), or a conjunction or disjunction
%  of conditions.
%  ?- when(ground(X+Y), Z is X+Y), X = 1, Y = 2.
when(Condition, Goal) :-
    (   nonvar(Condition)
    ->  '$innermost_module'(Goal, Kept),
        '$when_first'(Condition, Kept)
    ;   instantiation_error(Condition)
    ).

%! '$when_first'(+Condition, :Goal) is nondet.
%  The frequent conditions first: their nodes wait for one variable.
'$when_first'(nonvar(X), Goal) :-
    !,
    (   nonvar(X)
    ->  call(Goal)
    ;   '$join_nodes'([X], when, '$when'(_, [X], nonvar(X), Goal))
    ).
'$when_first'(ground(X), Goal) :-
    !,
    (   '$when_rest'([X], Rest)
    ->  Rest = [Var|_],
        '$join_nodes'([Var], when, '$when'(_, [Var], '$ground'(X, Rest), Goal))
    ;   call(Goal)
    ).
'$when_first'(Condition, Goal) :-
    (   acyclic_term(Condition)
    ->  true
    ;   '$when_ends'(Condition, [], Condition)
    ),
    '$when_condition'(Condition, Left),
    (   Left == true
    ->  call(Goal)
    ;   '$when_watch'(Left, '$when'(_, [], Left, Goal))
    ).

%! '$when_ends'(+Condition, +Above, +Whole)
%  A condition must not contain itself; the terms in it may be cyclic.
'$when_ends'(Condition, Above, Whole) :-
    (   '$is_among'(Above, Condition)
    ->  must_be(acyclic, Whole)
    ;   '$when_joined'(Condition, Left, Right)
    ->  '$when_ends'(Left, [Condition|Above], Whole),
        '$when_ends'(Right, [Condition|Above], Whole)
    ;   true
    ).

%! '$when_joined'(@Condition, -Left, -Right)
'$when_joined'(Condition, Left, Right) :-
    nonvar(Condition),
    ( Condition = (Left, Right) ; Condition = (Left ; Right) ),
    !.

%! '$when_condition'(+Condition, -Left)
%  Left is the rest of Condition: true, or a simpler condition. ground(X) becomes '$ground'(X, Rest): X is ground when all
%  of Rest are, so that each wake-up goes on where the last one stopped.
'$when_condition'(Condition, Left) :-
    (   var(Condition)
    ->  instantiation_error(Condition)
    ;   '$when_left'(Condition, Left0)
    ->  Left = Left0
    ;   domain_error(when_condition, Condition)
    ).

%! '$when_left'(+Condition, -Left)
'$when_left'(nonvar(X), Left) :-
    (   nonvar(X)
    ->  Left = true
    ;   Left = nonvar(X)
    ).
'$when_left'(ground(X), Left) :-
    '$when_left'('$ground'(X, [X]), Left).
'$when_left'('$ground'(X, Terms), Left) :-
    (   '$when_rest'(Terms, Rest)
    ->  Left = '$ground'(X, Rest)
    ;   Left = true
    ).
'$when_left'(?=(X, Y), Left) :-
    (   unifiable(X, Y, [_|_])
    ->  Left = ?=(X, Y)
    ;   Left = true
    ).
'$when_left'((A, B), Left) :-
    '$when_condition'(A, LeftA),
    '$when_condition'(B, LeftB),
    (   LeftA == true
    ->  Left = LeftB
    ;   LeftB == true
    ->  Left = LeftA
    ;   Left = (LeftA, LeftB)
    ).
'$when_left'((A ; B), Left) :-
    '$when_condition'(A, LeftA),
    '$when_condition'(B, LeftB),
    (   LeftA == true
    ->  Left = true
    ;   LeftB == true
    ->  Left = true
    ;   Left = (LeftA ; LeftB)
    ).

%! '$when_rest'(+Terms, -Rest) is semidet.
%  Rest starts with the first variable of Terms; fails if they are ground.
'$when_rest'([Term|Terms], Rest) :-
    (   atomic(Term)
    ->  '$when_rest'(Terms, Rest)
    ;   var(Term)
    ->  Rest = [Term|Terms]
    ;   ground(Term)
    ->  '$when_rest'(Terms, Rest)
    ;   term_variables(Term, Vars),
        append(Vars, Terms, Rest)
    ).

%! '$when_watch'(+Left, +Node)
'$when_watch'(Left, Node) :-
    '$when_triggers'(Left, Triggers, []),
    '$suspend_on'(Triggers, when, Node).

%! '$when_triggers'(+Left, -Vars, ?Tail)
%  Vars are variables one of which must be bound before Left can become true.
'$when_triggers'(nonvar(X), [X|Tail], Tail).
'$when_triggers'('$ground'(_, [Var|_]), [Var|Tail], Tail).
'$when_triggers'(?=(X, Y), [Vars|Tail], Tail) :-
    unifiable(X, Y, Equations),
    '$deciding_variables'(Equations, Vars).
'$when_triggers'((A, _), Vars, Tail) :-
    '$when_triggers'(A, Vars, Tail).
'$when_triggers'((A ; B), Vars, Tail) :-
    '$when_triggers'(A, Vars, Middle),
    '$when_triggers'(B, Middle, Tail).

%! '$when_wake'(+Nodes)
'$when_wake'([]).
'$when_wake'([Node|Nodes]) :-
    '$when_again'(Node),
    '$when_wake'(Nodes).

%! '$when_again'(+Node)
'$when_again'(Node) :-
    Node = '$when'(Done, _, Condition, Goal),
    (   nonvar(Done)
    ->  true
    ;   '$when_next'(Condition, Node, Goal)
    ).

%! '$when_next'(+Condition, +Node, :Goal)
%  A variable that was bound to another one has handed its nodes over.
'$when_next'(nonvar(X), Node, Goal) :-
    !,
    (   nonvar(X)
    ->  '$decide'(Node, when),
        call(Goal)
    ;   true
    ).
'$when_next'('$ground'(X, Terms), Node, Goal) :-
    !,
    (   '$when_rest'(Terms, Rest)
    ->  Rest = [Var|_],
        setarg(3, Node, '$ground'(X, Rest)),
        '$suspend_on'([Var], when, Node)
    ;   '$decide'(Node, when),
        call(Goal)
    ).
'$when_next'(Condition, Node, Goal) :-
    '$when_condition'(Condition, Left),
    (   Left == true
    ->  '$decide'(Node, when),
        call(Goal)
    ;   setarg(3, Node, Left),
        '$when_watch'(Left, Node)
    ).

%! '$when_goals'(+Nodes, -Goals, ?Tail)
'$when_goals'([], Goals, Goals).
'$when_goals'(['$when'(Done, _, Condition, Goal)|Nodes], Goals, Tail) :-
    (   var(Done)
    ->  '$when_condition'(Condition, Left),
        '$goal_with_module'(Goal, Shown),
        '$when_shown'(Left, Told),
        Goals = [when(Told, Shown)|Middle]
    ;   Goals = Middle
    ),
    '$when_goals'(Nodes, Middle, Tail).

%! '$when_shown'(+Left, -Condition)
'$when_shown'(Left, Condition) :-
    (   Left = '$ground'(X, _)
    ->  Condition = ground(X)
    ;   '$when_joined'(Left, A, B)
    ->  '$when_shown'(A, ShownA),
        '$when_shown'(B, ShownB),
        functor(Left, Name, 2),
        Condition =.. [Name,ShownA,ShownB]
    ;   Condition = Left
    ).
