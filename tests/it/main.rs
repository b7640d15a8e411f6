//! The integration tests, one binary.

mod cases;
mod engine;
mod generate;
mod goals;
mod oracle;
mod programs;
#[cfg(unix)]
mod prompt;
mod loading;
mod props;
mod rng;
mod store;
mod term;
mod tidy;
