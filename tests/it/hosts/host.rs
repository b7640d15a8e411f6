//! Predicates of the host: whatever they do is an answer or an error, and the engine is usable afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferz::{Engine, Error, ErrorKind, Term};

/// An engine with predicates of the host that do all sorts of things.
fn engine() -> Engine {
    let mut engine = Engine::new();
    let mut known = |name, arity, function: fn(&mut ferz::Call<'_>) -> Result<bool, Error>| {
        engine.register(name, arity, function).expect("the name is free");
    };
    known("add", 3, |call| {
        let (a, b): (i64, i64) = (call.get(0)?, call.get(1)?);
        call.unify(2, a + b);
        Ok(true)
    });
    known("small", 1, |call| Ok(call.get::<u8>(0)? < 10));
    known("panics", 1, |call| panic!("about {}", call.arg(0)));
    known("too_far", 0, |call| Ok(call.arg(3) == call.arg(4)));
    known("throws", 1, |call| Err(Error::throw(call.arg(0))));
    known("one_of", 2, |call| {
        let values: Vec<Term> = call.get(0)?;
        call.unify_each(1, values);
        Ok(true)
    });
    known("total", 2, |call| {
        let total: i64 = call.get::<Vec<i64>>(0)?.iter().sum();
        call.unify(1, total);
        Ok(true)
    });
    known("parts", 2, |call| {
        call.unify(0, Term::compound("p", [Term::int(1), Term::var()]));
        call.unify(1, vec![1, 2]);
        Ok(true)
    });
    known("big", 1, |call| {
        call.unify(0, vec![7; 100_000]);
        Ok(true)
    });
    engine
}

fn answers(engine: &mut Engine, query: &str) -> String {
    let found: Result<Vec<String>, Error> = engine
        .query(query)
        .expect("a right query")
        .map(|answer| answer.map(|answer| answer.to_string().replace(",\n", ", ")))
        .collect();
    match found {
        Ok(found) => found.join("; "),
        Err(error) => error.exception().map_or_else(|| error.to_string(), ToString::to_string),
    }
}

#[test]
fn they_are_called_like_any_other() {
    let mut engine = engine();
    engine
        .consult_str(
            "sum([], 0). sum([X|Xs], S) :- sum(Xs, T), add(X, T, S). pick(X) :- one_of([c, a, b], X), X \\== c.",
        )
        .expect("the program is right");
    for (query, expected) in [
        ("add(1, 2, X)", "X = 3"),
        ("add(1, 2, 4)", ""),
        ("maplist(add(1), [1, 2], L)", "L = [2, 3]"),
        ("numlist(1, 1000, L), sum(L, S), L = [_|T], T = []", ""),
        ("sum([1, 2, 3], S)", "S = 6"),
        ("total([1, 2, 3], S)", "S = 6"),
        ("small(3)", "true"),
        ("small(30)", ""),
        ("pick(X)", "X = a; X = b"),
        ("one_of([1, f(_), g(_)], X), X = f(2)", "X = f(2)"),
        ("one_of([], X)", ""),
        (
            "findall(X-Y, (one_of([1, 2], X), one_of([a, b], Y)), L)",
            "L = [1-a, 1-b, 2-a, 2-b]",
        ),
        ("one_of([1, 2, 3], X), !", "X = 1"),
        ("parts(p(X, Y), [_|T]), Y = X", "X = Y, Y = 1, T = [2]"),
        ("freeze(X, X > 2), add(1, 1, X)", ""),
        ("freeze(X, Y = seen), add(1, 2, X)", "X = 3, Y = seen"),
        ("freeze(X, X > 1), one_of([1, 2, 3], X)", "X = 2; X = 3"),
        (
            "\\+ predicate_property(add(_, _, _), dynamic), catch(clause(add(_, _, _), _), error(E, _), true)",
            "E = permission_error(access, private_procedure, add/3)",
        ),
    ] {
        let found = answers(&mut engine, query);
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn faults_in_them_are_exceptions() {
    let mut engine = engine();
    for (query, expected) in [
        ("add(1, _, X)", "error(instantiation_error, context(add/3, _))"),
        ("add(1, f(x), X)", "error(type_error(integer, f(x)), context(add/3, _))"),
        ("total([1, a], S)", "error(type_error(integer, a), context(total/2, _))"),
        ("total([1|a], S)", "error(type_error(list, [1|a]), context(total/2, _))"),
        ("total([1, _], S)", "error(instantiation_error, context(total/2, _))"),
        ("small(300)", "error(type_error(u8, 300), context(small/1, _))"),
        ("throws(ball(1))", "ball(1)"),
        ("throws(error(type_error(a, b), c))", "error(type_error(a, b), c)"),
        (
            "panics(f(x))",
            "error(system_error(\"the host has panicked: about f(x)\"), context(panics/1, _))",
        ),
    ] {
        let found = answers(&mut engine, query);
        assert_eq!(found.replace("_0", "_"), expected, "{query}");
        assert_eq!(answers(&mut engine, "add(20, 22, X)"), "X = 42", "after {query}");
    }
    let caught = answers(
        &mut engine,
        "findall(E, (member(G, [panics(1), too_far, throws(x)]), catch(G, B, true), (B = error(F, _) -> functor(F, E, _) ; E = B)), L)",
    );
    assert_eq!(caught, "L = [system_error, system_error, x]");
    assert_eq!(answers(&mut engine, "panics(1)").matches("panicked").count(), 1);
}

#[test]
fn what_they_build_counts() {
    let mut engine = engine();
    engine.set_limits(engine.limits().memory(3 << 20));
    assert!(answers(&mut engine, "big(L)").contains("resource_error(memory)"));
    assert_eq!(answers(&mut engine, "add(1, 2, X)"), "X = 3");
    engine.set_limits(engine.limits().memory(24 << 20));
    let rounds = "between(1, 10, _), big(L), length(L, N), N \\== 100000 ; big(M), length(M, N)";
    let found = answers(&mut engine, rounds);
    assert!(found.starts_with("N = 100000"), "{found}");
    engine
        .consult_str("go(0) :- !. go(N) :- big(L), length(L, 100000), M is N - 1, go(M).")
        .expect("the program is right");
    assert_eq!(answers(&mut engine, "go(20)"), "true");
}

#[test]
fn names_that_are_taken_are_refused() {
    let mut engine = engine();
    let yes = |_: &mut ferz::Call<'_>| Ok(true);
    engine.consult_str("mine(1).").expect("the program is right");
    for (name, arity) in [("atom_length", 2), ("mine", 1), (",", 2), ("wide", 1000)] {
        assert!(engine.register(name, arity, yes).is_err(), "{name}");
    }
    // What the library defines may be redefined by anybody, and the host may change its mind.
    engine.register("last", 2, |_| Ok(false)).expect("the name is free");
    assert_eq!(answers(&mut engine, "last([1], 1)"), "");
    engine.register("last", 2, yes).expect("the name is the host's");
    assert_eq!(answers(&mut engine, "last([1], 2)"), "true");
    for text in ["add(1, 1, 3).", ":- dynamic(add/3).", ":- assertz(add(1, 1, 3))."] {
        assert!(engine.consult_str(text).is_err(), "{text}");
        assert_eq!(answers(&mut engine, "add(1, 1, X)"), "X = 2", "after {text}");
    }
    assert!(answers(&mut engine, "abolish(add/3)").contains("permission_error"));
}

#[test]
fn they_can_see_that_they_are_to_stop() {
    let mut engine = Engine::new();
    let saw = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&saw);
    engine
        .register("waits", 0, move |call| {
            while !call.is_stop_wanted() {
                std::thread::sleep(Duration::from_millis(1));
            }
            seen.store(true, Ordering::Relaxed);
            Ok(true)
        })
        .expect("the name is free");
    engine.set_limits(engine.limits().time(Duration::from_millis(300)));
    let error = engine.once("waits, waits").expect_err("the time is up");
    assert_eq!(error.kind(), &ErrorKind::Limit(ferz::Limit::Time));
    assert!(saw.load(Ordering::Relaxed));
}

#[test]
fn arguments_are_the_terms_of_the_goal() {
    let mut engine = Engine::new();
    let mut known = |name, arity, function: fn(&mut ferz::Call<'_>) -> Result<bool, Error>| {
        engine.register(name, arity, function).expect("the name is free");
    };
    known("same", 2, |call| {
        let x = call.handle(0);
        call.unify(1, x);
        Ok(true)
    });
    known("wrap", 2, |call| {
        let x = call.handle(0);
        call.unify(1, [x, x]);
        Ok(true)
    });
    known("equal", 2, |call| Ok(call.arg(0) == call.arg(1)));
    known("pairs", 2, |call| {
        let x = call.handle(0);
        call.unify(0, 'a');
        call.unify_each(1, 0..3);
        call.unify(0, x);
        Ok(true)
    });
    known("kept", 1, |call| {
        Err(Error::throw(Term::compound("seen", [call.arg(0).to_term()])))
    });
    for (query, expected) in [
        ("same(X, Y), X = 1", "X = Y, Y = 1"),
        ("wrap(X, Y), X = 1", "X = 1, Y = [1, 1]"),
        ("dif(X, a), same(X, a)", ""),
        ("dif(X, [b, b]), wrap(b, X)", ""),
        ("freeze(X, Y = woken), wrap(X, [1, Z])", "X = Z, Z = 1, Y = woken"),
        ("equal(X, X)", "true"),
        ("equal(_, _)", ""),
        ("equal(f(X, [1|T]), f(X, [1|T]))", "true"),
        ("equal(\"a\", a)", ""),
        ("pairs(X, Y)", "X = a, Y = 0; X = a, Y = 1; X = a, Y = 2"),
        ("pairs(b, Y)", ""),
        ("freeze(X, (write(x), fail)), pairs(X, Y)", ""),
        ("catch(kept(f(X)), seen(f(Y)), true), Y = 1", "Y = 1"),
    ] {
        assert_eq!(answers(&mut engine, query), expected, "{query}");
    }
}

#[test]
fn modules_see_them() {
    let mut engine = engine();
    engine
        .consult_str(":- module(sums, [sum3/4]). sum3(A, B, C, S) :- add(A, B, T), add(T, C, S).")
        .expect("the program is right");
    assert_eq!(answers(&mut engine, "sum3(1, 2, 3, S)"), "S = 6");
    assert_eq!(answers(&mut engine, "sums:add(1, 2, S)"), "S = 3");
}

#[test]
fn solutions_are_computed_when_they_are_asked_for() {
    let mut engine = Engine::new();
    let pulled = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let dropped = Arc::new(());
    let (count, held) = (Arc::clone(&pulled), Arc::clone(&dropped));
    engine
        .nondet("count_from", move |n: u64| {
            let (count, held) = (Arc::clone(&count), Arc::clone(&held));
            Ok((n..).inspect(move |_| {
                let _alive = &held;
                count.fetch_add(1, Ordering::Relaxed);
            }))
        })
        .expect("the name is free");
    let panics = |n: u32| Ok((0..n).map(|i| if i == 2 { panic!("at {i}") } else { i }));
    engine.nondet("panics_late", panics).expect("the name is free");
    engine
        .nondet("none", || Ok(Vec::<i64>::new()))
        .expect("the name is free");
    assert_eq!(answers(&mut engine, "count_from(5, X), X > 7, !"), "X = 8");
    assert_eq!(pulled.swap(0, Ordering::Relaxed), 4);
    assert_eq!(
        Arc::strong_count(&dropped),
        2,
        "the iterator is gone at the end of the query"
    );
    assert_eq!(
        answers(&mut engine, "count_from(1, X), count_from(X, Y), Y >= 3, !"),
        "X = 1, Y = 3"
    );
    assert_eq!(answers(&mut engine, "none(_)"), "");
    let found = answers(
        &mut engine,
        "catch(findall(X, panics_late(5, X), L), error(system_error(E), _), true)",
    );
    assert_eq!(found, "E = \"the host has panicked: at 2\"");
    assert_eq!(
        answers(&mut engine, "findall(X-Y, (panics_late(2, X), panics_late(2, Y)), L)"),
        "L = [0-0, 0-1, 1-0, 1-1]"
    );
    // Solutions that are cut away again and again do not pile up.
    pulled.store(0, Ordering::Relaxed);
    assert_eq!(
        answers(
            &mut engine,
            "forall(between(1, 1000, N), once(count_from(N, _))), nb_setval(k, 1)"
        ),
        "true"
    );
    assert_eq!(pulled.load(Ordering::Relaxed), 1000);

    engine.set_limits(engine.limits().time(Duration::from_millis(50)));
    engine.set_limits(engine.limits().memory(16 << 20));
    let error = engine.once("count_from(0, _), fail").expect_err("it has no end");
    assert_eq!(error.kind(), &ErrorKind::Limit(ferz::Limit::Time));
    let error = engine.once("count_from(0, -1)").expect_err("it has no end");
    assert_eq!(error.kind(), &ErrorKind::Limit(ferz::Limit::Time));
    engine.set_limits(engine.limits().with(ferz::Limit::Time, None));
    assert_eq!(
        answers(&mut engine, "findall(X, (count_from(0, X), (X >= 3 -> ! ; true)), L)"),
        "L = [0, 1, 2, 3]"
    );
}
