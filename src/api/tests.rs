//! Tests of the interface as a host uses it.

use std::time::{Duration, Instant};

use super::{Engine, ErrorKind, Term};

#[test]
fn an_engine_is_usable_after_every_error() {
    let mut engine = Engine::new();
    for (query, words) in [
        ("foo(a b)", "Syntax error"),
        ("", "empty"),
        ("a. b.", "nothing after"),
        ("nosuch(1)", "nosuch"),
        ("X is foo + 1", "foo"),
        ("throw(oops)", "oops"),
        ("'unclosed", "unterminated"),
        ("f(", "never closed"),
        ("X", "instantiated"),
        ("3", "callable"),
    ] {
        let error = engine.once(query).expect_err(query);
        assert!(error.to_string().contains(words), "{query}: {error}");
        let answer = engine.once("X = 1").expect("no error").expect("an answer");
        assert_eq!(answer.get("X"), Some(&Term::int(1)));
    }
}

#[test]
fn programs_are_loaded_from_text_and_files() {
    let mut engine = Engine::new();
    engine.consult_str("p(1). p(2).").expect("it is right");
    let error = engine
        .consult_str("q(1).\nq(.\nq(2).")
        .expect_err("one clause is wrong");
    assert_eq!(error.kind(), &ErrorKind::Load { errors: 1 });
    assert!(engine.once("p(2), q(2)").expect("both are loaded").is_some());
    assert!(engine.defines("p", 1) && !engine.defines("p", 2) && !engine.defines("append", 3));
    assert!(engine.predicate_names().iter().any(|name| name == "q"));

    let file = std::env::temp_dir().join(format!("ferz-api-test-{}.pl", std::process::id()));
    std::fs::write(&file, "\u{feff}r(é).\n").expect("a file");
    let loaded = engine.consult_file(&file);
    let again = engine.consult_file(file.with_extension(""));
    std::fs::remove_file(&file).expect("the file is there");
    loaded.expect("it is right");
    again.expect("the extension is found");
    assert!(engine.once("r(é)").expect("it is loaded").is_some());
    let error = engine.consult_file(&file).expect_err("the file is gone");
    assert_eq!(error.kind(), &ErrorKind::File);
    assert!(error.to_string().contains("does not exist"), "{error}");
}

#[test]
fn exceptions_are_terms() {
    let mut engine = Engine::new();
    let error = engine.once("throw(my(1))").expect_err("it throws");
    assert_eq!(error.exception().map(ToString::to_string).as_deref(), Some("my(1)"));
}

#[test]
fn values_go_in_as_terms() {
    let mut engine = Engine::new();
    let list = vec![3, 1, 2];
    let mut query = engine.query_with("msort(L, S)", [("L", list)]).expect("it is read");
    let answer = query.next().expect("a solution").expect("no error");
    assert_eq!(answer.to::<Vec<i32>>("S").ok(), Some(vec![1, 2, 3]));
    drop(query);
    assert!(engine.query_with("true", [("Nosuch", 1)]).is_err());
}

#[test]
fn queries_give_back_what_they_took() {
    let mut engine = Engine::new();
    engine.once("length(L, 10)").expect("no error");
    let top = engine.machine.heap.top();
    for _ in 0..3 {
        engine
            .query("between(1, inf, X), length(L, X)")
            .expect("it is read")
            .take(5)
            .for_each(drop);
        assert_eq!(engine.machine.heap.top(), top);
    }
}

#[test]
fn limits_stop_a_query_and_only_that() {
    let mut engine = Engine::new();
    engine.set_inference_limit(Some(100_000));
    let error = engine.once("repeat, fail").expect_err("the limit is met");
    assert!(matches!(error.kind(), ErrorKind::Exception(_)), "{error:?}");
    engine.set_inference_limit(None);
    engine.set_time_limit(Some(Duration::from_millis(30)));
    let start = Instant::now();
    let error = engine.once("repeat, fail").expect_err("the limit is met");
    assert_eq!(error.kind(), &ErrorKind::TimeLimit);
    assert!(start.elapsed() < Duration::from_secs(10));
    engine.set_time_limit(None);
    assert!(
        engine
            .once("between(1, 100000, X), X >= 100000")
            .expect("no limit")
            .is_some()
    );
}

#[test]
fn another_thread_interrupts() {
    let mut engine = Engine::new();
    let interrupter = engine.interrupter();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupter.interrupt();
    });
    let error = engine.once("repeat, fail").expect_err("it is stopped");
    assert_eq!(error.kind(), &ErrorKind::Interrupted);
    thread.join().expect("the thread ends");
    assert!(engine.once("true").expect("no error").is_some());
}

#[test]
fn engines_move_between_threads() {
    fn is_send<T: Send>() {}
    is_send::<Engine>();
    is_send::<Term>();
}
