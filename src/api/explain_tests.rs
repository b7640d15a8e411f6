//! Explanations of goals that hold, and of goals that fail.

use super::convert::Atom;
use super::engine::Engine;
use super::explain::{Explanation, Question};
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
        locked(doc8).
        long(Doc) :- size_of(Doc, N), is_big(N).";
    engine.consult_named("rules.pl", text).expect("it is right");
    engine.det("size_of", |text: &str| text.len()).expect("it is free");
    engine.test("is_big", |n: i64| n > 4).expect("it is free");
    let may = Question::new("may(User, read, Doc)");
    let params = (("User", Atom("ann")), ("Doc", Atom("doc7")));
    let proved = engine.explain(may.with(params)).expect("no error");
    assert!(
        proved
            .proof()
            .is_some_and(|proof| proof.steps().count() == 1 && !proof.is_cut())
    );
    for (goal, expected) in [
        (
            "may(ann, read, doc8)",
            "\\+locked(doc8) in may(ann, read, doc8) at Some(2) Some(72)",
        ),
        (
            "may(bob, read, doc8)",
            "role(bob, _0) in may(bob, read, doc8) at Some(2) Some(33)",
        ),
        ("role(bob, X)", "role(bob, _2)"),
        ("long(doc7)", "is_big(4) in long(doc7) at Some(7) Some(39)"),
        ("reads(editor, D), D == doc9", "doc7==doc9 doc8==doc9"),
        ("may(ann, write, _), assertz(d(1))", "may(ann, write, _1)"),
        ("role(X, Y), retract(d(1))", ""),
    ] {
        let Explanation::Failed(failure) = engine.explain(goal).expect("no error") else {
            panic!("{goal} has a proof")
        };
        let found = failure.goals().iter().map(|failed| match failed.head() {
            Some(head) => format!(
                "{} in {head} at {:?} {:?}",
                failed.goal(),
                failed.line(),
                failed.column()
            ),
            None => failed.goal().to_string(),
        });
        assert_eq!(found.collect::<Vec<String>>().join(" "), expected, "{goal}");
        assert_eq!(failure.lines().len(), failure.goals().len() + 1, "{failure}");
    }
    let two = engine
        .explain(Question::new("reads(editor, D)").answer(2))
        .expect("no error");
    assert_eq!(two.to_string(), "reads(editor, doc8)   rules.pl:5");
    let answer = two.proof().map(|proof| proof.answer().to_string());
    assert_eq!(answer.as_deref(), Some("D = doc8"));
    let three = engine
        .explain(Question::new("reads(editor, D)").answer(3))
        .expect("no error");
    assert_eq!(three.to_string(), "The query has fewer than 3 answers");
}

#[test]
fn rules_that_match_are_followed() {
    let mut engine = engine();
    let text = "size(N, S), N > 10 => S = big.
        size(N, S), N > 5 => S = medium.
        size(_, S) => S = small.
        len([], N) => N = 0.
        len([_|T], N) => len(T, M), N is M + 1.
        once_only(X) => X > 1, ( X = 2 ; X = 3 ).
        once_only(_) => true.
        whole(f(X), X) => true.";
    engine.consult_named("t", text).expect("it is right");
    for (goal, expected) in [
        ("size(7, S)", "size(7, medium)   t:2\n  7>5\n  medium=medium"),
        ("size(1, S)", "size(1, small)   t:3\n  small=small"),
        (
            "len([a], N)",
            "len([a], 1)   t:5\n  len([], 0)   t:4\n    0=0\n  1 is 0+1",
        ),
        ("once_only(1)", "The query fails"),
        ("once_only(3)", "once_only(3)   t:6\n  3>1\n  or 2: 3=3\n    3=3"),
        ("whole(f(X), X)", "whole(f(_0), _0)   t:8"),
        ("whole(X, 1)", "error: "),
        ("len(x, N)", "error: "),
    ] {
        let found = explained(&mut engine, goal);
        assert!(found.starts_with(expected), "{goal}\n{found}");
        let is_error = found.starts_with("error");
        assert_eq!(engine.once(goal).is_err(), is_error, "{goal}");
    }
}

#[test]
fn what_is_left_out_is_marked() {
    let mut engine = engine();
    engine
        .consult_named("t", "count(0). count(N) :- N > 0, M is N - 1, count(M).")
        .expect("it is right");
    let mut proof = |question: Question<'_>| match engine.explain(question) {
        Ok(Explanation::Proved(proof)) => proof,
        other => panic!("{other:?}"),
    };
    let whole = proof(Question::new("count(3)"));
    assert!(!whole.is_cut() && whole.walk().all(|step| !step.is_cut()) && whole.walk().count() == 10);
    let shallow = proof(Question::new("count(3)").depth(2));
    assert_eq!(
        shallow.to_string(),
        "count(3)   t:1\n  3>0\n  2 is 3-1\n  count(2)   t:1\n    2>0\n    1 is 2-1\n    count(1)   (not followed) ..."
    );
    assert!(shallow.is_cut());
    let short = proof(Question::new("count(3), true, count(0)").steps(6));
    assert_eq!(
        short.to_string(),
        "count(3)   t:1 ...\n  3>0\n  2 is 3-1\n  count(2)   t:1 ...\n    2>0\n    1 is 2-1"
    );
    assert!(short.is_cut());
    let none = proof(Question::new("count(0)").steps(0));
    assert_eq!((none.to_string().as_str(), none.is_cut()), ("\n...", true));
    let whole_of_two = proof(Question::new("count(0), count(0)").steps(2));
    assert!(!whole_of_two.is_cut());
    let deep = proof(Question::new("count(5000)").depth(10_000).steps(20_000));
    assert_eq!((deep.walk().count(), deep.is_cut()), (15_001, false));
    let counted = deep.steps().flat_map(|step| step.steps()).count();
    assert_eq!(counted, 3);
}

#[test]
fn answers_of_tables_are_followed() {
    let mut engine = engine();
    let text = ":- table member_of/2, path/3, left/2, win/1, size_of/2.
        member_of(U, G) :- direct(U, G).
        member_of(U, G) :- member_of(U, M), direct(M, G).
        direct(ann, staff). direct(staff, all). direct(all, staff). direct(staff, ann).
        :- table path(_, _, min).
        path(X, Y, C) :- road(X, Y, C).
        path(X, Y, C) :- path(X, Z, A), road(Z, Y, B), C is A + B.
        road(a, b, 1). road(b, c, 2). road(a, c, 9). road(c, a, 1).
        left(X, Y) :- left(X, Z), step(Z, Y).
        left(X, Y) :- step(X, Y).
        step(X, Y) :- X < 100, Y is X + 1.
        win(X) :- move(X, Y), tnot(win(Y)).
        move(a, b). move(b, c).
        size_of(X, Y) :- size_of(Y, X).
        size_of(1, _).
        may(U) :- member_of(U, all), \\+ member_of(U, root).";
    engine.consult_named("t", text).expect("it is right");
    let member = "member_of(ann, all)   (tabled)\n  member_of(ann, all)   t:3\n    member_of(ann, staff)   (tabled)\n      \
        member_of(ann, staff)   t:2\n        direct(ann, staff)   t:4\n    direct(staff, all)   t:4";
    for (goal, expected) in [
        ("member_of(ann, all)", member.to_owned()),
        ("may(ann)", format!("may(ann)   t:16\n{}\n  not: member_of(ann, root)", indented(member))),
        (
            "path(a, c, C)",
            "path(a, c, 3)   (tabled)\n  path(a, c, 3)   t:7\n    path(a, b, 1)   (tabled)\n      path(a, b, 1)   t:6\n        \
             road(a, b, 1)   t:8\n    road(b, c, 2)   t:8\n    3 is 1+2"
                .to_owned(),
        ),
        ("size_of(2, 1)", "size_of(2, 1)   (tabled)\n  size_of(2, 1)   t:14\n    size_of(1, 2)   (tabled)".to_owned()),
        ("size_of(1, X)", "size_of(1, ".to_owned()),
        ("win(b)", "win(b)   (tabled)".to_owned()),
    ] {
        let found = explained(&mut engine, goal);
        assert!(found.starts_with(&expected), "{goal}\n{found}");
    }
    let question = Question::new("left(0, 20)").depth(6);
    let long = engine.explain(question).expect("no error");
    let proof = long.proof().expect("it has one");
    assert!(
        proof.is_cut() && proof.walk().any(|step| step.level() == 12 && step.is_cut()),
        "{proof}"
    );
    let whole = engine
        .explain(Question::new("left(0, 20)").depth(100))
        .expect("no error");
    assert!(whole.proof().is_some_and(|proof| !proof.is_cut()));
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

#[test]
fn a_failure_has_reasons_and_changes() {
    let mut engine = engine();
    let text = "
        sold(red, 3). sold(blue, 5).
        paint(C, N) :- sold(C, M), M >= N.
        speaks(X) :- write(X), fail.
        :- dynamic(seen/1).
        counts(X) :- assertz(seen(X)), fail.";
    engine.consult_named("t", text).expect("it is right");
    let failure = |engine: &mut Engine, goal| match engine.explain(Question::new(goal).changes()) {
        Ok(Explanation::Failed(failure)) => failure,
        other => panic!("{goal}: {other:?}"),
    };
    let found = failure(&mut engine, "paint(bleu, 2)");
    let reasons = found.goals()[0].reasons();
    assert_eq!(
        reasons,
        ["argument 1: bleu does not match blue, which is nearly the same   t:2"]
    );
    let change = "  paint(_,2)   as in paint(red,2)";
    assert_eq!(found.changes()[2], change);
    assert!(found.to_string().ends_with(change));
    // What is written is dropped; what changes the program is not done again.
    assert_eq!(failure(&mut engine, "speaks(a)").goals()[0].goal().to_string(), "fail");
    let found = failure(&mut engine, "counts(a)");
    assert!(found.lines()[0].contains("assertz/1"), "{found}");
    assert_eq!(found.changes(), [""; 0]);
    let seen = engine.once("aggregate_all(count, seen(_), N)").expect("it counts");
    assert_eq!(seen.and_then(|seen| seen.get("N").ok()), Some(1));
}

#[test]
fn a_predicate_can_answer_the_questions() {
    let mut engine = engine();
    let text = "
        total([], 0).
        total([X|Xs], T) :- total(Xs, T0), T is T0 * X.
        even(0).
        even(N) :- N > 2, M is N - 2, even(M).
        expects(total(L, T), A) :- ( sum_list(L, T) -> A = yes ; A = no ).
        expects(even(N), A) :- ( N mod 2 =:= 0 -> A = yes ; A = no ).";
    engine.consult_named("t", text).expect("it is right");
    for (goal, fault) in [
        (
            "wrong(total([3,4], _), expects, F)",
            "fault(clause, total([4], 0), t, 3)",
        ),
        ("missing(even(6), expects, F)", "fault(uncovered, even(2), t, 4)"),
    ] {
        let answer = engine.once(goal).expect("it runs").expect("there is a fault");
        let found = answer.term("F").map(ToString::to_string);
        assert_eq!(found.as_deref(), Some(fault), "{goal}");
    }
    for goal in ["missing(even(4), expects, _), fail", "missing(even(0), expects, _)"] {
        assert!(engine.once(goal).expect("it runs").is_none(), "{goal}");
    }
}
