//! The integration tests, one binary.

mod generate;
mod oracle;
mod rng;
mod store;
mod term;
