//! `ferz bench`: times the goals that a program marks as benchmarks, and compares them with the last run.
//!
//! A benchmark is a clause `benchmark(Name, Goal)` of the program. The times of the last run stand in a file beside it.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use ferz::{Engine, Error, Term};

/// The least time of a sample, the number of samples, and the time after which no more are taken.
const LEAST: Duration = Duration::from_millis(20);
const SAMPLES: usize = 15;
const LONGEST: Duration = Duration::from_secs(10);
/// The least number of samples, whatever the time.
const FEWEST: usize = 3;
/// The part by which times differ at least that are told apart.
const SAME: f64 = 0.02;

/// The times of a benchmark.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BenchTimes {
    /// Its name.
    pub name: String,
    /// The median time of a run, in nanoseconds.
    pub nanoseconds: f64,
    /// Half of the range in which the middle half of the samples is, in nanoseconds.
    pub spread: f64,
    /// The calls that a run makes.
    pub calls: u64,
}

/// The outcome of a benchmark.
#[derive(Debug)]
pub enum BenchOutcome {
    /// It was timed.
    Timed(BenchTimes),
    /// The goal with this name failed.
    Failed(String),
    /// The goal with this name raised an exception.
    Raised(String, Error),
}

/// Times the benchmarks of a program, and writes a line about each to `out`. The times of the last run are read from
/// `kept`, and these are written there if it `may_write`.
///
/// # Errors
/// If `out` or the file cannot be written; if there are no benchmarks. The inner error is that of `benchmark/2`.
pub fn run(
    engine: &mut Engine,
    kept: &Path,
    may_write: bool,
    out: &mut dyn io::Write,
) -> io::Result<Result<Vec<BenchOutcome>, Error>> {
    let mut known = last_times(kept);
    let mut written = Ok(());
    let outcomes = bench(engine, |outcome| {
        let line = match outcome {
            BenchOutcome::Timed(times) => line(times, known.get(&times.name)),
            BenchOutcome::Failed(name) => format!("{name:24} fails"),
            BenchOutcome::Raised(name, error) => format!("{name:24} {error}"),
        };
        let told = writeln!(out, "{line}");
        written = std::mem::replace(&mut written, Ok(())).and(told);
    });
    written?;
    let Ok(timed) = &outcomes else {
        return Ok(outcomes);
    };
    if timed.is_empty() {
        return Err(io::Error::other("there is no benchmark(Name, Goal)"));
    }
    for outcome in timed {
        if let BenchOutcome::Timed(times) = outcome {
            known.insert(times.name.clone(), times.clone());
        }
    }
    if may_write {
        let mut times: Vec<BenchTimes> = known.into_values().collect();
        times.sort_by(|a, b| a.name.cmp(&b.name));
        std::fs::write(kept, times_text(&times))?;
    }
    Ok(outcomes)
}

/// Times the benchmarks of a program, the first solution of each goal. `told` gets each outcome as it is there.
///
/// # Errors
/// If `benchmark/2` raises an exception.
fn bench(engine: &mut Engine, mut told: impl FnMut(&BenchOutcome)) -> Result<Vec<BenchOutcome>, Error> {
    if !engine.defines("benchmark", 2) {
        return Ok(Vec::new());
    }
    let mut goals = Vec::new();
    for answer in engine.query("benchmark(Name, Goal)")? {
        let answer = answer?;
        if let (Some(name), Some(goal)) = (answer.term("Name"), answer.term("Goal")) {
            goals.push((name.to_string(), goal.clone()));
        }
    }
    let mut outcomes = Vec::new();
    for (name, goal) in goals {
        let outcome = match times(engine, &name, &goal) {
            Ok(Some(times)) => BenchOutcome::Timed(times),
            Ok(None) => BenchOutcome::Failed(name),
            Err(error) => BenchOutcome::Raised(name, error),
        };
        told(&outcome);
        let is_over = matches!(&outcome, BenchOutcome::Raised(_, error) if error.halt_status().is_some());
        outcomes.push(outcome);
        if is_over {
            break;
        }
    }
    Ok(outcomes)
}

fn times(engine: &mut Engine, name: &str, goal: &Term) -> Result<Option<BenchTimes>, Error> {
    // The first run also does what is done once.
    let once = "once(Goal), statistics(inferences, A), once(Goal), statistics(inferences, B), Calls is B - A - 2";
    let Some(found) = engine.once_with(once, [("Goal", goal.clone())])? else {
        return Ok(None);
    };
    let calls: i64 = found.get("Calls")?;
    let mut runs: i64 = 1;
    let mut time = sample(engine, goal, runs)?;
    while time < LEAST {
        runs = runs.saturating_mul(2);
        time = sample(engine, goal, runs)?;
    }
    let begin = Instant::now();
    let mut samples = vec![time];
    while samples.len() < SAMPLES && (samples.len() < FEWEST || begin.elapsed() < LONGEST) {
        samples.push(sample(engine, goal, runs)?);
    }
    let mut samples: Vec<f64> = samples
        .iter()
        .map(|time| time.as_nanos() as f64 / runs as f64)
        .collect();
    samples.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let place = ((samples.len() - 1) as f64 * part).round();
        samples[(place as usize).min(samples.len() - 1)]
    };
    Ok(Some(BenchTimes {
        name: name.to_owned(),
        nanoseconds: at(0.5),
        spread: (at(0.75) - at(0.25)) / 2.0,
        calls: u64::try_from(calls).unwrap_or(0),
    }))
}

/// Runs a goal so many times, and returns the time.
fn sample(engine: &mut Engine, goal: &Term, runs: i64) -> Result<Duration, Error> {
    let values = [("Runs", Term::int(runs)), ("Goal", goal.clone())];
    let mut query = engine.query_with("forall(between(1, Runs, _), once(Goal))", values)?;
    let begin = Instant::now();
    query.next().transpose()?;
    Ok(begin.elapsed())
}

/// Reads the times of the last run from a file; there are none if it cannot be read.
fn last_times(file: &Path) -> HashMap<String, BenchTimes> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let times = text.lines().filter_map(|line| {
        let mut parts = line.split('\t');
        Some(BenchTimes {
            name: parts.next()?.to_owned(),
            nanoseconds: parts.next()?.parse().ok()?,
            spread: parts.next()?.parse().ok()?,
            calls: parts.next()?.parse().ok()?,
        })
    });
    times.map(|times| (times.name.clone(), times)).collect()
}

/// Returns times as the text of a file that [`last_times`] reads.
fn times_text<'t>(times: impl IntoIterator<Item = &'t BenchTimes>) -> String {
    let mut text = String::new();
    for one in times {
        let name = one.name.replace(['\t', '\n', '\r'], " ");
        let _written = writeln!(text, "{name}\t{:.1}\t{:.1}\t{}", one.nanoseconds, one.spread, one.calls);
    }
    text
}

/// Returns the line about a benchmark: its time, spread and calls, and what has become of them since the last run.
fn line(times: &BenchTimes, last: Option<&BenchTimes>) -> String {
    let percent = 100.0 * times.spread / times.nanoseconds.max(1.0);
    let mut line = format!(
        "{:24} {:>11} {percent:>5.1}% {:>12} calls",
        times.name,
        time_text(times.nanoseconds),
        times.calls
    );
    if let Some(last) = last {
        let change = times.nanoseconds / last.nanoseconds.max(1.0) - 1.0;
        // Within the spreads of both, nothing is said.
        let least = f64::max(SAME * last.nanoseconds, 2.0 * (times.spread + last.spread));
        let word = match times.nanoseconds - last.nanoseconds {
            more if more > least => "slower",
            more if more < -least => "faster",
            _ => "as before",
        };
        let _written = write!(line, "   {:+.1}%, {word}", 100.0 * change);
        if times.calls != last.calls {
            let _written = write!(line, "; {} calls before", last.calls);
        }
    }
    line
}

fn time_text(nanoseconds: f64) -> String {
    let (unit, name) = match nanoseconds {
        1e9.. => (1e9, "s"),
        1e6.. => (1e6, "ms"),
        1e3.. => (1e3, "us"),
        _ => (1.0, "ns"),
    };
    format!("{:.3} {name}", nanoseconds / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(nanoseconds: f64, spread: f64, calls: u64) -> BenchTimes {
        BenchTimes {
            name: "nrev".to_owned(),
            nanoseconds,
            spread,
            calls,
        }
    }

    #[test]
    fn a_change_is_told_from_noise() {
        let last = times(1000.0, 10.0, 5);
        for (now, word) in [
            (1500.0, "slower"),
            (1035.0, "as before"),
            (990.0, "as before"),
            (700.0, "faster"),
        ] {
            let line = line(&times(now, 10.0, 5), Some(&last));
            assert!(line.ends_with(word), "{line}");
        }
        assert!(line(&times(1000.0, 10.0, 6), Some(&last)).ends_with("as before; 5 calls before"));
        assert!(line(&last, None).ends_with("5 calls"));
    }

    #[test]
    fn times_are_read_as_they_were_written() {
        let one = times(1234.5, 6.5, 7);
        let file = std::env::temp_dir().join(format!("ferz-bench-test-{}", std::process::id()));
        std::fs::write(&file, times_text([&one])).expect("it can be written");
        assert_eq!(last_times(&file)["nrev"], one);
        std::fs::remove_file(&file).expect("it is there");
        assert!(last_times(&file).is_empty());
    }
}
