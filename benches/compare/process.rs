//! Running a system on a job: its output, its memory, its time.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::jobs::{Job, Kind, STARTS};

/// How often the limit of processor time may pass on the clock on the wall.
const PATIENCE: u32 = 5;

/// What one process said of its cases, in order, and the most memory it had.
#[derive(Default)]
pub(crate) struct Report {
    pub times: Vec<(String, f64)>,
    pub faults: Vec<String>,
    pub stopped: bool,
    pub peak_kib: Option<u64>,
}

/// The most memory a running process has had, where the system tells.
fn peak_kib(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Processor time in seconds of the processes that were started here and have ended, with those that they
/// started; of no process where the system does not tell.
fn spent_by_children() -> Option<f64> {
    /// Of the clock of `/proc`, on every Linux.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS)
}

/// Runs a job by a command; `start` is what starting the system takes, if that is known.
pub(crate) fn measure(job: &Job, command: &[String], limit: Duration, start: f64) -> Report {
    let times = if job.kind == Kind::Started { STARTS } else { 1 };
    let (begin, before) = (Instant::now(), spent_by_children());
    let mut report = run(command, limit);
    for _ in 1..times {
        if report.faults.is_empty() {
            let again = run(command, limit);
            report.faults = again.faults;
            report.peak_kib = report.peak_kib.max(again.peak_kib);
        }
    }
    let spent = match (before, spent_by_children()) {
        (Some(before), Some(after)) => after - before,
        _ => begin.elapsed().as_secs_f64(),
    };
    if report.faults.is_empty() {
        match job.kind {
            Kind::Timed => {}
            Kind::Started => report.times = vec![(job.name.clone(), spent / f64::from(times))],
            Kind::Loaded(_) => report.times = vec![(job.name.clone(), spent - start)],
        }
    }
    report
}

/// Processor time that a running process has used, where the system tells.
fn spent(child: &Child) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{}/schedstat", child.id())).ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Runs a command to its end, or to the limit of its processor time: what else the machine does is not its fault.
fn run(command: &[String], limit: Duration) -> Report {
    let mut report = Report::default();
    let started = Command::new(&command[0])
        .args(&command[1..])
        // Programs that make files make them where they are run.
        .current_dir(std::env::temp_dir())
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
            Ok(None) if spent(&child).unwrap_or_default() < limit && begin.elapsed() < limit * PATIENCE => {
                let young = begin.elapsed() < Duration::from_millis(50);
                thread::sleep(Duration::from_millis(if young { 1 } else { 4 }));
            }
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
    report.stopped = status.is_none();
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
