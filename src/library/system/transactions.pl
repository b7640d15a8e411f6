% Transactions: goals whose changes of dynamic predicates are kept together, or taken back together.
%
% Taken back are the clauses that were added, and those that were erased live again, in their former places. Recorded
% terms, global variables and flags are not taken back. The names are those of SWI-Prolog.

%! transaction(:Goal) is semidet.
%  Runs Goal as once/1. If it fails or raises an exception, its changes of dynamic predicates are taken back.
%  Transactions may be nested: the outer one takes the changes of the inner one back, too.
%  ?- assertz(p(1)), \+ transaction(( retract(p(1)), assertz(p(2)), fail )), findall(X, p(X), L).   %=> L = [1].
%  ?- transaction(assertz(p(1))), p(X).   %=> X = 1.
transaction(Goal) :-
    '$transaction'(Goal, true, keep).

%! transaction(:Goal, +Options) is semidet.
%  Like transaction/1. The option bulk(Boolean) is accepted; it has no meaning here.
%  ?- transaction(assertz(p(1)), [bulk(true)]), p(X).   %=> X = 1.
transaction(Goal, Options) :-
    must_be(list, Options),
    forall(member(Option, Options),
           (   Option = bulk(Bulk)
           ->  must_be(boolean, Bulk)
           ;   true
           )),
    '$transaction'(Goal, true, keep).

%! transaction(:Goal, :Constraint, +Mutex) is semidet.
%  Like transaction/1. After Goal, Mutex is held while Constraint is run as once/1 and the changes become those of all threads.
%  Constraint sees them together with what other threads have changed meanwhile. If it fails or raises an exception, the changes
%  are taken back, and transaction/3 does the same.
%  ?- \+ transaction(assertz(p(1)), \+ p(1), m), p(_).   %=> false.
%  ?- transaction(assertz(p(1)), p(1), m), p(X).   %=> X = 1.
transaction(Goal, Constraint, Mutex) :-
    must_be(callable, Goal),
    '$open_transactions'(Outer),
    '$transaction_begin'(Start),
    State = start(Start),
    '$call_cleanup'(
        '$in_transaction'(Goal, '$transaction_commit'(State, Constraint, Mutex), Outer),
        '$transaction_end'(State, false),
        true
    ).

%! '$transaction_commit'(+State, +Constraint, +Mutex) is semidet.
'$transaction_commit'(State, Constraint, Mutex) :-
    with_mutex(Mutex,
               ( '$transaction_renew'(State),
                 once(Constraint),
                 '$transaction_end'(State, true)
               )).

%! snapshot(:Goal) is semidet.
%  Runs Goal as once/1, and takes its changes of dynamic predicates back, also if it succeeds.
%  ?- assertz(p(1)), snapshot(( assertz(p(2)), findall(X, p(X), L) )), findall(X, p(X), M).   %=> L = [1,2], M = [1].
snapshot(Goal) :-
    '$transaction'(Goal, true, drop).

%! current_transaction(-Goal) is nondet.
%  Goal is the goal of an open transaction or snapshot, the innermost first.
%  ?- transaction(current_transaction(G)).   %=> G = current_transaction(_A).
%  ?- current_transaction(_).   %=> false.
current_transaction(Goal) :-
    '$open_transactions'(Goals),
    member(Goal0, Goals),
    copy_term(Goal0, Goal1),
    (   Goal1 = user:Goal2
    ->  Goal = Goal2
    ;   Goal = Goal1
    ).

%! '$open_transactions'(-Goals) is det.
'$open_transactions'(Goals) :-
    (   nb_current('$transactions', Goals0)
    ->  Goals = Goals0
    ;   Goals = []
    ).

%! '$transaction'(+Goal, +Constraint, +Kind) is semidet.
%  Kind is keep or drop: what becomes of the changes if Goal succeeds.
'$transaction'(Goal, Constraint, Kind) :-
    must_be(callable, Goal),
    '$open_transactions'(Outer),
    '$transaction_begin'(Start),
    '$call_cleanup'(
        '$in_transaction'(Goal, Constraint, Outer),
        '$transaction_end'(start(Start), Catcher, Kind),
        catcher(Catcher)
    ).

%! '$in_transaction'(+Goal, +Constraint, +Outer) is semidet.
'$in_transaction'(Goal, Constraint, Outer) :-
    b_setval('$transactions', [Goal|Outer]),
    once(Goal),
    ( Constraint == true -> true ; once(Constraint) ),
    b_setval('$transactions', Outer).

%! '$transaction_end'(+State, +Catcher, +Kind) is det.
'$transaction_end'(State, Catcher, Kind) :-
    (   Catcher == exit,
        Kind == keep
    ->  Keep = true
    ;   Keep = false
    ),
    '$transaction_end'(State, Keep).
