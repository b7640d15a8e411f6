use super::engine::Engine;
use super::explain::{Explanation, Question, StepKind};
use super::limits::Limits;

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_limits(Limits::default().inferences(5_000_000));
    engine
}

/// Explains a goal, as text.
fn explained(engine: &mut Engine, goal: &str) -> String {
    match engine.explain(goal) {
        Ok(explanation) => explanation.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn steps_tell_how_they_hold() {
    let mut engine = engine();
    let text = "
        parent(ann, bob). parent(bob, cid).
        grand(X, Z) :- parent(X, Y), parent(Y, Z).
        size(N, S) :- ( N > 10 -> S = big ; N > 5 -> S = medium ; S = small ).
        either(X) :- ( fail ; grand(X, _) ; X = z ).
        soft(X) :- ( parent(ann, X) *-> true ; X = nobody ).
        safe(R) :- catch(X is foo + 1, error(type_error(T, _), _), R = T), var(X).
        childless(X) :- parent(_, X), \\+ parent(X, _).
        first(X) :- once(parent(X, _)), !.
        :- dynamic(d/1).";
    engine.consult_named("t", text).expect("it is right");
    engine.det("twice", |n: i64| 2 * n).expect("it is free");
    for (goal, expected) in [
        (
            "grand(ann, X)",
            "grand(ann, cid)   t:3\n  parent(ann, bob)   t:2\n  parent(bob, cid)   t:2",
        ),
        ("parent(ann, X), X \\== cid", "parent(ann, bob)   t:2\nbob\\==cid"),
        (
            "size(7, S)",
            "size(7, medium)   t:4\n  if not: 7>10\n  if: 7>5\n    7>5\n  medium=medium",
        ),
        (
            "size(1, S)",
            "size(1, small)   t:4\n  if not: 1>10\n  if not: 1>5\n  small=small",
        ),
        (
            "either(ann)",
            "either(ann)   t:5\n  or 2: grand(ann, cid)\n    grand(ann, cid)   t:3",
        ),
        (
            "soft(X)",
            "soft(bob)   t:6\n  if: parent(ann, bob)\n    parent(ann, bob)   t:2",
        ),
        (
            "childless(X)",
            "childless(cid)   t:8\n  parent(bob, cid)   t:2\n  not: parent(cid, _0)",
        ),
        ("first(X)", "first(ann)   t:9\n  if: parent(ann, bob)"),
        ("assertz(d(1)), d(X)", "assertz(d(1))\nd(1)   (fact)"),
        ("twice(4, X)", "twice(4, 8)   (host)"),
        ("grand(nobody, X)", "The query fails"),
        ("nosuch(1)", "error: "),
        ("foo(", "error: Syntax error"),
        ("call(grand, ann, X)", "grand(ann, cid)   t:3"),
    ] {
        let found = explained(&mut engine, goal);
        assert!(found.starts_with(expected), "{goal}\n{found}");
    }
    let caught = explained(&mut engine, "safe(R)");
    assert!(
        caught.contains("\n  caught: error(type_error(evaluable, foo/0), "),
        "{caught}"
    );
}

#[test]
fn failures_name_the_goals_without_a_solution() {
    let mut engine = engine();
    let text = "
        may(User, read, Doc) :- role(User, Role), reads(Role, Doc), \\+ locked(Doc).
        role(ann, editor).
        reads(editor, doc7).
        reads(editor, doc8).
        locked(doc8).";
    engine.consult_named("rules.pl", text).expect("it is right");
    let may = Question::new("may(User, read, Doc)").with((("User", crate::Atom("ann")), ("Doc", crate::Atom("doc7"))));
    let found = engine.explain(may).expect("no error");
    eprintln!("{found}");
    let Explanation::Failed(failure) = engine.explain("may(ann, read, doc8)").expect("no error") else {
        panic!("it is locked")
    };
    eprintln!("{failure}");
    eprintln!("{:?}", failure.goals());
}
