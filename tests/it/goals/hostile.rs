//! Hostile programs and hostile uses of host predicates in an engine without grants, under limits: each has its outcome,
//! comes back in time, and leaves the engine usable.

use std::time::{Duration, Instant};

use ferz::{Engine, Error, ErrorKind, Limit, Limits, Term, TermView};

/// The goals with their outcomes.
const GOALS: &str = include_str!("hostile/goals.txt");

/// What the goals call.
const PROGRAM: &str = "
:- dynamic(kept/1).
:- dynamic(hook/0).
loop :- loop.
sleepless :- repeat, fail.
deep(N) :- deep(N), true.
deeper(N, X) :- N > 0, M is N - 1, deeper(M, Y), X = f(Y).
deeper(0, a).
bomb(L) :- bomb([a, b, c, d, e, f, g, h|L]).
endless --> [a], endless.
doubled(0, a) :- !.
doubled(N, f(X, X)) :- M is N - 1, doubled(M, X).
string_of(0, \"aa\") :- !.
string_of(N, S) :- M is N - 1, string_of(M, T), string_concat(T, T, S).
atom_of(N, A) :- length(L, N), maplist(=(0'a), L), atom_codes(A, L).
powers(0, 12345678901234567890) :- !.
powers(N, X) :- M is N - 1, powers(M, Y), X is Y ** 50.
:- table tab_loop/1.
tab_loop(X) :- tab_loop(Y), X is Y + 1.
tab_loop(1).
";

/// The time after which a goal must have come back, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);

fn limits() -> Limits {
    Limits::default()
        .time(Duration::from_millis(1_500))
        .inferences(300_000)
        .memory(24 << 20)
        .program(12 << 20)
        .output(100_000)
        .answers(100)
        .depth(1_000_000)
        .grace(Duration::from_millis(50))
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_limits(limits());
    engine.consult_str(PROGRAM).expect("the helpers are right");
    engine
}

/// What came of a goal, in the words of the list.
fn outcome(found: Result<bool, Error>) -> String {
    let error = match found {
        Ok(found) => return found.to_string(),
        Err(error) => error,
    };
    if let Some(limit) = error.limit() {
        let words = match limit {
            Limit::Time => "time",
            Limit::Inferences => "inferences",
            Limit::Memory => "memory",
            Limit::Program => "program",
            Limit::Output => "output",
            Limit::Answers => "answers",
            Limit::Depth => "depth",
            _ => "another",
        };
        return format!("limit {words}");
    }
    match (error.kind(), error.formal()) {
        (ErrorKind::Exception(_), Some(formal)) => match formal.view() {
            TermView::Compound(name, args) => {
                let first = args.get(0).map(|first| first.to_string()).unwrap_or_default();
                format!("{name}({first})")
            }
            _ => formal.to_string(),
        },
        (ErrorKind::Exception(_), None) => "uncaught".to_owned(),
        (kind, _) => format!("{kind:?}"),
    }
}

/// Whether an outcome is one of those expected: words after `limit` are limits, other words are outcomes, or functors of
/// errors.
fn is_expected(found: &str, expected: &str) -> bool {
    let (others, limits) = match expected.split_once("limit ") {
        Some((others, limits)) => (others, limits),
        None => (expected, ""),
    };
    match found.strip_prefix("limit ") {
        Some(limit) => limits.split_whitespace().any(|word| word == limit),
        None => others
            .split_whitespace()
            .any(|word| word == found || found.split('(').next() == Some(word)),
    }
}

/// Runs something hostile, and tells what is wrong with what came of it.
fn fault(engine: &mut Engine, what: &str, expected: &str) -> Option<String> {
    let start = Instant::now();
    let found = outcome(engine.succeeds(what));
    let time = start.elapsed();
    engine.once("retractall(kept(_)), retractall(hook)").ok();
    if !matches!(engine.succeeds("numlist(1, 100, L), sum_list(L, 5050)"), Ok(true)) {
        return Some(format!("{what}: the engine is not usable afterwards"));
    }
    if !is_expected(&found, expected) {
        return Some(format!("{what}: {found}, and not {expected}"));
    }
    (time > PATIENCE).then(|| format!("{what}: {time:?}"))
}

#[test]
fn hostile_goals_have_their_outcomes() {
    let goals = GOALS.lines().filter(|line| !line.is_empty() && !line.starts_with('%'));
    let goals: Vec<(&str, &str)> = goals
        .map(|line| line.split_once("%=>").expect("each goal has an outcome"))
        .collect();
    assert!(goals.len() >= 120, "{}", goals.len());
    let faults: Vec<String> = goals
        .iter()
        .filter_map(|(goal, expected)| fault(&mut engine(), goal.trim(), expected.trim()))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The same goals as directives: what they meet is the error of the load.
#[test]
fn a_limit_in_a_directive_is_that_limit() {
    for (text, expected) in [
        (":- loop.", "limit inferences time"),
        (":- catch(loop, _, true).", "limit inferences time"),
        (":- initialization(loop).", "limit inferences time"),
        (":- bomb([]).", "limit memory inferences time"),
        (
            "p(1).\n:- repeat, write(something), fail.",
            "limit output inferences time",
        ),
    ] {
        let mut engine = engine();
        let loaded = engine.consult_named("t.pl", text).map(|_| true);
        let found = outcome(loaded);
        assert!(is_expected(&found, expected), "{text}: {found}");
        assert!(engine.consult_str("q(1).").is_ok(), "{text}");
        assert!(matches!(engine.succeeds("q(1)"), Ok(true)), "{text}");
    }
    let mut engine = engine();
    let forged = engine
        .consult_str(":- throw(time_limit_exceeded).")
        .expect_err("it throws");
    assert_eq!(forged.kind(), &ErrorKind::Load { errors: 1 });
    let error = engine
        .consult_named("t.pl", "p(1).\np(2) q.\n:- fail.\n")
        .expect_err("it is wrong");
    assert_eq!(error.kind(), &ErrorKind::Load { errors: 1 });
    let found = error.diagnostics();
    let told: Vec<_> = found.iter().map(|one| (one.code(), one.line())).collect();
    assert_eq!(
        told,
        [(Some("syntax_error"), Some(2)), (Some("goal_failed"), Some(3))],
        "{found}"
    );
}

/// An engine with hostile predicates.
fn hosts() -> Engine {
    let mut engine = engine();
    let mut add = |name: &str, arity, function: fn(&mut ferz::Call<'_>) -> Result<bool, Error>| {
        engine.register(name, arity, function).expect("the name is free");
    };
    add("endless", 1, |call| {
        call.unify_each(0, 0_u64..);
        Ok(true)
    });
    add("huge_list", 1, |call| {
        call.unify(0, vec![7_i64; 10_000_000]);
        Ok(true)
    });
    add("huge_text", 1, |call| {
        call.unify(0, "x".repeat(100_000_000));
        Ok(true)
    });
    add("deep_term", 1, |call| {
        let mut term = Term::atom("z");
        for _ in 0..100_000 {
            term = Term::compound("s", [term]);
        }
        call.unify(0, term);
        Ok(true)
    });
    add("panics", 0, |_| panic!("on purpose"));
    add("panics_late", 1, |call| {
        call.unify_each(0, (0..3).map(|n| if n == 2 { panic!("late") } else { n }));
        Ok(true)
    });
    add("no_argument", 1, |call| Ok(call.arg(7) == call.arg(8)));
    add("bad_index", 1, |call| {
        call.unify(9, 1);
        Ok(true)
    });
    add("many_atoms", 1, |call| {
        let atoms: Vec<Term> = (0..1_000_000)
            .map(|n| Term::atom(&format!("an atom of the host {n}")))
            .collect();
        call.unify(0, atoms);
        Ok(true)
    });
    add("works_long", 0, |call| {
        while !call.is_stop_wanted() {
            std::hint::spin_loop();
        }
        Ok(true)
    });
    add("throws_limit", 0, |_| {
        Err(Error::throw(Term::atom("time_limit_exceeded")))
    });
    add("throws_memory", 0, |_| {
        let formal = Term::compound("resource_error", [Term::atom("memory")]);
        Err(Error::formal_error(formal))
    });
    add("throws_var", 0, |_| Err(Error::throw(Term::var())));
    add("throws_cyclic", 1, |call| Err(Error::throw(call.arg(0))));
    add("runs", 1, |call| {
        let goal = call.handle(0);
        call.once("call", [goal])
    });
    add("runs_twice", 1, |call| {
        let goal = call.handle(0);
        let _first = call.once("call", [goal]);
        call.once("call", [goal])
    });
    add("ignores_errors", 1, |call| {
        let goal = call.handle(0);
        for _ in 0..10 {
            let _ignored = call.once("call", [goal]);
        }
        Ok(true)
    });
    add("swallows", 1, |call| {
        let goal = call.handle(0);
        Ok(call.once("call", [goal]).is_err())
    });
    add("same", 2, |call| {
        let x = call.handle(0);
        call.unify(1, x);
        Ok(true)
    });
    add("writes", 0, |call| {
        loop {
            call.write("something")?;
        }
    });
    add("reads_int", 1, |call| Ok(call.get::<i64>(0)? > 0));
    add("reads_list", 1, |call| Ok(!call.get::<Vec<Term>>(0)?.is_empty()));
    add("reads_text", 1, |call| Ok(!call.get::<String>(0)?.is_empty()));
    add("shows", 1, |call| Ok(!call.arg(0).to_string().is_empty()));
    add("two", 2, |call| {
        call.unify_each(0, 0..3);
        call.unify_each(1, 0..3);
        Ok(true)
    });
    engine
}

#[test]
fn hostile_uses_of_host_predicates_have_their_outcomes() {
    let uses = [
        ("endless(X), fail", "limit inferences time"),
        ("findall(X, endless(X), L)", "limit memory inferences time"),
        ("catch((endless(X), fail), _, true)", "limit inferences time"),
        ("endless(X), X > 10, !", "true"),
        ("huge_list(L)", "limit memory time"),
        (
            "catch(huge_list(L), error(resource_error(_), _), true)",
            "true limit time",
        ),
        ("huge_text(T)", "limit memory time"),
        ("deep_term(T)", "true limit memory"),
        ("panics", "system_error"),
        ("catch(panics, _, true)", "true"),
        ("findall(X, panics_late(X), L)", "system_error"),
        ("panics_late(X), X == 1", "true"),
        ("no_argument(a)", "system_error"),
        ("bad_index(a)", "system_error"),
        ("many_atoms(L)", "limit memory program time"),
        ("works_long", "limit time"),
        ("catch(works_long, _, true)", "limit time"),
        ("throws_limit", "uncaught"),
        ("throws_memory", "resource_error(memory)"),
        ("throws_var", "uncaught instantiation_error"),
        ("X = f(X), throws_cyclic(X)", "uncaught"),
        ("runs(loop)", "limit inferences time"),
        ("catch(runs(loop), _, true)", "limit inferences time"),
        ("runs(bomb([]))", "limit memory inferences time"),
        ("runs(runs(true))", "permission_error"),
        ("runs(fail)", "false"),
        ("runs(X)", "instantiation_error"),
        ("runs(1)", "type_error"),
        ("runs(throw(a))", "uncaught"),
        ("runs(throw(time_limit_exceeded))", "uncaught"),
        ("runs((X = 1 ; X = 2)), X == 1", "true"),
        ("runs_twice(loop)", "limit inferences time"),
        ("ignores_errors(loop)", "limit inferences time"),
        ("ignores_errors(throw(a))", "true"),
        ("swallows(loop)", "limit inferences time"),
        ("swallows(loop), loop", "limit inferences time"),
        ("same(X, f(X)), X = f(_)", "true"),
        ("same(X, Y), X = 1, Y == 1", "true"),
        ("writes", "limit output inferences time"),
        ("catch(writes, _, true)", "limit output inferences time"),
        ("reads_int(99999999999999999999)", "type_error representation_error"),
        ("reads_int(X)", "instantiation_error"),
        (
            "X = [a|X], reads_list(X)",
            "type_error resource_error limit memory time",
        ),
        ("reads_list([a|_])", "instantiation_error type_error"),
        ("reads_text(f(x))", "type_error"),
        ("X = f(X), shows(X)", "true"),
        ("doubled(40, X), shows(X)", "true limit memory time"),
        ("two(X, Y), Y == 2", "true"),
        ("assertz(panics)", "permission_error"),
        ("abolish(panics/0)", "permission_error"),
    ];
    assert!(uses.len() >= 30);
    let faults: Vec<String> = uses
        .iter()
        .filter_map(|(goal, expected)| fault(&mut hosts(), goal, expected))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_limit_that_can_be_caught_leaves_a_grace() {
    let mut engine = engine();
    engine.set_limits(limits().catchable(true));
    assert!(matches!(
        engine.succeeds("catch(loop, error(resource_error(inferences), _), true)"),
        Ok(true)
    ));
    let error = engine.succeeds("catch(loop, _, loop)").expect_err("once only");
    assert!(
        matches!(error.limit(), Some(Limit::Inferences | Limit::Time)),
        "{error}"
    );
    engine.set_limits(limits());
    let inner = Limits::default().inferences(1_000);
    let found = engine.limited(&inner, |engine| engine.succeeds("catch(loop, _, true)"));
    assert_eq!(found.expect_err("it is met").limit(), Some(Limit::Inferences));
    assert_eq!(engine.limits(), limits());
}

/// A program's own limit may be met while cleanup goals run after a limit of the query: it does not replace that.
#[test]
fn own_limits_do_not_replace_the_one_that_is_met() {
    let mut engine = engine();
    engine
        .register("nap", 0, |_| {
            std::thread::sleep(Duration::from_millis(120));
            Ok(true)
        })
        .expect("the name is free");
    engine.set_limits(limits().inferences(2_000).grace(Duration::from_secs(5)));
    for limited in [
        "call_with_time_limit(0.1, setup_call_cleanup(true, loop, (nap, assertz(kept(1)))))",
        "call_with_time_limit(0.1, call_with_time_limit(10, setup_call_cleanup(true, loop, (nap, assertz(kept(1))))))",
        "call_with_inference_limit(setup_call_cleanup(true, loop, (numlist(1, 20, L), assertz(kept(L)))), 2010, _)",
    ] {
        let error = engine
            .succeeds(&format!("catch({limited}, _, true)"))
            .expect_err("the limit is met");
        assert_eq!(error.limit(), Some(Limit::Inferences), "{limited}: {error}");
        assert!(matches!(engine.succeeds("retract(kept(_))"), Ok(true)), "{limited}");
        assert!(matches!(engine.succeeds("call_with_time_limit(10, true)"), Ok(true)));
    }
}

/// The cause of the end of a run is what ended it first, also if no time is left to it then, or if that is used up by
/// dropping choice points and by cleanup goals.
#[test]
fn a_grace_that_is_used_up_does_not_replace_what_ended_the_run() {
    let mut engine = engine();
    let interrupter = engine.interrupter();
    engine
        .register("stop", 0, move |_| {
            interrupter.interrupt();
            Ok(true)
        })
        .expect("the name is free");
    let goals = [
        "stop, loop",
        "setup_call_cleanup(true, (stop, loop), loop)",
        "setup_call_cleanup(true, (stop, loop), catch(loop, _, loop))",
        "length(L, 20000), foldl([X, N, M]>>(member(X, [1, 2]), M is N + 1), L, 0, _), stop, loop",
        "catch((stop, loop), _, loop)",
    ];
    for grace in [Duration::ZERO, Duration::from_micros(50), Duration::from_millis(1)] {
        engine.set_limits(
            limits()
                .inferences(100_000_000)
                .time(Duration::from_secs(60))
                .grace(grace),
        );
        for goal in goals {
            for _ in 0..5 {
                let error = engine.succeeds(goal).expect_err("it is interrupted");
                assert_eq!(error.kind(), &ErrorKind::Interrupted, "{goal}, {grace:?}: {error}");
            }
        }
        engine.set_limits(limits().inferences(90_000).time(Duration::from_secs(60)).grace(grace));
        for goal in goals {
            let goal = goal.replace("stop", "true");
            let error = engine.succeeds(&goal).expect_err("a limit is met");
            assert_eq!(error.limit(), Some(Limit::Inferences), "{goal}, {grace:?}: {error}");
        }
    }
    assert!(matches!(engine.succeeds("true"), Ok(true)));
}

/// There may be no room for the exception that says so.
#[test]
fn any_amount_of_memory_is_a_limit() {
    for bytes in (0..8).chain([10, 100, 1_000, 10_000, 100_000]) {
        let mut engine = engine();
        engine.set_limits(limits().memory(bytes));
        for goal in [
            "true",
            "numlist(1, 10000, L)",
            "X = f(Y), throw(X)",
            "catch(numlist(1, 10000, L), _, true)",
        ] {
            match engine.succeeds(goal) {
                Ok(found) => assert!(found, "{bytes}: {goal}"),
                Err(error) if error.limit().is_none() => assert!(goal.contains("throw"), "{bytes}: {goal}: {error}"),
                Err(error) => assert_eq!(error.limit(), Some(Limit::Memory), "{bytes}: {goal}"),
            }
        }
        if let Err(error) = engine.consult_str("kept(1). kept(2).") {
            assert!(!error.to_string().is_empty());
        }
        engine.set_limits(limits());
        assert!(matches!(engine.succeeds("numlist(1, 10000, L)"), Ok(true)), "{bytes}");
    }
}

#[test]
fn an_interrupt_stops_its_own_query_only() {
    let mut engine = engine();
    let interrupter = engine.interrupter();
    assert!(matches!(engine.succeeds("true"), Ok(true)));
    interrupter.interrupt();
    assert!(matches!(engine.succeeds("true"), Ok(true)));
    let first = engine.query("member(X, [1, 2])").expect("it is read").canceller();
    first.cancel();
    assert!(matches!(engine.succeeds("true"), Ok(true)) && first.is_cancelled());
    let mut outer = engine.query("member(X, [1, 2])").expect("it is read");
    let canceller = outer.canceller();
    assert!(matches!(outer.next(), Some(Ok(_))));
    let mut inner = outer.nested("member(Y, [a, b])").expect("it is read");
    canceller.cancel();
    assert!(matches!(inner.next(), Some(Ok(_))));
    drop(inner);
    let error = outer.next().expect("it is stopped").expect_err("it is stopped");
    assert_eq!(error.kind(), &ErrorKind::Interrupted);
}

#[test]
fn nested_queries_share_limits_and_leave_the_outer_one_whole() {
    let mut engine = engine();
    let mut outer = engine.query("between(1, 3, X), Y = f(X, _)").expect("it is read");
    let mut seen = Vec::new();
    while let Some(answer) = outer.next() {
        seen.push(answer.expect("no error").to_string());
        let mut inner = outer.nested("length(L, N), N > 2").expect("it is read");
        assert!(matches!(inner.next(), Some(Ok(_))));
        drop(inner);
        let mut wrong = outer.nested("X is foo").expect("it is read");
        assert!(matches!(wrong.next(), Some(Err(_))));
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
    assert!(seen[2].contains("X = 3"), "{seen:?}");
    drop(outer);
    let mut outer = engine
        .query("member(X, [1, 2]), numlist(1, 1000, L)")
        .expect("it is read");
    assert!(matches!(outer.next(), Some(Ok(_))));
    let error = outer
        .nested("loop")
        .expect("it is read")
        .next()
        .expect("it is met")
        .expect_err("it is met");
    assert!(
        matches!(error.limit(), Some(Limit::Inferences | Limit::Time)),
        "{error}"
    );
    let error = outer.next().expect("nothing is left").expect_err("nothing is left");
    assert!(
        matches!(error.limit(), Some(Limit::Inferences | Limit::Time)),
        "{error}"
    );
    drop(outer);
    // Between the steps of a goal.
    let mut outer = engine
        .query("between(1, 100000, X), X mod 9000 =:= 0")
        .expect("it is read");
    assert!(matches!(outer.step(ferz::Fuel(100)), Ok(ferz::Step::Yielded)));
    let mut inner = outer.nested("atom_length(abc, N)").expect("it is read");
    assert_eq!(
        inner.next().expect("a solution").expect("no error").to_string(),
        "N = 3"
    );
    drop(inner);
    let mut inner = outer.nested("between(1, 5000, Y), Y > 4000").expect("it is read");
    assert!(matches!(inner.step(ferz::Fuel(100)), Ok(ferz::Step::Yielded)));
    assert!(matches!(inner.next(), Some(Ok(_))));
    drop(inner);
    let found = loop {
        match outer.step(ferz::Fuel(1_000)).expect("no error") {
            ferz::Step::Answer(answer) => break answer.to_string(),
            ferz::Step::Yielded => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(found, "X = 9000");
    drop(outer);
    // Before the outer query is asked for a solution.
    let mut outer = engine.query("member(X, [1, 2])").expect("it is read");
    let mut inner = outer.nested("member(Y, [3, 4])").expect("it is read");
    let mut innermost = inner
        .nested("numlist(1, 1000, L), garbage_collect")
        .expect("it is read");
    assert!(matches!(innermost.next(), Some(Ok(_))));
    drop(innermost);
    assert!(inner.nested("wrong text").is_err());
    assert_eq!(
        inner.next().expect("a solution").expect("no error").to_string(),
        "Y = 3"
    );
    drop(inner);
    let all: Vec<String> = outer.map(|answer| answer.expect("no error").to_string()).collect();
    assert_eq!(all, ["X = 1", "X = 2"]);
}

#[test]
fn definitions_of_the_program_do_not_reach_the_library() {
    let mut engine = Engine::new();
    engine
        .consult_str("member(_, _). append(_, _, _). length(_, _).")
        .expect("they may be redefined");
    engine
        .consult_str(":- module(m, [p/1]).\np(1).")
        .expect("the loader has its own");
    assert!(matches!(engine.succeeds("p(1)"), Ok(true)));
    engine
        .consult_str(":- module(n, [q/1]).\nr(1).")
        .expect("a warning only");
    assert!(engine.toplevel().describe("nobody(+x)", "Nothing.").is_err());
    engine
        .det("shouted", |text: String| Ok(text.to_uppercase()))
        .expect("the name is free");
    let error = engine.once("shouter(a, X)").expect_err("it is not defined");
    assert!(error.to_string().contains("shouted/2"), "{error}");
    engine.consult_str("t(X) :- shouter(a, X).").expect("a warning only");
}

#[test]
fn tabled_predicates_may_have_more_arguments_than_there_are_registers() {
    for arity in [199, 200, 201, 255, 256, 257, 1000] {
        let arguments = |from: usize| {
            (from..from + arity)
                .map(|i| i.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut engine = engine();
        let text = format!(
            ":- table p/{arity}.\np({}).\np({}) :- p({}).",
            arguments(0),
            arguments(1),
            arguments(0)
        );
        engine.consult_str(&text).expect("it is right");
        for (from, holds) in [(0, true), (1, true), (2, false)] {
            let goal = format!("p({})", arguments(from));
            assert_eq!(engine.succeeds(&goal).ok(), Some(holds), "{arity} from {from}");
        }
    }
}
