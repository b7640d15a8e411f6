//! The integration tests, one binary.

mod cases;
#[cfg(feature = "libraries")]
mod clpq;
#[cfg(unix)]
mod commands;
mod compiled;
mod devices;
mod engine;
mod errors;
mod faults;
#[path = "../../benches/agree/grammar.rs"]
mod grammar;
#[path = "../../src/base/head.rs"]
mod head;
mod host;
mod hostile;
mod interface;
mod interrupt;
#[path = "../../benches/agree/kinds.rs"]
mod kinds;
mod limits;
mod linear;
mod linking;
mod loading;
mod lookup;
mod nasty;
mod objects;
mod outside;
mod parallel;
mod peaks;
mod programs;
#[cfg(unix)]
mod prompt;
mod propagators;
mod props;
mod reclaim;
#[cfg(unix)]
mod runner;
mod saved;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod scripts;
mod shared;
mod texts;
mod threads;
mod tidy;
mod trace;
#[cfg(unix)]
mod tracer;
#[cfg(unix)]
mod typed;
#[cfg(feature = "serde")]
mod values;
#[cfg(target_os = "linux")]
mod waits;
mod ways;
mod work;

/// The number that a variable of the environment sets: a seed, or how many cases are made.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}
