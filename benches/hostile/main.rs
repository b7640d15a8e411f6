//! Inputs that bring Prolog systems down, on ferz and on the others that are on the path, side by side.
//!
//! ```text
//! cargo bench --bench hostile              # all inputs
//! cargo bench --bench hostile -- cyclic    # those with such names
//! ```
//!
//! Each input runs in a process of its own, which may take [`LIMIT`] of processor time and [`MEMORY`] of address space. It
//! asks one goal under `catch/3`, and says that it is alive afterwards; what it says last, the processor time, and the most
//! memory it had are printed. `DOWN` marks a process that did not live to say so.

#![allow(clippy::print_stdout, reason = "the table is what it is for")]

mod cases;

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use cases::{CASES, Case};

/// Processor time that an input may take.
const LIMIT: Duration = Duration::from_secs(10);
/// How often that may pass on the clock on the wall.
const PATIENCE: u32 = 8;
/// KiB of address space that a process may take.
const MEMORY: usize = 8 << 20;

/// The systems that may be on the path, and how each runs a file.
const SYSTEMS: [(&str, &[&str]); 6] = [
    ("ferz", &[env!("CARGO_BIN_EXE_ferz"), "-q"]),
    ("swipl", &["swipl", "-q"]),
    ("gprolog", &["gprolog", "--consult-file"]),
    ("yap", &["yap", "-q", "-l"]),
    ("scryer", &["scryer-prolog", "-f"]),
    ("trealla", &["tpl", "-q"]),
];

/// What every program ends with: it asks the goal, tells what came of it, and that it is alive.
const DRIVER: &str = "
hostile :- catch(ask, Ball, told(Ball)), X is 6 * 7, write(alive(X)), nl, halt.
ask :- ( hostile_goal -> write('TOLD yes') ; write('TOLD no') ), nl.
told(Ball) :- write('TOLD '), ( nonvar(Ball), Ball = error(E, _) -> formal(E) ; write(ball) ), nl.
formal(E) :- var(E), !, write(error).
formal(E) :- functor(E, N, A), write(N), ( A > 0, arg(1, E, X), atomic(X) -> write('('), write(X), write(')') ; true ).
:- initialization(hostile).
";

/// What came of an input.
struct Outcome {
    told: String,
    alive: bool,
    time: Duration,
    peak_kib: u64,
}

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let on_path = |program: &str| {
        let path = env::var_os("PATH").unwrap_or_default();
        program.contains('/') || env::split_paths(&path).any(|folder| folder.join(program).is_file())
    };
    let systems: Vec<_> = SYSTEMS.iter().filter(|(_, command)| on_path(command[0])).collect();
    let folder = env::temp_dir().join(format!("ferz-hostile-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for temporary use can be made");
    print!("{:34}", "");
    for (name, _) in &systems {
        print!("{name:44}");
    }
    println!();
    let mut down = vec![0; systems.len()];
    for case in CASES {
        if !words.is_empty() && !words.iter().any(|word| case.name.contains(word)) {
            continue;
        }
        let program = prepare(case, &folder);
        print!("{:34}", case.name);
        for (column, (_, command)) in systems.iter().enumerate() {
            let outcome = run(command, &program);
            down[column] += usize::from(!outcome.alive);
            let mark = if outcome.alive { "" } else { "DOWN " };
            let (seconds, megabytes) = (outcome.time.as_secs_f64(), outcome.peak_kib >> 10);
            let told = format!("{mark}{}", outcome.told);
            print!(
                "{:27}{seconds:5.1} s {megabytes:5} MB  ",
                told.chars().take(26).collect::<String>()
            );
        }
        println!();
    }
    print!("{:34}", "down");
    for count in down {
        print!("{count:<44}");
    }
    println!();
    fs::remove_dir_all(&folder).expect("the folder is still there");
}

/// Writes the files of an input; gives that of the program.
fn prepare(case: &Case, folder: &Path) -> PathBuf {
    let (program, input) = (folder.join("hostile.pl"), folder.join("input.pl"));
    let bytes = (case.input)();
    let loads = if bytes.is_empty() {
        String::new()
    } else {
        format!("consult('{}'), ", input.display())
    };
    fs::write(&input, bytes).expect("a file for temporary use can be written");
    let text = format!("{}\nhostile_goal :- {loads}{}.\n{DRIVER}", case.program, case.goal);
    fs::write(&program, text).expect("a file for temporary use can be written");
    program
}

/// Runs a system on a program.
fn run(command: &[&str], program: &Path) -> Outcome {
    let begin = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"])
        .args(command)
        .arg(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell can be started");
    let mut pipe = child.stdout.take().expect("the output was asked for");
    let output = thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before a fault is told all the same; of what is written for ever, a part will do.
        let _ = pipe.by_ref().take(1 << 24).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let (mut peak_kib, mut time) = (0, Duration::ZERO);
    let status = loop {
        peak_kib = peak(&child).unwrap_or(peak_kib);
        time = spent(&child).unwrap_or(time);
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if time < LIMIT && begin.elapsed() < LIMIT * PATIENCE => thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let output = output.join().expect("reading a pipe does not panic");
    let said = |prefix: &str| output.lines().rev().find_map(|line| line.strip_prefix(prefix));
    let alive = said("alive(42)").is_some();
    let told = match (said("TOLD "), status) {
        (Some(told), _) if alive => told.to_owned(),
        (_, None) => format!("still runs after {} s", LIMIT.as_secs()),
        (_, Some(status)) => status.to_string(),
    };
    Outcome {
        told,
        alive,
        time,
        peak_kib,
    }
}

/// Processor time that a running process has used, where the system tells.
fn spent(child: &Child) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{}/schedstat", child.id())).ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The most memory a running process has had, where the system tells.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
