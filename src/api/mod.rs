//! The typed embedding interface: all that leaves the crate.

mod answer;
#[cfg(test)]
mod collect_tests;
mod console;
mod convert;
mod engine;
mod error;
#[cfg(test)]
mod fault_tests;
mod grant;
mod host;
mod input;
mod operators;
mod query;
mod run;
mod show;
mod term;
#[cfg(test)]
mod tests;
mod transfer;

pub use crate::base::limit::Limit;
pub use answer::Answer;
pub use console::Console;
pub use convert::{FromTerm, IntoTerm};
pub use engine::Engine;
pub use error::{Error, ErrorKind};
pub use grant::Interrupter;
pub use host::Call;
pub use query::Query;
pub use term::{Args, BigNumber, Term, TermRef, TermView};
