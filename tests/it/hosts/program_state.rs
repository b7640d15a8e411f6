//! What the threads of a program share beside dynamic predicates: records, tries, operators, texts that are loaded.

use ferz::{Engine, Limit};

use super::threads::{all_succeed, engine};

#[test]
fn records_tries_and_operators_are_those_of_the_program() {
    all_succeed(&[
        "thread_create(( recordz(k, a), recorda(k, b), recordz(k, c, R), erase(R) ), T), thread_join(T), recordz(k, d),
         findall(X, recorded(k, X), [b, a, d])",
        "recordz(k, a, R), thread_create(( recorded(k, a, R), instance(R, a), erase(R) ), T), thread_join(T), \\+ recorded(k, _),
         \\+ erase(R)",
        "recordz(k, f(X, Y, X)), thread_create(( recorded(k, f(A, B, C)), A == C, A \\== B ), T), thread_join(T)",
        "forall(between(1, 300, X), recordz(job, X)), length(L, 4),
         maplist([T]>>thread_create(forall(( recorded(job, X, R), erase(R) ), recordz(done, X)), T), L), maplist(thread_join, L),
         \\+ recorded(job, _), findall(X, recorded(done, X), Done), msort(Done, Sorted), numlist(1, 300, Sorted)",
        "thread_create(transaction(( recordz(k, a), flag(n, _, 7), assertz(fact(1)), fail )), T), thread_join(T, false),
         recorded(k, a), flag(n, 7, 7), \\+ fact(1)",
        "transaction(( thread_create(( recordz(k, a), flag(n, _, 7), assertz(fact(1)) ), T), thread_join(T), recorded(k, a),
         flag(n, 7, 8), \\+ fact(1) )), fact(1), flag(n, 8, 8)",
        "trie_new(Trie), thread_create(( trie_insert(Trie, f(X, X), 1), trie_insert(Trie, g, 2), trie_update(Trie, g, 3) ), T),
         thread_join(T), trie_lookup(Trie, f(A, A), 1), trie_lookup(Trie, g, 3),
         thread_create(trie_delete(Trie, g, 3), T2), thread_join(T2), \\+ trie_lookup(Trie, g, _),
         thread_create(trie_destroy(Trie), T3), thread_join(T3), \\+ is_trie(Trie)",
        "thread_self(Me), thread_create(( trie_new(Trie), trie_insert(Trie, a, 1), thread_send_message(Me, Trie) ), T),
         thread_get_message(Trie), thread_join(T), trie_lookup(Trie, a, 1)",
        "trie_new(Trie), length(L, 4),
         maplist([T]>>thread_create(forall(between(1, 200, X), ignore(( catch(trie_insert(Trie, X), _, fail), recordz(won, X) ))), T), L),
         maplist(thread_join, L), aggregate_all(count, recorded(won, _), 200), aggregate_all(count, trie_gen(Trie, _), 200)",
        "thread_create(op(700, xfx, ===>>), T), thread_join(T), term_to_atom(X, 'a ===>> b'), X =.. [===>>, a, b],
         format(atom(Text), \"~w\", [X]), Text == 'a===>>b', thread_create(op(0, xfx, ===>>), T2), thread_join(T2),
         \\+ current_op(_, _, ===>>)",
        "thread_self(Me), thread_create(( thread_get_message(go), term_to_atom(X, 'a ===>> b'), thread_send_message(Me, X) ), T),
         op(700, xfx, ===>>), thread_send_message(T, go), thread_get_message(X), X =.. [===>>, a, b], thread_join(T)",
        "thread_create(( op(200, xfx, [+++, ---]), gensym(a, a1), reset_gensym ), T), thread_join(T), current_op(200, xfx, ---),
         gensym(a, a1)",
        // A new thread does not see what its creator may take back.
        "snapshot(( assertz(fact(1)), retract(fact(0)), thread_create(( fact(0), \\+ fact(1) ), T), thread_join(T) ))",
        "transaction(( assertz(fact(1)), transaction(retract(fact(0))), thread_create(findall(X, fact(X), [0]), T), thread_join(T),
         assertz(fact(2)) )), findall(X, fact(X), [1, 2]), thread_create(findall(X, fact(X), [1, 2]), T2), thread_join(T2)",
    ]);
}

/// One table for all threads, with the values from before the first of them.
#[test]
fn flags_are_those_of_the_program() {
    all_succeed(&[
        "flag(n, _, 5), length(L, 4), maplist([T]>>thread_create(forall(between(1, 500, _), flag(n, N, N + 1)), T), L),
         maplist(thread_join, L), flag(n, 2005, 2005)",
        "flag(a, _, word), flag(b, _, 2 ** 100), flag(3, _, 1.5), flag(c, _, 2),
         thread_create(( flag(a, word, 'a new word'), flag(b, B, B * 2), flag(3, F, F * 2), flag(c, C, C rdiv 3) ), T),
         thread_join(T), flag(a, 'a new word', 0), B2 is 2 ** 101, flag(b, B2, B2), flag(3, 3.0, 0), flag(c, 2r3, 0)",
        "thread_create(catch(flag(n, _, foo + 1), error(type_error(evaluable, foo/0), _), true), T), thread_join(T, true),
         flag(n, 0, 1), thread_create(\\+ flag(n, 0, 9), T2), thread_join(T2, true), flag(n, 1, 1)",
        "flag(old, _, 1), thread_create(flag(new, _, 1), T), thread_join(T), findall(K, current_flag(K), Ks),
         subset([old, new], Ks), is_set(Ks)",
    ]);
    let mut engine = engine();
    engine.set_limits(engine.limits().memory(40 << 20));
    let many = "thread_create(true, T), thread_join(T), between(1, inf, N), flag(N, _, 2 ** 100000), fail";
    let error = engine.succeeds(many).expect_err("there is no room");
    assert_eq!(error.limit(), Some(Limit::Memory), "{error}");
    assert!(matches!(engine.succeeds("flag(small, _, 1)"), Ok(true)), "it goes on");
}

/// A thread that looks late is not told of clauses that are gone, and knows that their predicate is dynamic.
#[test]
fn what_is_gone_is_not_told() {
    all_succeed(&[
        "thread_create(forall(between(1, 2000, X), ( assertz(made(X)), retract(made(X)) )), T), thread_join(T), \\+ made(_),
         predicate_property(made(_), dynamic)",
        "assertz(fact(1)), thread_create(( forall(between(1, 2000, X), assertz(fact(X))), retractall(fact(_)), assertz(fact(2)) ), T),
         thread_join(T), findall(X, fact(X), [2])",
        // Its own clauses, and those of others in between.
        "thread_self(Me), thread_create(( forall(between(1, 300, X), ( assertz(fact(a(X))), asserta(fact(b(X))) )),
         thread_send_message(Me, on), thread_get_message(go), findall(X, fact(X), L), thread_send_message(Me, all(L)) ), T),
         forall(between(1, 300, X), assertz(fact(c(X)))), thread_get_message(on), forall(between(1, 300, X), retract(fact(a(X)))),
         thread_send_message(T, go), thread_get_message(all(L)), thread_join(T), findall(X, fact(X), L), length(L, 601)",
    ]);
}

/// A pool is one of the program, whichever thread has made it.
#[test]
fn pools_of_threads_are_those_of_the_program() {
    all_succeed(&[
        "thread_create(thread_pool_create(pool, 1, []), T), thread_join(T, true), thread_create_in_pool(pool, true, I, []),
         thread_join(I, true), thread_create(thread_pool_destroy(pool), D), thread_join(D, true),
         catch(thread_create_in_pool(pool, true, _, []), error(existence_error(thread_pool, pool), _), true)",
    ]);
}

/// The constraint of a transaction sees what others have changed meanwhile, and nobody comes between it and the end.
#[test]
fn constraints_of_transactions_see_all_changes() {
    all_succeed(&[
        // Of two that take the same place, one does.
        "retractall(fact(_)), Take = [W]>>( transaction(( assertz(fact(W)), thread_get_message(go) ),
             aggregate_all(count, fact(_), 1), m) -> true ; fail ),
         thread_create(call(Take, a), A), thread_create(call(Take, b), B), thread_send_message(A, go), thread_join(A, true),
         thread_send_message(B, go), thread_join(B, false), findall(X, fact(X), [a])",
        // Four threads count to 400: each step that was made from a value that is gone is refused.
        "retractall(fact(_)), assertz(fact(0)), length(L, 4),
         maplist([T]>>thread_create(forall(between(1, 100, _), ( repeat,
             transaction(( retract(fact(X)), Y is X + 1, assertz(fact(Y)) ), findall(Z, fact(Z), [_]), m), ! )), T), L),
         maplist(thread_join, L), findall(X, fact(X), [400])",
        // A clause that another thread erased meanwhile stays erased, and the new one comes behind those of others.
        "retractall(fact(_)), assertz(fact(1)), assertz(fact(2)), thread_self(Me),
         thread_create(transaction(( retract(fact(1)), assertz(fact(9)), thread_send_message(Me, made), thread_get_message(go) ),
             fact(5), m), T),
         thread_get_message(made), retract(fact(1)), assertz(fact(5)), thread_send_message(T, go), thread_join(T, true), findall(X, fact(X), [2, 5, 9])",
        "catch(transaction(assertz(fact(7)), throw(no), m), no, true), \\+ fact(7), mutex_trylock(m), mutex_unlock(m)",
    ]);
}

/// What a transaction has changed is seen together.
#[test]
fn transactions_are_seen_as_a_whole() {
    all_succeed(&["retractall(fact(_)), assertz(fact(0)),
         thread_create(forall(between(1, 400, X), transaction(( retract(fact(Y)), assertz(fact(X)), Y < X ))), T),
         forall(between(1, 4000, _), findall(X, fact(X), [_])), thread_join(T), findall(X, fact(X), [400])"]);
}

#[test]
fn threads_wait_for_what_others_change() {
    all_succeed(&[
        "thread_self(Me), thread_create(( thread_wait(fact(_), [timeout(60)]), thread_wait(fact(5), [timeout(60)]),
         thread_send_message(Me, seen) ), T), thread_update(( retractall(fact(_)), assertz(fact(5)) ), []),
         thread_get_message(seen), thread_join(T)",
        "\\+ thread_wait(fail, [timeout(0.02)]), \\+ thread_wait(fact(9), [timeout(0.02), wait_preds([fact/1])])",
        "thread_wait(true, [wait_preds([+(fact/1)]), modified(M)]), M = [user:fact/1]",
        "catch(thread_update(throw(ball), []), ball, true), \\+ thread_update(fail, []), thread_update(member(X, [1, 2]), []), X == 1",
        // What neither a clause nor a message tells is looked at again.
        "get_time(T0), End is T0 + 0.05, thread_wait(( get_time(Now), Now > End ), [retry_every(0.01), timeout(60)])",
        "length(L, 3), maplist([T]>>thread_create(( thread_wait(fact(1), [timeout(60)]), recordz(woken, T) ), T), L),
         assertz(fact(1)), maplist(thread_join, L), aggregate_all(count, recorded(woken, _), 3)",
        "thread_self(Me), thread_create(( thread_alias(hans), thread_self(hans), thread_send_message(Me, ready),
         thread_get_message(go) ), T), thread_get_message(ready), thread_property(T, alias(hans)),
         catch(thread_create(true, _, [alias(hans)]), error(permission_error(_, _, _), _), true),
         thread_statistics(T, inferences, N), integer(N), thread_send_message(hans, go), thread_join(T)",
        "message_queue_create(Q, [max_size(1)]), thread_send_message(Q, a), \\+ thread_send_message(Q, b, [timeout(0)]),
         message_queue_set(Q, max_size(2)), thread_send_message(Q, b, [timeout(0)]), message_queue_property(Q, max_size(2)),
         catch(message_queue_set(Q, size(1)), error(domain_error(_, _), _), true)",
    ]);
}

/// Loads a text as a file of this name would be loaded, and asks a thread that has begun before.
#[track_caller]
fn loaded(engine: &mut Engine, (name, text): (&str, &str), goal: &str) {
    let load = format!("open_string({text:?}, S), load_files({name}, [stream(S)])");
    assert!(engine.succeeds(&load).expect("it has no errors"), "{load}");
    let ask = format!(
        "thread_self(Me), thread_send_message(worker, ask(Me, ({goal}))), thread_get_message(said(R)), R == true"
    );
    let done = engine.succeeds(&ask);
    assert!(matches!(done, Ok(true)), "{goal}: {done:?}");
}

#[test]
fn texts_are_loaded_for_all_threads() {
    let mut engine = engine();
    engine
        .consult_str(
            "worker :- thread_get_message(ask(Who, Goal)),
                 ( catch(Goal, _, fail) -> R = true ; R = false ), thread_send_message(Who, said(R)), worker.",
        )
        .expect("it is right");
    let begun = "thread_create(worker, _, [alias(worker)])";
    assert!(engine.succeeds(begun).expect("it begins"));
    let e = &mut engine;
    let none = "catch(p(_), error(existence_error(procedure, p/1), _), true)";
    loaded(e, ("none", ""), none);
    loaded(
        e,
        (
            "a",
            "p(1). p(2). q(X) :- p(X), X > 1. :- op(700, xfx, likes). r(a likes b).",
        ),
        "findall(X, p(X), [1, 2]), findall(X, q(X), [2]), r(X), X =.. [likes, a, b]",
    );
    loaded(
        e,
        ("a", "p(3). q(X) :- p(X). q(4)."),
        "findall(X, p(X), [3]), findall(X, q(X), [3, 4])",
    );
    loaded(
        e,
        (
            "m",
            ":- module(m, [mp/1, mq//0]). :- use_module(library(assoc)). mp(X) :- own(X).
             own(A) :- list_to_assoc([k-v], As), get_assoc(k, As, A). mq --> [x].",
        ),
        "mp(v), phrase(mq, [x]), m:own(v), catch(own(_), error(existence_error(_, _), _), true)",
    );
    loaded(e, ("m", ":- module(m, [mp/1]). mp(new)."), "findall(X, mp(X), [new])");
    loaded(
        e,
        (
            "t",
            ":- table path/2. path(X, Y) :- path(X, Z), edge(Z, Y). path(X, Y) :- edge(X, Y). edge(1, 2). edge(2, 1).",
        ),
        "findall(X, path(1, X), Xs), msort(Xs, [1, 2])",
    );
    loaded(
        e,
        ("d", ":- dynamic d/1. d(1). d(2). rule(X) => d(X)."),
        "findall(X, d(X), [1, 2]), rule(2)",
    );
    loaded(e, ("f", ":- multifile f/1. f(a)."), "findall(X, f(X), [a])");
    loaded(e, ("g", ":- multifile f/1. f(b)."), "findall(X, f(X), [a, b])");
    loaded(e, ("g", ":- multifile f/1. f(c)."), "findall(X, f(X), [a, c])");
    loaded(
        e,
        (
            "x",
            ":- module(x, [twice/2]). :- meta_predicate twice(1, ?). twice(G, X) :- call(G, X).",
        ),
        "true",
    );
    loaded(
        e,
        (
            "y",
            ":- module(y, [go/1]). :- use_module(x). go(X) :- twice(own, X). own(1). own(2).",
        ),
        "true",
    );
    // What a thread loads, others have too; a thread that begins later has all.
    let load = "open_string(\"late(1). late(2).\", S), load_files(late, [stream(S)])";
    loaded(e, ("none", ""), load);
    let all = "findall(X, late(X), [1, 2]), thread_create(( late(2), p(3), mp(new) ), T), thread_join(T)";
    assert!(e.succeeds(all).expect("it is there"));
}

/// A text is loaded again and again while threads run it: each call sees one state of it.
#[test]
fn no_thread_sees_a_half_of_a_text() {
    let mut engine = engine();
    engine
        .consult_str(
            "reader(Me) :- repeat, ( both(A, B), A == B -> true ; thread_send_message(Me, torn) ), flag(reads, N, N + 1),
                 recorded(stop, _), !.",
        )
        .expect("it is right");
    let load =
        "format(string(Text), \"one(~w). two(~w). both(A, B) :- one(A), two(B).\", [N, N]), open_string(Text, S),
        load_files(both, [stream(S)])";
    let goal = format!(
        "N = 0, {load}, thread_self(Me), length(L, 2), maplist([T]>>thread_create(reader(Me), T), L),
         forall(between(1, 100, M), \\+ \\+ load(M)), recordz(stop, yes), maplist(thread_join, L), \\+ thread_peek_message(torn),
         both(100, 100), flag(reads, Reads, Reads), Reads > 1"
    );
    engine.consult_str(&format!("load(N) :- {load}.")).expect("it is right");
    let done = engine.succeeds(&goal);
    assert!(matches!(done, Ok(true)), "{done:?}");
}
