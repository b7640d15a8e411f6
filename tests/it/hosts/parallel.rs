//! Goals whose alternatives are run on several threads give what they give on one.
//!
//! In debug builds a machine gives alternatives away after every few calls.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ferz::{Engine, ErrorKind, Grant, Limit, Limits};

use crate::goals::cases::full_stop_removed;
use crate::kinds;
use crate::props::{generate, oracle};
use crate::setting;

const PROGRAM: &str = "
    :- use_module(library(clpfd)).
    :- dynamic fact/2.
    fact(1, a). fact(2, b). fact(3, a). fact(4, c).
    loop :- loop.
    queens(N, Qs) :- numlist(1, N, Ns), place(Ns, [], Qs).
    place([], Qs, Qs).
    place(Left, Safe, Qs) :- pick(Q, Left, Rest), \\+ attacked(Q, 1, Safe), place(Rest, [Q|Safe], Qs).
    pick(X, [X|Xs], Xs).
    pick(X, [Y|Ys], [Y|Zs]) :- pick(X, Ys, Zs).
    attacked(X, N, [Y|_]) :- ( X is Y + N ; X is Y - N ).
    attacked(X, N, [_|Ys]) :- M is N + 1, attacked(X, M, Ys).
    digit(X) :- member(X, [0,1,2,3,4,5,6,7,8,9]).
    three(X, Y, Z) :- digit(X), digit(Y), digit(Z), X + Y =:= Z, X < Y.
    first(X, Y) :- digit(X), X > 3, !, digit(Y), Y > 5.
    first(none, none).
    word --> letter, word.
    word --> letter.
    letter --> [a].
    letter --> [b].
    same(T, G) :- same(T, G, 2), same(T, G, 3).
    same(T, G, N) :-
        catch(findall(T, G, L1), E1, true), catch(parallel_findall(T, G, L2, [threads(N)]), E2, true), L1-E1 =@= L2-E2.
";

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.grant(Grant::Threads);
    engine.grant(Grant::Sleep);
    engine.consult_str(PROGRAM).expect("it is right");
    engine
}

#[test]
fn solutions_are_the_same_and_in_order() {
    let mut engine = engine();
    for goal in [
        "same(Q, queens(6, Q)), parallel_count(queens(6, _), 4), parallel_count(queens(7, _), N), N == 40",
        "same(X-Y-Z, three(X, Y, Z))",
        "same(X-Y, first(X, Y))",
        "same(X-Y, ( digit(X), X > 2, ! , digit(Y) ))",
        "same(X-Y, ( digit(X), ( X < 5 -> digit(Y) ; Y = X ) ))",
        "same(X-Y, ( digit(X), ( digit(Y), Y > X *-> true ; Y = none ) ))",
        "same(X-L, ( digit(X), findall(Y, ( digit(Y), Y < X ), L) ))",
        "same(X, ( digit(X), \\+ ( digit(Y), Z is X * Y, Z =:= 6 ) ))",
        "same(X-Y, ( digit(X), once(( digit(Y), Y > X )) ))",
        "same(X, ( digit(X), forall(digit(Y), X >= Y) ))",
        "same(X-N, ( digit(X), aggregate_all(count, ( digit(Y), Y < X ), N) ))",
        "same(X, limit(4, ( digit(X), X > 1 )))",
        "same(X-Y, ( limit(2, digit(X)), limit(3, digit(Y)) ))",
        "same(X, offset(4, digit(X)))",
        "same(X-N, call_nth(digit(X), N))",
        "same(X-Y, distinct(Y, ( digit(X), Y is X mod 3 )))",
        "same(X, order_by([desc(X)], digit(X)))",
        "same(X-Y, ( member(Y, [1,2,3]), once(member(X, [1,2])), ( X =:= 2 -> ! ; true ) ))",
        "same(X-Y, ( ( member(X, [1,2]) *-> true ; member(X, [3,4]) ), ( member(Y, [1,2]) *-> true ; member(Y, [3,4]) ) ))",
        "same(X-Y, fact(X, Y))",
        "same(X-Y, ( fact(X, Y), fact(Z, Y), Z > X ))",
        "same(X-Y, ( clause(fact(X, Y), true), between(1, X, _) ))",
        "same(B-L, ( sub_atom(abcdef, B, L, _, S), atom_length(S, N), N > 1 ))",
        "same(X-Y, ( permutation([1,2,3,4], X), append(Y, [_], X) ))",
        "same(L, ( length(L, N), ( N >= 5 -> ! ; true ) ))",
        "same(X, ( repeat, nth1(X, [a,b,c], _), ! ))",
        "same(W, ( length(W, 4), phrase(word, W) ))",
        "same(X-Y, ( dif(X, 3), digit(X), freeze(Y, Y > X), digit(Y) ))",
        "same([X,Y], ( [X,Y] ins 0..6, X * Y #= 12, label([X,Y]) ))",
        "[X,Y] ins 0..6, X + Y #= 7, same([X,Y], label([X,Y]))",
        "X in 0..5, same(X, labeling([max(X)], [X]))",
        "same(X-Y, ( G = ( digit(X), X < 3 ; X = 9 ), call(G), call(digit, Y) ))",
        "same(X-Y, ( between(1, 4, X), between(X, 5, Y) ))",
        "same(X-Y, catch(( digit(X), X > 2, ( X =:= 7 -> throw(seven(X)) ; Y = X ) ), seven(Y), true))",
        "same(X, ( digit(X), catch(( digit(Y), Y > X, throw(Y) ), Z, ( Z > 4 )) ))",
        "same(X-Y, ( digit(X), setup_call_cleanup(true, digit(Y), true), Y < X ))",
        "same(X-Y, ( b_setval(v, 1), digit(X), b_getval(v, O), b_setval(v, X), digit(Y), b_getval(v, Z), Y is O + Z ))",
        "same(X, fail)",
        "same(X, true)",
        "X = f(X), same(X-Y, digit(Y))",
        "same(X-S, ( digit(X), S = \"text\", X > 1r3 ))",
        "same(A, ( member(A, ['a new name', 'another new name']), atom_length(A, _) ))",
        "parallel_findall(X-L, ( digit(X), parallel_findall(Y, ( digit(Y), Y < X ), L) ), Ls), length(Ls, 10)",
        // What is changed stays where it is changed.
        "parallel_count(( digit(X), assertz(fact(X, new)) ), 10), \\+ fact(_, new)",
        "parallel_findall(X, member(X, [1,2,3]), [A|As]), A-As == 1-[2,3]",
        "\\+ parallel_findall(X, member(X, [1,2,3]), [])",
        "parallel_count(fail, 0), \\+ parallel_count(true, 2)",
    ] {
        assert!(
            matches!(engine.succeeds(goal), Ok(true)),
            "{goal}: {:?}",
            engine.succeeds(goal)
        );
    }
}

#[test]
fn the_first_exception_is_raised() {
    let mut engine = engine();
    for goal in [
        "same(X, throw(ball(X)))",
        "same(X, ( digit(X), X > 5, throw(ball(X)) ))",
        "same(X, ( digit(X), ( X < 5 -> fail ; throw(ball(X)) ) ))",
        "same(X, ( digit(X), ( X =:= 5 -> throw(ball) ; X =:= 8 -> loop ; true ) ))",
        "same(X, _)",
        "same(X, ( digit(X), 1 ))",
        "same(X, no_such_predicate(X))",
        "same(X, ( digit(X), atom_length(X, Y), Y > a ))",
        // A branch without an end is cut by one before it.
        "same(X, ( ( digit(X), X > 4 -> true ; loop ) ))",
        "same(X, ( ( member(X, [1,2]) ; loop ), ! ))",
        "same(X, once(( member(X, [1,2]) ; loop )))",
        "same(X, ( member(X, [1,2]), ( true ; loop ), ! ))",
        "catch(parallel_findall(X, digit(X), [a|b]), error(type_error(list, [a|b]), _), true)",
        "catch(parallel_findall(X, digit(X), _, [threads(0)]), error(type_error(_, 0), _), true)",
        "catch(parallel_findall(X, digit(X), _, x), error(type_error(list, x), _), true)",
        "catch(parallel_count(( digit(X), halt(3) ), _), unwind(halt(3)), true)",
    ] {
        assert!(
            matches!(engine.succeeds(goal), Ok(true)),
            "{goal}: {:?}",
            engine.succeeds(goal)
        );
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    for (limits, goal, wanted) in [
        (
            Limits::default().time(Duration::from_millis(300)),
            "parallel_count(loop, _)",
            Limit::Time,
        ),
        (
            Limits::default().time(Duration::from_millis(300)),
            "parallel_count(( digit(_), loop ), _)",
            Limit::Time,
        ),
        (
            Limits::default().inferences(300_000),
            "parallel_count(( digit(_), loop ), _)",
            Limit::Inferences,
        ),
        (
            Limits::default().inferences(300_000),
            "parallel_findall(X, ( digit(X), loop ), _)",
            Limit::Inferences,
        ),
        (
            Limits::default().memory(64 << 20),
            "parallel_findall(X, ( repeat, length(X, 100) ), _)",
            Limit::Memory,
        ),
        (
            Limits::default().memory(64 << 20),
            "parallel_count(( digit(_), length(L, 10000000), L == [] ), _)",
            Limit::Memory,
        ),
    ] {
        let mut engine = engine();
        engine.set_limits(engine.limits().time(Duration::from_secs(60)));
        engine.set_limits(&limits);
        let begun = Instant::now();
        let met = engine.succeeds(goal);
        let limit = met.as_ref().err().and_then(|error| error.limit());
        assert_eq!(limit, Some(wanted), "{goal}: {met:?}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{goal}");
        // The engine is usable.
        assert!(
            engine.succeeds("parallel_count(digit(_), 10)").expect("no error"),
            "{goal}"
        );
    }
    let mut engine = engine();
    let own = "catch(call_with_time_limit(0.2, parallel_count(( digit(_), loop ), _)), time_limit_exceeded, true)";
    assert!(engine.succeeds(own).expect("no error"));
    let own = "call_with_inference_limit(parallel_count(( digit(_), loop ), _), 100000, inference_limit_exceeded)";
    assert!(engine.succeeds(own).expect("no error"));
}

#[test]
fn an_interrupt_ends_all_threads() {
    let mut engine = engine();
    let interrupter = engine.interrupter();
    let (running, ended) = channel::<()>();
    let thread = std::thread::spawn(move || {
        // Again, in case the goal has not begun: an interrupt before it does nothing.
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(Duration::from_millis(300)) {
            interrupter.interrupt();
        }
    });
    let ended = engine.succeeds("parallel_count(( digit(_), loop ), _)");
    drop(running);
    thread.join().expect("it has not panicked");
    assert!(matches!(
        ended.expect_err("it is interrupted").kind(),
        ErrorKind::Interrupted
    ));
    assert!(engine.succeeds("parallel_count(digit(_), 10)").expect("no error"));
}

#[test]
fn without_the_right_one_thread_searches() {
    let mut engine = Engine::new();
    engine.consult_str(PROGRAM).expect("it is right");
    assert!(engine.succeeds("parallel_count(queens(6, _), 4)").expect("no error"));
    assert!(
        engine
            .succeeds("parallel_findall(X, digit(X), [0,1|_], [threads(4)])")
            .expect("no error")
    );
}

/// Impure goals mean something else on several threads.
const IMPURE: [&str; 14] = [
    "nb_setval",
    "nb_getval",
    "assert",
    "retract",
    "abolish",
    "write",
    "print",
    "format",
    "gensym",
    "flag",
    "record",
    "random",
    "put_char",
    "nl",
];

fn is_impure(text: &str) -> bool {
    IMPURE.iter().any(|word| text.contains(word))
}

/// Runs a goal on one thread and on three; returns how they differ.
fn compare(engine: &mut Engine, template: &str, goal: &str) -> Option<String> {
    let query = format!(
        "catch(findall({template}, (\n{goal}\n), L1), E1, true), \
         catch(parallel_findall({template}, (\n{goal}\n), L2, [threads(3)]), E2, true), \
         ( L1-E1 =@= L2-E2 -> Same = yes ; Same = no(L1-E1, L2-E2) )"
    );
    match engine.once(&query) {
        Ok(answer) => {
            let same = answer.and_then(|answer| answer.term("Same").map(ToString::to_string));
            (same.as_deref() != Some("yes")).then(|| format!("{goal}\n  {same:?}"))
        }
        // The two need different amounts; not every random text is a goal.
        Err(error) if error.limit().is_some() || matches!(error.kind(), ErrorKind::Syntax { .. }) => None,
        Err(error) => Some(format!("{goal}\n  {error}")),
    }
}

/// The terms of random programs are walked by recursion.
#[test]
fn random_programs_have_the_same_solutions() {
    let work = std::thread::Builder::new().stack_size(256 << 20).spawn(random_programs);
    let result = work.expect("a thread can be made").join();
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

fn random_programs() {
    let first = setting("FERZ_SEED", 0);
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 300 } else { 2_000 });
    let mut faults = Vec::new();
    for seed in first..first + count {
        let program = generate::program(seed);
        let (text, goal) = (program.text(), program.query_text());
        // Every query sets the variable that its program may change.
        let all = format!("{text}{}", goal.replace("nb_setval(nk,[])", ""));
        if is_impure(&all) || oracle::solve(&program, 200, 20_000).end == oracle::End::Limit {
            continue;
        }
        let mut engine = engine();
        engine.set_limits(engine.limits().inferences(100_000));
        engine.consult_str(&text).expect("it is right");
        let names: Vec<String> = program.query_vars().into_iter().map(|(_, name)| name).collect();
        let fault = compare(
            &mut engine,
            &format!("v({})", names.join(", ")),
            full_stop_removed(&goal),
        );
        faults.extend(fault.map(|fault| format!("seed {seed}: {fault}\n{text}")));
        if faults.len() > 3 {
            break;
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn random_goals_have_the_same_solutions() {
    let first = setting("FERZ_SEED", 0);
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 600 } else { 5_000 });
    let grammar = kinds::grammar();
    let helpers = include_str!("../../../benches/agree/driver.pl");
    let helpers = helpers.split_once("%! The run.").expect("the driver has a run").0;
    let mut engine = engine();
    engine.set_limits(engine.limits().inferences(100_000));
    engine.consult_str(helpers).expect("it is right");
    let mut faults = Vec::new();
    for seed in first..first + count {
        let goal = kinds::goal(&grammar, "control", seed);
        if is_impure(&goal) {
            continue;
        }
        let fault = compare(&mut engine, "v(X, Y, Z, L, M)", &goal);
        faults.extend(fault.map(|fault| format!("seed {seed}: {fault}")));
        if faults.len() > 3 {
            break;
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
