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

impl Machine {
    /// Lets the host do something for a nested prompt; without a function for it, the input is at its end.
    ///
    /// # Errors
    /// If the answer cannot be copied, or an interrupt was requested.
    pub fn nested_prompt(&mut self, wanted: NestedStep) -> Result<Given, Stop> {
        let Some(mut hook) = self.session.nested_hook.take() else {
            return Ok(Given::End);
        };
        let given = hook(self, wanted);
        self.session.nested_hook.get_or_insert(hook);
        given
    }
}
