% Declarations of meta-arguments.

%! meta_predicate(+Heads) is det.
%  Declares the meta-arguments of predicates: 0 for a goal, N for a closure that is called with N additional arguments,
%  ^ for a goal with quantified variables, // for a grammar body, : for any module-sensitive argument; +, - and ? for
%  others. When the predicate is called, all but +, - and ? are qualified by the caller's module, unless they are
%  qualified already.
%  ?- meta_predicate(twice(0)), predicate_property(findall(_, _, _), meta_predicate(M)).   %=> M = findall(?, 0, -).
meta_predicate(Heads) :-
    must_be(nonvar, Heads),
    (   Heads = [First|Rest]
    ->  meta_predicate(First),
        meta_predicate(Rest)
    ;   Heads == []
    ->  true
    ;   Heads = (First,Rest)
    ->  meta_predicate(First),
        meta_predicate(Rest)
    ;   Heads = Named:Inner,
        nonvar(Inner),
        ( Inner = (First,Rest) ; Inner = [First|Rest] )
    ->  meta_predicate(Named:First),
        meta_predicate(Named:Rest)
    ;   Heads = _:Inner,
        Inner == []
    ->  true
    ;   '$own_module'(Own),
        strip_module(Own:Heads, Module, Head),
        must_be(callable, Head),
        functor(Head, Name, Arity),
        functor(General, Name, Arity),
        retractall('$meta':declared(General)),
        assertz('$meta':declared(Head)),
        findall(Position, '$meta_position'(Head, Position), Positions),
        '$qualify'(Module:Name/Arity, Positions),
        ( Module == user -> true ; '$qualify_early'(Module, Name, Arity) )
    ).

%! '$qualify_early'(+Module, +Name, +Arity) is det.
%  The clauses of Module that call Name/Arity and were loaded before its declaration get its arguments qualified.
'$qualify_early'(Module, Name, Arity) :-
    '$early_calls'(Module, Name, Arity, Callers),
    forall(member(Caller-Rules, Callers),
           ( maplist('$qualified_rule'(Module), Rules, Others),
             '$rewrite_clauses'(Module, Caller, Others) )).

%! '$qualified_rule'(+Module, +Rule, -Other) is det.
'$qualified_rule'(Module, (Head :- Body), (Head :- Goals)) :-
    '$goal_in'(Body, Module, here, Goals).

%! '$meta_position'(+Head, -Position) is nondet.
%  Position is that of an argument, from 0, that gets a module qualifier; the machine qualifies arguments in registers,
%  so none of a predicate with more than 200 arguments.
'$meta_position'(Head, Position) :-
    functor(Head, _, Arity),
    Arity =< 200,
    between(1, Arity, N),
    arg(N, Head, Mode),
    once(( integer(Mode) ; memberchk(Mode, [:,^,//]) )),
    Position is N-1.

%! '$meta_property'(+Head, +Properties, -Template)
'$meta_property'(Head, Properties, Template) :-
    functor(Head, Name, Arity),
    functor(Template, Name, Arity),
    (   memberchk(system, Properties)
    ->  '$meta_head'(Template)
    ;   '$declared_template'(Template)
    ),
    !.

%! '$declared_template'(?Template) is nondet.
'$declared_template'(Template) :-
    '$if_known'('$meta':declared(Template)).

%! '$meta_head'(?Template)
'$meta_head'(findall(?,0,-)).
'$meta_head'(findall(?,0,-,?)).
'$meta_head'(findnsols(+,?,0,-)).
'$meta_head'(findnsols(+,?,0,-,?)).
'$meta_head'(meta_options(1,:,-)).
'$meta_head'(engine_create(?,0,-)).
'$meta_head'(engine_create(?,0,-,+)).
'$meta_head'(bb_put(:,+)).
'$meta_head'(bb_get(:,?)).
'$meta_head'(bb_delete(:,?)).
'$meta_head'(bb_update(:,?,+)).
'$meta_head'(bagof(?,^,-)).
'$meta_head'(setof(?,^,-)).
'$meta_head'(aggregate_all(?,0,-)).
'$meta_head'(aggregate_all(?,?,0,-)).
'$meta_head'(aggregate(?,^,-)).
'$meta_head'(aggregate(?,?,^,-)).
'$meta_head'(forall(0,0)).
'$meta_head'(call(0)).
'$meta_head'(call(1,?)).
'$meta_head'(call(2,?,?)).
'$meta_head'(call(3,?,?,?)).
'$meta_head'(call(4,?,?,?,?)).
'$meta_head'(call(5,?,?,?,?,?)).
'$meta_head'(call(6,?,?,?,?,?,?)).
'$meta_head'(call(7,?,?,?,?,?,?,?)).
'$meta_head'(once(0)).
'$meta_head'(ignore(0)).
'$meta_head'(\+(0)).
'$meta_head'(not(0)).
'$meta_head'((0,0)).
'$meta_head'((0;0)).
'$meta_head'((0->0)).
'$meta_head'((0*->0)).
'$meta_head'('$chr_ask'(?,0)).
'$meta_head'(current_chr_constraint(:)).
'$meta_head'(catch(0,?,0)).
'$meta_head'(catch_with_backtrace(0,?,0)).
'$meta_head'(setup_call_cleanup(0,0,0)).
'$meta_head'(context_module(:)).
'$meta_head'(redefine_system_predicate(:)).
'$meta_head'(set_module(:)).
'$meta_head'(sig_atomic(0)).
'$meta_head'(lazy_list(2,-)).
'$meta_head'(lazy_list(3,+,-)).
'$meta_head'(lazy_findall(?,0,-)).
'$meta_head'(lazy_findall(+,?,0,-)).
'$meta_head'(transaction(0)).
'$meta_head'(transaction(0,+)).
'$meta_head'(transaction(0,0,+)).
'$meta_head'(snapshot(0)).
'$meta_head'(undo(0)).
'$meta_head'(notrace(0)).
'$meta_head'(safe_goal(:)).
'$meta_head'(safe_call(0)).
'$meta_head'(call_in_thread(+,0)).
'$meta_head'(reduced(0)).
'$meta_head'(reduced(?,0,+)).
'$meta_head'(rb_partial_map(+,+,2,-)).
'$meta_head'(tfindall(?,0,-)).
'$meta_head'(depth_bound_call(0,+)).
'$meta_head'(if(0,0,0)).
'$meta_head'(call_cleanup(0,0)).
'$meta_head'(call_cleanup(0,?,0)).
'$meta_head'(setup_call_catcher_cleanup(0,0,?,0)).
'$meta_head'(maplist(1,?)).
'$meta_head'(maplist(2,?,?)).
'$meta_head'(maplist(3,?,?,?)).
'$meta_head'(maplist(4,?,?,?,?)).
'$meta_head'(maplist(5,?,?,?,?,?)).
'$meta_head'(maplist(6,?,?,?,?,?,?)).
'$meta_head'(maplist(7,?,?,?,?,?,?,?)).
'$meta_head'(if(0,0,0)).
'$meta_head'(countall(0,-)).
'$meta_head'(foldl(3,+,+,-)).
'$meta_head'(foldl(4,+,+,+,-)).
'$meta_head'(foldl(5,+,+,+,+,-)).
'$meta_head'(foldl(6,+,+,+,+,+,-)).
'$meta_head'(re_foldl(3,+,+,?,?,+)).
'$meta_head'(re_foldl(3,+,+,?,?,+,+)).
'$meta_head'(include(1,+,-)).
'$meta_head'(exclude(1,+,-)).
'$meta_head'(partition(1,+,-,-)).
'$meta_head'(partition(2,+,-,-,-)).
'$meta_head'(convlist(2,+,-)).
'$meta_head'(assertz(:)).
'$meta_head'(asserta(:)).
'$meta_head'(assert(:)).
'$meta_head'(assertz(:,-)).
'$meta_head'(assert(:,-)).
'$meta_head'(asserta(:,-)).
'$meta_head'(retract(:)).
'$meta_head'(retractall(:)).
'$meta_head'(clause(:,?)).
'$meta_head'(clause(:,?,?)).
'$meta_head'(abolish(:)).
'$meta_head'(with_output_to(?,0)).
'$meta_head'(freeze(?,0)).
'$meta_head'(call_residue_vars(0,-)).
'$meta_head'(residual_goals(2)).
'$meta_head'(format_predicate(+,:)).
'$meta_head'(when(+,0)).
'$meta_head'(limit(+,0)).
'$meta_head'(offset(+,0)).
'$meta_head'(order_by(+,0)).
'$meta_head'(distinct(0)).
'$meta_head'(distinct(?,0)).
'$meta_head'(call_nth(0,?)).
'$meta_head'(predsort(3,+,-)).
'$meta_head'(phrase(//,?)).
'$meta_head'(phrase(//,?,?)).
'$meta_head'(time(0)).
'$meta_head'(apply(:,+)).
'$meta_head'(at_halt(0)).
'$meta_head'(prolog_listen(:,2)).
'$meta_head'(prolog_listen(:,2,+)).
'$meta_head'(prolog_unlisten(:,2)).
'$meta_head'(initialization(0)).
'$meta_head'(initialization(0,+)).
'$meta_head'(assertion(0)).
'$meta_head'(foreach(0,0)).
'$meta_head'(map_assoc(1,?)).
'$meta_head'(map_assoc(2,?,?)).
'$meta_head'(call_with_time_limit(+,0)).
'$meta_head'(call_with_depth_limit(0,+,-)).
'$meta_head'(call_with_inference_limit(0,+,-)).
'$meta_head'(max_member(2,-,+)).
'$meta_head'(min_member(2,-,+)).
'$meta_head'(reset(0,?,-)).
'$meta_head'(mapargs(2,?,?)).
'$meta_head'(mapsubterms(2,?,?)).
'$meta_head'(foldsubterms(3,+,+,-)).
'$meta_head'(sequence(3,?,?,?)).
'$meta_head'(concurrent_maplist(1,?)).
'$meta_head'(concurrent_maplist(2,?,?)).
'$meta_head'(concurrent_maplist(3,?,?,?)).
'$meta_head'(concurrent_forall(0,0)).
'$meta_head'(concurrent_forall(0,0,+)).
'$meta_head'(concurrent_and(0,0)).
'$meta_head'(concurrent_and(0,0,+)).
'$meta_head'(concurrent(+,:,+)).
'$meta_head'(first_solution(-,:,+)).
'$meta_head'(with_mutex(+,0)).
'$meta_head'(thread_create(0)).
'$meta_head'(thread_create(0,?)).
'$meta_head'(thread_create(0,?,:)).
'$meta_head'(thread_at_exit(0)).
'$meta_head'(thread_initialization(0)).
'$meta_head'(thread_signal(+,0)).
'$meta_head'('$notrace'(0)).
'$meta_head'('$sig_atomic'(0)).
'$meta_head'('$get_predicate_attribute'(:,+,-)).
'$meta_head'('$set_predicate_attribute'(:,+,+)).
'$meta_head'(rule(:,-)).
'$meta_head'(rule(:,-,-)).
'$meta_head'(with_tty_raw(0)).
'$meta_head'(alarm(+,0,-)).
'$meta_head'(alarm(+,0,-,+)).
'$meta_head'(alarm_at(+,0,-)).
'$meta_head'(alarm_at(+,0,-,+)).
'$meta_head'(setup_and_call_cleanup(0,0,?,0)).
'$meta_head'(at_initialization(0)).
'$meta_head'(set_base_module(:)).
'$meta_head'(current_alarm(?,:,?,?)).
'$meta_head'(thread_idle(0,+)).
'$meta_head'(thread_wait(0,:)).
'$meta_head'(thread_update(0,:)).
'$meta_head'(sig_pending(:)).
'$meta_head'(sig_remove(:,-)).
'$meta_head'(sig_block(:)).
'$meta_head'(sig_unblock(:)).
'$meta_head'(rb_map(+,1)).
'$meta_head'(rb_map(+,2,-)).
'$meta_head'(rb_fold(3,+,+,-)).
'$meta_head'(predicate_property(:,?)).
'$meta_head'(dynamic(:)).
'$meta_head'(dynamic(:,+)).
'$meta_head'(discontiguous(:)).
'$meta_head'(multifile(:)).
'$meta_head'(consult(:)).
'$meta_head'(current_predicate(:)).
'$meta_head'(current_predicate(?,:)).
'$meta_head'(listing(:)).
'$meta_head'(listing(:, +)).
'$meta_head'(phrase_from_file(//,?)).
'$meta_head'(phrase_from_file(//,?,?)).
'$meta_head'(call_dcg(//,?,?)).
'$meta_head'(thread_local(:)).
'$meta_head'(table(:)).
'$meta_head'(meta_predicate(:)).
'$meta_head'(spy(:)).
'$meta_head'(nospy(:)).
'$meta_head'(trace(:)).
'$meta_head'(trace(:,+)).
'$meta_head'(nth_clause(:,?,?)).
'$meta_head'(source_file(:,?)).
'$meta_head'(copy_predicate_clauses(:,:)).
'$meta_head'(tnot(0)).
'$meta_head'(sk_not(0)).
'$meta_head'(untable(:)).
'$meta_head'(current_table(:,-)).
'$meta_head'(abolish_table_subgoals(:)).
'$meta_head'('t not'(0)).
'$meta_head'(get_call(:,?,?)).
'$meta_head'(get_calls(:,?,?)).
'$meta_head'(get_residual(:,?)).
'$meta_head'(get_returns_for_call(:,?)).
'$meta_head'(predicate_options(:,+,+)).
'$meta_head'(assert_predicate_options(:,+,+,-)).
'$meta_head'(current_option_arg(:,?)).
'$meta_head'(current_predicate_options(:,?,?)).
'$meta_head'(current_predicate_option(:,?,?)).
'$meta_head'(check_predicate_option(:,+,+)).
'$meta_head'(predicate_name(:,-)).
'$meta_head'(initialization_layout(+,:,-,-)).
'$meta_head'(call_delays(0,?)).
'$meta_head'(call_residual_program(0,?)).
'$meta_head'(answer_residual(0,?)).
'$meta_head'(not_exists(0)).
'$meta_head'(incr_directly_depends(:,:)).
'$meta_head'(incr_trans_depends(:,:)).
'$meta_head'(incr_is_invalid(:)).
'$meta_head'(is_invalid(:)).
'$meta_head'(incr_invalidate_call(:)).
'$meta_head'(incr_invalidate_calls(:)).
'$meta_head'(incr_table_update(:,?)).
'$meta_head'(incr_propagate_calls(:)).
'$meta_head'(is_incremental_subgoal(:)).
'$meta_head'(strip_module(:,-,-)).
'$meta_head'(/(?,0)).
'$meta_head'(/(?,1,?)).
'$meta_head'(/(?,2,?,?)).
'$meta_head'(/(?,3,?,?,?)).
'$meta_head'(/(?,4,?,?,?,?)).
'$meta_head'(/(?,5,?,?,?,?,?)).
'$meta_head'(/(?,6,?,?,?,?,?,?)).
'$meta_head'(/(?,7,?,?,?,?,?,?,?)).
'$meta_head'(\(0)).
'$meta_head'(\(1,?)).
'$meta_head'(\(2,?,?)).
'$meta_head'(\(3,?,?,?)).
'$meta_head'(\(4,?,?,?,?)).
'$meta_head'(\(5,?,?,?,?,?)).
'$meta_head'(\(6,?,?,?,?,?,?)).
'$meta_head'(\(7,?,?,?,?,?,?,?)).
'$meta_head'(^(?,0,?)).
'$meta_head'(^(?,1,?,?)).
'$meta_head'(^(?,2,?,?,?)).
'$meta_head'(^(?,3,?,?,?,?)).
'$meta_head'(^(?,4,?,?,?,?,?)).
'$meta_head'(^(?,5,?,?,?,?,?,?)).
'$meta_head'(>>(?,0)).
'$meta_head'(>>(?,0,?)).
'$meta_head'(>>(?,0,?,?)).
'$meta_head'(>>(?,0,?,?,?)).
'$meta_head'(>>(?,0,?,?,?,?)).
'$meta_head'(>>(?,0,?,?,?,?,?)).
'$meta_head'(>>(?,0,?,?,?,?,?,?)).
'$meta_head'(listen(+,0)).
'$meta_head'(listen(+,+,0)).
'$meta_head'(intercept(0,?,0)).
'$meta_head'(intercept(0,?,1,?)).
'$meta_head'(mapdict(2,?)).
'$meta_head'(mapdict(3,?,?)).
'$meta_head'(persistent(:)).
'$meta_head'(db_attach(:,+)).
'$meta_head'(db_attached(:)).
'$meta_head'(db_assert(:)).
'$meta_head'(db_asserta(:)).
'$meta_head'(db_retract(:)).
'$meta_head'(db_retractall(:)).
'$meta_head'(db_sync(:)).
'$meta_head'(thread_create_in_pool(+,0,-,+)).
'$meta_head'('$pool_start'(+,+,0,-,+)).
'$meta_head'('$pool_wait'(+,+,0,-,+)).
'$meta_head'(arithmetic_function(:)).
'$meta_head'(arithmetic_expression_value(:,-)).
'$meta_head'(call_time(0,-)).
'$meta_head'(call_time(0,-,-)).
'$meta_head'(checklist(1,+)).
'$meta_head'(dicts_to_compounds(?,+,3,?)).
'$meta_head'(dicts_to_same_keys(+,3,-)).
'$meta_head'(foldsubterms(4,+,?,+,-)).
'$meta_head'(foreach(0,//,//,?,?)).
'$meta_head'(foreach(0,//,?,?)).
'$meta_head'(group_by(?,?,0,-)).
'$meta_head'(indent_lines(1,+,+,-)).
'$meta_head'(intercept_all(?,0,?,-)).
'$meta_head'(nb_intercept_all(?,0,?,-)).
'$meta_head'(map_list_to_pairs(2,+,-)).
'$meta_head'(mapsubterms_var(2,?,?)).
'$meta_head'(on_exception(+,0,0)).
'$meta_head'(on_signal(+,-,:)).
'$meta_head'(optional(//,//,?,?)).
'$meta_head'(phrase_from_quasi_quotation(//,+)).
'$meta_head'(phrase_from_stream(//,+)).
'$meta_head'(quasi_quotation_syntax(:)).
'$meta_head'(interpolate_string(:,-,+,+)).
'$meta_head'(with_quasi_quotation_input(+,-,0)).
'$meta_head'(coverage(0)).
'$meta_head'(coverage(0,+)).
'$meta_head'(show_coverage(0)).
'$meta_head'(show_coverage(0,+)).
'$meta_head'(profile(0)).
'$meta_head'(profile(0,+)).
'$meta_head'(rb_apply(+,+,2,-)).
'$meta_head'(reduced(0)).
'$meta_head'(scanl(3,+,+,-)).
'$meta_head'(scanl(4,+,+,+,-)).
'$meta_head'(scanl(5,+,+,+,+,-)).
'$meta_head'(scanl(6,+,+,+,+,+,-)).
'$meta_head'(sequence(//,3,//,//,?,?,?)).
'$meta_head'(sequence(3,//,?,?,?)).
'$meta_head'(setup_and_call_cleanup(0,0,0)).
'$meta_head'(sublist(1,+,?)).
'$meta_head'(time(0,-,-)).
'$meta_head'(with_output_to_chars(0,-)).
'$meta_head'(with_output_to_chars(0,-,-,?)).
'$meta_head'(with_output_to_chars(0,-,?)).
'$meta_head'(with_output_to_codes(0,-)).
'$meta_head'(with_output_to_codes(0,-,-,?)).
'$meta_head'(with_output_to_codes(0,-,?)).
'$meta_head'(det(:)).
'$meta_head'(argv_options(:,-,-)).
'$meta_head'(argv_options(:,-,-,+)).
'$meta_head'(argv_usage(:)).
'$meta_head'(wrap_predicate(:,+,?,0)).
'$meta_head'(unwrap_predicate(:,?)).
'$meta_head'(@(0,+)).
'$meta_head'($(0)).
'$meta_head'(format(+,:)).
'$meta_head'(format(+,+,:)).

%! $(:Goal) is det.
%  Calls Goal, which must succeed without leaving choice points; raises a determinism error otherwise.
%  ?- $(X = 1).   %=> X = 1.
%  ?- $(member(_, [a,b])).   %=> determinism_error(member(a, [a,b]), det, nondet, goal).
'$'(Goal) :-
    '$guarded'(call(Goal), Goal).

%! $ is det.
%  As `!`; then the rest of the clause must succeed without leaving choice points.
%  ?- member(X, [1,2]), $.   %=> X = 1.
'$'.

%! '$guarded'(:Goal)
%  Calls what follows `$` in a body that is given as a term.
'$guarded'(Goal) :-
    '$guarded'(call(Goal), Goal, guard).

%! '$guarded'(:Goal, +Culprit)
%  Calls Goal, which must succeed without leaving choice points; the error names Culprit. A construct of the compiler.
'$guarded'(Goal, Culprit) :-
    '$guarded'(call(Goal), Culprit).

%! '$guarded'(:Goal, +Culprit, +Guard)
%  The same for the last goal of a clause.
'$guarded'(Goal, Culprit, Guard) :-
    '$guarded'(call(Goal), Culprit, Guard).
