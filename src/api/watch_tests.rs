//! Changes of predicates as hosts are told of them.

use std::sync::mpsc::{Receiver, channel};

use super::engine::Engine;
use super::grant::Grant;
use super::limits::Limits;
use super::query::Fuel;
use super::query::Step;
use super::watch::WatchGuard;

/// Watches a predicate; the changes come as texts with their signs.
fn watched(engine: &mut Engine, predicate: &str) -> (Receiver<String>, WatchGuard) {
    let (changes, told) = channel();
    let watch = engine.watch(predicate, move |change| {
        let sign = if change.is_added() { '+' } else { '-' };
        let _nobody_reads = changes.send(format!("{sign}{}", change.clause()));
    });
    (told, watch.expect("it is the program's"))
}

fn told(changes: &Receiver<String>) -> String {
    changes.try_iter().collect::<Vec<String>>().join(" ")
}

fn run(engine: &mut Engine, goal: &str) {
    engine.once(goal).expect("no error");
}

#[test]
fn all_ways_to_change_a_predicate_are_told() {
    let mut engine = Engine::new();
    let (changes, watch) = watched(&mut engine, "p/1");
    engine
        .consult_str(":- dynamic(p/1). p(1). p(X) :- X > 1, X =\\= 3.")
        .expect("it is right");
    assert_eq!(told(&changes), "+p(1) +p(_0):-_0>1, _0=\\=3");
    for (goal, expected) in [
        ("asserta(p(\"s\"))", "+p(\"s\")"),
        (
            "assertz(p(f(1.5, 100000000000000000000)), R), erase(R)",
            "+p(f(1.5, 100000000000000000000)) -p(f(1.5, 100000000000000000000))",
        ),
        ("retract((p(X) :- B))", "-p(\"s\")"),
        ("assertz(q(1)), retract(q(1))", ""),
        ("assertz(p(2)), retract(p(2)), fail", "+p(2) -p(2)"),
        ("assertz(p(2)), throw(oh)", "+p(2)"),
        ("retractall(p(_))", "-p(1) -p(_0):-_0>1, _0=\\=3 -p(2)"),
        ("forall(between(1, 3, X), assertz(p(X)))", "+p(1) +p(2) +p(3)"),
        ("abolish(p/1)", "-p(1) -p(2) -p(3)"),
        ("assertz(p(X))", "+p(_0)"),
        ("assertz((p(X), X > 1 => true))", ""),
    ] {
        let _error = engine.once(goal);
        assert_eq!(told(&changes), expected, "{goal}");
    }
    engine.insert_all("p", [(1,), (2,)]).expect("it is dynamic");
    assert_eq!(engine.remove_all("p", [(7,), (2,)]).expect("it is dynamic"), 2);
    assert_eq!(told(&changes), "+p(1) +p(2) -p(_0) -p(2)");
    engine.consult_str("s(1).").expect("it is right");
    let error = engine.remove_all("s", [(1,)]).expect_err("it is static");
    assert_eq!(
        error.formal().map(|formal| formal.to_string()).as_deref(),
        Some("permission_error(modify, static_procedure, s/1)")
    );
    assert_eq!(engine.remove_all("nobody", [(1, 2)]).expect("it has no facts"), 0);
    run(&mut engine, "prolog_listen(p/1, [_, _]>>throw(no(\"text\", [1, 2])))");
    let error = engine.remove_all("p", [(1,)]).expect_err("it is refused");
    assert!(
        error.to_string().contains("no(\"text\",[1,2])") || error.to_string().contains("no(\"text\", [1, 2])"),
        "{error}"
    );
    run(&mut engine, "prolog_unlisten(p/1, _)");
    assert_eq!(engine.remove_all("p", [(1,)]).expect("it is dynamic"), 1);
    assert_eq!(told(&changes), "-p(1)");
    engine.reset();
    run(&mut engine, "assertz(p(9))");
    assert_eq!(told(&changes), "+p(9)");
    run(&mut engine.fork(), "assertz(p(10))");
    drop(watch);
    run(&mut engine, "assertz(p(11))");
    assert_eq!(told(&changes), "");
    assert!(!engine.machine.db.preds.iter().any(|p| p.noted != 0));
}

#[test]
fn transactions_are_told_by_what_is_left_of_them() {
    let mut engine = Engine::new();
    engine.consult_str(":- dynamic(p/1). p(1).").expect("it is right");
    let (changes, _watch) = watched(&mut engine, "p/1");
    for (goal, expected) in [
        (
            "transaction((assertz(p(2)), retract(p(1)), assertz(p(3)), retract(p(3))))",
            "+p(2) -p(1)",
        ),
        ("transaction((asserta(p(0)), fail))", ""),
        ("catch(transaction((retractall(p(_)), throw(oh))), _, true)", ""),
        ("snapshot(assertz(p(5)))", ""),
        (
            "transaction((assertz(p(6)), \\+ transaction((assertz(p(7)), fail)), transaction(assertz(p(8)))))",
            "+p(6) +p(8)",
        ),
        ("transaction((transaction(assertz(p(9))), fail))", ""),
        ("findall(X, p(X), L), msort(L, [2, 6, 8])", ""),
        ("transaction((abolish(p/1)))", "-p(2) -p(6) -p(8)"),
    ] {
        run(&mut engine, goal);
        assert_eq!(told(&changes), expected, "{goal}");
    }
    // A step may end within a transaction.
    let mut query = engine
        .query("transaction(forall(between(1, 2000, X), assertz(p(X)))), assertz(p(end))")
        .expect("it can be read");
    let (mut steps, mut counts) = (0, Vec::new());
    while !matches!(query.step(Fuel(100)).expect("no error"), Step::Answer(_)) {
        steps += 1;
        counts.push(changes.try_iter().count());
    }
    assert!(
        steps > 5 && counts.iter().all(|&count| [0, 2000].contains(&count)),
        "{counts:?}"
    );
    assert_eq!(counts.iter().sum::<usize>() + changes.try_iter().count(), 2001);
}

#[test]
fn loading_again_is_told_and_modules_are_told_apart() {
    let mut engine = Engine::new();
    let (changes, _watch) = watched(&mut engine, "r/1");
    let (of_module, _other) = watched(&mut engine, "m:r/1");
    engine.consult_named("rules", "r(1). r(2).").expect("it is right");
    engine
        .consult_named("rules", "r(2). r(X), X > 5 => true.")
        .expect_err("the forms are mixed");
    assert_eq!(told(&changes), "+r(1) +r(2) -r(1) -r(2) +r(2)");
    run(&mut engine, "assertz(m:r(3))");
    assert_eq!((told(&changes), told(&of_module)), (String::new(), "+r(3)".to_owned()));
    engine
        .consult_named("rules", "r(X), X > 5 => true. r(_) => fail.")
        .expect("it is right");
    assert_eq!(told(&changes), "-r(2) +r(_0), _0>5=>true +r(_0)=>fail");
    for predicate in ["r", "r/x", "append/3", "atom/1", "system:r/1", "'$listening':r/1", "r("] {
        let refused = engine.watch(predicate, |_| ());
        assert_eq!(refused.is_err(), predicate != "append/3", "{predicate}");
    }
    engine
        .consult_str(":- table t/1. :- dynamic t/1. t(1).")
        .expect("it is right");
    let (changes, _watch) = watched(&mut engine, "t/1");
    run(&mut engine, "assertz(t(2))");
    assert_eq!(told(&changes), "+t(2)");
}

#[test]
fn what_other_threads_change_is_told() {
    let mut engine = Engine::new();
    engine.grant(Grant::Threads);
    engine.consult_str(":- dynamic(p/1). p(0).").expect("it is right");
    let (changes, _watch) = watched(&mut engine, "p/1");
    run(
        &mut engine,
        "thread_create((assertz(p(1)), retract(p(0)), transaction((assertz(p(2)), retract(p(1))))), T), thread_join(T)",
    );
    assert_eq!(told(&changes), "+p(1) -p(0) +p(2) -p(1)");
    // The next use of the engine takes in what has happened since.
    run(
        &mut engine,
        "thread_create((thread_get_message(_), assertz(p(3)), thread_send_message(main, done)), _, [alias(other)])",
    );
    run(&mut engine, "thread_send_message(other, go), thread_get_message(done)");
    let mut all = told(&changes);
    run(&mut engine, "true");
    all.push_str(&told(&changes));
    assert_eq!(all, "+p(3)");
}

#[test]
fn the_function_may_panic_or_end_its_watch() {
    let mut engine = Engine::new();
    let (changes, told) = channel();
    let watch = engine.watch("p/1", move |change| {
        let number: i64 = change.get(0).expect("an integer");
        assert!(change.get::<i64>(1).is_err(), "it has one argument");
        assert!(number != 2, "it is two");
        changes.send(number).expect("somebody reads");
    });
    let watch = watch.expect("it is the program's");
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        engine.once("member(X, [1, 2, 3]), assertz(p(X)), X == 3")
    }));
    assert!(panicked.is_err());
    assert_eq!(told.try_iter().collect::<Vec<i64>>(), [1]);
    assert!(engine.succeeds("findall(X, p(X), [1, 2, 3])").expect("no error"));
    assert_eq!(told.try_iter().collect::<Vec<i64>>(), [3]);
    watch.keep();
    run(&mut engine, "assertz(p(4))");
    assert_eq!(told.try_iter().collect::<Vec<i64>>(), [4]);

    let ends = std::sync::Arc::new(std::sync::Mutex::new(None));
    let (changes, told) = channel();
    let own = std::sync::Arc::clone(&ends);
    let watch = engine.watch("q/0", move |_| {
        changes.send(()).expect("somebody reads");
        drop(own.lock().expect("no panic").take());
    });
    *ends.lock().expect("no panic") = watch.ok();
    run(&mut engine, "assertz(q), assertz(q)");
    assert_eq!(told.try_iter().count(), 1);
}

/// A change that waits keeps its atoms and objects, and counts as memory of the program.
#[test]
fn what_waits_is_kept_and_charged() {
    let mut engine = Engine::new();
    let (changes, _watch) = watched(&mut engine, "p/1");
    run(
        &mut engine,
        "atom_concat(only_in_, the_change, A), assertz(p(A)), retractall(p(_)), garbage_collect_atoms, \
        forall(between(1, 2000, I), (atom_concat(f, I, B), nb_setval(B, x)))",
    );
    assert_eq!(told(&changes), "+p(only_in_the_change) -p(only_in_the_change)");
    engine.set_limits(Limits::default().program(1 << 20));
    let error = engine
        .once("repeat, assertz(p(1)), retract(p(1)), fail")
        .expect_err("it has no end");
    assert_eq!(error.limit(), Some(crate::Limit::Program));
    assert!(changes.try_iter().count() > 1_000);
    run(&mut engine, "forall(between(1, 1000, X), assertz(p(X)))");
    assert_eq!(changes.try_iter().count(), 1000);
}
