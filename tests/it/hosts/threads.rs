//! Threads of programs: messages, ends, limits, and what a host sees of them.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ferz::{Engine, Grant, Limit, Limits};

pub(super) fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.grant(Grant::Threads);
    engine.grant(Grant::Sleep);
    engine.grant(Grant::Clock);
    engine
        .consult_str(
            ":- dynamic fact/1. fact(0).
             loop :- loop.
             work(0) :- !.
             work(N) :- M is N - 1, work(M).
             echo :- repeat, thread_get_message(M), ( M = stop -> ! ; M = ask(Who, X), thread_send_message(Who, said(X)), fail ).",
        )
        .expect("it is right");
    engine
}

/// Fails unless each goal succeeds, in an engine of its own.
#[track_caller]
pub(super) fn all_succeed(goals: &[&str]) {
    for goal in goals {
        let mut engine = engine();
        engine.set_limits(engine.limits().time(Duration::from_secs(60)));
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

/// Goals that succeed.
#[test]
fn goals_with_threads_have_their_answers() {
    all_succeed(&[
        "current_prolog_flag(threads, true), \\+ catch(set_prolog_flag(threads, false), _, fail)",
        "thread_create(true, T), thread_join(T)",
        "thread_create(fail, T), thread_join(T, false)",
        "thread_create(throw(b(X, Y, X)), T), thread_join(T, exception(b(A, B, A))), A \\== B",
        "thread_create(thread_exit(f(X)), T), thread_join(T, exited(f(_)))",
        "thread_create(halt(3), T), thread_join(T, exited(halt(3)))",
        "thread_create(atom_length(X, Y), T), thread_join(T, exception(error(instantiation_error, _)))",
        // Names that the other engine does not know, numbers and strings of all kinds, and what refers to itself.
        "thread_self(Me), X = 'a new name'(1, 2.5, \"text\", 1r3, 123456789012345678901234567890, [a|T], T),
         thread_create(( Y = 'another new name', thread_send_message(Me, X-Y) ), Id), thread_join(Id),
         thread_get_message(X1-Y1), X1 =@= X, Y1 == 'another new name'",
        "X = f(X, a), thread_self(Me), thread_create(thread_send_message(Me, m(X)), Id), thread_join(Id),
         thread_get_message(m(Y)), Y = f(Z, a), Z == Y",
        // Conversations.
        "thread_self(Me), thread_create(echo, T, [alias(echo)]), numlist(1, 200, L),
         forall(member(X, L), thread_send_message(echo, ask(Me, X))),
         findall(X, ( member(_, L), thread_get_message(said(X)) ), L), thread_send_message(echo, stop), thread_join(echo)",
        "message_queue_create(Q, [max_size(3)]), thread_self(Me),
         thread_create(( findall(X, ( between(1, 100, _), thread_get_message(Q, X) ), L), thread_send_message(Me, all(L)) ), T),
         forall(between(1, 100, X), thread_send_message(Q, X)), thread_join(T), thread_get_message(all(L)),
         numlist(1, 100, L), message_queue_destroy(Q)",
        "thread_self(Me), thread_send_message(Me, a(1)), thread_send_message(Me, b), thread_send_message(Me, a(2)),
         thread_peek_message(b), thread_get_message(b), \\+ thread_peek_message(b),
         thread_get_message(a(X)), thread_get_message(Y), X-Y == 1-a(2)",
        "message_queue_create(Q), thread_create(catch(thread_get_message(Q, _), error(E, _), true), T),
         sleep(0.05), message_queue_destroy(Q), thread_join(T)",
        // Dynamic predicates are those of the program.
        "thread_create(( fact(0), assertz(fact(1)), retract(fact(0)) ), T), thread_join(T), findall(X, fact(X), [1])",
        "thread_create(( assertz(new(1, 'an atom', f(X, Y, X), 1r3, \"text\")), asserta(( fact(X) :- X > 3, \\+ X = 5 )) ), T),
         thread_join(T), new(1, 'an atom', f(A, B, C), 1r3, S), A == C, A \\== B, string(S), fact(4), \\+ fact(5)",
        "thread_create(assertz(other:q(1)), T), thread_join(T), G = other:q(X), call(G), X == 1",
        "thread_create(dynamic(declared/2), T), thread_join(T), \\+ declared(_, _)",
        // The numbers of predicates that are dropped are used again.
        "thread_self(Me), thread_create(( thread_get_message(go), ( forall(between(1, 60, I), ( atom_concat(new_, I, N),
             G =.. [N, I], call(G) )) -> R = yes ; R = no ), thread_send_message(Me, R) ), T),
         forall(between(1, 60, I), ( atom_concat(old_, I, N), G =.. [N, I], assertz(G), abolish(N/1) )), garbage_collect_atoms,
         forall(between(1, 60, I), ( atom_concat(new_, I, N), G =.. [N, I], assertz(G) )),
         thread_send_message(T, go), thread_get_message(R), thread_join(T), R == yes",
        "thread_create(forall(between(1, 10, X), assertz(ten(X))), T), thread_join(T),
         predicate_property(ten(_), number_of_clauses(10))",
        "assertz(fact(1), R), thread_create(retract(fact(1)), T), thread_join(T), \\+ clause(_, _, R), \\+ catch(erase(R), _, fail)",
        "thread_create(retractall(fact(_)), T), thread_join(T), \\+ fact(_)",
        "thread_create(( assertz(fact(1)), thread_create(assertz(fact(2)), T2), thread_join(T2), fact(2) ), T), thread_join(T),
         findall(X, fact(X), [0, 1, 2])",
        // A goal sees the clauses that were there when it was called, and a clause is removed once.
        "assertz(fact(1)), findall(X, ( fact(X), thread_create(( retractall(fact(1)), assertz(fact(2)) ), T), thread_join(T) ), [0, 1]),
         findall(X, fact(X), [0, 2, 2])",
        "assertz(fact(1)), findall(X, ( retract(fact(X)), thread_create(ignore(retract(fact(1))), T), thread_join(T) ), [0])",
        "thread_create(transaction(( assertz(fact(1)), retract(fact(0)), assertz(fact(2)), retract(fact(2)) )), T), thread_join(T),
         thread_create(snapshot(assertz(fact(3))), T2), thread_join(T2), findall(X, fact(X), [1])",
        "transaction(( thread_create(assertz(fact(1)), T), thread_join(T), findall(X, fact(X), [0]) )), findall(X, fact(X), [0, 1])",
        "mutex_create(M), length(L, 4), maplist([T]>>thread_create(forall(between(1, 50, _),
         with_mutex(M, ( retract(fact(X)), Y is X + 1, assertz(fact(Y)) ))), T), L), maplist(thread_join, L), findall(X, fact(X), [200])",
        "forall(between(1, 500, X), assertz(job(X))), length(L, 4),
         maplist([T]>>thread_create(forall(retract(job(X)), assertz(done(X))), T), L), maplist(thread_join, L),
         \\+ job(_), findall(X, done(X), Done), length(Done, 500), sort(Done, Sorted), length(Sorted, 500)",
        "thread_self(Me), thread_create(( thread_get_message(go), findall(X, told(X), L), thread_send_message(Me, L) ), T),
         open_string(\":- dynamic told/1. told(1). told(2).\", S), load_files(told, [stream(S)]),
         thread_send_message(T, go), thread_get_message([1, 2]), thread_join(T)",
        "thread_create(forall(between(1, 9, _), flag(n, N, N + 1)), T), thread_join(T), flag(n, 9, 0)",
        "thread_create(gensym(id, id1), T), thread_join(T), gensym(id, id2), reset_gensym(id), gensym(id, id1)",
        "concurrent_forall(member(X, [1, 2, 3]), assertz(fact(X))), findall(X, fact(X), L), msort(L, [0, 1, 2, 3])",
        "nb_setval(key, 7), thread_create(catch(nb_getval(key, _), error(existence_error(_, _), _), true), T), thread_join(T)",
        "thread_local(mine/1), assertz(mine(1)), thread_create(\\+ mine(_), T), thread_join(T), mine(1)",
        "thread_create(( fact(X) ; true ), T), thread_create(thread_join(T), T2), thread_join(T2)",
        // Mutexes.
        "thread_self(Me), mutex_lock(door), thread_create(with_mutex(door, thread_send_message(Me, in)), T),
         \\+ thread_get_message(Me, in, [timeout(0.05)]), mutex_unlock(door), thread_get_message(in), thread_join(T)",
        "mutex_lock(door), thread_create(\\+ mutex_trylock(door), T), thread_join(T), mutex_unlock(door)",
        "thread_create(mutex_lock(left), T), thread_join(T), mutex_lock(left), mutex_unlock(left)",
        // Goals of others.
        "thread_self(Me), thread_create(catch(( thread_send_message(Me, ready), loop ), out, true), T),
         thread_get_message(ready), thread_signal(T, throw(out)), thread_join(T)",
        "thread_self(Me), thread_create(( thread_send_message(Me, ready), thread_get_message(go) ), T),
         thread_get_message(ready), thread_signal(T, assertz(fact(9))), thread_send_message(T, go), thread_join(T), fact(9)",
        "thread_create(true, T, [detached(true)]), repeat, \\+ is_thread(T), !",
        // Several threads for one goal.
        "numlist(1, 50, L), concurrent_maplist([X, Y]>>( work(1000), Y is X * X ), L, L2), sum_list(L2, 42925)",
        "concurrent(4, [X = 1, Y = f(Z), Z = 2, work(1000)], []), Y == f(2)",
        "\\+ concurrent(2, [loop, fail], [])",
        "catch(concurrent(2, [loop, throw(ball)], []), ball, true)",
        "first_solution(X, [loop, X = 1], [])",
        "concurrent_forall(between(1, 300, X), work(X), [threads(3)])",
        "\\+ concurrent_forall(between(1, inf, X), X < 500, [threads(3)])",
        "findall(X-Y, concurrent_and(between(1, 20, X), member(Y, [a, b]), [threads(3)]), L), length(L, 40), sort(L, L2), length(L2, 40)",
        "once(concurrent_and(repeat, X = 1, [threads(2)])), X == 1",
        "catch(concurrent_and(member(X, [1, 2]), throw(no), [threads(2)]), no, true)",
        "findall(T, thread_property(T, status(running)), [main])",
        // Alarms.
        "alarm(0.02, assertz(fact(7)), _), repeat, fact(7), !",
        "catch(( alarm(0.02, throw(late), _), loop ), late, true)",
        "alarm(0.5, throw(late), Id), remove_alarm(Id), sleep(0.7), \\+ current_alarm(_, _, Id, _)",
        "alarm(60, true, Id, []), current_alarm(At, true, Id, scheduled), get_time(Now), At > Now, remove_alarm(Id)",
        "alarm(0.02, assertz(fact(7)), Id, [install(false)]), sleep(0.1), \\+ fact(7), install_alarm(Id), repeat, fact(7), !,
         current_alarm(_, _, Id, done), install_alarm(Id, 60), uninstall_alarm(Id), remove_alarm(Id)",
        "alarm(0.02, true, Id, [remove(true)]), repeat, \\+ current_alarm(_, _, Id, _), !",
        "alarm(0.02, fail, _), alarm(0.04, assertz(fact(8)), _), repeat, fact(8), !",
        "get_time(Now), At is Now + 0.05, catch(( alarm_at(At, throw(late), _, []), loop ), late, true)",
    ]);
}

/// When goals of other threads run, what frees mutexes, what waits choose, and what threads have in common beside predicates.
#[test]
fn signals_mutexes_and_flags_are_those_of_threads() {
    all_succeed(&[
        // They wait in setup and cleanup goals, in sig_atomic/1 and while one of them runs.
        "thread_self(Me), sig_atomic(( thread_signal(Me, assertz(fact(9))), work(1000), \\+ fact(9) )), work(10), fact(9)",
        "thread_self(Me), setup_call_cleanup(( thread_signal(Me, assertz(fact(9))), work(10), \\+ fact(9) ), work(10), true), fact(9)",
        "thread_self(Me), setup_call_cleanup(true, true, ( thread_signal(Me, assertz(fact(9))), work(10), \\+ fact(9) )), work(10), fact(9)",
        "thread_self(Me), catch(catch(( sig_atomic(( thread_signal(Me, throw(one)), thread_signal(Me, throw(two)), sig_pending([_, _]) )),
         work(10) ), one, work(10)), two, true), sig_pending([])",
        "thread_self(Me), sig_atomic(( thread_signal(Me, throw(x)), thread_signal(Me, assertz(fact(9))), sig_remove(throw(_), L) )),
         work(10), L == [throw(x)], fact(9)",
        "thread_self(Me), sig_block(assertz(fact(8))), thread_signal(Me, assertz(fact(8))), thread_signal(Me, assertz(fact(9))), work(10),
         fact(9), \\+ fact(8), sig_pending([_]), sig_unblock(assertz(fact(_))), work(10), fact(8), sig_pending([])",
        // No signal is lost, and none is taken for an interrupt.
        "thread_self(Me), thread_create(forall(between(1, 2000, X), thread_signal(Me, assertz(fact(X)))), T), work(2000), thread_join(T),
         work(10), aggregate_all(count, fact(_), 2001)",
        // A mutex is released, wherever a goal is stopped.
        "mutex_create(m), forall(between(1, 60, N), ( call_with_inference_limit(forall(between(1, 20, _), with_mutex(m, work(1))), N, _),
         mutex_property(m, status(unlocked)) ))",
        "mutex_create(M), forall(between(1, 60, N), ( thread_create(( repeat, with_mutex(M, work(1)), fail ), T), work(N),
         thread_signal(T, throw(stop)), thread_join(T, exception(stop)), mutex_property(M, status(unlocked)) ))",
        "mutex_create(M), mutex_lock(M), thread_create(mutex_destroy(M), T), thread_join(T), mutex_property(M, status(locked(main, 1))),
         mutex_unlock(M), catch(mutex_property(M, _), error(existence_error(mutex, M), _), true)",
        "mutex_create(M), mutex_lock(M), thread_create(catch(mutex_lock(M), error(existence_error(mutex, M), _), true), T), sleep(0.05),
         mutex_destroy(M), mutex_unlock(M), thread_join(T)",
        // What waits for a message is asked whether it fits.
        "message_queue_create(Q), forall(between(1, 5, X), thread_send_message(Q, X)), freeze(Y, Y mod 2 =:= 0), thread_get_message(Q, Y),
         Y == 2, freeze(Z, Z > 9), \\+ thread_get_message(Q, Z, [timeout(0.02)]), message_queue_property(Q, size(4))",
        "message_queue_create(Q), freeze(Y, Y > 3), thread_create(forall(between(1, 5, X), thread_send_message(Q, X)), T),
         thread_get_message(Q, Y), thread_join(T), Y == 4",
        "message_queue_create(Q), findall(P, message_queue_property(P, size(_)), Ps), memberchk(Q, Ps)",
        // Who waits in a module calls its own predicates.
        "m:assertz(go(1)), m:call(( thread_create(assertz(m:go(2)), T), thread_wait(go(2), [wait_preds([go/1]), timeout(20)]) )), thread_join(T)",
        // Flags and exports are those of the program, the values of flags the thread's.
        "create_prolog_flag(mine, 1, []), thread_create(( set_prolog_flag(mine, 2), create_prolog_flag(new, 3, []) ), T), thread_join(T),
         current_prolog_flag(mine, 1), current_prolog_flag(new, 3)",
        "thread_self(Me), thread_create(( thread_get_message(go), findall(F-V, ( member(F, [mine, new]), current_prolog_flag(F, V) ), L),
         thread_send_message(Me, L) ), T), set_prolog_flag(new, 7), thread_send_message(T, go), thread_get_message([new-7]), thread_join(T)",
        "thread_create(( assertz(m:p(1)), export(m:p/1) ), T), thread_join(T), module_property(m, exports([p/1]))",
        "thread_create(( open_string(\":- module(texts, [a/1]). a(1). b(2).\", S), load_files(text, [stream(S)]) ), T), thread_join(T),
         texts:b(2), module_property(texts, exports([a/1]))",
        // The processors and the stack of a thread.
        "thread_create(( thread_self(Me), catch(( thread_affinity(Me, All, All), All = [P|_], thread_affinity(Me, All, [P]),
         catch(thread_affinity(Me, _, [P, 100000]), error(existence_error(cpu, 100000), _), true), thread_affinity(Me, [P], [P])
         ), error(permission_error(access, thread, _), _), true) ), T), thread_join(T)",
        "thread_create(length(L, 100000), T, [stack_limit(300000)]), thread_join(T, exception(error(resource_error(memory), _)))",
    ]);
}

#[test]
fn goals_that_cannot_have_threads_or_end_say_so() {
    let mut engine = Engine::new();
    for goal in [
        "catch(thread_create(true, _), error(permission_error(create, thread, _), _), true)",
        "catch(thread_get_message(_), error(permission_error(wait, message_queue, main), _), true)",
        "catch(thread_join(main, _), error(permission_error(join, thread, main), _), true)",
        "message_queue_create(q, [max_size(1)]), thread_send_message(q, a),
         catch(thread_send_message(q, b), error(permission_error(wait, message_queue, q), _), true)",
        "catch(alarm(1, true, _), error(permission_error(create, thread, _), _), true)",
        "catch(alarm(_, true, _), error(instantiation_error, _), true)",
        "catch(alarm(1, _, _), error(instantiation_error, _), true)",
        "catch(remove_alarm(none), error(existence_error(alarm, none), _), true)",
        "concurrent_maplist(succ, [1, 2], [2, 3])",
        "concurrent(2, [X = 1, Y = 2], []), X-Y == 1-2",
        "first_solution(X, [fail, X = 2], [on_fail(continue)]), X == 2",
        "concurrent_forall(member(X, [1, 2]), integer(X))",
        "findall(X, concurrent_and(member(X, [1, 2]), true), [1, 2])",
    ] {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

/// The errors of goals about threads, queues and mutexes that are none or have ended are SWI-Prolog's.
#[test]
fn what_has_ended_is_told() {
    for (goal, error) in [
        ("thread_send_message(0, a)", "type_error(message_queue, 0)"),
        ("thread_send_message(none, a)", "existence_error(message_queue, none)"),
        ("thread_get_message(f(x), _)", "type_error(message_queue, f(x))"),
        ("thread_get_message(main, a, [timeout(x)])", "type_error(float, x)"),
        ("thread_join(f(x), _)", "type_error(thread, f(x))"),
        ("thread_join(77, _)", "existence_error(thread, 77)"),
        (
            "thread_property(_, color(_))",
            "domain_error(thread_property, color(_))",
        ),
        ("thread_property(main, 3)", "type_error(thread_property, 3)"),
        ("thread_create(true, _, [at_exit(3)])", "type_error(callable, 3)"),
        ("thread_create(true, _, [detached(x)])", "type_error(bool, x)"),
        ("thread_update(true, [notify(x)])", "domain_error(notify_option, x)"),
        ("message_queue_create(f(x))", "type_error(message_queue, f(x))"),
        (
            "message_queue_create(_, [max_size(-1)])",
            "domain_error(not_less_than_zero, -1)",
        ),
        (
            "message_queue_property(_, color)",
            "domain_error(message_queue_property, color)",
        ),
        (
            "message_queue_destroy(main)",
            "permission_error(destroy, message_queue, main)",
        ),
        ("mutex_create(3)", "type_error(mutex, 3)"),
        ("mutex_create(m, [alias(n)])", "uninstantiation_error(m)"),
        ("mutex_property(_, color)", "domain_error(mutex_property, color)"),
        ("ended(T), thread_send_message(T, a)", "existence_error(thread, _)"),
        ("ended(T), thread_get_message(T, _)", "existence_error(thread, _)"),
        ("ended(T), thread_peek_message(T, _)", "existence_error(thread, _)"),
        ("ended(T), thread_signal(T, true)", "existence_error(thread, _)"),
        (
            "ended(T), message_queue_property(T, size(_))",
            "existence_error(thread, _)",
        ),
        ("ended(T), message_queue_destroy(T)", "existence_error(thread, _)"),
        (
            "ended(T), thread_statistics(T, cputime, _)",
            "permission_error(statistics, thread, _)",
        ),
        (
            "ended(T), thread_join(T), thread_join(T, _)",
            "existence_error(thread, _)",
        ),
        (
            "ended(T), thread_join(T), thread_detach(T)",
            "existence_error(thread, _)",
        ),
        (
            "ended(T), thread_join(T), thread_property(T, _)",
            "existence_error(thread, _)",
        ),
        (
            "message_queue_create(Q), message_queue_destroy(Q), message_queue_set(Q, max_size(3))",
            "existence_error(message_queue, _)",
        ),
        (
            "message_queue_create(Q), message_queue_destroy(Q), message_queue_destroy(Q)",
            "existence_error(message_queue, _)",
        ),
        (
            "mutex_create(M), mutex_destroy(M), mutex_lock(M)",
            "existence_error(mutex, _)",
        ),
        (
            "mutex_create(M), mutex_destroy(M), with_mutex(M, true)",
            "existence_error(mutex, _)",
        ),
        (
            "thread_self(Me), thread_affinity(Me, _, [])",
            "domain_error(cpu_affinity, [])",
        ),
        ("thread_affinity(main, _, [-1])", "domain_error(not_less_than_zero, -1)"),
    ] {
        let mut engine = engine();
        engine
            .consult_str("ended(T) :- thread_create(true, T), repeat, thread_property(T, status(true)), !.")
            .expect("it is right");
        let goal = format!("catch(({goal}), error(E, _), true), E = {error}");
        let found = engine.succeeds(&goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

/// A thread that a limit, an interrupt or a signal ends leaves the dynamic predicates whole, in all threads alike.
#[test]
fn a_thread_that_is_stopped_leaves_the_store_whole() {
    let mut engine = engine();
    engine
        .consult_str(
            ":- dynamic pair/2, half/2.
             change :- repeat, gensym(i, I), transaction(( assertz(pair(I, a)), assertz(half(I, b)) )),
                 ( retract(pair(_, c)) -> true ; true ), asserta(pair(I, c)), fail.
             whole :- \\+ ( pair(I, a), \\+ half(I, b) ), \\+ ( half(I, b), \\+ pair(I, a) ), findall(I, pair(I, c), L), length(L, N), N =< 2.
             stop(0, T) :- thread_signal(T, throw(stopped)).
             stop(1, T) :- '$thread_stop'(T).
             stop(2, _).
             run(N, Left) :- How is N mod 3, Most is 200 + 37 * N,
                 thread_create(( How =:= 2 -> call_with_inference_limit(change, Most, _) ; change ), T),
                 work(Most), stop(How, T), thread_join(T, _), whole,
                 thread_create(( whole -> true ; fail ), T2), thread_join(T2, true),
                 aggregate_all(count, pair(_, _), Left), retractall(pair(_, _)), retractall(half(_, _)).",
        )
        .expect("it is right");
    engine.set_limits(engine.limits().time(Duration::from_secs(120)));
    for number in 0..60 {
        let found = engine.succeeds(&format!("run({number}, _)"));
        assert!(matches!(found, Ok(true)), "{number}: {found:?}");
    }
}

/// What a thread writes with one goal stays together, and so does what it writes while a mutex is locked.
#[test]
fn lines_of_threads_are_not_torn() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&told);
    let mut engine = engine();
    engine.set_output(move |bytes| {
        written.lock().expect("no panic").extend_from_slice(bytes);
        Ok(())
    });
    let goal = "numlist(1, 4, L), maplist([I, T]>>thread_create(forall(between(1, 200, J),
                ( format(\"~w ~w ~`xt~60|~n\", [I, J]), ( J mod 50 =:= 0 -> flush_output ; true ) )), T), L, Ts), maplist(thread_join, Ts)";
    assert!(matches!(engine.succeeds(goal), Ok(true)));
    drop(engine);
    let text = String::from_utf8(told.lock().expect("no panic").clone()).expect("it is text");
    let mut lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| line.len() == 60), "{text}");
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 800);
}

#[test]
fn threads_write_where_the_engine_writes() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&told);
    let mut engine = engine();
    engine.set_output(move |bytes| {
        written.lock().expect("no panic").extend_from_slice(bytes);
        Ok(())
    });
    let goal = "write(a), thread_create(( write(b), thread_create(write(c), T2), thread_join(T2) ), T), thread_join(T), write(d), flush_output";
    assert!(matches!(engine.succeeds(goal), Ok(true)));
    drop(engine);
    assert_eq!(&*told.lock().expect("no panic"), b"abcd");
}

#[test]
fn threads_have_the_limits_of_their_creator() {
    let mut engine = engine();
    let limits = Limits::default()
        .time(Duration::from_secs(60))
        .inferences(200_000)
        .memory(16 << 20)
        .output(1_000);
    engine.set_limits(&limits);
    for (goal, word) in [
        ("loop", "inferences"),
        ("catch(loop, _, true)", "inferences"),
        ("length(L, 10000000)", "memory"),
        ("repeat, write(text), fail", "output"),
    ] {
        let goal = format!("thread_create(( {goal} ), T), thread_join(T, exception(error(resource_error({word}), _)))");
        let found = engine.succeeds(&goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
    // Together they take no more than one.
    let goal = "findall(T, ( between(1, 4, _), thread_create(( length(L, 300000), thread_get_message(stop), L = [_|_] ), T) ), Ts),
                sleep(0.5), forall(member(T, Ts), catch(thread_send_message(T, stop), _, true)), findall(S, ( member(T, Ts), thread_join(T, S) ), Ss),
                length(Ss, 4), memberchk(true, Ss), memberchk(exception(error(resource_error(memory), _)), Ss)";
    assert!(matches!(engine.succeeds(goal), Ok(true)));
    let goal = "findall(T, ( between(1, 4, _), thread_create(work(60000), T) ), Ts), findall(S, ( member(T, Ts), thread_join(T, S) ), Ss),
                forall(member(S, Ss), S == true)";
    let met = engine.succeeds(goal);
    assert!(met.is_err() || matches!(met, Ok(false)), "{met:?}");
    let goal = "thread_self(Me), repeat, thread_send_message(Me, \"a message of some length, which stays in the queue\"), fail";
    let met = engine.succeeds(goal).expect_err("a limit is met").limit();
    assert!(matches!(met, Some(Limit::Memory | Limit::Inferences)), "{met:?}");
    engine.set_limits(engine.limits().time(Duration::from_secs(1)));
    let waits = engine
        .succeeds("message_queue_create(Q), thread_create(thread_get_message(Q, _), _), thread_get_message(Q, _)");
    assert_eq!(waits.expect_err("nobody sends").limit(), Some(Limit::Time));
}

#[test]
fn threads_end_with_the_engine() {
    for goal in [
        "loop",
        "thread_get_message(never)",
        "sleep(1000)",
        "catch(loop, _, loop)",
        "repeat, catch(sleep(100), _, true), fail",
    ] {
        let mut engine = engine();
        let goal = format!("thread_create(( {goal} ), _), thread_create(( {goal} ), _), sleep(0.02)");
        assert!(matches!(engine.succeeds(&goal), Ok(true)), "{goal}");
        let start = Instant::now();
        engine.reset();
        assert!(matches!(
            engine.succeeds("findall(T, is_thread(T), []), threads"),
            Ok(true)
        ));
        drop(engine);
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{goal}: {:?}",
            start.elapsed()
        );
    }
}

/// Processor time that the process takes in two seconds in which it waits as `goal` says, in seconds: the first time of
/// up to eight that is not too long, since on a busy machine it may take a while until all threads wait.
#[cfg(target_os = "linux")]
fn time_of_waiting(goal: &str) -> f64 {
    let script = format!(
        "busy(T) :- open('/proc/self/stat', read, S), read_string(S, _, Text), close(S), split_string(Text, \" \", \"\", Fields),
             nth0(13, Fields, User), nth0(14, Fields, System), number_string(U, User), number_string(V, System), T is U + V.
         w(G, T) :- thread_create(G, T), assertz(wait(T)).
         waits(X) :- busy(A), sleep(2), busy(B), X is (B - A) / 100.
         t :- {goal}, once(( between(1, 8, N), waits(X), ( X =< {BUSY} ; N == 8 ) )),
             \\+ ( wait(T), \\+ thread_property(T, status(running)) ), print(X), nl, halt."
    );
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("waiting_threads.pl");
    std::fs::write(&folder, script).expect("a file for the test");
    let path = folder.to_string_lossy();
    let mut output = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args([&path, "-g", "t", "-t", "halt"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Its input stays open and silent.
    let input = output.stdin.take();
    let output = output.wait_with_output().expect("the program ends");
    drop(input);
    let (out, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    out.trim().parse().unwrap_or_else(|_| panic!("{goal}: {out}{errors}"))
}

/// 2% of a processor in two seconds.
#[cfg(target_os = "linux")]
const BUSY: f64 = 0.04;

#[test]
#[cfg(target_os = "linux")]
fn what_waits_takes_no_processor_time() {
    for goal in [
        "forall(between(1, 200, _), w(thread_get_message(x), _))",
        "message_queue_create(Q), thread_send_message(Q, y), forall(between(1, 100, _), w(thread_get_message(Q, x), _)),
         forall(between(1, 100, _), w(thread_get_message(Q, x, [timeout(60)]), _)), thread_send_message(Q, z)",
        "mutex_lock(door), forall(between(1, 100, _), w(mutex_lock(door), _)), message_queue_create(Q, [max_size(1)]),
         thread_send_message(Q, a), forall(between(1, 100, _), w(thread_send_message(Q, b), _))",
        "w(sleep(60), T), forall(between(1, 100, _), w(thread_join(T, _), _)),
         forall(between(1, 50, _), w(alarm(60, true, _), _)), forall(between(1, 50, _), w(call_with_time_limit(60, sleep(60)), _))",
        "w(concurrent_maplist([X]>>sleep(X), [60, 60, 60]), _), w(first_solution(_, [sleep(60), sleep(60)], []), _),
         w(shell('sleep 20'), _),
         w(( process_create(path(sleep), [20], [stdout(pipe(S))]), wait_for_input([S], _, 60) ), _)",
    ] {
        let busy = time_of_waiting(goal);
        assert!(busy <= BUSY, "{goal}: {busy} seconds of two");
    }
}
