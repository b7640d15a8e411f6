% Depth-limited execution: clauses are interpreted, so that the depth of calls is known.

%! call_with_depth_limit(:Goal, +Limit, -Result) is nondet.
%  Calls Goal; calls nested deeper than Limit fail. Result is the depth that was reached or, after the last solution,
%  depth_limit_exceeded if Limit was exceeded. A goal is one level deeper than the goal whose clause it is in. A library
%  predicate counts as one level, except for meta-predicates that are control constructs, and once/1, ignore/1,
%  forall/2, findall/3 and findall/4.
%  ?- call_with_depth_limit(true, 10, R).
call_with_depth_limit(Goal, Limit, Result) :-
    must_be(integer, Limit),
    must_be(callable, Goal),
    State = reached(0),
    (   '$depth_goal'(Goal, 1, Limit, State),
        arg(1, State, Result)
    ;   arg(1, State, Reached),
        Reached > Limit,
        Result = depth_limit_exceeded
    ).

%! '$depth_goal'(:Goal, +Depth, +Limit, +State)
'$depth_goal'(Goal, Depth, Limit, State) :-
    (   '$depth_control'(Goal)
    ->  '$depth_step'(Depth, Limit, State, Next),
        '$choices'(Here),
        '$depth_body'(Goal, Here, Next, Limit, State)
    ;   '$depth_call'(Goal, Depth, Limit, State)
    ).

%! '$depth_control'(@Goal)
'$depth_control'(Goal) :-
    callable(Goal),
    '$depth_construct'(Goal).

%! '$depth_construct'(+Goal)
'$depth_construct'(!).
'$depth_construct'((_, _)).
'$depth_construct'((_ ; _)).
'$depth_construct'((_ -> _)).
'$depth_construct'((_ *-> _)).
'$depth_construct'(\+ _).

%! '$depth_step'(+Depth, +Limit, +State, -Next)
'$depth_step'(Depth, Limit, State, Next) :-
    arg(1, State, Reached),
    (   Depth > Reached
    ->  nb_setarg(1, State, Depth)
    ;   true
    ),
    Depth =< Limit,
    Next is Depth + 1.

%! '$depth_body'(:Body, +Level, +Depth, +Limit, +State)
'$depth_body'(Goal, _, Depth, Limit, State) :-
    var(Goal),
    !,
    '$depth_call'(call(Goal), Depth, Limit, State).
'$depth_body'(true, _, _, _, _) :-
    !.
'$depth_body'(!, Level, _, _, _) :-
    !,
    '$cut'(Level).
'$depth_body'((A, B), Level, Depth, Limit, State) :-
    !,
    '$depth_body'(A, Level, Depth, Limit, State),
    '$depth_body'(B, Level, Depth, Limit, State).
'$depth_body'((If -> Then ; Else), Level, Depth, Limit, State) :-
    !,
    (   '$choices'(Here),
        '$depth_body'(If, Here, Depth, Limit, State)
    ->  '$depth_body'(Then, Level, Depth, Limit, State)
    ;   '$depth_body'(Else, Level, Depth, Limit, State)
    ).
'$depth_body'((If *-> Then ; Else), Level, Depth, Limit, State) :-
    !,
    (   '$choices'(Here),
        '$depth_body'(If, Here, Depth, Limit, State)
    *-> '$depth_body'(Then, Level, Depth, Limit, State)
    ;   '$depth_body'(Else, Level, Depth, Limit, State)
    ).
'$depth_body'((A ; B), Level, Depth, Limit, State) :-
    !,
    (   '$depth_body'(A, Level, Depth, Limit, State)
    ;   '$depth_body'(B, Level, Depth, Limit, State)
    ).
'$depth_body'((If -> Then), Level, Depth, Limit, State) :-
    !,
    (   '$choices'(Here),
        '$depth_body'(If, Here, Depth, Limit, State)
    ->  '$depth_body'(Then, Level, Depth, Limit, State)
    ).
'$depth_body'((If *-> Then), Level, Depth, Limit, State) :-
    !,
    '$choices'(Here),
    '$depth_body'(If, Here, Depth, Limit, State),
    '$depth_body'(Then, Level, Depth, Limit, State).
'$depth_body'(\+ Goal, _, Depth, Limit, State) :-
    !,
    '$choices'(Here),
    \+ '$depth_body'(Goal, Here, Depth, Limit, State).
'$depth_body'(Goal, _, Depth, Limit, State) :-
    '$depth_call'(Goal, Depth, Limit, State).

%! '$depth_call'(:Goal, +Depth, +Limit, +State)
'$depth_call'(Goal, Depth, Limit, State) :-
    '$depth_step'(Depth, Limit, State, Next),
    '$depth_inside'(Goal, Next, Limit, State).

%! '$depth_inside'(:Goal, +Depth, +Limit, +State)
'$depth_inside'(Goal, Depth, Limit, State) :-
    functor(Goal, Name, Arity),
    '$user_defined'(Name, Arity),
    !,
    '$choices'(Here),
    clause(Goal, Body),
    '$depth_body'(Body, Here, Depth, Limit, State).
'$depth_inside'(Goal, Depth, Limit, State) :-
    '$depth_meta'(Goal, Inner, Depth, Limit, State),
    !,
    call(Inner).
'$depth_inside'(Goal, _, _, _) :-
    call(Goal).

%! '$depth_meta'(:Goal, -Inner, +Depth, +Limit, +State)
'$depth_meta'(once(G), once('$depth_goal'(G, D, L, S)), D, L, S).
'$depth_meta'(ignore(G), ignore('$depth_goal'(G, D, L, S)), D, L, S).
'$depth_meta'(not(G), \+ '$depth_goal'(G, D, L, S), D, L, S).
'$depth_meta'(forall(A, B), forall('$depth_goal'(A, D, L, S), '$depth_goal'(B, D, L, S)), D, L, S).
'$depth_meta'(findall(T, G, R), findall(T, '$depth_goal'(G, D, L, S), R), D, L, S).
'$depth_meta'(findall(T, G, R, Q), findall(T, '$depth_goal'(G, D, L, S), R, Q), D, L, S).
'$depth_meta'(catch(G, C, R), catch('$depth_goal'(G, D, L, S), C, '$depth_goal'(R, D, L, S)), D, L, S).
'$depth_meta'(Call, '$depth_goal'(Goal, D, L, S), D, L, S) :-
    Call =.. [call, Closure|Extra],
    callable(Closure),
    (   Extra == []
    ->  Goal = Closure
    ;   Closure \= _:_,
        Closure =.. Parts,
        append(Parts, Extra, All),
        Goal =.. All
    ).
