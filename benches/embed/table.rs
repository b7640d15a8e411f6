//! The table of ferz beside other engines that a Rust program may embed.

use std::path::Path;
use std::process::{Command, Stdio};

/// The keys of the operations and what they are.
const OPERATIONS: [(&str, &str); 7] = [
    ("engine", "an engine, made and dropped"),
    ("call", "a call with an integer, its result"),
    ("answers", "an answer of two integers"),
    ("host", "a host call, integer to integer"),
    ("text", "a host call, text to text"),
    ("vector", "a vector of 1,000 integers in"),
    ("rows", "a row of two integers in"),
];

const ENGINES: [&str; 3] = ["Lua", "Rhai", "SQLite"];

/// Runs the other engines and prints the table. `own` has the times of ferz by operation, in nanoseconds: its engine is
/// one of a frozen program.
pub(crate) fn print(own: &[(&str, f64)]) {
    let lines = match run() {
        Ok(lines) => lines,
        Err(reason) => {
            println!("\nNo table beside other engines: {reason}.");
            return;
        }
    };
    let of = |key: &str, engine: &str| {
        lines.lines().find_map(|line| {
            let mut parts = line.split('\t');
            let fits = parts.next() == Some(key) && parts.next() == Some(engine);
            parts.next().filter(|_| fits)?.parse::<f64>().ok()
        })
    };
    print!("\n{:<38}{:>12}", "nanoseconds", "ferz");
    ENGINES.iter().for_each(|engine| print!("{engine:>12}"));
    println!();
    for (key, name) in OPERATIONS {
        let own = own.iter().find(|(of, _)| *of == key).map(|(_, time)| *time);
        print!("{name:<38}");
        for time in std::iter::once(own).chain(ENGINES.map(|engine| of(key, engine))) {
            match time {
                Some(time) => print!("{time:>12.0}"),
                None => print!("{:>12}", "-"),
            }
        }
        println!();
    }
}

/// Builds and runs the package; returns what it prints.
fn run() -> Result<String, String> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let run = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(root.join("benches/embed/peers/Cargo.toml"))
        .arg("--target-dir")
        .arg(root.join("target/peers"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    match run.status.success() {
        true => String::from_utf8(run.stdout).map_err(|error| error.to_string()),
        false => Err("the package benches/embed/peers does not build or run".to_owned()),
    }
}
