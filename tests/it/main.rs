//! The integration tests, one binary.

mod oracle;
mod store;
mod term;
