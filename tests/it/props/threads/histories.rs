//! Histories of dynamic predicates that several threads change and look at are linearisable: there is an order of the
//! operations, each between its beginning and its end, in which one thread could have done them with the same results.
//!
//! Each fact is added at most once, since a call does not see what is added after it has begun, so that a `retract/1` of
//! a fact that is there again may fail. `FERZ_PROPS` sets how many histories are recorded, `FERZ_SEED` the first seed.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use ferz::{Engine, Grant};

use crate::props::rng::Rng;
use crate::setting;

/// An operation on facts, whose numbers are those of bits.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Add(u32),
    Remove(u32),
    Look(u32),
    LookAtAll,
}

/// An operation with the times of its beginning and end, and its result: the facts that were seen, or 1 for success.
#[derive(Debug)]
struct Done {
    operation: Operation,
    begin: i64,
    end: i64,
    result: u64,
}

impl Done {
    /// Returns the facts that there are afterwards if it is done now, unless its result would be another one.
    fn after(&self, facts: u64) -> Option<u64> {
        let (result, after) = match self.operation {
            Operation::Add(fact) => (1, facts | 1 << fact),
            Operation::Remove(fact) => (facts >> fact & 1, facts & !(1 << fact)),
            Operation::Look(fact) => (facts >> fact & 1, facts),
            Operation::LookAtAll => (facts, facts),
        };
        (result == self.result).then_some(after)
    }
}

/// Whether there is an order that explains the results.
fn is_linearisable(history: &[Done]) -> bool {
    // The operations done, and the facts that there are then.
    let mut open = vec![(0_u64, 0_u64)];
    let mut seen = HashSet::new();
    let all = (1_u64 << history.len()) - 1;
    while let Some((done, facts)) = open.pop() {
        if done == all {
            return true;
        }
        if !seen.insert((done, facts)) {
            continue;
        }
        let left = || history.iter().enumerate().filter(|(at, _)| done >> at & 1 == 0);
        let first_end = left().map(|(_, one)| one.end).min().unwrap_or(i64::MAX);
        let next = left().filter(|(_, one)| one.begin < first_end);
        open.extend(next.filter_map(|(at, one)| Some((done | 1 << at, one.after(facts)?))));
    }
    false
}

fn done(operation: Operation, begin: i64, end: i64, result: u64) -> Done {
    Done {
        operation,
        begin,
        end,
        result,
    }
}

#[test]
fn the_checker_tells_histories_apart() {
    use Operation::{Add, Look, LookAtAll, Remove};
    // Two that overlap may come in any order.
    assert!(is_linearisable(&[done(Add(0), 1, 4, 1), done(Look(0), 2, 3, 0)]));
    assert!(is_linearisable(&[done(Add(0), 1, 4, 1), done(Look(0), 2, 3, 1)]));
    // A change that has ended is seen.
    assert!(!is_linearisable(&[done(Add(0), 1, 2, 1), done(Look(0), 3, 4, 0)]));
    // One removes it.
    let removed = |second| {
        [
            done(Add(0), 1, 2, 1),
            done(Remove(0), 3, 6, 1),
            done(Remove(0), 4, 5, second),
        ]
    };
    assert!(is_linearisable(&removed(0)) && !is_linearisable(&removed(1)));
    // Two that look see the two changes in one order.
    let looks = |second| {
        [
            done(Add(0), 1, 8, 1),
            done(Add(1), 2, 9, 1),
            done(LookAtAll, 3, 4, 1),
            done(LookAtAll, 5, 6, second),
        ]
    };
    assert!(is_linearisable(&looks(3)) && !is_linearisable(&looks(2)));
}

const HELPERS: &str = "
    :- dynamic fact/1.
    done(add(X)) :- assertz(fact(X)).
    done(remove(X)) :- retract(fact(X)).
    done(look(X)) :- fact(X).
    % Each operation in turn: the times of its beginning and end, and the facts that it has seen.
    history([], []).
    history([all|Os], [[B, E|Fs]|Ts]) :- !, tick(B), findall(X, fact(X), Fs), tick(E), history(Os, Ts).
    history([O|Os], [[B, E|Fs]|Ts]) :- tick(B), ( done(O) -> Fs = [0] ; Fs = [] ), tick(E), history(Os, Ts).
    % Those that wait for a message begin at about the same time.
    histories(Plans, Histories) :-
        thread_self(Me),
        findall(T, ( nth1(I, Plans, P), thread_create(( thread_get_message(go), history(P, H), thread_send_message(Me, I-H) ), T) ), Ts),
        forall(member(T, Ts), thread_send_message(T, go)),
        findall(H, ( nth1(I, Plans, _), thread_get_message(I-H) ), Histories),
        forall(member(T, Ts), thread_join(T)).
";

/// Returns what each thread does.
fn plans(seed: u64) -> Vec<Vec<Operation>> {
    let mut rng = Rng::new(seed);
    let (threads, facts) = (rng.between(2, 4), rng.between(1, 5));
    let mut left: Vec<u32> = (0..facts as u32).collect();
    let mut plan = |_| {
        let mut operations = Vec::new();
        for _ in 0..rng.between(2, 24 / threads) {
            let fact = rng.below(facts) as u32;
            operations.push(match rng.below(6) {
                0 | 1 if !left.is_empty() => Operation::Add(left.swap_remove(rng.below(left.len()))),
                0..=2 => Operation::Remove(fact),
                3 => Operation::Look(fact),
                _ => Operation::LookAtAll,
            });
        }
        operations
    };
    (0..threads).map(&mut plan).collect()
}

fn text(plan: &[Operation]) -> String {
    let operation = |one: &Operation| match one {
        Operation::Add(fact) => format!("add({fact})"),
        Operation::Remove(fact) => format!("remove({fact})"),
        Operation::Look(fact) => format!("look({fact})"),
        Operation::LookAtAll => "all".to_owned(),
    };
    let operations: Vec<String> = plan.iter().map(operation).collect();
    format!("[{}]", operations.join(","))
}

#[test]
fn histories_of_threads_are_linearisable() {
    let mut base = Engine::new();
    base.grant(Grant::Threads);
    let time = Arc::new(AtomicI64::new(0));
    let clock = Arc::clone(&time);
    base.det("tick", move || Ok(clock.fetch_add(1, Ordering::SeqCst)))
        .expect("it is new");
    base.consult_str(HELPERS).expect("it is right");
    let (first, count) = (
        setting("FERZ_SEED", 0),
        setting("FERZ_PROPS", if cfg!(debug_assertions) { 60 } else { 500 }),
    );
    for seed in first..first + count {
        let plans = plans(seed);
        let mut engine = base.fork();
        engine.set_limits(engine.limits().time(Duration::from_secs(120)));
        let texts: Vec<String> = plans.iter().map(|plan| text(plan)).collect();
        let goal = format!("histories([{}], Hs)", texts.join(","));
        let answer = engine.once(&goal).expect("no error").expect("it succeeds");
        let times: Vec<Vec<Vec<i64>>> = answer.get("Hs").expect("they are lists");
        let each = plans
            .iter()
            .zip(&times)
            .flat_map(|(plan, times)| plan.iter().zip(times));
        let history: Vec<Done> = each
            .map(|(&operation, times)| {
                let result = times[2..].iter().map(|&fact| 1_u64 << fact).sum();
                done(operation, times[0], times[1], result)
            })
            .collect();
        assert!(is_linearisable(&history), "seed {seed}: {history:#?}");
    }
}
