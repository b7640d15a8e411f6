//! Goals that run when they are undone: `undo/1`.
//!
//! The goals are kept outside the heap, numbered from 1. The number of those in force is a backtrackable global
//! variable, so that backtracking, an exception and the end of a query lower it. While there are such goals each call
//! leaves the run loop, as with a wake-up; then those above the number in force run before the call.

use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
    /// Takes the goals that are undone, and returns the list of them, the newest first; `None` if there are none.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(in crate::machine) fn take_undone(&mut self) -> Result<Option<Cell>, Stop> {
        let in_force = match self.session.resettable_entry(&self.heap, known::UNDO) {
            Some(entry) => match self.view(self.heap.get(entry + 2)) {
                View::Int(number) => number as usize,
                _ => 0,
            },
            None => 0,
        };
        if self.wakes.undo.len() <= in_force {
            return Ok(None);
        }
        let cells: usize = self.wakes.undo[in_force..].iter().map(|record| record.len() + 2).sum();
        self.reserve(cells)?;
        let undone = self.wakes.undo.split_off(in_force);
        let mut goals = Vec::with_capacity(undone.len());
        for record in undone.iter().rev() {
            goals.push(record.unpack(&mut self.heap));
            self.session.drop_record(record);
        }
        Ok(Some(self.heap.new_list(&goals, Cell::NIL)))
    }
}
