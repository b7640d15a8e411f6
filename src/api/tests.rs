//! Tests of the interface as a host uses it.

use std::time::{Duration, Instant};

use super::{Engine, ErrorKind, Limit, Term};
use crate::base::atom::Functor;
use crate::base::known;

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
        assert_eq!(answer.term("X"), Some(&Term::int(1)));
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no files")]
fn programs_are_loaded_from_text_and_files() {
    let mut engine = Engine::new();
    engine.consult_str("p(1). p(2).").expect("it is right");
    let error = engine
        .consult_str("q(1).\nq(.\nq(2).")
        .expect_err("one clause is wrong");
    assert_eq!(error.kind(), &ErrorKind::Load { errors: 1 });
    assert!(engine.once("p(2), q(2)").expect("both are loaded").is_some());
    assert!(engine.defines("p", 1) && !engine.defines("p", 2) && !engine.defines("append", 3));
    assert!(engine.toplevel().predicate_names().iter().any(|name| name == "q"));

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
    assert_eq!(answer.get::<Vec<i32>>("S").ok(), Some(vec![1, 2, 3]));
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
    engine.set_limits(engine.limits().inferences(100_000));
    let error = engine.once("repeat, fail").expect_err("the limit is met");
    assert_eq!(error.kind(), &ErrorKind::Limit(Limit::Inferences));
    engine.set_limits(engine.limits().with(Limit::Inferences, None));
    engine.set_limits(engine.limits().time(Duration::from_millis(30)));
    let start = Instant::now();
    let error = engine.once("repeat, fail").expect_err("the limit is met");
    assert_eq!(error.kind(), &ErrorKind::Limit(Limit::Time));
    assert!(start.elapsed() < Duration::from_secs(10));
    engine.set_limits(engine.limits().with(Limit::Time, None));
    assert!(
        engine
            .once("between(1, 100000, X), X >= 100000")
            .expect("no limit")
            .is_some()
    );
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
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

#[test]
fn a_term_built_step_by_step_costs_linear_time() {
    let start = Instant::now();
    let mut term = Term::atom("zero");
    for _ in 0..100_000 {
        term = Term::compound("s", [term]);
    }
    // In quadratic time it would take minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let mut engine = Engine::new();
    let answer = engine
        .query_with("X = s(Y)", [("X", term.clone())])
        .expect("it is right")
        .next();
    let rest = answer.expect("a solution").expect("no error");
    assert!(rest.term("X") == Some(&term));
}

#[test]
fn values_of_one_query_share_their_variables() {
    let mut engine = Engine::new();
    let answer = engine
        .once("X = f(V), Y = g(V)")
        .expect("no error")
        .expect("a solution");
    let values = [("A", &answer.bindings()[0].1), ("B", &answer.bindings()[2].1)];
    let mut query = engine.query_with("A = f(1)", values[0]).expect("it is right");
    assert!(query.next().is_some());
    drop(query);
    let mut query = engine.query_with("A = f(1), B = g(W)", values).expect("it is right");
    let answer = query.next().expect("a solution").expect("no error");
    assert_eq!(answer.get::<i64>("W").ok(), Some(1));
}

#[test]
fn a_variable_has_one_value() {
    let mut engine = Engine::new();
    for (text, values) in [("X > 0", [("X", 1), ("X", 2)]), ("X > 0", [("X", 1), ("Y", 2)])] {
        let error = engine.query_with(text, values).expect_err("it is refused");
        assert!(matches!(error.kind(), ErrorKind::Name(_)), "{error}");
    }
    assert!(engine.query_with("X > 0", [("X", 1), ("X", 1)]).is_ok());
}

#[test]
fn rows_are_read_in_place() {
    let mut engine = Engine::new();
    let mut query = engine
        .query("member(X-Y, [1-a, 2-\"b\", 3-f(_, [x])])")
        .expect("it is right");
    let mut seen = Vec::new();
    while let Some(row) = query.next_row().expect("no error") {
        assert_eq!(row.names(), ["X", "Y"]);
        assert!(row.term("Z").is_none() && row.term(2).is_none());
        seen.push(format!(
            "{} {}",
            row.get::<i64>(0).expect("a number"),
            row.term("Y").expect("a value")
        ));
    }
    assert_eq!(seen, ["1 a", "2 \"b\"", "3 f(_0, [x])"]);
    assert!(query.next_row().expect("it has ended").is_none() && query.next().is_none());
    drop(query);

    let mut query = engine.query("member(X, [1, oops, 3])").expect("it is right");
    let row = query.next_row().expect("no error").expect("a solution");
    let mismatch = row.get::<String>("X").expect_err("a number is no text");
    assert_eq!(mismatch.to_string(), "X: text expected, found `1`");
    let next = query.next().expect("a solution").expect("no error");
    assert_eq!(next.to_string(), "X = oops");
    drop(query);

    engine.set_limits(engine.limits().answers(2));
    let mut query = engine.query("repeat").expect("it is right");
    assert!(query.next_row().is_ok_and(|row| row.is_some()) && query.next_row().is_ok_and(|row| row.is_some()));
    let error = query.next_row().expect_err("a third answer is too many");
    assert!(error.to_string().contains("answers"), "{error}");
    assert!(query.next_row().is_ok_and(|row| row.is_none()));
    drop(query);
    engine.set_limits(engine.limits().with(Limit::Answers, None));
    assert!(engine.query("throw(x)").expect("it is right").next_row().is_err());
    assert_eq!(
        engine.once("X = 1").expect("no error").map(|answer| answer.to_string()),
        Some("X = 1".to_string())
    );
}

#[test]
fn prepared_goals_run_again_and_again() {
    let mut engine = Engine::new();
    engine
        .consult_str("age(mary, 30). age(john, 17).")
        .expect("the program is right");
    let older = engine.prepare("age(Who, A), A > Least").expect("it is right");
    assert_eq!(older.names(), ["Who", "A", "Least"]);
    for (least, expected) in [(10, 2), (20, 1), (40, 0)] {
        assert_eq!(
            engine.run(&older, [("Least", least)]).expect("it is right").count(),
            expected
        );
    }
    let copy = older.clone();
    let answer = engine.run_once(&copy, crate::params! { "Who" => crate::Atom("john"), "Least" => 1.5 });
    assert_eq!(
        answer.expect("no error").expect("a solution").get::<i64>("A").ok(),
        Some(17)
    );
    assert!(engine.run(&older, [("Nobody", 1)]).is_err());
    // The goal keeps nothing on the heap.
    for _ in 0..1000 {
        assert!(engine.run_once(&older, [("Least", 100)]).expect("no error").is_none());
    }
    assert!(engine.machine.heap.top() < 1 << 16);
}

#[test]
fn rows_of_the_host_become_facts() {
    let mut engine = Engine::new();
    let edges = (0..1000_i64).map(|n| (n, n + 1));
    assert_eq!(engine.insert_all("edge", edges).expect("there is room"), 1000);
    assert_eq!(engine.insert_all("tag", [["a", "b"]]).expect("there is room"), 1);
    let found = engine.once("edge(500, X), aggregate_all(count, edge(_, _), N), tag(\"a\", T)");
    assert_eq!(
        found.expect("no error").map(|answer| answer.to_string()),
        Some("X = 501,\nN = 1000,\nT = \"b\"".to_string())
    );
    engine.consult_str("fixed(1).").expect("the program is right");
    for name in ["fixed", "atom", "halt"] {
        let error = engine.insert_all(name, [(2,)]).expect_err("it is no dynamic predicate");
        assert!(
            error
                .formal()
                .is_some_and(|formal| formal.to_string().starts_with("permission_error")),
            "{error}"
        );
    }
    engine.set_limits(engine.limits().program(1 << 20));
    let error = engine
        .insert_all("many", (0..10_000_000_i64).map(|n| (n, "a text")))
        .expect_err("there is no room");
    assert_eq!(error.limit(), Some(Limit::Program), "{error}");
    engine.set_limits(engine.limits().time(Duration::from_millis(50)));
    let error = engine.insert_all(
        "late",
        (0..)
            .map(|n: i64| {
                std::thread::sleep(Duration::from_millis(1));
                (n,)
            })
            .take(100_000),
    );
    assert!(error.is_err());
    assert!(engine.succeeds("edge(1, 2)").expect("no error"));
}

/// The plan of the first look-up wants no index, since all clauses are alike then.
#[test]
fn an_index_is_made_when_clauses_come_to_differ() {
    let mut engine = Engine::new();
    let goal = "forall(between(1, 1000, _), assertz(p(y))), \\+ p(x), retractall(p(_)),
                forall(between(1, 1000, I), assertz(p(I))), forall(between(1, 1000, I), p(I))";
    assert!(engine.succeeds(goal).expect("no error"));
    let m = &mut engine.machine;
    let functor = Functor::new(m.intern("p"), 1);
    let pred = m.db.find(known::USER, functor).expect("it has clauses");
    let indexing = m.db.preds[pred]
        .indexing
        .as_ref()
        .expect("goals with bound arguments were called");
    assert_eq!(indexing.indexes.len(), 1);
}

#[test]
fn stacks_are_given_back() {
    let mut engine = Engine::new();
    let fresh = engine.machine.heap.capacity();
    let kept_after = |engine: &mut Engine, goal: &str| {
        assert!(engine.succeeds(goal).expect("no error"));
        engine.machine.heap.capacity()
    };
    let large = "numlist(1, 200000, L), length(L, 200000)";
    assert!(kept_after(&mut engine, large) > 200_000);
    assert!(
        kept_after(
            &mut engine,
            "numlist(1, 200000, L), trim_stacks, nth1(200000, L, 200000)"
        ) <= 2 * fresh
    );
    assert!(kept_after(&mut engine, large) > 200_000);
    assert!(kept_after(&mut engine, "true") > 200_000);
    engine.reset();
    assert!(engine.machine.heap.capacity() <= 2 * fresh);
    assert!(kept_after(&mut engine, large) > 200_000);
}

/// A fact with a variable would be true of everything.
#[test]
fn rows_have_all_their_values_and_may_be_none() {
    let mut engine = Engine::new();
    let error = engine
        .insert_all("role", [("ann", Some("admin")), ("bob", None)])
        .expect_err("a value is missing");
    let text = error.to_string();
    assert!(
        text.starts_with("row 2 of role/2: argument 2 has no value, and a fact with a variable there would be true of"),
        "{text}"
    );
    assert_eq!(error.formal(), Some(crate::Term::atom("instantiation_error")));
    assert!(
        engine
            .succeeds("findall(X-Y, role(X, Y), [\"ann\"-\"admin\"])")
            .expect("no error")
    );
    let error = engine
        .insert_all("ages", [(vec![Some(1), None],)])
        .expect_err("a value is missing");
    assert!(
        error
            .to_string()
            .starts_with("row 1 of ages/1: a part of an argument has no value"),
        "{error}"
    );
    assert_eq!(
        engine
            .remove_all("role", [("ann", None::<&str>)])
            .expect("it is dynamic"),
        1
    );
    // Variables of terms are meant.
    let open = crate::Term::list([crate::Term::var()]);
    assert_eq!(engine.insert_all("pattern", [(open,)]).expect("it is a term"), 1);
    // The type tells the arity, if there are no rows.
    let none: [(&str, i64); 0] = [];
    assert_eq!(engine.insert_all("none", none).expect("it is new"), 0);
    assert_eq!(engine.insert_all("none", none).expect("it is dynamic"), 0);
    assert!(!engine.succeeds("none(_, _)").expect("it is defined"));
    engine.consult_str("fixed(1, 2).").expect("it loads");
    assert_eq!(engine.insert_all("fixed", none).expect("there is nothing to do"), 0);
    assert!(engine.insert_all("fixed", [(1, 2)]).is_err());
    let program = crate::Program::builder()
        .facts("empty", [[1; 3]; 0].iter())
        .freeze()
        .expect("it is right");
    assert!(!program.engine().succeeds("empty(_, _, _)").expect("it is defined"));
    let found = crate::Program::builder()
        .facts("p", [(Some(1),), (None,)])
        .freeze()
        .expect_err("a value is missing");
    assert!(
        found[0].message().starts_with("row 2 of p/1: argument 1 has no value"),
        "{found}"
    );
    // The program's own take the place of the library's, which goes on with its own.
    engine.insert_all("last", [([1, 2], 3)]).expect("it may be defined");
    assert!(
        engine
            .succeeds("last([1, 2], 3), \\+ last([1, 2], 2)")
            .expect("no error")
    );
    assert!(engine.insert_all("findall", [(1, 2, 3)]).is_err());
}

#[test]
fn functions_with_any_number_of_results_return_iterators_vectors_or_results() {
    let mut engine = Engine::new();
    engine.nondet("upto", |n: i64| 0..n).expect("it is new");
    engine
        .nondet("divisors", |n: i64| (1..=n).filter(|i| n % i == 0).collect::<Vec<_>>())
        .expect("it is new");
    engine
        .nondet("checked", |n: i64| match n {
            0.. => Ok((0..n).map(Ok)),
            _ => Err(crate::Error::throw("negative")),
        })
        .expect("it is new");
    engine
        .nondet("pairs", |text: &str| {
            Ok(text.split('-').map(str::to_owned).collect::<Vec<_>>())
        })
        .expect("it is new");
    for goal in [
        "findall(X, upto(3, X), [0, 1, 2])",
        "findall(X, divisors(6, X), [1, 2, 3, 6])",
        "findall(X, checked(2, X), [0, 1]), catch(checked(-1, _), \"negative\", true)",
        "findall(X, pairs('a-b', X), [\"a\", \"b\"])",
    ] {
        assert!(engine.succeeds(goal).expect("no error"), "{goal}");
    }
}

/// It compiles what the others find compiled, which is not charged to it.
#[test]
fn the_first_engine_of_a_process_is_limited_as_the_others_are() {
    let mut first = crate::api::prepared::unprepared(&crate::api::prepared::installed());
    let mut other = crate::Program::builder().freeze().expect("it is empty").engine();
    let work = |engine: &mut Engine| {
        engine.set_limits(crate::Limits::default().with(crate::Limit::Program, Some(400 << 10)));
        engine
            .consult_str("p(1). p(X) :- p(Y), X is Y + 1, X < 3.\n")
            .expect("it loads");
        let error = engine
            .once("p(X), atom_length(_, X)")
            .expect_err("an error")
            .to_string();
        let text = engine
            .consult_str("q(.\n:- p(a, b).\n")
            .expect_err("errors")
            .to_string();
        let mut copy = engine.fork();
        let bytes = [engine.machine.program_bytes(), copy.machine.program_bytes()];
        let full = copy.once("repeat, assertz(r(_, abc)), fail").expect_err("a limit");
        assert_eq!(full.limit(), Some(crate::Limit::Program));
        (bytes, error, text)
    };
    let (one, two) = (work(&mut first), work(&mut other));
    assert_eq!((&one.1, &one.2), (&two.1, &two.2));
    for (bytes, others) in one.0.iter().zip(two.0) {
        // It has copied the code of the library to add to it, and the others that of the library and their own.
        assert!(
            *bytes <= others && others - bytes < 360 << 10,
            "{bytes} bytes and {others} bytes"
        );
    }
    first.reset();
    assert!(first.machine.limits.spared.is_none());
    assert!(first.succeeds("X = 1").expect("no error"));
}

/// The areas are not all: see the size of the engine itself, and what it has changed of the program.
#[test]
fn an_engine_with_small_queries_takes_little_memory() {
    let text = "p(1). p(2). q(X) :- p(X), X > 1. run([], 0). run([X|Xs], N) :- run(Xs, M), N is M + X.
        sum(N, S) :- numlist(1, N, L), run(L, S).";
    let program = crate::Program::builder().text("t", text).freeze().expect("it is right");
    // Those before it may have left their areas to it.
    let engines: Vec<Engine> = (0..10).map(|_| program.engine()).collect();
    let mut engine = program.engine();
    let bytes = |engine: &Engine| {
        let m = &engine.machine;
        size_of::<Engine>() + m.stack_bytes() + m.program_bytes()
    };
    for _ in 0..100 {
        assert!(engine.succeeds("q(X)").expect("no error"));
    }
    assert!(bytes(&engine) <= 48 << 10, "{} bytes", bytes(&engine));
    assert!(engine.machine.calls.shares_goals());
    assert!(engine.succeeds("sum(100, 5050)").expect("no error"));
    assert!(bytes(&engine) <= 60 << 10, "{} bytes", bytes(&engine));
    assert!(engine.succeeds("sum(20000, _)").expect("no error"));
    assert!(engine.succeeds("trim_stacks").expect("no error"));
    assert!(bytes(&engine) <= 60 << 10, "{} bytes", bytes(&engine));
    drop(engines);
}

/// Clauses of any size, of which some push more than the room that is free for small ones.
#[test]
fn there_is_room_for_what_large_clauses_push() {
    let text = "
        chain(0, a) :- !.
        chain(N, f(T)) :- M is N - 1, chain(M, T).
        fill(0, []) :- !.
        fill(N, [X|Xs]) :- p(X), M is N - 1, fill(M, Xs).";
    for size in [300, 383, 384, 400, 500, 1000, 15_900, 16_100, 19_900] {
        let mut engine = Engine::new();
        engine.consult_str(text).expect("it is right");
        let goal = format!("chain({size}, T), assertz(p(T)), fill(60, L), length(L, 60), last(L, T)");
        assert!(engine.succeeds(&goal).expect("no error"), "{size}");
    }
}
