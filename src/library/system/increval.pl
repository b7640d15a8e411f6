% library(increval): what incremental tables depend on, and bringing them up to date.
%
% Incremental tables are brought up to date when they are called (src/machine/tabling/incremental). These predicates show
% which ones will be, and do it at once.

%! incr_assert(+Clause) is det.
%  Equivalent to assertz/1, whose changes incremental tables follow.
%  ?- incr_assert(p(1)), p(X).   %=> X = 1.
incr_assert(Clause) :-
    assertz(Clause).

%! incr_asserta(+Clause) is det.
%  Equivalent to asserta/1.
%  ?- incr_asserta(p(1)), p(X).   %=> X = 1.
incr_asserta(Clause) :-
    asserta(Clause).

%! incr_assertz(+Clause) is det.
%  Equivalent to assertz/1.
%  ?- incr_assertz(p(1)), p(X).   %=> X = 1.
incr_assertz(Clause) :-
    assertz(Clause).

%! incr_retract(+Clause) is nondet.
%  Equivalent to retract/1.
%  ?- assertz(p(1)), incr_retract(p(X)).   %=> X = 1.
incr_retract(Clause) :-
    retract(Clause).

%! incr_retractall(+Head) is det.
%  Equivalent to retractall/1.
%  ?- assertz(p(1)), incr_retractall(p(_)), \+ p(_).
incr_retractall(Head) :-
    retractall(Head).

%! is_incremental_subgoal(?Goal) is nondet.
%  Goal is an incremental call that has a table, or a call of a dynamic predicate that one depends on.
%  ?- abolish_all_tables, is_incremental_subgoal(_).   %=> false.
is_incremental_subgoal(Goal) :-
    '$incremental_nodes'(Nodes),
    '$incremental_goals'(Nodes, Goals),
    strip_module(Goal, Module, Plain),
    member(Found, Goals),
    strip_module(Found, Module, Plain).

%! '$incremental_goals'(+Nodes, -Goals) is det.
'$incremental_goals'(Nodes, Goals) :-
    findall(Goal, member(node(_, Goal, _, _), Nodes), Calls),
    findall(
        Fact,
        (   member(node(_, _, _, Dependencies), Nodes),
            member(Fact, Dependencies),
            \+ integer(Fact)
        ),
        Facts0
    ),
    '$distinct_goals'(Facts0, Facts),
    append(Calls, Facts, Goals).

%! incr_directly_depends(:Goal1, :Goal2) is nondet.
%  The table of the incremental call Goal1 has called Goal2: another incremental call, or a dynamic predicate.
%  ?- abolish_all_tables, incr_directly_depends(_, _).   %=> false.
incr_directly_depends(Goal1, Goal2) :-
    '$incremental_nodes'(Nodes),
    strip_module(Goal1, Module1, Plain1),
    strip_module(Goal2, Module2, Plain2),
    member(node(_, Found1, _, Dependencies), Nodes),
    strip_module(Found1, Module1, Plain1),
    member(Dependency, Dependencies),
    '$dependency_goal'(Dependency, Nodes, Found2),
    strip_module(Found2, Module2, Plain2).

%! '$dependency_goal'(+Dependency, +Nodes, -Goal) is semidet.
'$dependency_goal'(Dependency, Nodes, Goal) :-
    (   integer(Dependency)
    ->  memberchk(node(Dependency, Goal, _, _), Nodes)
    ;   Goal = Dependency
    ).

%! incr_trans_depends(:Goal1, :Goal2) is nondet.
%  The transitive closure of incr_directly_depends/2.
%  ?- abolish_all_tables, incr_trans_depends(_, _).   %=> false.
incr_trans_depends(Goal1, Goal2) :-
    '$incremental_nodes'(Nodes),
    strip_module(Goal1, Module1, Plain1),
    strip_module(Goal2, Module2, Plain2),
    member(node(_, Found1, _, Dependencies), Nodes),
    strip_module(Found1, Module1, Plain1),
    '$reached_goals'(Dependencies, Nodes, [], Reached),
    member(Found2, Reached),
    strip_module(Found2, Module2, Plain2).

%! '$reached_goals'(+Dependencies, +Nodes, +Seen, -Goals) is det.
%  Seen are the numbers of the nodes, and the calls of dynamic predicates, that were reached before.
'$reached_goals'([], _, _, []).
'$reached_goals'([Dependency|Queue], Nodes, Seen, Goals) :-
    (   member(Other, Seen),
        Other =@= Dependency
    ->  '$reached_goals'(Queue, Nodes, Seen, Goals)
    ;   integer(Dependency)
    ->  (   memberchk(node(Dependency, Goal, _, More), Nodes)
        ->  Goals = [Goal|Goals1],
            append(Queue, More, Queue1)
        ;   Goals = Goals1,
            Queue1 = Queue
        ),
        '$reached_goals'(Queue1, Nodes, [Dependency|Seen], Goals1)
    ;   Goals = [Dependency|Goals1],
        '$reached_goals'(Queue, Nodes, [Dependency|Seen], Goals1)
    ).

%! incr_invalid_subgoals(-Goals) is det.
%  Goals is the sorted list of the incremental calls whose tables must be brought up to date, with their modules.
%  ?- abolish_all_tables, incr_invalid_subgoals(L).   %=> L = [].
incr_invalid_subgoals(Goals) :-
    '$incremental_nodes'(Nodes),
    findall(
        Module:Plain,
        (   member(node(_, Goal, invalid, _), Nodes),
            strip_module(Goal, Module, Plain)
        ),
        Found
    ),
    sort(Found, Goals).

%! incr_is_invalid(:Goal) is semidet.
%  The table of the incremental call Goal must be brought up to date.
%  ?- abolish_all_tables, incr_is_invalid(p(_)).   %=> false.
incr_is_invalid(Goal) :-
    '$incremental_nodes'(Nodes),
    strip_module(Goal, Module, Plain),
    once((
        member(node(_, Found, State, _), Nodes),
        strip_module(Found, Module, Plain1),
        Plain1 =@= Plain
    )),
    State == invalid.

%! is_invalid(:Goal) is semidet.
%  Synonym of incr_is_invalid/1.
%  ?- abolish_all_tables, is_invalid(p(_)).   %=> false.
is_invalid(Goal) :-
    incr_is_invalid(Goal).

%! incr_invalidate_calls(:Goal) is det.
%  The tables of the incremental calls that unify with Goal, and of those that depend on them, are evaluated anew when
%  they are called next.
%  ?- incr_invalidate_calls(p(_)).
incr_invalidate_calls(Goal) :-
    '$incremental_nodes'(Nodes),
    strip_module(Goal, Module, Plain),
    forall(
        (   member(node(Number, Found, _, _), Nodes),
            strip_module(Found, Module, Plain)
        ),
        '$invalidate_node'(Number)
    ).

%! incr_invalidate_call(:Goal) is det.
%  Synonym of incr_invalidate_calls/1.
%  ?- incr_invalidate_call(p(_)).
incr_invalidate_call(Goal) :-
    incr_invalidate_calls(Goal).

%! incr_table_update is det.
%  Brings all incremental tables up to date.
%  ?- incr_table_update.
incr_table_update :-
    incr_invalid_subgoals(Goals),
    '$update_calls'(Goals).

%! incr_table_update(-Changed) is det.
%  Brings all incremental tables up to date. Changed is the list of the calls that were not.
%  ?- abolish_all_tables, incr_table_update(L).   %=> L = [].
incr_table_update(Changed) :-
    incr_invalid_subgoals(Changed),
    '$update_calls'(Changed).

%! incr_table_update(:Goal, -Changed) is det.
%  Like incr_table_update/1, but only for the calls that unify with Goal.
%  ?- abolish_all_tables, incr_table_update(p(_), L).   %=> L = [].
incr_table_update(Goal, Changed) :-
    strip_module(Goal, Module, Plain),
    incr_invalid_subgoals(All),
    findall(Module:Found, ( member(Module:Found, All), \+ Found \= Plain ), Changed),
    '$update_calls'(Changed).

%! '$update_calls'(+Goals) is det.
'$update_calls'([]).
'$update_calls'([Goal|Goals]) :-
    ( \+ Goal -> true ; true ),
    '$update_calls'(Goals).

%! incr_propagate_calls(:Fact) is det.
%  What depends on facts of a dynamic predicate that unify with Fact is evaluated anew, as if one had been added.
%  ?- incr_propagate_calls(p(_)).
incr_propagate_calls(Fact) :-
    '$incremental_nodes'(Nodes),
    strip_module(Fact, Module, Plain),
    forall(
        (   member(node(Number, _, _, Dependencies), Nodes),
            once((
                member(Dependency, Dependencies),
                \+ integer(Dependency),
                strip_module(Dependency, Module, Plain1),
                \+ Plain1 \= Plain
            ))
        ),
        '$invalidate_node'(Number)
    ).
