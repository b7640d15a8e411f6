% The small control predicates: those that are one goal in terms of others.

%! once(:Goal) is semidet.
%  Goal, at most once.
%  ?- once(member(X, [a,b])).   %=> X = a.
once(Goal) :-
    call(Goal),
    !.

%! ignore(:Goal) is det.
%  Goal at most once, and true if it fails.
%  ?- ignore(fail).
ignore(Goal) :-
    (   call(Goal)
    ->  true
    ;   true
    ).

%! apply(:Goal, +Args) is nondet.
%  Goal with the elements of the list Args as further arguments.
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
%  Goal; when it has failed, raised, been cut or left its last solution, Cleanup once.
%  ?- call_cleanup(X = 1, true).   %=> X = 1.
call_cleanup(Goal, Cleanup) :-
    setup_call_cleanup(true, Goal, Cleanup).

%! call_cleanup(:Goal, ?Catcher, :Cleanup) is nondet.
%  As call_cleanup/2; Cleanup runs only if the way Goal ended unifies with Catcher.
%  ?- call_cleanup(fail, _R, true).   %=> false.
call_cleanup(Goal, Catcher, Cleanup) :-
    setup_call_catcher_cleanup(true, Goal, Catcher, Cleanup).

%! setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%  As setup_call_cleanup/3; Cleanup runs only if Catcher unifies with how Goal ended: exit, fail, ! (it was cut),
%  exception(Ball), or external_exception(Ball) if Goal had succeeded before and what follows it raised Ball.
%  ?- setup_call_catcher_cleanup(true, true, R, true).   %=> R = exit.
setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    once(Setup),
    (   var(Cleanup)
    ->  instantiation_error(Cleanup)
    ;   true
    ),
    '$call_cleanup'(Goal, Cleanup, catcher(Catcher)).

%! '$run_cleanup'(?Catcher, +Ended, :Cleanup)
%  The cleanup of setup_call_catcher_cleanup/4 when its goal has Ended so.
'$run_cleanup'(Catcher, Ended, Cleanup) :-
    (   Catcher = Ended
    ->  ignore(Cleanup)
    ;   true
    ).
