//! Tests: the goals that an error has ended.

use super::{Engine, Frame, Limit};

/// Loads a program, runs a goal of it, and looks at all code that was made.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no files")]
fn code_is_explained_by_making_it_again() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    for (file, goal) in [
        ("ex276_nqueens.pl", "true"),
        ("bench/zebra.pl", "bench(1)"),
        ("bench/nrev.pl", "bench(1)"),
        ("tabling.pl", "true"),
        ("bookkeeping.pl", "true"),
    ] {
        let mut engine = Engine::new();
        let text = std::fs::read_to_string(folder.join(file)).expect("a program");
        let _warned = engine.consult_str(&text);
        let _ran = engine.once(goal);
        let (same, others) = engine.machine.compare_origins();
        assert!(others.is_empty(), "{file}: {others:?}");
        assert!(same > 10, "{file}: {same}");
    }
}

#[test]
fn frames_have_goals_and_lines() {
    let mut engine = Engine::new();
    let text = "top(X) :- middle(X, Y), atom(Y).\nmiddle(X, Y) :- inner(X, Y), true(Y).\ninner(X, Y) :-\n  Y is X+1.\ntrue(_).\n";
    engine.consult_str(text).expect("it loads");
    let error = engine.once("top(a)").expect_err("a is no number");
    let frames: Vec<(&str, &str, Option<usize>)> = error
        .backtrace()
        .iter()
        .map(|frame| (frame.predicate(), frame.goal(), frame.line()))
        .collect();
    assert_eq!(
        frames,
        [
            ("inner/2", "inner(a,_)", Some(4)),
            ("middle/2", "middle(_,_)", Some(2)),
            ("top/1", "top(_)", Some(1))
        ]
    );
    assert!(error.to_string().starts_with("Y is X+1: "), "{error}");
    assert!(engine.once("catch(top(a), _, fail)").is_ok());
    assert!(engine.once("fail, top(a)").is_ok());
}

/// A limit may be met at a last call, when the frame of the clause is closed: its values are not told.
#[test]
fn values_of_closed_frames_are_not_told() {
    let mut engine = Engine::new();
    let text =
        "edge(a, b). edge(b, c). edge(c, a).\npath(X, Y) :- edge(X, Y).\npath(X, Y) :-\n  edge(X, Z), path(Z, Y).";
    engine.consult_str(text).expect("it loads");
    for calls in 100..108 {
        engine.set_limit(Limit::Inferences, Some(calls));
        let error = engine.once("path(a, d)").expect_err("it goes in a circle");
        let goals = error.backtrace().iter().map(Frame::goal);
        let is_right = |goal: &&str| {
            ["edge", "path(_,_)", "path(a,", "path(b,", "path(c,", "path(_,d)"]
                .iter()
                .any(|known| goal.starts_with(known))
        };
        assert!(
            goals.clone().all(|goal| is_right(&goal)),
            "{:?}",
            goals.collect::<Vec<_>>()
        );
    }
}

/// Texts from memory have the same name, but their clauses are from different times.
#[test]
fn frames_have_columns_in_texts_from_memory() {
    let mut engine = Engine::new();
    engine.consult_str("a(X) :- atom(x), b(X).").expect("it loads");
    engine
        .consult_str("b(X) :-\n  true,\n  Y is X + 1, Y > 0.")
        .expect("it loads");
    let places = |engine: &mut Engine| -> Vec<(Option<usize>, Option<usize>)> {
        let error = engine.once("a(x), true").expect_err("x is no number");
        let frames = error.backtrace().iter();
        frames.map(|frame| (frame.line(), frame.column())).collect()
    };
    assert_eq!(places(&mut engine), [(Some(3), Some(3))]);
    let error = engine.once("a(x)").expect_err("x is no number").to_string();
    assert!(
        error.contains("--> user:3:3\n") && error.contains("Y is X + 1, Y > 0."),
        "{error}"
    );
    let mut copy = engine.fork();
    copy.consult_str("c(X) :- a(X), atom(X).").expect("it loads");
    assert_eq!(places(&mut copy), [(Some(3), Some(3))]);
    let error = copy.once("c(x)").expect_err("x is no number");
    assert_eq!(error.backtrace().last().and_then(crate::Frame::column), Some(9));
    let program = crate::Program::builder()
        .text("rules", "p(X) :- q, X > a, q.\nq.")
        .freeze();
    let error = program
        .expect("it is right")
        .engine()
        .once("p(1)")
        .expect_err("a is no number");
    let frame = &error.backtrace()[0];
    assert_eq!(
        (frame.file(), frame.line(), frame.column()),
        (Some("rules"), Some(1), Some(12))
    );
    engine.reset();
    assert_eq!(engine.machine.loading.bytes(), 0);
}

#[test]
fn long_chains_are_cut_in_the_middle() {
    let mut engine = Engine::new();
    engine
        .consult_str("deep(0, T) :- T is a.\ndeep(N, T) :- M is N-1, deep(M, T0), T is T0+N.")
        .expect("it loads");
    let error = engine.once("deep(100000, T)").expect_err("a is no number");
    let goals: Vec<&str> = error.backtrace().iter().map(|frame| frame.goal()).collect();
    assert!(goals.len() <= 52, "{}", goals.len());
    assert_eq!(goals[..2], ["deep(0,_)", "deep(1,_)"]);
    assert_eq!(goals.last(), Some(&"deep(100000,_)"));
}

#[test]
fn programs_can_ask_for_the_frames() {
    let mut engine = Engine::new();
    let text = "deep(0) :- get_prolog_backtrace(20, L), length(L, 4), true.\ndeep(N) :- N > 0, M is N - 1, deep(M), true(_).\ntrue(_).\n";
    engine.consult_str(text).expect("it loads");
    assert!(engine.succeeds("deep(3)").expect("no error"));
}
