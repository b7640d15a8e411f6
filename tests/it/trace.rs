//! The tracer as the interface tells of it: the ports of goals, and what the actions do.

use std::sync::{Arc, Mutex};

use ferz::{DebugMode, Engine, Port, TraceAction, TraceEvent};

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
    engine.set_tracer(move |event| {
        let star = if event.has_alternatives() { "*" } else { "" };
        let goal = event.goal_text(0).expect("there is room");
        let line = unnumbered(&format!("{star}{:?} {goal}", event.port()));
        kept.lock().expect("no other thread").push(line);
        act(event)
    });
    engine.set_debug_mode(DebugMode::Trace);
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
        Err(error) => format!(
            "{}",
            error.formal().map_or_else(String::new, |formal| formal.to_string())
        ),
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
        Exit catch(bad(2), error(type_error(evaluable, a/0), context((is)/2, _)), q(2))
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
