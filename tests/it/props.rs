//! Random programs give on the engine the answers they give on the reference solver, linked and unlinked.
//!
//! `FERZ_PROPS` sets how many programs are run, `FERZ_SEED` the first seed. A failure prints the smallest program found
//! that still fails.

pub(crate) mod booleans;
pub(crate) mod changes;
pub(crate) mod clause_terms;
pub(crate) mod cleanup;
pub(crate) mod constraints;
pub(crate) mod equations;
pub(crate) mod generate;
pub(crate) mod goals;
pub(crate) mod joined;
pub(crate) mod optima;
pub(crate) mod oracle;
pub(crate) mod rare_goals;
pub(crate) mod rng;
pub(crate) mod store;
pub(crate) mod suspended;
pub(crate) mod tabled;
pub(crate) mod term;
mod threads {
    mod concurrent;
    mod histories;
}
pub(crate) mod well_founded;

use crate::hosts::engine;
use crate::props::oracle::{End, Outcome};
use crate::props::term::{Clause, Program, Term};
use crate::setting;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Answers compared of each query.
const MOST: usize = 6;
/// The work the reference solver does for one program.
const LIMIT: u64 = 100_000;
/// Runs of a failing program that shrinking may take.
const SHRINKING: usize = 5_000;

#[test]
fn engine_agrees_with_the_reference_solver() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 4_000 } else { 10_000 });
    let first = setting("FERZ_SEED", 0);
    let failure = find(first, count, &|program, most, linked| {
        engine::solve(program, most, linked)
    });
    if let Some(report) = failure {
        panic!("{report}");
    }
}

#[test]
fn proofs_agree_with_the_reference_solver() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 1_000 } else { 10_000 });
    if let Some(report) = find(setting("FERZ_SEED", 0), count, &engine::prove) {
        panic!("{report}");
    }
}

/// A generator whose programs mostly fail at once, or run for ever, would test nothing.
#[test]
fn generated_programs_are_worth_running() {
    let count = 2_000;
    let [mut answered, mut thrown, mut undecided] = [0; 3];
    in_large_stack(|| {
        for seed in 0..count {
            let outcome = oracle::solve(&generate::program(seed), MOST, LIMIT);
            answered += usize::from(!outcome.answers.is_empty());
            thrown += usize::from(matches!(outcome.end, End::Error(_)));
            undecided += usize::from(outcome.end == End::Limit && outcome.answers.is_empty());
        }
    });
    assert!(answered > 800, "{answered} have answers");
    assert!((200..600).contains(&thrown), "{thrown} throw");
    assert!(undecided < 300, "{undecided} are undecided");
}

/// The shrinker finds the one goal that matters when the engine is wrong about it.
#[test]
fn shrinking_keeps_what_fails() {
    let wrong = |program: &Program, most: usize, _linked: bool| {
        let mut outcome = oracle::solve(program, most, LIMIT);
        if program
            .clauses
            .iter()
            .any(|clause| clause.body.iter().any(has_negation))
        {
            outcome.end = End::Error("wrong".to_owned());
        }
        outcome
    };
    let report = find(0, 500, &wrong).expect("one of the programs has a negation");
    let lines: Vec<&str> = report.lines().filter(|line| line.contains("\\+")).collect();
    assert_eq!(lines.len(), 1, "{report}");
    assert!(report.lines().count() < 16, "{report}");
}

fn has_negation(goal: &Term) -> bool {
    matches!(goal, Term::Comp(name, args) if *name == "\\+" || args.iter().any(has_negation))
}

/// Terms and lists of goals are walked by recursion.
fn in_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(256 << 20);
        let handle = builder.spawn_scoped(scope, work).expect("a thread can be made");
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

type Solve = dyn Fn(&Program, usize, bool) -> Outcome + Sync;

/// Runs programs on all processors; gives the report of the failure with the lowest seed among the first ones found.
fn find(first: u64, count: u64, solve: &Solve) -> Option<String> {
    let workers = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let found: Mutex<Option<(u64, String)>> = Mutex::new(None);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for worker in 0..workers {
            let (found, stop) = (&found, &stop);
            scope.spawn(move || {
                in_large_stack(|| {
                    for seed in (first + worker..first + count).step_by(workers as usize) {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        // Half of the programs run linked, half unlinked.
                        let linked = seed % 2 == 0;
                        let program = generate::program(seed);
                        if compare(&program, linked, solve).is_some() {
                            stop.store(true, Ordering::Relaxed);
                            let report = report(seed, program, linked, solve);
                            let mut found = found.lock().expect("no other worker panicked");
                            if found.as_ref().is_none_or(|(lowest, _)| seed < *lowest) {
                                *found = Some((seed, report));
                            }
                            return;
                        }
                    }
                });
            });
        }
    });
    found
        .into_inner()
        .expect("no worker panicked")
        .map(|(_, report)| report)
}

/// What the reference solver says and what the engine says, if they differ.
fn compare(program: &Program, linked: bool, solve: &Solve) -> Option<(Outcome, Outcome)> {
    let mut expected = oracle::solve(program, MOST, LIMIT);
    if expected.end == End::Limit {
        expected.end = End::Enough;
    }
    let most = if expected.end == End::Enough {
        expected.answers.len()
    } else {
        MOST
    };
    if most == 0 {
        return None;
    }
    let got = catch_unwind(AssertUnwindSafe(|| solve(program, most, linked)));
    let got = got.unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(panic.downcast_ref::<&str>().copied());
        let end = End::Error(format!("panic: {}", text.unwrap_or("no message")));
        Outcome {
            answers: Vec::new(),
            end,
            steps: 0,
        }
    });
    (expected.answers != got.answers || expected.end != got.end).then_some((expected, got))
}

fn report(seed: u64, program: Program, linked: bool, solve: &Solve) -> String {
    let program = shrink(program, linked, solve);
    let (expected, got) = compare(&program, linked, solve).expect("a shrunk program still fails");
    let kind = if linked { "linked" } else { "unlinked" };
    let mut text = format!(
        "seed {seed}, {kind}, shrunk:\n\n{}\n?- {}.\n",
        program.text(),
        program.query_text()
    );
    for (who, outcome) in [("expected", expected), ("engine", got)] {
        write!(text, "\n{who}: {}: {:?}", outcome.answers.join(" ; "), outcome.end).expect("writing to a string");
    }
    text
}

/// Takes away what it can as long as the program still fails.
fn shrink(mut program: Program, linked: bool, solve: &Solve) -> Program {
    let mut runs = 0;
    'smaller: loop {
        for candidate in smaller_programs(&program) {
            runs += 1;
            if runs > SHRINKING {
                return program;
            }
            if compare(&candidate, linked, solve).is_some() {
                program = candidate;
                continue 'smaller;
            }
        }
        return program;
    }
}

fn smaller_programs(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for i in 0..program.clauses.len() {
        let mut clauses = program.clauses.clone();
        clauses.remove(i);
        all.push(Program {
            clauses,
            ..program.clone()
        });
    }
    for i in 0..program.dynamic.len() {
        let mut dynamic = program.dynamic.clone();
        dynamic.remove(i);
        all.push(Program {
            dynamic,
            ..program.clone()
        });
    }
    all.extend(
        smaller_bodies(&program.query)
            .into_iter()
            .filter(|query| !query.is_empty())
            .map(|query| {
                let hidden = program.hidden.clone();
                Program {
                    query,
                    hidden,
                    ..program.clone()
                }
            }),
    );
    for (i, clause) in program.clauses.iter().enumerate() {
        let bodies = smaller_bodies(&clause.body).into_iter().map(|body| Clause {
            head: clause.head.clone(),
            body,
        });
        let heads = smaller_args(&clause.head).into_iter().map(|head| Clause {
            head,
            body: clause.body.clone(),
        });
        for smaller in bodies.chain(heads) {
            let mut clauses = program.clauses.clone();
            clauses[i] = smaller;
            all.push(Program {
                clauses,
                ..program.clone()
            });
        }
    }
    all
}

fn smaller_bodies(body: &[Term]) -> Vec<Vec<Term>> {
    let mut all = Vec::new();
    for i in 0..body.len() {
        let mut rest = body.to_vec();
        rest.remove(i);
        all.push(rest);
    }
    for (i, goal) in body.iter().enumerate() {
        for smaller in smaller_goals(goal) {
            let mut rest = body.to_vec();
            rest[i] = smaller;
            all.push(rest);
        }
    }
    all
}

/// The goal's parts, if it is a control construct, and the goal with one of its arguments made smaller.
fn smaller_goals(goal: &Term) -> Vec<Term> {
    let Term::Comp(name, args) = goal else {
        return Vec::new();
    };
    let parts: Vec<usize> = match (*name, args.len()) {
        ("," | ";" | "->" | "*->" | "forall", 2) => vec![0, 1],
        ("\\+" | "once" | "ignore" | "call", 1) => vec![0],
        ("findall" | "setup_call_cleanup", 3) | ("setup_call_catcher_cleanup", 4) => vec![1],
        ("catch", 3) => vec![0, 2],
        _ => return smaller_args(goal),
    };
    let mut all: Vec<Term> = parts.iter().map(|&i| args[i].clone()).filter(is_goal).collect();
    for &i in &parts {
        all.extend(
            smaller_goals(&args[i])
                .into_iter()
                .map(|smaller| with_arg(name, args, i, smaller)),
        );
    }
    all
}

fn is_goal(term: &Term) -> bool {
    matches!(term, Term::Comp(..) | Term::Atom(_))
}

fn with_arg(name: &'static str, args: &[Term], i: usize, arg: Term) -> Term {
    let mut args = args.to_vec();
    args[i] = arg;
    Term::Comp(name, args.into())
}

/// The term with one of its compound arguments made an atom, or smaller in itself.
fn smaller_args(term: &Term) -> Vec<Term> {
    let Term::Comp(name, args) = term else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        if matches!(arg, Term::Comp(..)) {
            all.push(with_arg(name, args, i, Term::Atom("a")));
            all.extend(
                smaller_args(arg)
                    .into_iter()
                    .map(|smaller| with_arg(name, args, i, smaller)),
            );
        }
    }
    all
}
