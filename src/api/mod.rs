//! The typed embedding interface: the public items of the crate.

mod answer;
#[cfg(test)]
mod collect_tests;
mod complete;
mod console;
mod convert;
mod engine;
mod error;
#[cfg(test)]
mod fault_tests;
mod host;
mod input;
mod keep;
mod limits;
mod operators;
mod outcome;
mod pause;
mod query;
mod run;
mod show;
mod term;
#[cfg(test)]
mod tests;
mod tokens;
mod trace;
mod transfer;

pub use crate::base::limit::Limit;
pub use crate::machine::trace::{Action as TraceAction, Port};
pub use answer::Answer;
pub use complete::{Candidate, Completions};
pub use console::Console;
pub use convert::{FromTerm, IntoTerm};
pub use engine::Engine;
pub use error::{Error, ErrorKind, Frame};
pub use host::Call;
pub use limits::Interrupter;
pub use outcome::{ClauseRuns, Message};
pub use pause::{Pause, Paused};
pub use query::Query;
pub use term::{Args, BigNumber, Term, TermRef, TermView};
pub use tokens::{TokenKind, tokens};
pub use trace::{DebugMode, TraceEvent, TraceGoal, TracePlace};
