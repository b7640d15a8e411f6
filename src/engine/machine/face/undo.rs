//! Goals that run when they are undone.

use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};

impl Machine {
    /// Keeps a copy of a goal that is to run when it is undone. Returns its number.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn keep_undo(&mut self, goal: Cell) -> Result<usize, Stop> {
        let record = Record::pack(&self.heap, goal, Attributes::Keep);
        self.check_walks()?;
        self.charge_program(record.bytes())?;
        self.session.add_record(&record);
        self.wakes.undo.push(record);
        self.limits.raise_event();
        Ok(self.wakes.undo.len())
    }
}
