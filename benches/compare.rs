//! Runs `programs/bench/*.pl` on ferz and on every other Prolog found on the path, and prints a table.
//!
//! ```text
//! cargo bench --bench compare                         # everything, three rounds
//! cargo bench --bench compare -- nrev tak             # only the programs whose names contain one of these
//! cargo bench --bench compare -- --rounds 5 --systems ferz,swipl
//! cargo bench --bench compare -- --with old=PATH      # one more ferz, as the column `old`
//! cargo bench --bench compare -- --limit 20           # seconds that one process may take
//! ```
//!
//! A program states its cases as `bench_case(Name, Goal, Count)`: the goal succeeds once if its answer is right, and is
//! run `Count` times. A goal `given(Setup, Goal)` is timed without its setup. The cases of a program run in one
//! process, in order; each process measures its own processor time, so that starting and loading do not count.
//! Every round runs every program on every system in turn, so that what disturbs the machine disturbs all alike.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Put behind each program; what differs between systems is `bench_clock/1`.
const DRIVER: &str = "
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

/// What the systems of a family need in front of a program.
#[derive(Clone, Copy, PartialEq)]
enum Dialect {
    Iso,
    Swi,
    Gnu,
}

impl Dialect {
    fn prelude(self) -> &'static str {
        match self {
            Dialect::Iso => "bench_clock(T) :- statistics(cputime, T).\n",
            Dialect::Swi => ":- style_check(-singleton).\nbench_clock(T) :- statistics(cputime, T).\n",
            Dialect::Gnu => {
                "bench_clock(T) :- statistics(user_time, [U|_]), statistics(system_time, [S|_]), T is (U + S) / 1000.\n"
            }
        }
    }
}

/// One column of the table.
struct System {
    name: String,
    dialect: Dialect,
    /// The program and the arguments before the file's name; empty if the file is made an executable.
    command: Vec<String>,
}

/// What one process said of its cases, in order, and the most memory it had.
struct Report {
    times: Vec<(String, f64)>,
    faults: Vec<String>,
    peak_kib: Option<u64>,
}

/// The times of one case on each system, by the name of the system.
#[derive(Default)]
struct Case {
    name: String,
    times: BTreeMap<String, Vec<f64>>,
}

struct Options {
    filters: Vec<String>,
    rounds: usize,
    systems: Option<Vec<String>>,
    with: Vec<(String, String)>,
    limit: Duration,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        filters: Vec::new(),
        rounds: 3,
        systems: None,
        with: Vec::new(),
        limit: Duration::from_secs(60),
    };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg}: a value is missing"));
        let number = |text: String| text.parse::<u32>().map_err(|_| format!("{text}: not a number"));
        match arg.as_str() {
            // Cargo passes this to every benchmark.
            "--bench" => {}
            "--rounds" => options.rounds = number(value()?)?.max(1) as usize,
            "--limit" => options.limit = Duration::from_secs(number(value()?)?.into()),
            "--systems" => options.systems = Some(value()?.split(',').map(str::to_owned).collect()),
            "--with" => {
                let value = value()?;
                let (name, path) = value.split_once('=').ok_or("--with NAME=PATH")?;
                options.with.push((name.to_owned(), path.to_owned()));
            }
            _ if arg.starts_with('-') => return Err(format!("{arg}: no such option")),
            _ => options.filters.push(arg),
        }
    }
    Ok(options)
}

fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The systems that are there, ferz first.
fn systems(options: &Options) -> Vec<System> {
    let system = |name: &str, dialect, command: &[&str]| System {
        name: name.to_owned(),
        dialect,
        command: command.iter().map(|&word| word.to_owned()).collect(),
    };
    let mut all = vec![system("ferz", Dialect::Iso, &[env!("CARGO_BIN_EXE_ferz"), "run"])];
    for (name, path) in &options.with {
        all.push(system(name, Dialect::Iso, &[path, "run"]));
    }
    if on_path("swipl") {
        all.push(system("swipl", Dialect::Swi, &["swipl", "-q"]));
        all.push(system("swipl -O", Dialect::Swi, &["swipl", "-q", "-O"]));
    }
    if on_path("gprolog") {
        all.push(system("gprolog", Dialect::Gnu, &["gprolog", "--consult-file"]));
    }
    if on_path("gplc") {
        all.push(system("gplc", Dialect::Gnu, &[]));
    }
    if let Some(wanted) = &options.systems {
        all.retain(|system| wanted.contains(&system.name));
    }
    all
}

/// The programs to be run: their names and texts.
fn programs(options: &Options) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/bench");
    let entries = fs::read_dir(&folder).expect("the folder of the programs can be read");
    let mut all = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry of the folder can be read").path();
        let name = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let wanted = options.filters.is_empty() || options.filters.iter().any(|part| name.contains(part));
        if wanted && path.extension().is_some_and(|kind| kind == "pl") {
            all.push((name, fs::read_to_string(&path).expect("a program can be read")));
        }
    }
    all.sort();
    all
}

impl System {
    /// Writes the program for this system; gives the command that runs it, or says why there is none.
    fn prepare(&self, name: &str, text: &str, folder: &Path) -> Result<Vec<String>, String> {
        let file = folder.join(format!("{name}-{}.pl", self.name.replace(' ', "")));
        let whole = [self.dialect.prelude(), text, DRIVER].concat();
        fs::write(&file, whole).expect("a file for temporary use can be written");
        let file = file.to_string_lossy().into_owned();
        if !self.command.is_empty() {
            let mut command = self.command.clone();
            command.push(file);
            return Ok(command);
        }
        let executable = file.replace(".pl", "");
        let made = Command::new("gplc")
            .args(["--no-top-level", "-o", &executable, &file])
            .stdin(Stdio::null())
            .output();
        match made {
            Ok(output) if output.status.success() => Ok(vec![executable]),
            Ok(output) => {
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8_lossy(&said).into_owned();
                Err(said.lines().next().unwrap_or("not compiled").to_owned())
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The most memory a running process has had, where the system tells.
fn peak_kib(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Runs a command to its end, or to the limit of its time.
fn run(command: &[String], limit: Duration) -> Report {
    let mut report = Report {
        times: Vec::new(),
        faults: Vec::new(),
        peak_kib: None,
    };
    let started = Command::new(&command[0])
        .args(&command[1..])
        // The areas of GNU Prolog have fixed sizes, in KiB; its defaults are too small for some cases, larger ones cannot be had.
        .envs([
            ("GLOBALSZ", "900000"),
            ("LOCALSZ", "700000"),
            ("TRAILSZ", "300000"),
            ("MAX_ATOM", "4000000"),
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            report.faults.push(format!("{}: {error}", command[0]));
            return report;
        }
    };
    let collect = |pipe: Option<Box<dyn Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                // What was read before a fault is reported all the same.
                let _ = pipe.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let output = collect(child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let errors = collect(child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let begin = Instant::now();
    let status = loop {
        // Nothing is left to be asked once the process has ended, so it is asked all the time.
        report.peak_kib = peak_kib(&child).or(report.peak_kib);
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if begin.elapsed() < limit => thread::sleep(Duration::from_millis(4)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let output = output.join().expect("reading a pipe does not panic");
    let errors = errors.join().expect("reading a pipe does not panic");
    for line in output.lines() {
        if let Some((name, time)) = line.strip_prefix("TIME ").and_then(|rest| rest.split_once(' ')) {
            match time.parse() {
                Ok(time) => report.times.push((name.to_owned(), time)),
                Err(_) => report.faults.push(line.to_owned()),
            }
        } else if line.starts_with("FAILED ") || line.starts_with("RAISED ") {
            report.faults.push(line.to_owned());
        }
    }
    let ending = match status {
        None => Some(format!("stopped after {} s", limit.as_secs())),
        Some(status) if status.success() => None,
        Some(status) => Some(status.to_string()),
    };
    if let Some(ending) = ending {
        let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("");
        report.faults.push(format!("{ending} {last}").trim().to_owned());
    }
    report
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    }
}

/// Prints a table in Markdown: the first column to the left, the others to the right.
fn print_table(head: &[String], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]).chain([&head[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    println!("{}", line(head));
    let rules = widths.iter().enumerate().map(|(i, &width)| match i {
        0 => "-".repeat(width + 2),
        _ => format!("{}:", "-".repeat(width + 1)),
    });
    println!("|{}|", rules.collect::<Vec<_>>().join("|"));
    for row in rows {
        println!("{}", line(row));
    }
    println!();
}

/// Times too short for the clocks of the systems say nothing as ratios.
const SHORTEST: f64 = 0.005;

fn ratio(case: &Case, system: &str, base: &str) -> Option<f64> {
    let time = median(case.times.get(system)?);
    let base = median(case.times.get(base)?);
    (time >= SHORTEST && base >= SHORTEST).then(|| time / base)
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

fn print_times(systems: &[System], cases: &[Case]) {
    let base = systems
        .iter()
        .find(|system| system.name == "swipl")
        .unwrap_or(&systems[0]);
    let names = systems.iter().map(|system| system.name.clone());
    let head: Vec<String> = ["case".to_owned()].into_iter().chain(names).collect();
    let mut rows = Vec::new();
    for case in cases {
        let cells = systems.iter().map(|system| match case.times.get(&system.name) {
            None => "-".to_owned(),
            Some(times) => match ratio(case, &system.name, &base.name) {
                Some(ratio) => format!("{:.3} ({ratio:.2})", median(times)),
                None => format!("{:.3}", median(times)),
            },
        });
        rows.push([case.name.clone()].into_iter().chain(cells).collect());
    }
    let means = systems.iter().map(|system| {
        let ratios: Vec<f64> = cases
            .iter()
            .filter_map(|case| ratio(case, &system.name, &base.name))
            .collect();
        if ratios.is_empty() {
            "-".to_owned()
        } else {
            format!("{:.2} [{}]", geometric_mean(&ratios), ratios.len())
        }
    });
    rows.push(["geometric mean".to_owned()].into_iter().chain(means).collect());
    println!(
        "Processor time in seconds, median of the rounds; in parentheses the ratio to {}, less is faster;\n\
         the means are of the ratios of the cases counted in brackets.\n",
        base.name
    );
    print_table(&head, &rows);
}

fn print_peaks(systems: &[System], peaks: &BTreeMap<(String, String), u64>) {
    let mut programs: Vec<&String> = peaks.keys().map(|(program, _)| program).collect();
    programs.dedup();
    if programs.is_empty() {
        return;
    }
    let names = systems.iter().map(|system| system.name.clone());
    let head: Vec<String> = ["program".to_owned()].into_iter().chain(names).collect();
    let row = |program: &String| {
        let cells = systems.iter().map(|system| {
            let peak = peaks.get(&(program.clone(), system.name.clone()));
            peak.map_or("-".to_owned(), |kib| (kib / 1024).to_string())
        });
        [program.clone()].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = programs.into_iter().map(row).collect();
    println!("Peak resident memory of a program's process, MiB.\n");
    print_table(&head, &rows);
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // It lies among the files for temporary use, which the system clears away too.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let (systems, programs) = (systems(&options), programs(&options));
    if systems.is_empty() || programs.is_empty() {
        eprintln!("nothing to run");
        return ExitCode::from(2);
    }
    let folder = Folder(env::temp_dir().join(format!("ferz-compare-{}", std::process::id())));
    fs::create_dir_all(&folder.0).expect("a folder for temporary use can be made");

    let mut commands = BTreeMap::new();
    let mut cases: Vec<Case> = Vec::new();
    let mut peaks = BTreeMap::new();
    let mut faults = Vec::new();
    for round in 0..options.rounds {
        for (program, text) in &programs {
            for system in &systems {
                let key = (program.clone(), system.name.clone());
                let command = commands
                    .entry(key.clone())
                    .or_insert_with(|| system.prepare(program, text, &folder.0));
                let report = match command {
                    Ok(command) => run(command, options.limit),
                    Err(message) => {
                        if round == 0 {
                            faults.push(format!("{program}, {}: {message}", system.name));
                        }
                        continue;
                    }
                };
                eprintln!("round {} {program} {}", round + 1, system.name);
                if !report.faults.is_empty() {
                    faults.extend(
                        report
                            .faults
                            .iter()
                            .map(|fault| format!("{program}, {}: {fault}", system.name)),
                    );
                    // A process that was stopped would be stopped again.
                    if report.faults.iter().any(|fault| fault.starts_with("stopped")) {
                        *command = Err("stopped".to_owned());
                    }
                }
                for (name, time) in report.times {
                    let place = cases.iter().position(|case| case.name == name).unwrap_or_else(|| {
                        cases.push(Case {
                            name,
                            ..Case::default()
                        });
                        cases.len() - 1
                    });
                    cases[place].times.entry(system.name.clone()).or_default().push(time);
                }
                if let Some(peak) = report.peak_kib {
                    let most = peaks.entry(key).or_insert(peak);
                    *most = peak.max(*most);
                }
            }
        }
    }
    print_times(&systems, &cases);
    print_peaks(&systems, &peaks);
    faults.sort();
    faults.dedup();
    if !faults.is_empty() {
        println!("Not measured:\n");
        for fault in &faults {
            println!("- {fault}");
        }
    }
    let own = faults.iter().any(|fault| fault.contains(", ferz: "));
    ExitCode::from(u8::from(own))
}
