//! The integration tests, one binary.

mod bags;
mod cases;
mod devices;
mod engine;
mod errors;
mod faults;
mod generate;
mod goals;
mod host;
mod interrupt;
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
