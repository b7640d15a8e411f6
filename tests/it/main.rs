//! The integration tests, one binary.

#[cfg(feature = "data")]
mod data;
mod goals;
#[path = "../../benches/agree/grammar.rs"]
mod grammar;
mod hosts;
#[path = "../../benches/agree/kinds.rs"]
mod kinds;
mod program;
mod props;
mod sources;
#[cfg(feature = "web")]
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The root of the project.
fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package
            .ancestors()
            .nth(2)
            .expect("the package is in a folder of the project");
        root.to_owned()
    });
    &ROOT
}

/// The number that a variable of the environment sets: a seed, or how many cases are made.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Runs a test of this program, which stands in `module`, once more in a process of its own, with a variable that says so.
#[track_caller]
fn alone(module: &str, test: &str, variable: &str) -> Output {
    let program = std::env::current_exe().expect("the system knows it");
    let (_, module) = module.split_once("::").expect("the crate and the module");
    let name = format!("{module}::{test}");
    let output = Command::new(program)
        .args(["--exact", &name, "--nocapture"])
        .env(variable, "1")
        .output()
        .expect("the program can be started again");
    // A name that is no test's would be a success that says nothing.
    let found = String::from_utf8_lossy(&output.stdout).contains("running 1 test\n");
    assert!(found, "there is no test {name}");
    output
}
