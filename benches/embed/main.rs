//! What it costs a host to use an engine: `cargo bench --bench embed`.
//!
//! `-- slices` measures something else: how well goals keep to their slices of time.
//!
//! Each row is the best of several rounds, in nanoseconds for one operation. A table beside other engines that a Rust
//! program may embed comes last; those are a package of their own, `peers`, built on the first run.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::hint::black_box;
use std::time::Instant;

use ferz::{Engine, Error, Grant, Program};

mod slices;
mod table;

/// Rounds of each measurement.
const ROUNDS: usize = 7;

/// Prints the time of one of `count` operations that `run` carries out.
fn row(name: &str, count: usize, run: impl FnMut(usize) -> Result<(), Error>) -> Result<(), Error> {
    timed(name, count, run).map(|_| ())
}

/// As [`row`]; returns the time in nanoseconds.
fn timed(name: &str, count: usize, mut run: impl FnMut(usize) -> Result<(), Error>) -> Result<f64, Error> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        run(count)?;
        best = best.min(start.elapsed().as_nanos() as f64 / count as f64);
    }
    println!("{name:<44}{best:>12.0} ns");
    Ok(best)
}

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    if arguments.next().is_some_and(|argument| argument == "slices") {
        let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
        return slices::run(std::time::Duration::from_secs(seconds.unwrap_or(20)));
    }
    first_ones();
    let mut own = vec![("engine", programs()?)];
    row("an engine, made and dropped", 200, |count| {
        (0..count).for_each(|_| drop(black_box(Engine::new())));
        Ok(())
    })?;

    let mut engine = Engine::new();
    engine.consult_str(
        "q(X, Y) :- Y is X + 1. loop_host(0) :- !. loop_host(N) :- host(N, _), M is N - 1, loop_host(M).
        loop_text(0) :- !. loop_text(N) :- host_text(\"some text\", _), M is N - 1, loop_text(M).
        loop_none(0) :- !. loop_none(N) :- none(N, _), M is N - 1, loop_none(M). none(X, X).",
    )?;
    engine.det("host", |n: i64| Ok(n + 1))?;
    engine.det("host_text", |text: String| Ok(text))?;
    engine.det("sum", |list: Vec<i64>| Ok(list.iter().sum::<i64>()))?;
    row("a query as text, one value", 20_000, |count| {
        for i in 0..count as i64 {
            black_box(engine.query_with("q(X, Y)", [("X", i)])?.next());
        }
        Ok(())
    })?;
    let goal = engine.prepare("q(X, Y)")?;
    row("a prepared goal, one value, an answer", 50_000, |count| {
        for i in 0..count as i64 {
            black_box(engine.run_once(&goal, [("X", i)])?);
        }
        Ok(())
    })?;
    let call = timed("a prepared goal, one value, a row", 50_000, |count| {
        for i in 0..count as i64 {
            let mut query = engine.run(&goal, [("X", i)])?;
            let found = query.next_row()?.map(|row| row.get::<i64>("Y")).transpose()?;
            assert_eq!(found, Some(i + 1));
        }
        Ok(())
    })?;
    own.push(("call", call));
    row("a solution of two integers, as an answer", 100_000, |count| {
        let mut query = engine.query_with("between(1, N, X), Y = X", [("N", count)])?;
        query.try_for_each(|answer| answer.map(|answer| drop(black_box(answer))))
    })?;
    let answers = timed("a solution of two integers, as a row", 300_000, |count| {
        let mut query = engine.query_with("between(1, N, X), Y = X", [("N", count)])?;
        let mut sum = 0;
        while let Some(row) = query.next_row()? {
            sum += row.get::<i64>("X")? + row.get::<i64>("Y")?;
        }
        black_box(sum);
        Ok(())
    })?;
    own.push(("answers", answers));
    own.extend(host_calls(&mut engine)?);
    errors(&mut engine)?;
    let list: Vec<i64> = (0..1000).collect();
    let length = engine.prepare("L = [_|_]")?;
    let vector = timed("a vector of 1,000 integers in", 2000, |count| {
        for _ in 0..count {
            assert!(engine.run(&length, [("L", list.as_slice())])?.next_row()?.is_some());
        }
        Ok(())
    })?;
    own.push(("vector", vector));
    let sum = engine.prepare("sum(L, S)")?;
    row("the same, and back as an argument", 2000, |count| {
        for _ in 0..count {
            let mut query = engine.run(&sum, [("L", list.as_slice())])?;
            assert!(query.next_row()?.is_some());
        }
        Ok(())
    })?;
    let out = engine.prepare("numlist(1, 1000, L)")?;
    row("a list of 1,000 integers out, as a row", 2000, |count| {
        for _ in 0..count {
            let values = [("L", Option::<i64>::None)];
            let mut query = engine.run(&out, values)?;
            let row = query.next_row()?.map(|row| row.get::<Vec<i64>>("L")).transpose()?;
            black_box(row);
        }
        Ok(())
    })?;
    let rows = timed("a fact of two integers", 100_000, |count| {
        let mut engine = Engine::new();
        engine.insert_all("edge", (0..count as i64).map(|n| (n, n + 1)))?;
        Ok(())
    })?;
    own.push(("rows", rows));
    table::print(&own);
    Ok(())
}

/// What the first engines of the process cost, and what they add to its memory: all, and what is not the program's file.
fn first_ones() {
    let kilobytes = |of: &str| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(of));
        line.and_then(|line| line.split_whitespace().next()?.parse::<i64>().ok())
            .unwrap_or(0)
    };
    for name in ["the first engine", "the second engine", "the third engine"] {
        let before = ["VmRSS:", "RssAnon:"].map(kilobytes);
        let start = Instant::now();
        let engine = black_box(Engine::new());
        let took = start.elapsed().as_nanos();
        let [all, own] = ["VmRSS:", "RssAnon:"].map(kilobytes);
        println!(
            "{name:<44}{took:>12} ns, {} KiB, {} of its own",
            all - before[0],
            own - before[1]
        );
        std::mem::forget(engine);
    }
}

/// What an exception costs that nothing catches, beside a failing query.
fn errors(engine: &mut Engine) -> Result<(), Error> {
    engine.consult_str("denied(X) :- X > 0, throw(denied). wrong(X) :- X > 0, atom_length(_, _). no(X) :- X < 0.")?;
    let failing = engine.prepare("no(1)")?;
    let none = [("_", 0); 0];
    row("a failing query", 50_000, |count| {
        (0..count).try_for_each(|_| engine.run_once(&failing, none).map(drop))
    })?;
    for (name, text) in [("throw(denied)", "denied(1)"), ("an error", "wrong(1)")] {
        let goal = engine.prepare(text)?;
        for is_bare in [false, true] {
            engine.set_bare_errors(is_bare);
            let name = format!("{name}, uncaught{}", if is_bare { ", bare" } else { "" });
            row(&name, 5_000, |count| {
                (0..count).for_each(|_| drop(engine.run_once(&goal, none).expect_err("an exception")));
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// What calls of the host cost: the time of a loop with them less that of one without.
fn host_calls(engine: &mut Engine) -> Result<Vec<(&'static str, f64)>, Error> {
    let mut own = Vec::new();
    let mut none = 0.0;
    for (key, name, text) in [
        ("", "a step of a loop", "loop_none(N)"),
        ("host", "a step and a host call, integer to integer", "loop_host(N)"),
        ("text", "a step and a host call, text to text", "loop_text(N)"),
    ] {
        let time = timed(name, 300_000, |count| {
            assert!(engine.query_with(text, [("N", count)])?.next().is_some());
            Ok(())
        })?;
        if key.is_empty() {
            none = time;
        } else {
            own.push((key, time - none));
        }
    }
    Ok(own)
}

/// The bytes of memory that the process has in use.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    kilobytes.unwrap_or_default() * 1024
}

/// Prints the time and the memory of an engine of which `count` are held at the same time.
fn held(name: &str, count: usize, make: impl Fn() -> Result<Engine, Error>) -> Result<(), Error> {
    let (start, before) = (Instant::now(), memory());
    let engines = (0..count).map(|_| make()).collect::<Result<Vec<Engine>, Error>>()?;
    let time = start.elapsed().as_nanos() / count as u128;
    let bytes = memory().saturating_sub(before) / count;
    println!("{name:<44}{time:>12} ns {:>8} KiB", bytes / 1024);
    drop(engines);
    Ok(())
}

/// What it costs to make engines of a program; returns the time of one of them.
fn programs() -> Result<f64, Error> {
    let rules = "allowed(U, A, D) :- role(U, R), may(R, A, T), type(D, T), \\+ denied(U, D).
        :- dynamic([denied/2, seen/1]). may(admin, _, _). may(author, write, text). type(d1, text). role(ann, author).";
    let start = Instant::now();
    let program = Program::builder()
        .text("rules", rules)
        .freeze()
        .expect("it has no errors");
    println!(
        "{:<44}{:>12} ns",
        "a program of six clauses, frozen",
        start.elapsed().as_nanos()
    );
    let asks = "allowed(ann, write, d1)";
    held("an engine, held", 1000, || Ok(Engine::new()))?;
    held("an engine of a program, 10,000 held", 10_000, || Ok(program.engine()))?;
    held("the same with a query", 1000, || {
        let mut engine = program.engine();
        assert!(engine.succeeds(asks)?);
        Ok(engine)
    })?;
    held("the same with a fact asserted", 1000, || {
        let mut engine = program.engine();
        assert!(engine.succeeds("assertz(seen(1))")?);
        Ok(engine)
    })?;
    held("the same with a text of three clauses", 1000, || {
        let mut engine = program.engine();
        engine.consult_str("p(1). p(2). q(X) :- p(X).")?;
        Ok(engine)
    })?;
    held("the same with an error", 1000, || {
        let mut engine = program.engine();
        engine.once("atom_length(_, _)").expect_err("an error");
        Ok(engine)
    })?;
    let engine_of_a_program = timed("an engine of a program, made and dropped", 2000, |count| {
        (0..count).for_each(|_| drop(black_box(program.engine())));
        Ok(())
    })?;
    row("the same with a query", 2000, |count| {
        (0..count).try_for_each(|_| program.engine().succeeds(asks).map(|_| ()))
    })?;
    row("the same with an error", 2000, |count| {
        (0..count).for_each(|_| drop(program.engine().once("atom_length(_, _)").expect_err("an error")));
        Ok(())
    })?;
    row("the same with a text of three clauses", 500, |count| {
        (0..count).try_for_each(|_| program.engine().consult_str("p(1). p(2). q(X) :- p(X).").map(drop))
    })?;
    let mut engine = program.engine();
    row("a reset after a query", 2000, |count| {
        for _ in 0..count {
            assert!(engine.succeeds(asks)?);
            engine.reset();
        }
        Ok(())
    })?;
    let facts = Program::builder().facts("owns", (0..20_000_i64).map(|n| (n % 100, n)));
    let facts = facts.freeze().expect("it has no errors");
    let mut asked = facts.engine();
    row("a reset and a query that needs an index", 500, |count| {
        for n in 0..count {
            assert!(asked.succeeds(&format!("owns(_, {n})"))?);
            asked.reset();
        }
        Ok(())
    })?;
    engine.insert_all("fact", (0..100_000).map(|n| (n, n + 1)))?;
    row("a fork of an engine with 100,000 facts", 500, |count| {
        (0..count).for_each(|_| drop(black_box(engine.fork())));
        Ok(())
    })?;
    row("the same with a fact asserted in the fork", 500, |count| {
        (0..count).try_for_each(|_| engine.fork().succeeds("assertz(fact(a, b))").map(|_| ()))
    })?;
    saved()?;
    searches()?;
    Ok(engine_of_a_program)
}

/// Programs that are loaded from texts, and from bytes.
fn saved() -> Result<(), Error> {
    let mut rules = String::from(":- op(700, xfx, is_like).\n");
    for n in 0..500 {
        let clauses = format!(
            "p{n}(X, Y) :- q{n}(X, Z), Z > {n}, ( Z < 1000 -> Y is Z * 2 ; member(Y, [a, b, Z]) ).\n\
             p{n}(X, f(Y, [X|T], 'a name {n}')) :- X is_like Y, \\+ q{n}(Y, _), append(T, [X], [Y]).\n\
             q{n}({n}, \"text {n}\").\nq{n}(X, Y) :- atom_length(X, L), Y is L + {n}.\n"
        );
        rules.push_str(&clauses);
    }
    let mut facts = String::new();
    for n in 0..100_000 {
        facts.push_str(&format!("edge({n}, {}, name_{}).\n", n + 1, n % 1000));
    }
    let constraints =
        ":- use_module(library(clpfd)).\nq(X, Y) :- [X, Y] ins 1..9, X * Y #= 42, X #< Y, label([X, Y]).\n";
    for (name, text, count) in [
        ("2,000 rules", rules.as_str(), 20),
        ("100,000 facts", &facts, 2),
        ("a rule with constraints", constraints, 20),
    ] {
        let load = || Program::builder().text("text", text).freeze().expect("it is right");
        row(&format!("a program of {name}, loaded"), count, |count| {
            (0..count).for_each(|_| drop(black_box(load())));
            Ok(())
        })?;
        let bytes = load().to_bytes()?;
        row(&format!("the same from {} bytes", bytes.len()), count, |count| {
            (0..count).for_each(|_| drop(black_box(Program::from_bytes(&bytes).expect("they are right"))));
            Ok(())
        })?;
    }
    Ok(())
}

/// The queens on a board of 11 squares by 11, all solutions.
const QUEENS: &str = "
    queens(N, Qs) :- numlist(1, N, Ns), place(Ns, [], Qs).
    place([], Qs, Qs).
    place(Left, Safe, Qs) :- pick(Q, Left, Rest), \\+ attacked(Q, 1, Safe), place(Rest, [Q|Safe], Qs).
    pick(X, [X|Xs], Xs).
    pick(X, [Y|Ys], [Y|Zs]) :- pick(X, Ys, Zs).
    attacked(X, N, [Y|_]) :- ( X is Y + N ; X is Y - N ).
    attacked(X, N, [_|Ys]) :- M is N + 1, attacked(X, M, Ys).
";

/// Searches on one thread, on one of two threads that do the same, and on two threads for one goal.
fn searches() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.grant(Grant::Threads);
    engine.consult_str(QUEENS)?;
    let one = "aggregate_all(count, queens(11, _), 2680)";
    row("11 queens, all solutions", 1, |_| {
        engine.succeeds(one).map(|found| assert!(found))
    })?;
    let mut other = engine.fork();
    row("the same twice, on two threads", 1, |_| {
        std::thread::scope(|scope| {
            let beside = scope.spawn(|| other.succeeds(one));
            assert!(engine.succeeds(one)?);
            assert!(beside.join().expect("it has not panicked")?);
            Ok(())
        })
    })?;
    row("once, by parallel_count/3 on two threads", 1, |_| {
        engine
            .succeeds("parallel_count(queens(11, _), 2680, [threads(2)])")
            .map(|found| assert!(found))
    })
}
