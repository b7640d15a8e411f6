% Goals with a limit on time or inferences.

%! call_with_time_limit(+Seconds, :Goal) is semidet.
%  Calls Goal as once/1; raises time_limit_exceeded if it runs for more than Seconds.
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
%  Like call_with_time_limit/2, but raises time_limit_exceeded(Context).
%  ?- call_with_time_limit(10, X = 1, here).   %=> X = 1.
call_with_time_limit(Seconds, Goal, Context) :-
    catch(call_with_time_limit(Seconds, Goal),
          time_limit_exceeded,
          throw(time_limit_exceeded(Context))).

%! call_with_inference_limit(:Goal, +Limit, -Result) is nondet.
%  Calls Goal with at most Limit inferences. Result is ! if it succeeded deterministically, true if it left choice
%  points, and inference_limit_exceeded if the limit was exceeded.
%  ?- call_with_inference_limit(true, 1000, R).
call_with_inference_limit(Goal, Limit, Result) :-
    must_be(integer, Limit),
    must_be(callable, Goal),
    % The limit is met within catch/3 only, whatever it is.
    '$set_inference_limit'(0x7fffffffffffffff, Before),
    catch('$call_limited'(Goal, Limit, Before, Result),
          Ball,
          '$limited_throw'(Ball, Before, Result)).

%! '$call_limited'(:Goal, +Limit, +Before, -Result)
'$call_limited'(Goal, Limit0, Before, Result) :-
    Limit is max(Limit0, 0)+2,
    (   '$choices'(First),
        '$set_inference_limit'(Limit, _),
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
