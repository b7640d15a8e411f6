//! How the cost of a predicate, or of loading a text, grows with the size of what it gets.
//!
//! ```text
//! cargo bench --bench growth           # all rows of rows.pl
//! cargo bench --bench growth -- load   # those with such names
//! ```
//!
//! Each row is measured at four sizes in processor time, and the exponent of the growth is fitted to them; one beyond its
//! order fails.

#![allow(clippy::print_stdout, reason = "the table is what it is for")]

use std::env;
use std::process::{Command, ExitCode, Stdio};

/// What an exponent may be above that of the order: caches and other work on the machine cost up to so much.
const TOLERANCE: f64 = 0.4;

/// Returns the exponent of an order.
fn expected(order: &str) -> Option<f64> {
    Some(match order {
        "1" | "log" => 0.0,
        "n" | "nlog" => 1.0,
        "n2" => 2.0,
        _ => return None,
    })
}

fn main() -> ExitCode {
    let part = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/growth/");
    let goal = format!("measure('{}')", part.unwrap_or_default());
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args([&format!("{folder}rows.pl"), &format!("{folder}driver.pl")])
        .args(["-g", &goal, "-t", "halt"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let Ok(output) = output else {
        println!("ferz does not run");
        return ExitCode::FAILURE;
    };
    let (mut rows, mut failed) = (0, 0);
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut fields = line.rsplit(' ');
        let (Some(found), Some(order), Some(name)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let (Ok(found), Some(expected)) = (found.parse::<f64>(), expected(order)) else {
            continue;
        };
        let exceeds = found > expected + TOLERANCE;
        rows += 1;
        failed += usize::from(exceeds);
        println!(
            "{name:32} {order:>5} {found:6.2}{}",
            if exceeds { "  EXCEEDS" } else { "" }
        );
    }
    println!("{rows} rows, {failed} exceed their order");
    if rows > 0 && failed == 0 && output.status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
