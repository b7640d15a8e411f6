//! The integration tests, one binary.

mod bags;
mod cases;
mod changes;
mod cleanup;
mod devices;
mod engine;
mod equations;
mod errors;
mod faults;
mod generate;
mod goals;
#[path = "../../benches/agree/grammar.rs"]
mod grammar;
mod host;
mod interrupt;
#[path = "../../benches/agree/kinds.rs"]
mod kinds;
mod limits;
mod linear;
mod linking;
mod loading;
mod lookup;
mod nasty;
mod oracle;
mod outside;
mod peaks;
mod programs;
#[cfg(unix)]
mod prompt;
mod props;
mod rarer;
mod reclaim;
mod rng;
mod rules;
mod store;
mod term;
mod tidy;
#[cfg(target_os = "linux")]
mod waits;
mod ways;
mod work;
