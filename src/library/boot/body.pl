% Bodies that are interpreted as terms: the machine calls these predicates with a control construct, its operands and
% the cut level. The body has been converted as a whole, so its conditions need no conversion; converting them again
% would take quadratic time for nested ones.

%! '$and'(:A, :B, +Level)
'$and'(A, B, Level) :-
    '$call_body'(A, Level),
    '$call_body'(B, Level).

%! '$or'(:A, :B, +Level)
'$or'(A, _, Level) :-
    '$call_body'(A, Level).
'$or'(_, B, Level) :-
    '$call_body'(B, Level).

%! '$if_then'(:Condition, :Then, +Level)
'$if_then'(Condition, Then, Level) :-
    (   '$choices'(Here),
        '$call_body'(Condition, Here)
    ->  '$call_body'(Then, Level)
    ).

%! '$if_then_else'(:Condition, :Then, :Else, +Level)
'$if_then_else'(Condition, Then, Else, Level) :-
    (   '$choices'(Here),
        '$call_body'(Condition, Here)
    ->  '$call_body'(Then, Level)
    ;   '$call_body'(Else, Level)
    ).

%! '$soft_then'(:Condition, :Then, +Level)
'$soft_then'(Condition, Then, Level) :-
    '$choices'(Here),
    '$call_body'(Condition, Here),
    '$call_body'(Then, Level).

%! '$soft_if'(:Condition, :Then, :Else, +Level)
'$soft_if'(Condition, Then, Else, Level) :-
    (   '$choices'(Here),
        '$call_body'(Condition, Here)
    *-> '$call_body'(Then, Level)
    ;   '$call_body'(Else, Level)
    ).

%! '$not'(:Goal)
'$not'(Goal) :-
    \+ call(Goal).

%! repeat is multi.
%  Succeeds infinitely often.
%  ?- repeat, !.
repeat :-
    '$repeat'(0).

%! setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%  Calls Setup once, then Goal; calls Cleanup once when Goal has failed, raised an exception, been cut or exited without
%  choice points. What other threads send with thread_signal/2 runs neither in Setup nor in Cleanup.
%  ?- setup_call_cleanup(true, X = 1, true).   %=> X = 1.
setup_call_cleanup(Setup, Goal, Cleanup) :-
    '$atomic_goal'(Setup),
    (   var(Cleanup)
    ->  instantiation_error(Cleanup)
    ;   true
    ),
    '$call_cleanup'(Goal, Cleanup, always).

%! initialization(:Goal) is det.
%  Calls Goal after the file being loaded has been loaded, or now if no file is being loaded.
initialization(Goal) :-
    '$initialization'(Goal).

%! not(:Goal) is semidet.
%  True if Goal has no solution. Equivalent to \+ Goal.
%  ?- not(fail).
not(Goal) :-
    \+ call(Goal).

%! '|'(:A, :B) is nondet.
%  Synonym of (;)/2.
%  ?- '|'(fail, X = 1).   %=> X = 1.
'|'(A, B) :-
    ( A ; B ).

%! '$host_later'(+Solutions, ?Argument, ?Values, ?Arguments)
'$host_later'(Solutions, Argument, Values, Arguments) :-
    '$host_await'(Solutions, Value),
    Arguments = Values,
    Argument = Value.

%! '$host_await'(+Solutions, -Value)
%  While the future is not ready, the goal goes back to the host between two polls.
'$host_await'(Solutions, Value) :-
    '$host_poll'(Solutions, Output, State),
    (   State == ready
    ->  Value = Output
    ;   '$host_await'(Solutions, Value)
    ).
