//! One goal, many ways: whatever way a goal is called, it gives what the way promises.
//!
//! The goals are those of `tests/cases` and `tests/iso`, of the random programs (`generate.rs`), and of the grammars of
//! `benches/agree`. Two engines run them side by side: one as queries; the other each in a way, which is a place (a
//! query, a static clause, a dynamic one) and a construct around the goal. So both have the same clauses, flags and
//! files when the next goal runs. The second engine links static predicates or does not, and may collect before every
//! call. `EXCEPTIONS` are the goals that cannot be compared so, with the reason.
//!
//! Each goal of the files runs in one way, chosen by `FERZ_SEED`, a release build in another; in all of them with
//! `FERZ_WAYS=26`.

mod exceptions;
mod wrap;

use crate::goals::cases;
use crate::hosts::engine::Session;
use crate::props::rng::Rng;
use crate::props::{generate, oracle};
use crate::{kinds, setting};
use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use wrap::{Outcome, Way};

/// Goals with more answers than this are told from those that have no end.
const MOST: usize = 200;
/// Answers that are compared of a random goal.
const FEW: usize = 6;
/// Calls that a random goal may take.
const CALLS: u64 = 50_000;
/// The work that the reference solver does for a random program.
const WORK: u64 = 20_000;
/// Faults that are reported of one file.
const FAULTS: usize = 8;

#[test]
fn cases_mean_the_same_in_all_ways() {
    run_folder("tests/cases");
}

#[test]
fn the_standard_means_the_same_in_all_ways() {
    run_folder("tests/iso");
}

fn run_folder(folder: &str) {
    let only = env::var("FERZ_CASES").unwrap_or_default();
    // What is optimised runs each goal in another way, and not linked.
    let first = if cfg!(debug_assertions) { 0 } else { 3 };
    let passes = first..first + setting("FERZ_WAYS", 1);
    let entries = fs::read_dir(crate::root().join(folder)).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "txt"));
    paths.retain(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().contains(&only))
    });
    // The longest first, since each is run by one thread.
    paths.sort_by_key(|path| std::cmp::Reverse(fs::metadata(path).map_or(0, |data| data.len())));
    let next = AtomicUsize::new(0);
    let run = || {
        let mut faults = Vec::new();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            let text = fs::read_to_string(path).expect("a readable text file");
            for pass in passes.clone() {
                run_file(&format!("{folder}/{name}"), &text, pass, &mut faults);
            }
        }
        faults
    };
    let faults: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(run)).collect();
        let faults = threads
            .into_iter()
            .map(|thread| thread.join().expect("a thread that ends"));
        faults.flatten().collect()
    });
    assert!(faults.is_empty(), "\n{}\n{} faults\n", faults.join("\n"), faults.len());
}

/// The two engines, with a folder for each.
struct Pair {
    folders: [PathBuf; 2],
    plain: Session,
    other: Session,
    linked: bool,
    stressed: bool,
    /// How many goals have run; clauses are named by it.
    count: usize,
    /// Whether predicates are tabled: then what a goal gives depends on the tables of earlier ones, which engines lack.
    has_tables: bool,
    /// Whether constraints are kept in a store, which is shown after the goal itself only.
    has_store: bool,
}

impl Drop for Pair {
    fn drop(&mut self) {
        for folder in &self.folders {
            // It lies among the files for temporary use, which the system clears away too.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

impl Pair {
    fn new(name: &str, linked: bool, stressed: bool) -> Pair {
        let folder = env::temp_dir().join(format!("ferz-ways-{}-{}", std::process::id(), name.replace('/', "-")));
        let folders = ["plain", "other"].map(|part| folder.join(part));
        for folder in &folders {
            fs::create_dir_all(folder).expect("a folder for the files that goals write");
        }
        let plain = Session::new(&folders[0]);
        let mut other = Session::new(&folders[1]);
        other.set(linked, stressed);
        other.consult(wrap::HELPER).expect("the helper is right");
        Pair {
            folders,
            plain,
            other,
            linked,
            stressed,
            count: 0,
            has_tables: false,
            has_store: false,
        }
    }

    fn limit(&mut self) {
        self.plain.limit(CALLS);
        self.other.limit(CALLS);
    }

    fn consult(&mut self, text: &str) {
        self.has_tables |= text.contains(":- table");
        self.has_store |= text.contains(":- chr_constraint");
        let plain = self.plain.consult(text);
        let other = self.other.consult(text);
        assert_eq!(plain.is_ok(), other.is_ok(), "{text}: {plain:?} {other:?}");
    }

    /// Runs a goal as a query and in a way; gives what is wrong with the latter. `names` are the variables that are
    /// compared, if not all are.
    fn compare(&mut self, goal: &str, way: Way, most: usize, names: Option<&[String]>) -> Option<String> {
        let variables = self.other.variables(goal)?;
        self.count += 1;
        let most = if way.is_first() { 1 } else { most };
        let plain = run(&mut self.plain, most, names, |_| Ok(goal.to_owned()));
        let Ok(plain) = plain else {
            return Some("a panic as a query".to_owned());
        };
        let count = self.count;
        let other = run(&mut self.other, most, names, |session| {
            way.enter(session, goal, &variables, count)
        });
        let Ok(other) = other else {
            // What is left of it is not to be trusted.
            let folder = &self.folders[1];
            self.other = Session::new(folder);
            self.plain = Session::new(&self.folders[0]);
            self.other.set(self.linked, self.stressed);
            self.other.consult(wrap::HELPER).expect("the helper is right");
            return Some("a panic".to_owned());
        };
        let expected = way.expected(&plain);
        let agrees = way.agrees(&expected, &other)
            || plain.is_short()
            || other.is_short()
            // After the answers that were asked for there may be an error.
            || way.is_all() && plain.is_open(most)
            // A cut runs cleanups and raises what they throw; the query leaves them waiting.
            || way.is_first() && plain.is_open(1) && other.is_thrown()
            // Compiled, a negation is part of its clause: a goal in it that is not callable raises only when reached.
            || way.is_compiled() && goal.contains("\\+") && plain.is_not_callable();
        if agrees {
            return None;
        }
        Some(format!("expected: {}\n  answered: {}", expected.text(), other.text()))
    }
}

/// What a session gives for the goal that is made for it, and what is written.
fn run(
    session: &mut Session,
    most: usize,
    names: Option<&[String]>,
    make: impl FnOnce(&mut Session) -> Result<String, String>,
) -> Result<Outcome, ()> {
    let work = AssertUnwindSafe(|| {
        session.begin();
        let goal = match make(session) {
            Ok(goal) => goal,
            Err(error) => return Outcome::unloaded(error),
        };
        let (answers, error) = session.outcome(&goal, most, names);
        Outcome::new(answers, error, session.output())
    });
    catch_unwind(work).map_err(|_| ())
}

/// Runs the goals of a file, each in the way that the pass and its line choose.
fn run_file(name: &str, text: &str, pass: u64, faults: &mut Vec<String>) {
    if exceptions::covers_file(name) {
        return;
    }
    let seed = setting("FERZ_SEED", 0);
    let ways = Way::all();
    let mut pair = Pair::new(name, pass.is_multiple_of(2), pass % 4 == 1);
    let (mut program, mut found) = (String::new(), 0);
    for (number, line) in text.lines().enumerate() {
        if let Some(clause) = line.strip_prefix('|') {
            program.push_str(clause.trim_start());
            program.push('\n');
            continue;
        }
        let Some((goal, expected)) = line.split_once("%=>") else {
            continue;
        };
        let goal = cases::full_stop_removed(goal.trim());
        if line.starts_with('%') || found >= FAULTS {
            continue;
        }
        if !program.is_empty() {
            pair.consult(&std::mem::take(&mut program));
        }
        let expected = cases::squeeze(cases::full_stop_removed(expected));
        let expected = cases::answers_of(&expected);
        let open = expected.strip_suffix(";...");
        let most = open.map_or(MOST, cases::alternatives);
        let mut choice = Rng::new(seed ^ number as u64).below(ways.len()) + pass as usize;
        // A goal without an end has no list of its answers. What is set in an engine is not set for the next goal.
        let is_local = pair.has_tables || pair.has_store || exceptions::uses_globals(goal);
        let is_left_out = |way: Way| (open.is_some() || pair.has_store) && way.is_all() || is_local && way.is_apart();
        while is_left_out(ways[choice % ways.len()]) {
            choice += 1;
        }
        let way = ways[choice % ways.len()];
        // One that is not to be compared still runs, for what it does.
        let fault = pair.compare(goal, way, most, None);
        if let Some(fault) = fault
            && !exceptions::covers(goal)
        {
            found += 1;
            faults.push(format!("{name}:{}: {goal}\n  {}\n  {fault}", number + 1, way.text()));
        }
    }
}

/// The clauses that the goals of the grammars call.
fn helpers() -> &'static str {
    let driver = include_str!("../../../benches/agree/driver.pl");
    driver.split_once("%! The run.").expect("the driver has a run").0
}

/// Facts that goals may change, and global variables that they may read.
const FACTS: &str = "retractall(d(_)), retractall(d(_, _)), retractall(e(_)), assertz(d(1)), assertz(d(2)), \
    assertz(d(a, 1)), assertz((e(X) :- d(X), X > 1)), nb_setval(k, 0), nb_setval(g, f(x))";

#[test]
fn random_goals_mean_the_same_in_all_ways() {
    let first = setting("FERZ_SEED", 0);
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 400 } else { 3_000 });
    let grammar = kinds::grammar();
    let ways = Way::all();
    let mut faults = Vec::new();
    let mut pair = None;
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        if (seed - first).is_multiple_of(60) {
            pair = None;
        }
        let pair = pair.get_or_insert_with(|| {
            let mut pair = Pair::new("random", rng.chance(50), rng.chance(10));
            pair.consult(helpers());
            pair.limit();
            pair
        });
        // Control constructs and equations are what the compiler knows most about, clauses what it compiles.
        let common = if rng.chance(60) { 2 } else { kinds::KINDS.len() };
        let (kind, _) = kinds::KINDS[rng.below(common)];
        let goal = kinds::goal(&grammar, kind, seed);
        let way = if rng.chance(40) {
            ways[0]
        } else {
            ways[rng.below(ways.len())]
        };
        for session in [&mut pair.plain, &mut pair.other] {
            session.outcome(FACTS, 1, None);
        }
        let fault = pair.compare(&goal, way, FEW, None);
        if let Some(fault) = fault
            && !exceptions::covers(&goal)
            && !(way.is_apart() && exceptions::uses_globals(&goal))
        {
            faults.push(format!("{kind}, seed {seed}: {goal}\n  {}\n  {fault}", way.text()));
        }
        if faults.len() >= FAULTS {
            break;
        }
    }
    assert!(faults.is_empty(), "\n{}\n{} faults\n", faults.join("\n"), faults.len());
}

/// Goals that every run calls in all ways.
const CORNERS: [&str; 24] = [
    "p(A, A, A) = p(X, 1, Y)",
    "p(X, 1, Y) = p(A, A, A)",
    "f(X, Y, X) = f(Y, g(Z), Z)",
    "g(X, f(Y), Y) = g(f(A), A, B), B = 1",
    "X = f(X1, Y1), f(a, Z) = X, Y1 = Z, Z = b",
    "[X, Y|Z] = [Y, 1|W], W = Z",
    "\\+ 1",
    "\\+ (fail, 1)",
    "(fail -> 1 ; true)",
    "forall(1, true)",
    "findall(X, (member(X, [1, 2]), !), L)",
    "(member(X, [1, 2, 3]), X > 1, ! ; X = 9)",
    "catch(member(X, [1, 2]), _, true), X > 1, catch(throw(a), E, true)",
    "catch((member(X, [1, 2, 3]), X > 1, throw(found(X))), found(Y), true)",
    "(X = 1 ; X = 2), (X = 1 -> Y = a ; Y = b)",
    "(member(X, [1, 2]) *-> Y = X ; Y = none)",
    "call((!, fail ; true))",
    "X = 1, (\\+ X = 2 -> Y = yes ; Y = no)",
    "freeze(X, Y = 1), (X = 1 -> true ; true)",
    "dif(X, a), member(X, [a, b])",
    "G = (X = 1 ; X = 2), G, !",
    "setup_call_cleanup(true, member(X, [1, 2]), write(done))",
    "catch(call_cleanup(throw(a), write(b)), Ball, write(Ball))",
    "X is 2 + 3, X =:= 5, Y is X * X - 1",
];

#[test]
fn corners_mean_the_same_in_all_ways() {
    let mut faults = Vec::new();
    for linked in [true, false] {
        let mut pair = Pair::new("corners", linked, linked);
        for goal in CORNERS {
            for way in Way::all() {
                if let Some(fault) = pair.compare(goal, way, MOST, None) {
                    faults.push(format!("{goal}\n  {}\n  {fault}", way.text()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}\n{} faults\n", faults.join("\n"), faults.len());
}

/// The terms of random programs are walked by recursion.
#[test]
fn random_programs_mean_the_same_in_all_ways() {
    let work = thread::Builder::new().stack_size(256 << 20).spawn(random_programs);
    let result = work.expect("a thread can be made").join();
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

fn random_programs() {
    let first = setting("FERZ_SEED", 0);
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 200 } else { 1_000 });
    let ways = Way::all();
    let mut faults = Vec::new();
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let program = generate::program(seed);
        // One without an end makes terms that are too deep to be written here.
        if oracle::solve(&program, FEW, WORK).end == oracle::End::Limit {
            continue;
        }
        let mut pair = Pair::new("programs", rng.chance(50), rng.chance(10));
        pair.consult(&program.text());
        pair.limit();
        let goal = program.query_text();
        let names: Vec<String> = program.query_vars().into_iter().map(|(_, name)| name).collect();
        let way = ways[rng.below(ways.len())];
        let fault = pair.compare(cases::full_stop_removed(&goal), way, FEW, Some(&names));
        if let Some(fault) = fault {
            faults.push(format!(
                "seed {seed}: {goal}\n  {}\n  {fault}\n{}",
                way.text(),
                program.text()
            ));
        }
        if faults.len() >= FAULTS {
            break;
        }
    }
    assert!(faults.is_empty(), "\n{}\n{} faults\n", faults.join("\n"), faults.len());
}
