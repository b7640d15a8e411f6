//! The tracer as the interface tells of it: the ports of goals, and what the actions do.

use std::sync::{Arc, Mutex};

use ferz::Engine;
use ferz::debug::{DebugMode, Port, TraceAction, TraceEvent};

const PROGRAM: &str = "
p(X) :- q(X), r(X).
q(1).
q(2).
r(2).
cut(X) :- q(X), !.
cut(9).
if(X) :- ( q(X), X > 1 -> true ; X = none ).
soft(X) :- ( q(X) *-> true ; X = none ).
no(X) :- \\+ q(X).
deep(0) :- !.
deep(N) :- N1 is N - 1, deep(N1), true.
last(0).
last(N) :- N > 0, N1 is N - 1, last(N1).
bad(X) :- Y is X + a, r(Y).
long(X) :- atom_length(f(X), N), r(N).
safe(X) :- catch(bad(X), error(_, _), q(X)).
all(Xs) :- findall(X, (q(X), X > 1), Xs).
each(Xs) :- maplist(q, Xs).
greet --> [hello], name.
name --> [bob].
big(X), X > 10 => true.
big(_) => fail.
tidy(X) :- setup_call_cleanup(q(_), q(X), r(2)).
:- dynamic(d/1).
d(1).
d(X) :- q(X), assertz(d(3)).
";

/// An engine whose ports are kept as text: `Call p(X)`, or `*Exit q(1)` if there are solutions left.
fn traced(program: &str, act: impl FnMut(&mut TraceEvent<'_>) -> TraceAction + Send + 'static) -> (Engine, Log) {
    let mut engine = Engine::new();
    engine.consult_str(program).expect("the program is right");
    let log = Log::default();
    let (kept, mut act) = (Arc::clone(&log.0), act);
    engine.debugger().set_tracer(move |event| {
        let star = if event.has_alternatives() { "*" } else { "" };
        let goal = event.goal_text(0).expect("there is room");
        let line = unnumbered(&format!("{star}{:?} {goal}", event.port()));
        kept.lock().expect("no other thread").push(line);
        act(event)
    });
    engine.debugger().set_debug_mode(DebugMode::Trace);
    (engine, log)
}

#[derive(Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("no other thread"))
    }
}

/// Removes the numbers of variables without a name.
fn unnumbered(text: &str) -> String {
    let mut parts = text.split('_');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push('_');
        plain.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    plain
}

/// Runs a query for all its answers; gives them and the ports.
fn run(query: &str) -> (Vec<String>, Vec<String>) {
    let (mut engine, log) = traced(PROGRAM, |_| TraceAction::Creep);
    let answers = answers(&mut engine, query);
    (answers, log.take())
}

fn answers(engine: &mut Engine, query: &str) -> Vec<String> {
    let found = engine.query(query).expect("it can be read");
    let texts = found.map(|answer| match answer {
        Ok(answer) => answer.to_string().replace('\n', " "),
        Err(error) => error.formal().map_or_else(String::new, |formal| formal.to_string()),
    });
    texts.collect()
}

fn check(query: &str, answers: &[&str], ports: &str) {
    let (found, told) = run(query);
    assert_eq!(found, answers, "{query}");
    let expected: Vec<&str> = ports.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(told, expected, "{query}");
}

#[test]
fn ports_follow_backtracking() {
    check(
        "p(X)",
        &["X = 2"],
        "Call p(X)
        Call q(X)
        *Exit q(1)
        Call r(1)
        Fail r(1)
        Redo q(1)
        Exit q(2)
        Call r(2)
        Exit r(2)
        Exit p(2)",
    );
}

#[test]
fn cuts_drop_the_alternatives_of_the_clause() {
    check(
        "cut(X)",
        &["X = 1"],
        "Call cut(X)
        Call q(X)
        *Exit q(1)
        Exit cut(1)",
    );
    check(
        "if(X)",
        &["X = 2"],
        "Call if(X)
        Call q(X)
        *Exit q(1)
        Call 1>1
        Fail 1>1
        Redo q(1)
        Exit q(2)
        Call 2>1
        Exit 2>1
        Exit if(2)",
    );
    check(
        "no(1)",
        &[],
        "Call no(1)
        Call q(1)
        Exit q(1)
        Fail no(1)",
    );
}

#[test]
fn goals_that_the_library_calls_are_shown() {
    check(
        "all(Xs)",
        &["Xs = [2]"],
        "Call all(Xs)
        Call findall(X, (q(X), X>1), Xs)
        Call q(X)
        *Exit q(1)
        Call 1>1
        Fail 1>1
        Redo q(1)
        Exit q(2)
        Call 2>1
        Exit 2>1
        Exit findall(X, (q(X), X>1), [2])
        Exit all([2])",
    );
    check(
        "each([1, 2])",
        &["true"],
        "Call each([1, 2])
        Call maplist(q, [1, 2])
        Call q(1)
        Exit q(1)
        Call q(2)
        Exit q(2)
        Exit maplist(q, [1, 2])
        Exit each([1, 2])",
    );
}

#[test]
fn exceptions_are_told_at_each_goal_that_they_leave() {
    check(
        "bad(1)",
        &["type_error(evaluable, a/0)"],
        "Call bad(1)
        Call Y is 1+a
        Exception Y is 1+a
        Exception bad(1)",
    );
    check(
        "safe(2)",
        &["true"],
        "Call safe(2)
        Call catch(bad(2), error(_, _), q(2))
        Call bad(2)
        Call Y is 2+a
        Exception Y is 2+a
        Exception bad(2)
        Call q(2)
        Exit q(2)
        Exit catch(bad(2), error(type_error(evaluable, a/0), context(system:(is)/2, _)), q(2))
        Exit safe(2)",
    );
}

#[test]
fn grammars_rules_and_dynamic_predicates_run_from_their_clauses() {
    check(
        "phrase(greet, [hello, bob])",
        &["true"],
        "Call phrase(greet, [hello, bob])
        Call greet([hello, bob], [])
        Call [hello, bob]=[hello|_]
        Exit [hello, bob]=[hello, bob]
        Call name([bob], [])
        Call [bob]=[bob]
        Exit [bob]=[bob]
        Exit name([bob], [])
        Exit greet([hello, bob], [])
        Exit phrase(greet, [hello, bob])",
    );
    check(
        "big(11)",
        &["true"],
        "Call big(11)
        Call 11>10
        Exit 11>10
        Exit big(11)",
    );
    // A clause that is added while the predicate runs does not belong to the call (7.5.4).
    let (answers, _) = run("d(X)");
    assert_eq!(answers, ["X = 1", "X = 1", "X = 2"]);
}

#[test]
fn the_cleanup_of_a_traced_goal_runs_once() {
    let (answers, ports) = run("tidy(2)");
    assert_eq!(answers, ["true"]);
    assert_eq!(ports.iter().filter(|port| *port == "Call r(2)").count(), 1, "{ports:?}");
}

/// Runs a query with an action for the first port that has this text, and creeps elsewhere.
fn run_with(
    query: &str,
    at: &'static str,
    action: impl Fn(&mut TraceEvent<'_>) -> TraceAction + Send + 'static,
) -> (Vec<String>, Vec<String>) {
    let mut is_done = false;
    let (mut engine, log) = traced(PROGRAM, move |event| {
        let here = format!("{:?} {}", event.port(), event.goal_text(0).expect("there is room"));
        if is_done || here != at {
            return TraceAction::Creep;
        }
        is_done = true;
        action(event)
    });
    let answers = answers(&mut engine, query);
    (answers, log.take())
}

#[test]
fn skip_shows_only_the_end_of_the_goal() {
    let (answers, ports) = run_with("deep(3), q(X)", "Call deep(2)", |_| TraceAction::Skip);
    assert_eq!(answers, ["X = 1", "X = 2"]);
    let expected = "Call deep(3), Call N1 is 3-1, Exit 2 is 3-1, Call deep(2), Exit deep(2), Exit deep(3), Call q(X), \
                    *Exit q(1), Redo q(1), Exit q(2)";
    assert_eq!(ports.join(", "), expected);
}

#[test]
fn up_goes_to_the_end_of_the_parent() {
    let (answers, ports) = run_with("p(X)", "Call q(X)", |_| TraceAction::Up);
    assert_eq!(answers, ["X = 2"]);
    assert_eq!(ports.join(", "), "Call p(X), Call q(X), Exit p(2)");
}

#[test]
fn retry_calls_a_goal_again() {
    let (answers, ports) = run_with("p(X)", "Exit r(2)", |event| {
        TraceAction::Retry(event.frame_at(1).expect("there is a goal around it"))
    });
    assert_eq!(answers, ["X = 2"]);
    let again: Vec<&String> = ports.iter().filter(|port| *port == "Call p(X)").collect();
    assert_eq!((again.len(), ports.len()), (2, 9 + 10), "{ports:?}");
    // At each port of the goal itself.
    for at in ["Call q(X)", "Exit q(1)", "Redo q(1)", "Fail r(1)", "Exit q(2)"] {
        let (answers, ports) = run_with("p(X)", at, |event| TraceAction::Retry(event.frame()));
        assert_eq!(answers, ["X = 2"], "{at}: {ports:?}");
        assert!(ports.len() > 10, "{at}: {ports:?}");
    }
    let (answers, ports) = run_with("safe(2)", "Exception Y is 2+a", |event| {
        TraceAction::Retry(event.frame())
    });
    assert_eq!(answers, ["true"]);
    assert_eq!(
        ports.iter().filter(|port| *port == "Exception Y is 2+a").count(),
        2,
        "{ports:?}"
    );
}

#[test]
fn a_goal_can_be_made_to_fail_or_to_succeed() {
    let (answers, ports) = run_with("p(X)", "Exit q(1)", |_| TraceAction::Fail);
    assert!(answers.is_empty());
    assert_eq!(
        ports.join(", "),
        "Call p(X), Call q(X), *Exit q(1), Fail q(X), Fail p(X)"
    );
    let (answers, _) = run_with("p(X)", "Call r(1)", |_| TraceAction::Ignore);
    assert_eq!(answers, ["X = 1", "X = 2"]);
    let (answers, _) = run_with("bad(2)", "Exception Y is 2+a", |_| TraceAction::Ignore);
    assert_eq!(answers, ["true"]);
    let (answers, ports) = run_with("p(X)", "Call r(1)", |_| TraceAction::Abort);
    assert_eq!((answers, ports.len()), (vec![String::new()], 4));
}

#[test]
fn leap_stops_at_spy_points_only() {
    let (mut engine, log) = traced(PROGRAM, |_| TraceAction::Leap);
    engine.debugger().set_debug_mode(DebugMode::Off);
    assert!(engine.succeeds("spy(r/1)").expect("there is one"));
    assert_eq!(engine.debugger().debug_mode(), DebugMode::Debug);
    assert_eq!(answers(&mut engine, "p(X)"), ["X = 2"]);
    assert_eq!(log.take().join(", "), "Call r(1), Fail r(1), Call r(2), Exit r(2)");
    // Without debug mode it is not looked at.
    engine.debugger().set_debug_mode(DebugMode::Off);
    assert_eq!(answers(&mut engine, "p(X)"), ["X = 2"]);
    assert_eq!(log.take().len(), 0);
    // A definition that changes stays watched, and so does one that is called by way of a module or the library.
    engine.debugger().set_debug_mode(DebugMode::Debug);
    engine.consult_str(":- dynamic(r/1).").expect("it is right");
    assert!(
        engine
            .succeeds("nospyall, spy(append/3), append([a], [b], _)")
            .expect("it is there")
    );
    assert_eq!(
        log.take().join(", "),
        "Call append([a], [b], _), Exit append([a], [b], [a, b])"
    );
    assert!(engine.succeeds("nospyall, append([a], [b], _)").expect("it is there"));
    assert_eq!(log.take().len(), 0);
    // So is one whose calls are compiled into the clause.
    engine
        .consult_str("ones(L) :- maplist([X]>>(X = 1), L).\n:- ones([1]).")
        .expect("it is right");
    assert!(engine.succeeds("spy(maplist/2), ones([_])").expect("it is there"));
    let told = log.take().join(", ");
    assert!(told.starts_with("Call maplist([_]>>(_=1), [_])"), "{told}");
    assert!(engine.succeeds("nospyall, ones([1])").expect("it is there"));
    assert_eq!(log.take().len(), 0);
}

#[test]
fn skip_stops_at_spy_points() {
    let (mut engine, log) = traced(PROGRAM, |event| match event.port() {
        Port::Call => TraceAction::Skip,
        _ => TraceAction::Creep,
    });
    assert!(engine.succeeds("spy(r/1), trace, p(_)").expect("there is one"));
    assert_eq!(
        log.take().join(", "),
        "Call p(_), Call r(1), Fail r(1), Call r(2), Exit r(2), Exit p(2)"
    );
}

#[test]
fn deep_recursion_can_be_traced() {
    let depth = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
    for query in [format!("deep({depth})"), format!("last({depth})")] {
        let mut engine = Engine::new();
        engine.consult_str(PROGRAM).expect("it is right");
        let deepest = Arc::new(Mutex::new(0));
        let seen = Arc::clone(&deepest);
        engine.debugger().trace(move |event| {
            let mut seen = seen.lock().expect("no other thread");
            *seen = event.depth().max(*seen);
            TraceAction::Creep
        });
        assert!(engine.succeeds(&query).expect("there is room"), "{query}");
        assert!(*deepest.lock().expect("no other thread") > depth, "{query}");
    }
}

#[test]
fn invisible_ports_are_not_told() {
    let (mut engine, log) = traced(PROGRAM, |_| TraceAction::Creep);
    assert!(
        engine
            .succeeds("visible([-exit, -redo, +unify]), p(_)")
            .expect("it succeeds")
    );
    assert_eq!(
        log.take().join(", "),
        "Call p(_), Unify p(_), Call q(X), Unify q(1), Call r(1), Fail r(1), Unify q(2), Call r(2), Unify r(2)"
    );
}

#[test]
fn events_tell_of_places_variables_and_goals() {
    let (mut engine, _) = traced(PROGRAM, |event| {
        if event.port() == Port::Call && event.goal_text(0).is_ok_and(|goal| goal == "r(1)") {
            let names: Vec<String> = event.variable_texts().expect("there is room");
            assert_eq!(names, ["X = 1"]);
            assert_eq!(event.goal().expect("there is room").to_string(), "r(1)");
            assert_eq!(event.predicate(), ("user".to_owned(), "r".to_owned(), 1));
            let place = event.place().expect("it was loaded");
            assert_eq!((place.file.as_str(), place.line), ("user", 2));
            let goals: Vec<String> = event
                .stack(9)
                .expect("there is room")
                .into_iter()
                .map(|goal| goal.text)
                .collect();
            assert_eq!(goals, ["r(1)", "p(1)"]);
            let goals = event.alternatives(9).expect("there is room");
            assert_eq!(goals.len(), 1, "{goals:?}");
            assert_eq!(goals[0].text, "q(1)");
            let answer = event.once("Y is X + 1").expect("it is right").expect("it succeeds");
            assert_eq!(answer.term("Y").expect("a variable").to_string(), "2");
            assert!(event.once("X = 2").expect("it is right").is_none());
            // An error, and the making of its message, leave the goal as it is.
            let error = event.once("atom_length(_, _)").expect_err("it raises an error");
            assert!(error.to_string().contains("not sufficiently instantiated"));
            let outer = event.outer(1).expect("it is in a clause");
            assert_eq!(outer.predicate(), ("user".to_owned(), "p".to_owned(), 1));
            assert!(event.outer(2).is_none());
            let names = event
                .alternative(0)
                .expect("there is one")
                .variables()
                .expect("there is room");
            assert_eq!(names.len(), 1, "{names:?}");
            assert!(event.alternative(1).is_none());
        }
        TraceAction::Creep
    });
    assert!(engine.succeeds("p(2)").expect("it succeeds") || engine.succeeds("p(_)").expect("it succeeds"));
    assert_eq!(answers(&mut engine, "p(X)"), ["X = 2"]);
}

#[test]
fn an_error_that_nothing_catches_stops_before_anything_is_undone() {
    let (mut engine, log) = traced(PROGRAM, |event| {
        assert!(event.exception().is_some());
        TraceAction::Creep
    });
    engine.debugger().set_debug_mode(DebugMode::Debug);
    assert_eq!(answers(&mut engine, "q(X), long(X)"), ["type_error(atom, f(1))"]);
    assert_eq!(log.take().join(", "), "Exception atom_length(f(1), N)");
    // One that is caught does not.
    assert_eq!(answers(&mut engine, "safe(2)"), ["true"]);
    assert_eq!(log.take().len(), 0);
}

#[test]
fn frames_of_traced_goals_can_be_asked_for() {
    let program = "top(G, L) :- inner(G, L), true.
                   inner(P-I, L) :- prolog_current_frame(F), prolog_frame_attribute(F, parent, O),
                       prolog_frame_attribute(O, goal, P), prolog_frame_attribute(F, predicate_indicator, I),
                       prolog_frame_attribute(F, level, L).";
    let (mut engine, _) = traced(program, |_| TraceAction::Creep);
    let answers = answers(&mut engine, "top(G, L)");
    assert_eq!(answers, ["G = top(G, 2)-inner/2, L = 2"]);
}

#[test]
fn the_goals_around_a_spy_point_are_known() {
    let program = "outer(X) :- middle(X), done(X). middle(X) :- inner(X), done(X). inner(1). inner(2). done(_).";
    let goals = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&goals);
    let (mut engine, _) = traced(program, move |event| {
        let stack = event.stack(9).expect("there is room");
        *seen.lock().expect("no other thread") = stack.into_iter().map(|goal| (goal.depth, goal.text)).collect();
        TraceAction::Leap
    });
    engine.debugger().set_debug_mode(DebugMode::Off);
    assert!(engine.succeeds("spy(inner/1), outer(2)").expect("there is one"));
    let goals = goals.lock().expect("no other thread");
    let names: Vec<(usize, &str)> = goals.iter().map(|(depth, text)| (*depth, text.as_str())).collect();
    assert_eq!(names, [(1, "inner(2)"), (0, "middle(2)"), (0, "outer(2)")]);
}

#[test]
fn trace_points_are_told_without_stopping() {
    let points = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&points);
    let (mut engine, log) = traced(PROGRAM, move |event| {
        seen.lock()
            .expect("no other thread")
            .push(event.is_trace_point() && !event.is_leashed());
        TraceAction::Abort
    });
    engine.debugger().set_debug_mode(DebugMode::Off);
    assert!(engine.succeeds("trace(r/1, [call, fail]), p(_)").expect("there is one"));
    assert_eq!(log.take().join(", "), "Call r(1), Fail r(1), Call r(2)");
    assert_eq!(*points.lock().expect("no other thread"), [true; 3]);
    assert!(engine.succeeds("trace(r/1, -all), p(_)").expect("there is one"));
    assert_eq!(log.take().len(), 0);
}

#[test]
fn the_time_of_the_front_end_is_not_counted_and_a_panic_abandons_the_query() {
    let (mut engine, log) = traced(PROGRAM, |event| {
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(event.port() != Port::Fail, "this is expected");
        TraceAction::Creep
    });
    engine.set_limits(engine.limits().time(std::time::Duration::from_millis(1500)));
    assert_eq!(answers(&mut engine, "q(1), q(1), q(2)"), ["true"]);
    assert_eq!(log.take().len(), 6);
    assert_eq!(answers(&mut engine, "q(3)"), [""]);
    assert_eq!(answers(&mut engine, "q(1)"), ["true"]);
}
