//! The chain of goals that are running, or that led to an error.

use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

impl Machine {
    /// Returns the list of frames of the goal that is running, for programs that ask.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room for it.
    pub fn current_stack(&mut self) -> Result<Cell, Stop> {
        self.stack(None)
    }
}
