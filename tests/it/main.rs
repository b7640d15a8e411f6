//! The integration tests, one binary.

mod generate;
mod goals;
mod oracle;
mod rng;
mod store;
mod term;
