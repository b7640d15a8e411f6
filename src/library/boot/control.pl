% Control predicates that are defined by one goal.

%! once(:Goal) is semidet.
%  Calls Goal and discards its choice points.
%  ?- once(member(X, [a,b])).   %=> X = a.
once(Goal) :-
    call(Goal),
    !.

%! ignore(:Goal) is det.
%  Calls Goal as once/1, but succeeds if Goal fails.
%  ?- ignore(fail).
ignore(Goal) :-
    (   call(Goal)
    ->  true
    ;   true
    ).

%! '$if_known'(+Fact) is nondet.
%  Calls a fact, or what asks for one, that the program or the library may have added; false if none ever was.
'$if_known'(Fact) :-
    catch(Fact, error(existence_error(procedure, _), _), fail).

%! apply(:Goal, +Args) is nondet.
%  Calls Goal with the elements of the list Args as additional arguments.
%  ?- apply(plus(1), [2,X]).   %=> X = 3.
%  ?- apply(lists:last([1,2]), [X]).   %=> X = 2.
apply(Goal, Args) :-
    must_be(callable, Goal),
    must_be(list, Args),
    '$with_arguments'(Goal, Args, Called),
    call(Called).

%! '$with_arguments'(+Goal, +Args, -Called)
'$with_arguments'(Module:Goal, Args, Module:Called) :-
    !,
    must_be(callable, Goal),
    '$with_arguments'(Goal, Args, Called).
'$with_arguments'(Goal, Args, Called) :-
    Goal =.. Parts,
    append(Parts, Args, AllParts),
    Called =.. AllParts.

%! call_cleanup(:Goal, :Cleanup) is nondet.
%  Calls Goal; calls Cleanup once when Goal has failed, raised an exception, been cut or exited without choice points.
%  ?- call_cleanup(X = 1, true).   %=> X = 1.
call_cleanup(Goal, Cleanup) :-
    setup_call_cleanup(true, Goal, Cleanup).

%! call_cleanup(:Goal, ?Catcher, :Cleanup) is nondet.
%  Like call_cleanup/2, but runs Cleanup only if the way in which Goal ended unifies with Catcher.
%  ?- call_cleanup(fail, _R, true).   %=> false.
call_cleanup(Goal, Catcher, Cleanup) :-
    setup_call_catcher_cleanup(true, Goal, Catcher, Cleanup).

%! setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%  Like setup_call_cleanup/3, but runs Cleanup only if Catcher unifies with the way in which Goal ended: exit, fail, !
%  (it was cut), exception(Ball), or external_exception(Ball) if Goal had succeeded with choice points and a later goal
%  raised Ball.
%  ?- setup_call_catcher_cleanup(true, true, R, true).   %=> R = exit.
setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    once(Setup),
    (   var(Cleanup)
    ->  instantiation_error(Cleanup)
    ;   true
    ),
    '$call_cleanup'(Goal, Cleanup, catcher(Catcher)).

%! '$run_cleanup'(?Catcher, +Ended, :Cleanup)
%  Runs the cleanup of setup_call_catcher_cleanup/4 if its goal Ended in a way that unifies with Catcher.
'$run_cleanup'(Catcher, Ended, Cleanup) :-
    (   Catcher = Ended
    ->  ignore(Cleanup)
    ;   true
    ).
