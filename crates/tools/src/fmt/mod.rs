//! `ferz fmt`: lays out texts of Prolog. Tokens stay as they are written; what is between them changes.

mod command;
mod diff;
mod file;
mod goals;
mod terms;
mod tree;
mod writer;

#[cfg(test)]
mod tests;

pub use command::{Mode, run};
pub use file::{Formatted, Formatter, KeptClause};
