//! The search of a goal: its steps beside those of another interpreter, what is said of them, and what is written.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ferz::toplevel::{TokenKind, tokens};
use ferz::{Engine, Term};
use ferz_tools::show::{Bounds, Picture, RowKind, SearchRecord, html, record, svg, text};

/// An interpreter in Prolog that notes its steps. It knows conjunctions only.
const INTERPRETER: &str = "
:- dynamic(step/1).

observe(Goal) :-
    retractall(step(_)),
    flag(node, _, 1),
    forall(solve_noted(Goal, 0), assertz(step(solution))).

solve_noted(Goal, Parent) :-
    flag(node, N, N + 1),
    copy_term(Goal, Copy),
    format(string(Text), '~W', [Copy, [quoted(true), max_depth(10)]]),
    assertz(step(call(N, Parent, Text))),
    (   resolve(Goal, N),
        assertz(step(exit(N)))
    ;   assertz(step(fail(N))),
        fail
    ).

resolve(Goal, N) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    (   predicate_property(Goal, system)
    ->  call(Goal)
    ;   findall(R, clause(Head, _, R), Rs),
        member(R, Rs),
        clause(H, Body, R),
        clause_property(R, line_count(Line)),
        (   \\+ H = Goal
        ->  assertz(step(skip(N, Line))),
            fail
        ;   assertz(step(clause(N, Line))),
            H = Goal,
            body(Body, N)
        )
    ).

body(true, _) :- !.
body((A, B), N) :- !, body(A, N), body(B, N).
body(Goal, N) :- solve_noted(Goal, N).
";

fn program(text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.consult_str(text).expect("it is a program");
    engine
}

fn shown(engine: &mut Engine, goal: &str) -> SearchRecord {
    record(engine, goal, Bounds::default()).expect("the goal is recorded")
}

/// Returns a goal without blanks and names of variables.
fn bare(goal: &str) -> String {
    let parts = tokens(goal);
    parts
        .iter()
        .map(|(range, kind)| match kind {
            TokenKind::Variable => "_",
            _ => &goal[range.clone()],
        })
        .collect()
}

/// Returns the goal whose clause a row is in.
fn parent(record: &SearchRecord, row: usize) -> usize {
    let mut at = record.rows[row].up;
    loop {
        let row = record.rows[at];
        match row.kind {
            RowKind::Exit(_) => at = record.rows[row.goal].up,
            _ => return row.goal,
        }
    }
}

#[test]
fn the_steps_are_those_of_another_interpreter() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs/nqueens.pl");
    let queens = std::fs::read_to_string(file).expect("the program is there");
    let mut engine = program(&queens);
    let record = shown(&mut engine, "solve(6, QP)");

    let mut observer = Engine::new();
    observer.consult_str(&queens).expect("it is a program");
    observer.consult_str(INTERPRETER).expect("it is a program");
    observer.once("observe(solve(6, QP))").expect("it runs");
    let answer = observer
        .once("findall(S, step(S), Steps)")
        .expect("it runs")
        .expect("steps");
    let steps = answer.term("Steps").and_then(Term::items).expect("a list");
    let steps: Vec<String> = steps.iter().map(|step| step.to_string()).collect();
    let has_exited: HashSet<String> = steps
        .iter()
        .filter_map(|step| step.strip_prefix("exit("))
        .map(str::to_owned)
        .collect();
    // What has left no alternatives does not fail for the machine.
    let expected: Vec<String> = steps
        .iter()
        .filter(|step| step.strip_prefix("fail(").is_none_or(|rest| !has_exited.contains(rest)))
        .map(|step| match step.strip_prefix("call(") {
            Some(_) => {
                let (head, goal) = step.split_once('"').expect("a text");
                format!("{head}{}", bare(goal.trim_end_matches("\")")))
            }
            None => step.clone(),
        })
        .map(|step| step.replace(' ', "").replace("\\\\", "\\"))
        .collect();

    let mut numbers: HashMap<usize, usize> = HashMap::from([(0, 0)]);
    let exited: HashSet<usize> = (record.rows.iter())
        .filter(|row| matches!(row.kind, RowKind::Exit(_)))
        .map(|row| row.goal)
        .collect();
    let mut found = Vec::new();
    for (number, row) in (0..).zip(&record.rows).skip(1) {
        let line = record.places[row.place].line;
        let goal = numbers.get(&row.goal).copied();
        let named = goal.unwrap_or(numbers.len());
        match row.kind {
            RowKind::Call => {
                numbers.insert(number, named);
                let parent = numbers[&parent(&record, number)];
                found.push(format!("call({named},{parent},{}", bare(&record.texts[row.text])));
            }
            RowKind::Clause => found.push(format!("clause({named},{line})")),
            RowKind::Skip => found.push(format!("skip({named},{line})")),
            RowKind::Exit(_) => found.push(format!("exit({named})")),
            RowKind::Fail if exited.contains(&row.goal) => {}
            RowKind::Fail => found.push(format!("fail({named})")),
            RowKind::Solution => found.push("solution".to_owned()),
            RowKind::Cut | RowKind::Exception => panic!("there are none"),
        }
    }
    let differs = found.iter().zip(&expected).position(|(a, b)| a != b);
    if let Some(at) = differs {
        panic!("step {at}: {} instead of {}", found[at], expected[at]);
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!((record.solutions, record.predicates[0].name.as_str()), (4, "query"));
    let calls = |name: &str| {
        record
            .predicates
            .iter()
            .find(|one| one.name == name)
            .map(|one| one.calls)
    };
    let counted = |name: &str| {
        found
            .iter()
            .filter(|step| step.starts_with("call(") && step.contains(name))
            .count() as u64
    };
    assert_eq!(calls("nc/3"), Some(counted(",nc(")));
    assert!(found.len() > 10_000, "{} steps", found.len());
}

const SMALL: &str = "\
q(1). q(2). q(3).
r(2). r(3).
p(X) :- q(X), r(X), X > 2.
first(X) :- q(X), !, r(X).
first(none).
either(X) :- ( q(X), X >= 1 + 2 ; r(X) ).
no(X) :- q(X), \\+ r(X).
two(X, X).
";

#[track_caller]
fn expect(goal: &str, lines: &str) {
    assert_eq!(
        text(&shown(&mut program(SMALL), goal)).trim_end(),
        lines.trim_end(),
        "{goal}"
    );
}

#[test]
fn failures_have_reasons() {
    expect(
        "p(3)",
        "\
✓ p(3)
  ✓ q(3)
    ✗ clause user:1: argument 1: 3 does not match 1
    ✗ clause user:1: argument 1: 3 does not match 2
    clause user:1
  ✓ r(3)
    ✗ clause user:2: argument 1: 3 does not match 2
    clause user:2
  ✓ 3>2
★ true",
    );
    expect(
        "two(1, f(2))",
        "\
✗ two(1, f(2))   no clause matches
  ✗ clause user:8: argument 2: f(2) does not match 1",
    );
    expect("1 + 1 =:= 3 - 2", "✗ 1+1=:=3-2   1+1 is 2, 3-2 is 1");
    expect("f(X) = g(X)", "✗ f(X)=g(X)   these do not unify");
}

#[test]
fn a_cut_says_what_it_drops() {
    expect(
        "first(X)",
        "\
✗ first(X)
  ✓ q(X)   X = 1
  ! drops more solutions of q(X), the clause in line 5
  ✗ r(1)   no clause matches
    ✗ clause user:2: argument 1: 1 does not match 2
    ✗ clause user:2: argument 1: 1 does not match 3",
    );
}

#[test]
fn what_follows_a_cut_goes_on_from_it() {
    let found = shown(&mut program(SMALL), "first(2)");
    let cut = found
        .rows
        .iter()
        .position(|row| row.kind == RowKind::Cut)
        .expect("a cut");
    let after = found.rows[cut + 1];
    assert_eq!((after.kind, after.up), (RowKind::Call, cut));
    assert!(svg(&found).contains(">! drops nothing</text>"));
}

#[test]
fn branches_of_a_disjunction_stand_side_by_side() {
    let lines = text(&shown(&mut program(SMALL), "either(X)"));
    // Both branches begin the body.
    assert!(
        lines.contains("\n  ✓ q(X)\n") && lines.contains("\n  ✓ r(X)"),
        "{lines}"
    );
    assert!(lines.contains("✗ 1>=1+2   1+2 is 3"), "{lines}");
    let lines = text(&shown(&mut program(SMALL), "no(X)"));
    assert!(lines.contains("✗ r(1)   in \\+   no clause matches"), "{lines}");
}

#[test]
fn exceptions_and_long_searches_are_told() {
    let mut engine = program(SMALL);
    let found = shown(&mut engine, "q(X), atom_length(X, _), atom_length(_, _)");
    assert!(found.error.is_some());
    assert!(text(&found).contains("‼ atom_length("), "{}", text(&found));
    let few = Bounds {
        goals: 100,
        ..Bounds::default()
    };
    engine
        .consult_str("count(N) :- M is N + 1, count(M).")
        .expect("it is a program");
    let found = record(&mut engine, "count(0)", few).expect("it is recorded");
    assert!(found.is_cut_short && text(&found).contains("ended after 100 goals"));
    // The engine is as before.
    assert!(engine.succeeds("p(3)").expect("it runs"));
    let port = engine.once("visible(Ports)").expect("it runs").expect("an answer");
    assert_eq!(port.to_string(), "Ports = [call, exit, redo, fail, exception]");
    assert!(record(&mut engine, "p(", Bounds::default()).is_err());
}

#[test]
fn programs_draw_their_states() {
    let mut engine = program(
        "p([]). p([X|Xs]) :- p(Xs), X > 0.
         show_state(p(Xs), svg(S)) :- length(Xs, N), format(string(S), '<svg>~w</svg>', [N]).
         show_state(q, text).",
    );
    let found = shown(&mut engine, "p([1,2])");
    let svg = |n: usize| Picture::Svg(format!("<svg>{n}</svg>"));
    assert_eq!(found.pictures, [svg(2), svg(1), svg(0)]);
    assert_eq!(found.pictured.len(), 3);
}

#[test]
fn texts_of_programs_are_no_markup() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;";
    let mut engine = program(&format!("p('{evil}'). show_state(p(_), '{evil}')."));
    let found = shown(&mut engine, &format!("p('{evil}'), p(X)"));
    let page = html(&found);
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img") && !page.contains("&amp;&amp;"));
    assert!(page.contains("<title>?- p('&lt;/script>"));
    let drawing = svg(&found);
    assert!(!drawing.contains("<script") && drawing.contains("&lt;/script&gt;"));
}
