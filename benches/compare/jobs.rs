//! What is run: the programs of `programs/bench`, and texts made here whose loading is measured.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::options::Options;

/// Put behind each program; what differs between systems is `bench_clock/1`.
pub(crate) const DRIVER: &str = "
bench_main :-
    bench_case(Name, Goal, Count),
    bench_run(Name, Goal, Count),
    fail.
bench_main :-
    halt.

bench_run(Name, Goal, Count) :-
    catch(bench_measure(Goal, Count, Time), Ball, bench_caught(Name, Ball)),
    !,
    write('TIME '), write(Name), write(' '), write(Time), nl,
    flush_output.
bench_run(Name, _, _) :-
    write('FAILED '), write(Name), nl,
    flush_output.

bench_caught(Name, Ball) :-
    write('RAISED '), write(Name), write(' '), write(Ball), nl,
    fail.

bench_measure(given(Setup, Goal), Count, Time) :-
    !,
    call(Setup),
    bench_measure(Goal, Count, Time).
bench_measure(Goal, Count, Time) :-
    bench_clock(T0),
    bench_repeat(Count, Goal),
    bench_clock(T1),
    Time is T1 - T0.

bench_repeat(0, _) :-
    !.
bench_repeat(N, Goal) :-
    \\+ \\+ call(Goal),
    N1 is N - 1,
    bench_repeat(N1, Goal).

:- initialization(bench_main).
";

/// How a job is measured.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// The program says how long each of its cases took.
    Timed,
    /// The time of the whole process, many times over.
    Started,
    /// The same once, less that of starting; so many clauses are loaded.
    Loaded(u32),
}

/// One file that a system is given.
pub(crate) struct Job {
    pub name: String,
    pub text: String,
    pub kind: Kind,
    /// The cases of which it consists.
    pub cases: Vec<String>,
}

pub(crate) const START: &str = "startup";
pub(crate) const FACTS: &str = "consult_facts";
pub(crate) const RULES: &str = "consult_rules";
pub(crate) const FACT_COUNT: u32 = 200_000;
pub(crate) const RULE_COUNT: u32 = 20_000;

/// How often a system is started for one figure, since the clock is a coarse one.
pub(crate) const STARTS: u32 = 20;

/// The jobs of which a name is wanted.
pub(crate) fn jobs(options: &Options) -> Vec<Job> {
    let single = |name: &str, text: String, kind| Job {
        name: name.to_owned(),
        text,
        kind,
        cases: vec![name.to_owned()],
    };
    let halt = ":- initialization(halt).\n";
    let mut all = programs();
    all.push(single(START, halt.to_owned(), Kind::Started));
    all.push(single(FACTS, facts(FACT_COUNT) + halt, Kind::Loaded(FACT_COUNT)));
    all.push(single(RULES, rules(RULE_COUNT) + halt, Kind::Loaded(RULE_COUNT)));
    let wanted = |name: &String| options.filters.is_empty() || options.filters.iter().any(|part| name.contains(part));
    let loading = all
        .iter()
        .any(|job| matches!(job.kind, Kind::Loaded(_)) && wanted(&job.name));
    // What starting takes is subtracted from what loading takes.
    all.retain(|job| wanted(&job.name) || job.cases.iter().any(wanted) || (loading && job.kind == Kind::Started));
    all
}

fn programs() -> Vec<Job> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("programs/bench");
    let entries = fs::read_dir(&folder).expect("the folder of the programs can be read");
    let mut all = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry of the folder can be read").path();
        if path.extension().is_some_and(|kind| kind == "pl") {
            let text = fs::read_to_string(&path).expect("a program can be read");
            let stated = |line: &str| {
                let rest = line.strip_prefix("bench_case(")?;
                Some(rest.split_once(',')?.0.to_owned())
            };
            all.push(Job {
                name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                cases: text.lines().filter_map(stated).collect(),
                text,
                kind: Kind::Timed,
            });
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

fn facts(count: u32) -> String {
    let mut text = String::new();
    for i in 1..=u64::from(count) {
        let (target, name) = (i * 7919 % 1_000_003, i % 1000);
        writeln!(text, "edge({i},{target},name_{name}).").expect("writing to a string does not fail");
    }
    text
}

/// Predicates of four clauses each.
fn rules(count: u32) -> String {
    let mut text = String::new();
    for i in 0..count {
        let (p, q, k) = (i / 4, (i / 4 + 7) % (count / 4), i % 97);
        let result = match i % 4 {
            0 => writeln!(text, "step_{p}([], Done, Done)."),
            1 => writeln!(
                text,
                "step_{p}([X|Xs], A, B) :- X > {k}, !, C is X * {i} + A, step_{q}(Xs, C, B)."
            ),
            2 => writeln!(
                text,
                "step_{p}([f(X,Y)|Xs], A, [g(Y,B,\"ab\",{k}.5)|Bs]) :- step_{p}([X|Xs], A, Bs), \\+ X = B."
            ),
            _ => writeln!(
                text,
                "step_{p}(_, state_{k}, B) :- ( B = stop -> true ; step_{q}([B], 0, _) )."
            ),
        };
        result.expect("writing to a string does not fail");
    }
    text
}
