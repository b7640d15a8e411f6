//! Objects of the host in terms: where they survive, how programs see them, and when they are dropped.

use ferz::{AnyObject, Engine, Error, Object, Program, Term, TermView};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts how many of its kind are dropped.
struct Thing {
    value: i64,
    dropped: Arc<AtomicUsize>,
}

impl Drop for Thing {
    fn drop(&mut self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

struct Other;

#[derive(Clone, Default)]
struct Count(Arc<AtomicUsize>);

impl Count {
    fn thing(&self, value: i64) -> Object<Thing> {
        let dropped = Arc::clone(&self.0);
        Object::new(Thing { value, dropped })
    }

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Makes an engine with `thing(+Value, -Thing)`, `value(+Thing, -Value)` and `other(-Object)`.
fn engine(count: &Count) -> Engine {
    let mut engine = Engine::new();
    register(&mut engine, count).expect("the names are free");
    engine
}

fn register(engine: &mut Engine, count: &Count) -> Result<(), Error> {
    let count = count.clone();
    engine.det("thing", move |value: i64| Ok(count.thing(value)))?;
    engine.det("value", |thing: Object<Thing>| Ok(thing.value))?;
    engine.det("other", || Ok(Object::named("an 'other'", Other)))
}

#[track_caller]
fn yes(engine: &mut Engine, goal: &str) {
    match engine.succeeds(goal) {
        Ok(true) => {}
        Ok(false) => panic!("{goal} fails"),
        Err(error) => panic!("{goal}: {error}"),
    }
}

#[test]
fn programs_keep_copy_and_compare_objects() {
    let mut engine = engine(&Count::default());
    engine
        .consult_str(":- dynamic(kept/1). :- table same/2. same(X, X). twice(X, f(X, X)).")
        .expect("it is right");
    for goal in [
        "thing(1, T), value(T, 1)",
        "findall(T, (member(V, [1, 2]), thing(V, T)), [A, B]), garbage_collect_atoms, value(A, 1), value(B, 2), A \\== B",
        "thing(3, T), assertz(kept(T)), garbage_collect_atoms, kept(U), U == T",
        "garbage_collect_atoms, kept(U), value(U, 3), retract(kept(U)), \\+ kept(U)",
        "thing(4, T), nb_setval(key, f(T)), garbage_collect_atoms, nb_getval(key, f(U)), T == U",
        "garbage_collect_atoms, nb_getval(key, f(U)), value(U, 4)",
        "catch((thing(5, T), throw(ball(T))), ball(U), (garbage_collect_atoms, value(U, 5)))",
        "thing(6, T), copy_term(g(T, _), g(U, _)), T = U, T == U, compare(=, T, U), twice(T, f(U, U))",
        "thing(7, T), recordz(key, T), garbage_collect_atoms, recorded(key, U), value(U, 7)",
        "thing(8, T), same(T, X), garbage_collect_atoms, same(T, Y), X == Y, value(Y, 8)",
        "thing(9, T), thing(9, U), T \\= U, sort([U, T, U], [_, _]), compare(O, T, U), compare(P, U, T), O \\== P",
        "thing(10, T), freeze(X, value(T, X)), garbage_collect_atoms, X = 10",
        "thing(11, T), term_to_atom(f(T), A), sub_atom(A, 0, _, _, 'f(<Thing>(0x')",
        "thing(12, T), list_to_assoc([T-x], A), get_assoc(T, A, x), term_variables(T, []), ground(T)",
    ] {
        yes(&mut engine, goal);
    }
}

#[test]
fn an_object_is_an_atom_that_no_text_denotes() {
    let mut engine = engine(&Count::default());
    for goal in [
        "thing(1, T), atom(T), atomic(T), callable(T), blob(T, 'Thing')",
        "other(T), blob(T, K), K == 'an \\'other\\''",
        "thing(1, T), atom_codes(T, Codes), atom_codes(A, Codes), A \\== T, A \\= T, \\+ compare(=, A, T)",
        "thing(1, T), format(atom(A), \"~w ~q ~a\", [T, T, T]), \\+ sub_atom(A, _, _, _, '\\'')",
        "thing(1, T), term_to_atom(T, A), catch(term_to_atom(_, A), error(syntax_error(_), _), true)",
        "thing(1, T), catch(call(T), error(existence_error(procedure, _), _), true)",
        "thing(1, T), catch(atom_length(a, T), error(type_error(integer, U), _), true), T == U",
    ] {
        yes(&mut engine, goal);
    }
    let answer = engine.once("thing(1, T)").expect("no error").expect("a solution");
    let text = answer.to_string();
    assert!(text.starts_with("T = <Thing>(0x") && text.ends_with(')'), "{text}");
}

#[test]
fn what_is_not_the_object_is_a_type_error() {
    let mut engine = engine(&Count::default());
    for (goal, expected) in [
        ("value(_, V)", "instantiation_error"),
        ("value(thing, V)", "type_error('Thing', thing)"),
        ("value(3, V)", "type_error('Thing', 3)"),
    ] {
        let error = engine.once(goal).expect_err(goal);
        assert_eq!(error.formal().expect("an error term").to_string(), expected);
    }
    let error = engine.once("other(T), value(T, V)").expect_err("it is another");
    let text = error.formal().expect("an error term").to_string();
    assert!(text.starts_with("type_error('Thing', <an 'other'>(0x"), "{text}");
    let thing = Count::default().thing(3);
    let list = Term::list([thing.clone().into_other(), Term::int(1)]);
    let mismatch = list.to::<Vec<Object<Thing>>>().expect_err("1 is no thing");
    assert_eq!(mismatch.to_string(), "item 2: Thing expected, found `1`");
    assert!(list.to::<Vec<AnyObject>>().is_err() && list.as_ref().object::<Thing>().is_err());
    let TermView::List(head, _) = list.view() else {
        panic!("{list}")
    };
    assert_eq!(head.object::<Thing>().map(|thing| thing.value).ok(), Some(3));
    assert!(head.object::<Other>().is_err() && head.as_text().is_none() && head.to::<String>().is_err());
}

trait IntoOther {
    fn into_other(self) -> Term;
}

impl IntoOther for Object<Thing> {
    /// The term, after a way through an engine and back.
    fn into_other(self) -> Term {
        let mut engine = Engine::new();
        let mut query = engine.query_with("Y = X", [("X", self)]).expect("it is right");
        let answer = query.next().expect("a solution").expect("no error");
        answer.term("Y").expect("it is bound").clone()
    }
}

#[test]
fn objects_are_dropped_when_nothing_refers_to_them() {
    let count = Count::default();
    let mut engine = engine(&count);
    yes(
        &mut engine,
        "forall(between(1, 100, V), thing(V, _)), garbage_collect_atoms",
    );
    assert_eq!(count.get(), 100);
    yes(&mut engine, "thing(1, T), assertz(kept(T)), garbage_collect_atoms");
    let answer = engine.once("kept(T)").expect("no error").expect("a solution");
    yes(&mut engine, "retract(kept(_)), garbage_collect_atoms");
    yes(&mut engine, "garbage_collect_atoms");
    assert_eq!(count.get(), 100, "the answer refers to it");
    drop(answer);
    assert_eq!(count.get(), 101);
    yes(&mut engine, "thing(1, T), nb_setval(key, T)");
    drop(engine);
    assert_eq!(count.get(), 102);
}

#[test]
fn many_objects_need_no_call_of_the_collector() {
    let count = Count::default();
    let mut engine = engine(&count);
    yes(&mut engine, "forall(between(1, 100000, V), thing(V, _))");
    assert!(count.get() > 50_000, "{} of 100,000 are dropped", count.get());
}

#[test]
fn a_destructor_that_panics_harms_nobody() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("as intended");
        }
    }
    let count = Count::default();
    let mut engine = engine(&count);
    engine.det("bomb", || Ok(Object::new(Bomb))).expect("the name is free");
    yes(&mut engine, "bomb(_), thing(1, _), bomb(_)");
    yes(&mut engine, "garbage_collect_atoms");
    assert_eq!(count.get(), 1);
    yes(&mut engine, "thing(2, T), value(T, 2)");
}

#[test]
fn programs_forks_and_resets_share_objects() {
    let count = Count::default();
    let counted = count.clone();
    let program = Program::builder()
        .facts("kept", [(count.thing(1),), (count.thing(2),)])
        .det("thing", move |value: i64| Ok(counted.thing(value)))
        .det("value", |thing: Object<Thing>| Ok(thing.value))
        .text("t", ":- dynamic(more/1).")
        .freeze()
        .unwrap_or_else(|found| panic!("{found}"));
    let mut one = program.engine();
    let mut other = program.engine();
    for engine in [&mut one, &mut other] {
        yes(
            engine,
            "garbage_collect_atoms, findall(V, (kept(T), value(T, V)), [1, 2])",
        );
    }
    yes(&mut one, "thing(3, T), assertz(more(T))");
    let mut fork = one.fork();
    one.reset();
    yes(&mut one, "\\+ more(_), garbage_collect_atoms, kept(_)");
    yes(
        &mut fork,
        "garbage_collect_atoms, more(T), value(T, 3), retract(more(T))",
    );
    assert_eq!(count.get(), 0);
    yes(&mut fork, "thing(4, T), assertz(more(T)), garbage_collect_atoms");
    yes(&mut fork, "retract(more(_))");
    fork.reset();
    drop(fork);
    assert_eq!(count.get(), 2);
    drop((one, other));
    assert_eq!(count.get(), 2, "the program has two of them");
    drop(program);
    assert_eq!(count.get(), 4);
}

#[test]
fn objects_move_between_engines() {
    let count = Count::default();
    let (mut one, mut other) = (engine(&count), engine(&count));
    let answer = one.once("thing(5, T)").expect("no error").expect("a solution");
    let thing = answer.term("T").expect("it is bound").clone();
    let mut query = other
        .query_with("value(X, V), X == Y", [("X", thing.clone()), ("Y", thing)])
        .expect("it is right");
    let solution = query.next().expect("it is the same object").expect("no error");
    assert_eq!(solution.get::<i64>("V").ok(), Some(5));
}
