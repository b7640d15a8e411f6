% Goals that may take only so long.

%! call_with_time_limit(+Seconds, :Goal) is semidet.
%  Goal, once; time_limit_exceeded is raised if it is not done after so many seconds.
%  ?- call_with_time_limit(10, X = 1).
call_with_time_limit(Seconds, Goal) :-
    must_be(number, Seconds),
    must_be(callable, Goal),
    (   Seconds > 0
    ->  setup_call_cleanup('$set_time_limit'(Seconds, Before),
                           once(Goal),
                           '$restore_time_limit'(Before))
    ;   throw(time_limit_exceeded)
    ).

%! call_with_time_limit(+Seconds, :Goal, @Context) is semidet.
%  As call_with_time_limit/2; what is raised is time_limit_exceeded(Context).
%  ?- call_with_time_limit(10, X = 1, here).   %=> X = 1.
call_with_time_limit(Seconds, Goal, Context) :-
    catch(call_with_time_limit(Seconds, Goal),
          time_limit_exceeded,
          throw(time_limit_exceeded(Context))).

%! call_with_inference_limit(:Goal, +Limit, -Result) is nondet.
%  Goal with at most Limit calls. Result is ! if it has left no choices, true if it has, and
%  inference_limit_exceeded if it was stopped.
%  ?- call_with_inference_limit(true, 1000, R).
call_with_inference_limit(Goal, Limit, Result) :-
    must_be(integer, Limit),
    must_be(callable, Goal),
    '$set_inference_limit'(Limit, Before),
    catch('$call_limited'(Goal, Limit, Before, Result),
          Ball,
          '$limited_throw'(Ball, Before, Result)).

%! '$call_limited'(:Goal, +Limit, +Before, -Result)
'$call_limited'(Goal, Limit, Before, Result) :-
    (   '$choices'(First),
        call(Goal),
        '$choices'(Last),
        '$restore_inference_limit'(Before),
        (   First =:= Last
        ->  !,
            Result = !
        ;   Result = true
        ;   '$set_inference_limit'(Limit, _),
            fail
        )
    ;   '$restore_inference_limit'(Before),
        fail
    ).

%! '$limited_throw'(+Ball, +Before, -Result)
'$limited_throw'(Ball, Before, Result) :-
    '$restore_inference_limit'(Before),
    statistics(inferences, Now),
    (   Ball == inference_limit_exceeded,
        (   Before =:= 0
        ;   Now < Before
        )
    ->  Result = inference_limit_exceeded
    ;   throw(Ball)
    ).

%! call_with_depth_limit(:Goal, +Limit, -Result) is nondet.
%  Goal, where calls that are nested deeper than Limit fail. Result is the depth that was reached, or, after
%  the last solution, depth_limit_exceeded if it was more than Limit. A goal is one deeper than the goal
%  whose clause it is in. Predicates of the library count as one step, except those that call their
%  arguments as goals and are control constructs, or once/1, ignore/1, forall/2, findall/3 or findall/4.
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

%! call_time(:Goal, -Time) is semidet.
%  Runs Goal once; Time is a list of cpu(Seconds), wall(Seconds) and inferences(Count).
%  ?- call_time(true, T), memberchk(inferences(_), T).
call_time(Goal, Time) :-
    call_time(Goal, Time, Result),
    Result == true.

%! call_time(:Goal, -Time, -Result) is det.
%  As call_time/2; Result is true or false.
%  ?- call_time(fail, _, R).   %=> R = false.
call_time(Goal, [cpu(Cpu),wall(Wall),inferences(Count)], Result) :-
    statistics(cputime, Cpu0),
    statistics(inferences, Count0),
    get_time(Wall0),
    (   call(Goal)
    ->  Result = true
    ;   Result = false
    ),
    get_time(Wall1),
    statistics(inferences, Count1),
    statistics(cputime, Cpu1),
    Cpu is Cpu1 - Cpu0,
    Wall is Wall1 - Wall0,
    Count is Count1 - Count0.
