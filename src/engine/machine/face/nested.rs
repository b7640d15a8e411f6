//! A prompt within a running goal: the host asks the user for queries, and shows answers.

use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

/// The next step of a nested prompt.
#[derive(Clone, Copy, Debug)]
pub enum NestedStep {
    /// Reads a query, at this level.
    Query(i64),
    /// Shows an answer: its list of `Name = Value`, the list of residual goals, and whether it is the last.
    Answer(Cell, Cell, bool),
}

/// The outcome of the step before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// The text of a query.
    Query(String),
    /// The end of the input.
    End,
    /// Another answer is wanted.
    More,
    /// No other answer is wanted.
    Enough,
}

/// A function of the host that is the front end of nested prompts.
pub type NestedHook = Box<dyn FnMut(&mut Machine, NestedStep) -> Result<Given, Stop> + Send>;
