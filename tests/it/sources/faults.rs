//! Bad input: each fault is an error with its place, nothing else is lost, and the engine is usable
//! afterwards.

use std::fs;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ferz::{Engine, Error, ErrorKind};

/// The formal term of the error that a query ends in.
fn fault(engine: &mut Engine, query: &str) -> String {
    let error = engine.once(query).expect_err("the query is to fail with an error");
    let text = error
        .formal()
        .map_or_else(|| error.to_string(), |formal| formal.to_string());
    assert!(works(engine), "after {query}");
    text
}

/// Whether the engine still answers.
fn works(engine: &mut Engine) -> bool {
    let answer = engine.once("X is 6 * 7, atom_length(abc, 3)");
    answer.is_ok_and(|a| a.is_some_and(|a| a.get::<i64>("X").ok() == Some(42)))
}

#[test]
fn goals_that_go_wrong_are_errors() {
    let mut engine = Engine::new();
    assert_eq!(fault(&mut engine, "nosuch(1)"), "existence_error(procedure, nosuch/1)");
    assert_eq!(fault(&mut engine, "atom_length(f(x), _)"), "type_error(atom, f(x))");
    assert_eq!(fault(&mut engine, "X is foo + 1"), "type_error(evaluable, foo/0)");
    assert_eq!(fault(&mut engine, "atom_length(_, _)"), "instantiation_error");
    let error = engine.once("foo(a b)").expect_err("a syntax error");
    assert!(
        matches!(error.kind(), ErrorKind::Syntax { line: 1, column: 7, .. }),
        "{error:?}"
    );
    assert!(works(&mut engine));
}

#[test]
fn recursion_without_an_end_runs_out_of_memory_and_no_more() {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().memory(64 << 20));
    let program = "left(X) :- left(X), q. deeper(X) :- deeper(s(X)), q. many :- many. many.
                   grow(L) :- grow([L|L]). q.";
    engine.consult_str(program).expect("the program is right");
    for goal in [
        "left(1)",
        "deeper(1)",
        "many",
        "grow([])",
        "length(L, 100000000)",
        "numlist(1, 100000000, L)",
        // A list of a few cells that stands for a text of gigabytes.
        "length(C, 1000000), maplist(=(a), C), atom_chars(A, C), length(L, 10000), maplist(=(A), L), atomic_list_concat(L, X)",
        "length(C, 1000000), maplist(=(a), C), atom_chars(A, C), length(L, 10000), maplist(=(A), L), atomic_list_concat(L, ', ', X)",
    ] {
        assert_eq!(fault(&mut engine, goal), "resource_error(memory)", "{goal}");
    }
    let caught = engine.once("catch(deeper(1), error(resource_error(R), _), true)");
    let caught = caught.expect("no error").expect("a solution");
    assert_eq!(caught.term("R").map(ToString::to_string).as_deref(), Some("memory"));
}

/// Loads `text`; how many errors there were, and the values of X for `good(X)`.
fn load(text: &str) -> (usize, Vec<i64>) {
    let mut engine = Engine::new();
    let errors = match engine.consult_str(text) {
        Ok(_) => 0,
        Err(error) => errors_of(&error),
    };
    let query = engine.query("good(X)").expect("a right query");
    let found = query.filter_map(|answer| answer.ok()?.get::<i64>("X").ok()).collect();
    (errors, found)
}

fn errors_of(error: &Error) -> usize {
    match error.kind() {
        ErrorKind::Load { errors } => *errors,
        other => panic!("loading ends in {other:?}"),
    }
}

#[test]
fn the_other_clauses_of_a_bad_text_are_loaded() {
    assert_eq!(load("good(1). bad(. good(2)."), (1, vec![1, 2]));
    assert_eq!(load("good(1).\nbad(.\ngood(2).\ngood("), (2, vec![1, 2]));
    assert_eq!(load("good(1).\nbad('x).\ngood(2).\n"), (1, vec![1, 2]));
    assert_eq!(
        load("/* bad.\ngood(1).\ngood(2).\n"),
        (1, vec![]),
        "all of it is in the comment"
    );
    assert_eq!(load("good(1).\n/* bad.\ngood(2).\n"), (1, vec![1]));
    assert_eq!(load("good(1).\nbad(\u{fffd}).\ngood(2).\n"), (1, vec![1, 2]));
    assert_eq!(load("good(1).\natom_length(a, b).\n1.\ngood(2).\n"), (2, vec![1, 2]));
    let long = format!("long('{}').\ngood(3).\n", "x".repeat(1 << 20));
    assert_eq!(load(&long), (0, vec![3]));
}

#[test]
fn a_term_a_million_deep_is_an_ordinary_term() {
    const DEPTH: usize = 1_000_000;
    let terms = [
        ("f(", ")"),
        ("[", "]"),
        ("- ", ""),
        ("(", ")"),
        ("{", "}"),
        ("a+(", ")"),
    ];
    for (open, close) in terms {
        let text = format!("deep({}x{}).\ngood(4).\n", open.repeat(DEPTH), close.repeat(DEPTH));
        assert_eq!(load(&text), (0, vec![4]), "{open}");
    }
}

#[test]
fn a_clause_that_did_not_load_is_told_with_its_arity() {
    let clauses = [
        ("walk :- x y.", 0),
        ("walk(f(a, (b, c)), d) :- ) .", 2),
        ("walk([a, b], g(c, d), {e, f}) :- x y.", 3),
        ("walk(X, [Y|Z]) --> x y.", 4),
        ("walk(a, b, c, d, e :- x.", 5),
    ];
    for (clause, arity) in clauses {
        let mut engine = Engine::new();
        assert_eq!(
            engine.consult_str(clause).map_err(|error| errors_of(&error)),
            Err(1),
            "{clause}"
        );
        let error = engine.once("walk(1, 2, 3, 4, 5, 6)").expect_err("no such predicate");
        let told = format!("with walk/{arity} did not load");
        assert!(error.to_string().contains(&told), "{clause}: {error}");
    }
}

#[test]
fn calls_of_tables_may_nest_a_hundred_thousand_deep() {
    let mut engine = Engine::with_process();
    let text = ":- table chain/1, even/1, odd/1.\n\
        chain(0).\nchain(N) :- N > 0, M is N - 1, chain(M).\n\
        even(0).\neven(N) :- N > 0, M is N - 1, odd(M).\nodd(N) :- N > 0, M is N - 1, even(M).\n";
    engine.consult_str(text).expect("a right program");
    for goal in ["chain(100000)", "even(100000)"] {
        assert!(engine.once(goal).expect("no error").is_some(), "{goal}");
    }
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let mut engine = Engine::with_process();
    assert!(engine.consult_file("tests/no such file.pl").is_err());
    assert!(engine.consult_file("tests").is_err());
    assert_eq!(
        fault(&mut engine, "consult('tests/no such file.pl')"),
        "existence_error(source_sink, 'tests/no such file.pl')"
    );
    let path = std::env::temp_dir().join(format!("ferz-bytes-{}.pl", std::process::id()));
    fs::write(&path, b"good(1).\nbad(\xff\xfe).\ngood(2).\n").expect("a file in the folder for temporary ones");
    let error = engine.consult_file(&path).expect_err("bytes that are no UTF-8");
    fs::remove_file(&path).expect("the file is there");
    assert_eq!(errors_of(&error), 1);
    assert!(engine.once("good(2)").is_ok_and(|answer| answer.is_some()));
}

/// A program that has its way with whatever runs besides its goals: the limits hold all the same.
#[test]
fn limits_hold_whatever_a_program_hooks_into() {
    let program = "
        loop :- repeat, fail.
        nested :- setup_call_cleanup(true, loop, nested).
        many(0) :- loop.
        many(N) :- M is N - 1, setup_call_cleanup(true, many(M), loop).
        again :- catch(fill, _, again).
        fill :- catch(fill, _, fill), fill.
        pick(X) :- setup_call_cleanup(true, member(X, [1, 2]), loop).
        hidden(X) :- put_attr(X, hiding, 1).
        hiding:attribute_goals(_) --> { repeat, fail }.";
    let texts = [
        ":- repeat, fail.",
        "term_expansion(a, _) :- repeat, fail. a. b.",
        ":- initialization((repeat, fail)).",
        "goal_expansion(x(N), x(s(N))). p :- x(0).",
        ":- catch((repeat, fail), _, (repeat, fail)).",
    ];
    let limited = |time: Duration| {
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().memory(32 << 20));
        engine.consult_str(program).expect("the program is right");
        engine.set_limits(engine.limits().time(time));
        engine
    };
    let time = Duration::from_millis(100);
    // Far more than it takes: the machine may be busy.
    let soon = |start: Instant, what: &str| assert!(start.elapsed() < 100 * time, "{what}: {:?}", start.elapsed());
    for goal in ["loop", "nested", "many(300)", "again", "hidden(X)"] {
        let mut engine = limited(time);
        let start = Instant::now();
        let error = engine.once(goal).expect_err("the time is up");
        assert_eq!(error.kind(), &ErrorKind::Limit(ferz::Limit::Time), "{goal}: {error}");
        soon(start, goal);
        assert!(works(&mut engine), "after {goal}");
    }
    for text in texts {
        let mut engine = limited(time);
        let start = Instant::now();
        engine.consult_str(text).expect_err("it does not end by itself");
        soon(start, text);
        assert!(works(&mut engine), "after {text}");
    }
    let mut engine = limited(time);
    let start = Instant::now();
    let answer = engine.once("pick(X)").expect("an answer").expect("an answer");
    assert_eq!(answer.to_string(), "X = 1");
    soon(start, "pick(X)");
    assert!(works(&mut engine));
    // An interrupt ends what cleanup goals do as well.
    for goal in ["nested", "many(300)"] {
        let mut engine = limited(Duration::from_secs(1000));
        let handle = engine.interrupter();
        let (running, ended) = channel::<()>();
        let other = std::thread::spawn(move || {
            let mut wait = time;
            // Again much later, in case the goal has not begun: an interrupt before it does nothing.
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(wait) {
                handle.interrupt();
                wait = 40 * time;
            }
        });
        let start = Instant::now();
        let error = engine.once(goal).expect_err("it is interrupted");
        assert_eq!(error.kind(), &ErrorKind::Interrupted, "{goal}: {error}");
        soon(start, goal);
        drop(running);
        other.join().expect("the other thread ends");
        assert!(works(&mut engine), "after {goal}");
    }
}

/// Each directive stays below what one may ask for; all of them together do not.
#[test]
fn a_format_asks_for_too_much_room() {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().memory(32 << 20));
    for directive in ["~6000000c", "~t~6000000|~w~n", "~6000000d"] {
        let goal = format!(
            "length(_L, 200), maplist(=('{directive}'), _L), atomic_list_concat(_L, _F), length(_A, 200), \
             maplist(=(0'a), _A), format(string(_), _F, _A)"
        );
        assert_eq!(fault(&mut engine, &goal), "resource_error(memory)");
    }
}

#[test]
fn answers_are_copied_within_the_limits() {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().memory(256 << 20));
    engine
        .once("numlist(1, 4000000, L), nb_setval(kept, L)")
        .expect("no error")
        .expect("a solution");
    engine.set_limits(engine.limits().time(Duration::from_millis(20)));
    let error = engine.once("nb_getval(kept, L)").expect_err("copying takes longer");
    assert_eq!(error.kind(), &ErrorKind::Limit(ferz::Limit::Time), "{error}");
    engine.set_limits(engine.limits().with(ferz::Limit::Time, None));

    engine.set_limits(engine.limits().memory(100 << 20));
    let error = engine
        .once("nb_getval(kept, L)")
        .expect_err("a copy takes more than what it copies");
    assert_eq!(
        error.formal().expect("a standard error").to_string(),
        "resource_error(memory)"
    );
    assert!(
        engine
            .succeeds("nb_getval(kept, [1|_])")
            .expect("what is not copied does not count")
    );
    let answer = engine
        .once("nb_getval(kept, [X, Y|_])")
        .expect("no error")
        .expect("a solution");
    assert_eq!(answer.get::<i64>("X").ok(), Some(1));
}
