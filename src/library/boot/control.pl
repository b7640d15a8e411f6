% The small control predicates: those that are one goal in terms of others.

%! once(:Goal) is semidet.
%  Goal, at most once.
once(Goal) :-
    call(Goal),
    !.

%! ignore(:Goal) is det.
%  Goal at most once, and true if it fails.
ignore(Goal) :-
    (   call(Goal)
    ->  true
    ;   true
    ).

%! apply(:Goal, +Args) is nondet.
%  Goal with the elements of the list Args as further arguments.
apply(Goal, Args) :-
    must_be(callable, Goal),
    must_be(list, Args),
    Goal =.. Parts,
    append(Parts, Args, AllParts),
    Called =.. AllParts,
    call(Called).

%! call_cleanup(:Goal, :Cleanup) is nondet.
%  Goal; when it has failed, raised, been cut or left its last solution, Cleanup once.
call_cleanup(Goal, Cleanup) :-
    setup_call_cleanup(true, Goal, Cleanup).

%! call_cleanup(:Goal, ?Catcher, :Cleanup) is nondet.
%  As call_cleanup/2; Cleanup runs only if the way Goal ended unifies with Catcher.
call_cleanup(Goal, Catcher, Cleanup) :-
    setup_call_catcher_cleanup(true, Goal, Catcher, Cleanup).
