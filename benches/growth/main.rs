//! How the cost of a predicate, or of loading a text, grows with the size of what it gets.
//!
//! ```text
//! cargo bench --bench growth               # all rows of rows.pl, and all examples of the manual
//! cargo bench --bench growth -- load       # those with such names
//! cargo bench --bench growth -- floor PART # the time of one call beside `swipl`; all rows without PART
//! ```
//!
//! Each row is measured at several sizes in processor time, and the exponent of the growth is fitted to them; one beyond
//! its order fails. The goals in which the manual shows the predicates are rows, too: each list, text, number and compound
//! term in them is made larger in turn, and the growth is at most n log n, unless orders.txt says more. measured.txt has the
//! predicates that are measured so; `UPDATE_EXPECT=1` rewrites it when all are run. exempt.txt has those that need no row,
//! with their reasons. A test sees that each predicate of the manual is in one of them.
//!
//! The floor: the same rows run in SWI-Prolog, one after the other, in processor time; each system's least time of several
//! counts. benches/README.md says why a row may take longer than there.

#![allow(clippy::print_stdout, reason = "the table is what it is for")]

mod manual;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, thread};

/// This folder.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/growth");

/// The files of the rows, and what measures them.
const ROWS: [&str; 5] = ["made.pl", "collections.pl", "texts.pl", "rows.pl", "driver.pl"];

/// What an exponent may be above that of the order: caches and other work on the machine cost up to so much.
const TOLERANCE: f64 = 0.4;

/// Returns the exponent of an order.
fn expected(order: &str) -> Option<f64> {
    Some(match order {
        "1" | "log" => 0.0,
        "n" => 1.0,
        // The logarithm of ten thousand grows with its power of 0.1.
        "nlog" => 1.1,
        "n2" => 2.0,
        "n3" => 3.0,
        _ => return None,
    })
}

/// The order of a row of the examples that is not in orders.txt.
const USUAL: &str = "nlog";

fn main() -> ExitCode {
    let mut words = env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let part = words.next().unwrap_or_default();
    if part == "floor" {
        return floor(&words.next().unwrap_or_default());
    }
    let mut table = Table::default();
    let goal = format!("measure('{part}')");
    let Some(output) = run(&ROWS, &goal, "") else {
        println!("ferz fails");
        return ExitCode::FAILURE;
    };
    for line in output.lines() {
        let mut fields = line.rsplit(' ');
        if let (Some(found), Some(order), Some(name)) = (fields.next(), fields.next(), fields.next()) {
            Row::new("", name, order, found).iter().for_each(|row| table.add(row));
        }
    }
    let (examples, predicates) = examples(&part);
    let orders = fs::read_to_string(Path::new(FOLDER).join("orders.txt")).unwrap_or_default();
    let mut measured = BTreeSet::new();
    for example in examples.lines() {
        let Some(mut rows) = rows_of(example, &orders) else {
            println!("{example} ends early  FAILS");
            table.failed += 1;
            continue;
        };
        // What else the machine does makes times longer: rows that exceed are measured again, and the least counts.
        for _ in 0..2 {
            if rows.iter().any(Row::exceeds) {
                let again = rows_of(example, &orders).unwrap_or_default();
                for (row, again) in rows.iter_mut().zip(again).filter(|(row, again)| row.name == again.name) {
                    row.found = row.found.min(again.found);
                }
            }
        }
        for row in rows {
            table.add(&row);
            measured.insert(row.predicate);
        }
    }
    table.failed += kept(&part, &measured);
    println!(
        "{} rows, {} exceed their order; {} of {predicates} predicates are measured by their examples",
        table.rows,
        table.failed,
        measured.len()
    );
    if table.rows > 0 && table.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Compares the predicates that were measured by examples with those of measured.txt, or writes this file; returns the
/// number of those that are missing.
fn kept(part: &str, measured: &BTreeSet<String>) -> usize {
    let path = Path::new(FOLDER).join("measured.txt");
    if !part.is_empty() {
        return 0;
    }
    if env::var_os("UPDATE_EXPECT").is_some() {
        let lines: Vec<&str> = measured.iter().map(String::as_str).collect();
        return usize::from(fs::write(path, lines.join("\n") + "\n").is_err());
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    let missing = known.lines().filter(|line| !measured.contains(*line));
    missing
        .inspect(|name| println!("{name} is not measured any more"))
        .count()
}

#[derive(Default)]
struct Table {
    rows: usize,
    failed: usize,
}

impl Table {
    /// Prints a row.
    fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.failed += usize::from(row.exceeds());
        let Row { name, order, found, .. } = row;
        let mark = if row.exceeds() { "  EXCEEDS" } else { "" };
        println!("{name:40} {order:>5} {found:6.2}{mark}");
    }
}

/// A row: what was measured, the order that it may have, and the exponent found.
struct Row {
    predicate: String,
    name: String,
    order: String,
    found: f64,
}

impl Row {
    /// `None` if it is no row.
    fn new(predicate: &str, name: &str, order: &str, found: &str) -> Option<Row> {
        expected(order)?;
        Some(Row {
            predicate: predicate.to_owned(),
            name: name.to_owned(),
            order: order.to_owned(),
            found: found.parse().ok()?,
        })
    }

    fn exceeds(&self) -> bool {
        self.found > expected(&self.order).unwrap_or_default() + TOLERANCE
    }
}

/// Measures an example and returns its rows; `None` if it ends early. It has a process of its own, so that it does not
/// find what another has left behind.
fn rows_of(example: &str, orders: &str) -> Option<Vec<Row>> {
    let output = run(&["examples.pl", "driver.pl"], "example", example).unwrap_or_default();
    let rows = output.lines().filter_map(|line| {
        let mut fields = line.strip_prefix("=row ")?.rsplitn(5, ' ');
        let (_size, _seconds) = (fields.next(), fields.next());
        let (found, place, predicate) = (fields.next()?, fields.next()?, fields.next()?);
        let name = format!("{predicate} {place}");
        let order = orders
            .lines()
            .find_map(|line| line.strip_prefix(&name)?.split_whitespace().next());
        Row::new(predicate, &name, order.unwrap_or(USUAL), found)
    });
    let rows = rows.collect();
    output.lines().any(|line| line == "=end").then_some(rows)
}

/// How often rows that take longer than in SWI-Prolog are measured again.
const ROUNDS: usize = 4;

/// The microseconds that rows take here and in SWI-Prolog.
#[derive(Default)]
struct Floor(BTreeMap<String, [f64; 2]>);

impl Floor {
    /// Runs a goal of floor.pl in both systems; the least time of a row counts.
    fn measure(&mut self, goal: &str) {
        let files: Vec<&str> = ROWS.into_iter().chain(["floor.pl"]).collect();
        let ours = run(&files, goal, "").unwrap_or_default();
        let theirs = run_in(Command::new("swipl").arg("-q"), &files, goal, "").unwrap_or_default();
        for (system, output) in [ours, theirs].iter().enumerate() {
            let rows = output.lines().filter_map(|line| line.strip_prefix("=floor "));
            for (name, time) in rows.filter_map(|row| row.rsplit_once(' ')) {
                let times = self.0.entry(name.to_owned()).or_insert([f64::INFINITY; 2]);
                times[system] = times[system].min(time.parse().unwrap_or(f64::INFINITY));
            }
        }
    }

    /// The rows that both systems have, with their ratios, the slowest by comparison first.
    fn rows(&self) -> Vec<(f64, &str, [f64; 2])> {
        let both = self
            .0
            .iter()
            .filter(|(_, times)| times.iter().all(|time| time.is_finite()));
        let mut rows: Vec<_> = both
            .map(|(name, times)| (times[0] / times[1], name.as_str(), *times))
            .collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows
    }

    /// The names of the rows above a ratio.
    fn above(&self, ratio: f64) -> Vec<&str> {
        let rows = self.rows();
        rows.iter().filter(|row| row.0 > ratio).map(|row| row.1).collect()
    }
}

/// Prints for each row how many microseconds a call takes here and in SWI-Prolog, the slowest by comparison first. What
/// else the machine does makes times longer: rows that take longer here, or nearly, are measured again in new processes.
fn floor(part: &str) -> ExitCode {
    let mut floor = Floor::default();
    floor.measure(&format!("floor('{part}')"));
    for _ in 0..ROUNDS {
        let again = floor.above(0.9).join(",");
        floor.measure(&format!("floor_rows([{again}])"));
    }
    let rows = floor.rows();
    for (ratio, name, [ours, theirs]) in &rows {
        println!("{name:40} {ratio:8.2} {ours:10.2} {theirs:10.2}");
    }
    let mean = rows.iter().map(|row| row.0.ln()).sum::<f64>() / rows.len().max(1) as f64;
    println!(
        "{} rows, geometric mean {:.2}, {} above 1",
        rows.len(),
        mean.exp(),
        floor.above(1.0).len()
    );
    if rows.is_empty() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Runs a goal of ferz with files of this folder in an empty folder, and returns what it printed.
fn run(files: &[&str], goal: &str, input: &str) -> Option<String> {
    run_in(&mut Command::new(env!("CARGO_BIN_EXE_ferz")), files, goal, input)
}

/// Runs a goal of a Prolog system as [`run`] does.
fn run_in(system: &mut Command, files: &[&str], goal: &str, input: &str) -> Option<String> {
    let folder = env::temp_dir().join(format!("ferz-growth-{}", std::process::id()));
    fs::create_dir_all(&folder).ok()?;
    let files: Vec<String> = files.iter().map(|file| format!("'{FOLDER}/{file}'")).collect();
    let load = format!("consult([{}])", files.join(","));
    let mut child = system
        // The errors of rows that load faulty texts are no failure.
        .args(["-g", &load, "-g", goal, "-g", "halt(0)"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut to = child.stdin.take()?;
    let input = input.to_owned();
    // What is not read does not matter.
    let writer = thread::spawn(move || to.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().ok()?;
    let _all_read = writer.join();
    let _removed = fs::remove_dir_all(&folder);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        println!("{}: {}", output.status, said.lines().last().unwrap_or_default());
        return None;
    }
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the examples of the manual as terms `example(Name, Arity, Text)`, of the predicates whose names contain `part`,
/// and the number of these predicates.
fn examples(part: &str) -> (String, usize) {
    let manual = Command::new(env!("CARGO_BIN_EXE_ferz")).arg("doc").output();
    let manual = manual.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let (mut terms, mut predicates, mut name, mut arity) = (String::new(), BTreeSet::new(), "", 0);
    let manual = manual.unwrap_or_default();
    let quoted = |text: &str, quote: &str| text.replace('\\', "\\\\").replace(quote, &format!("\\{quote}"));
    for line in manual.lines() {
        if let Some(head) = manual::head(line) {
            (name, arity) = head;
        } else if let Some(goal) = line.strip_prefix("?- ")
            && name.contains(part)
        {
            predicates.insert((name, arity));
            let goal = goal.trim_end().trim_end_matches('.');
            let (name, goal) = (quoted(name, "'"), quoted(goal, "\""));
            terms.push_str(&format!("example('{name}', {arity}, \"{goal}\").\n"));
        }
    }
    (terms, predicates.len())
}
