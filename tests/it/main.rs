//! The integration tests, one binary.

mod cases;
mod engine;
mod generate;
mod goals;
mod oracle;
mod programs;
mod props;
mod rng;
mod store;
mod term;
mod tidy;
