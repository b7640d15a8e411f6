% Bodies that are run as terms: the machine comes here with a control construct, its parts and the
% level for its cuts. A body was converted as a whole, so that its conditions need not be again: that
% would take quadratic time for those that are nested.

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
%  Succeeds again and again.
%  ?- repeat, !.
repeat :-
    '$repeat'(0).

%! setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%  Setup once, then Goal; when Goal has failed, raised, been cut or left its last solution, Cleanup
%  once.
%  ?- setup_call_cleanup(true, X = 1, true).   %=> X = 1.
setup_call_cleanup(Setup, Goal, Cleanup) :-
    once(Setup),
    (   var(Cleanup)
    ->  instantiation_error(Cleanup)
    ;   true
    ),
    '$call_cleanup'(Goal, Cleanup, always).

%! initialization(:Goal) is det.
%  Goal when the file that is being loaded has been loaded; now if none is.
initialization(Goal) :-
    '$initialization'(Goal).

%! not(:Goal) is semidet.
%  True if Goal has no solution.
%  ?- not(fail).
not(Goal) :-
    \+ call(Goal).

%! '|'(:A, :B) is nondet.
%  As (A ; B).
%  ?- '|'(fail, X = 1).   %=> X = 1.
'|'(A, B) :-
    ( A ; B ).
