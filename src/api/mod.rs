//! The typed embedding interface: the public items of the crate.

mod answer;
#[cfg(test)]
mod backtrace_tests;
mod builder;
#[cfg(test)]
mod collect_tests;
mod complete;
mod console;
mod convert;
mod diagnostics;
mod engine;
mod error;
mod explain;
#[cfg(test)]
mod explain_tests;
mod external;
mod facts;
mod failure;
#[cfg(test)]
mod fault_tests;
mod functions;
mod goal;
mod grant;
mod host;
mod input;
mod keep;
mod limits;
mod macros;
mod mismatch;
mod model;
#[cfg(test)]
mod model_tests;
mod nested;
mod object;
mod open;
mod operators;
mod order;
mod outcome;
mod params;
mod pause;
mod prepared;
mod profile;
mod program;
mod propagator;
mod query;
mod row;
mod run;
mod saved;
#[cfg(feature = "serde")]
mod serde;
mod show;
mod slices;
mod source;
#[cfg(feature = "async")]
mod stream;
mod term;
#[cfg(test)]
mod tests;
mod tokens;
pub mod toplevel;
mod trace;
mod transfer;
mod view;
mod watch;
#[cfg(test)]
mod watch_tests;

#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub use self::serde::{Serde, from_term, to_term};
pub use crate::base::limit::Limit;
pub use crate::base::object::AnyObject;
pub use crate::io::network::Network;
pub use answer::Answer;
pub use builder::Builder;
pub use convert::{Atom, FromTerm, IntoTerm};
pub use diagnostics::{Diagnostic, Diagnostics, Severity};
pub use engine::Engine;
pub use error::{Error, ErrorKind, Frame};
pub use explain::{Explanation, Proof, ProofStep, Question, StepKind};
pub use facts::IntoRow;
pub use failure::{FailedGoal, Failure};
pub use functions::{AsyncFunction, BorrowedText, Fallible, Function, Generated, GeneratedKind, Returned};
#[cfg(feature = "async")]
#[cfg_attr(docsrs, doc(cfg(feature = "async")))]
pub use futures_core::Stream;
pub use goal::Goal;
pub use grant::Grant;
pub use host::{Call, Handle};
pub use limits::{Canceller, Interrupter, Limits};
pub use mismatch::Mismatch;
pub use model::{Compare, Constraint, IntVar, Model, Solution, Solutions, Task};
pub use object::Object;
pub use params::{Binder, Params};
pub use program::{Program, ProgramBuilder};
pub use propagator::Domains;
pub use query::{Fuel, OwnedQuery, Query, Step};
pub use row::{Column, Row};
pub use slices::SlicedQuery;
#[cfg(feature = "async")]
#[cfg_attr(docsrs, doc(cfg(feature = "async")))]
pub use stream::{AnswerStream, StreamTurn};
pub use term::{BigNumber, Term};
pub use view::{Args, BigRef, TermRef, TermView};
pub use watch::{ClauseChange, WatchGuard};

/// For debuggers: [`Engine::debugger`] gives what they need of an engine.
pub mod debug {
    pub use super::pause::{Pause, Paused};
    pub use super::profile::{CallProfile, ProfiledPredicate};
    pub use super::trace::{DebugMode, Debugger, TraceClause, TraceEvent, TraceGoal, TraceMismatch, TracePlace};
    pub use crate::machine::trace::{Action as TraceAction, Port};
}
