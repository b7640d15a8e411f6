//! Runs `programs/bench/*.pl` on ferz and on every other Prolog found on the path, and prints tables.
//!
//! ```text
//! cargo bench --bench compare                         # everything, three rounds
//! cargo bench --bench compare -- nrev tak             # only programs and cases whose names contain one of these
//! cargo bench --bench compare -- --list               # the names
//! cargo bench --bench compare -- --rounds 5 --systems ferz,swipl,rust
//! cargo bench --bench compare -- --with old=PATH      # one more ferz, as the column `old`
//! cargo bench --bench compare -- --limit 20           # seconds that one process may take
//! cargo bench --bench compare -- --markdown           # a summary instead of all the figures
//! cargo bench --bench compare -- --svg FILE           # a drawing as well
//! cargo bench --bench compare -- --readme             # summary and drawing into benches/README.md and benches/compare.svg
//! cargo bench --bench compare -- --save FILE          # keep the figures; `--from FILE` shows them again
//! ```
//!
//! A program states its cases as `bench_case(Name, Goal, Count)`: the goal succeeds once if its answer is right, and is
//! run `Count` times. A goal `given(Setup, Goal)` is timed without its setup. The cases of a program run in one
//! process, in order; each process measures its own processor time, so that starting and loading do not count.
//! Starting, and loading of facts and rules, are measured from outside, as processor time of the whole process.
//! Every round runs every program on every system in turn, so that what disturbs the machine disturbs all alike.
//! Two programs exist in Rust as well (`native.rs`), as the column `rust`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]

mod jobs;
mod native;
mod options;
mod plot;
mod process;
mod report;
mod results;
mod systems;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobs::{Kind, START};
use options::Options;
use results::Results;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // It lies among the files for temporary use, which the system clears away too.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn main() -> ExitCode {
    match compare() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn compare() -> Result<ExitCode, String> {
    let options = options::options()?;
    if let Some(name) = &options.native {
        print!("{}", native::run(name)?);
        return Ok(ExitCode::SUCCESS);
    }
    if options.list {
        for job in jobs::jobs(&options) {
            println!("{}: {}", job.name, job.cases.join(", "));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let results = match &options.from {
        Some(file) => Results::parse(&fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?)?,
        None => run(&options)?,
    };
    let put = |file: &str, text: String| fs::write(file, text).map_err(|error| format!("{file}: {error}"));
    if let Some(file) = &options.save {
        put(file, results.write())?;
    }
    if let Some(file) = &options.svg {
        put(file, plot::svg(&results))?;
    }
    let most = results
        .cases
        .iter()
        .flat_map(|case| case.times.values().map(Vec::len))
        .max()
        .unwrap_or(0);
    let rounds = format!("median of {most} round{}", if most == 1 { "" } else { "s" });
    if options.readme {
        let home = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        put(&home.join("benches/compare.svg").to_string_lossy(), plot::svg(&results))?;
        let file = home.join("benches/README.md");
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let summary = report::summary(&results, &rounds);
        put(&file.to_string_lossy(), between_marks(&text, &summary)?)?;
    }
    if options.markdown {
        println!("{}", report::summary(&results, &rounds));
    } else {
        println!("{}", report::full(&results, &options.filters));
    }
    let own = results.faults.iter().any(|fault| fault.contains(", ferz: "));
    Ok(ExitCode::from(u8::from(own)))
}

/// The text with what stands between its two marks replaced.
fn between_marks(text: &str, new: &str) -> Result<String, String> {
    const BEGIN: &str = "<!-- compare: begin -->\n";
    const END: &str = "<!-- compare: end -->\n";
    let parts = text
        .split_once(BEGIN)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or("benches/README.md: no marks of where the comparison goes")?;
    Ok([before, BEGIN, "\n", new.trim_end(), "\n\n", END, after].concat())
}

fn run(options: &Options) -> Result<Results, String> {
    let (systems, jobs) = (systems::systems(options), jobs::jobs(options));
    if systems.is_empty() || jobs.is_empty() {
        return Err("nothing to run".to_owned());
    }
    let folder = Folder(env::temp_dir().join(format!("ferz-compare-{}", std::process::id())));
    fs::create_dir_all(&folder.0).expect("a folder for temporary use can be made");

    let mut results = Results {
        systems: systems.iter().map(|system| system.name.clone()).collect(),
        ..Results::default()
    };
    let mut commands = BTreeMap::new();
    for round in 0..options.rounds {
        for job in &jobs {
            for system in &systems {
                let command = commands
                    .entry((&job.name, &system.name))
                    .or_insert_with(|| system.prepare(job, &folder.0));
                let command = match command {
                    Ok(words) => words.clone(),
                    Err(message) => {
                        if !message.is_empty() {
                            results.faults.push(format!("{}, {}: {message}", job.name, system.name));
                        }
                        continue;
                    }
                };
                eprintln!("round {} {} {}", round + 1, job.name, system.name);
                let start = match job.kind {
                    Kind::Loaded(_) => results
                        .case(START)
                        .and_then(|case| case.median(&system.name))
                        .unwrap_or(0.0),
                    _ => 0.0,
                };
                let report = process::measure(job, &command, options.limit, start);
                for fault in &report.faults {
                    results.faults.push(format!("{}, {}: {fault}", job.name, system.name));
                }
                if report.stopped {
                    // It would be stopped again; the fault has been noted.
                    commands.insert((&job.name, &system.name), Err(String::new()));
                }
                for (name, time) in &report.times {
                    results.time(&job.name, name, &system.name, *time);
                }
                if let Some(kib) = report.peak_kib {
                    results.peak(&job.name, &system.name, kib);
                }
            }
        }
    }
    results.faults.sort();
    results.faults.dedup();
    Ok(results)
}
