//! Tables: calls of tabled predicates, and what programs ask about them.

use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::machine::tabling::Tables;
use crate::term::cell::Cell;

impl Machine {
    /// Returns the list of `table(Goal, Number, State, Answers)` for all tables, where a state is `complete` or
    /// `incomplete`.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn table_list(&mut self) -> Result<Cell, Stop> {
        self.granted(|m| m.tables.adopt_all(&mut m.limits))?;
        self.reserve(self.tables.cells_of_list())?;
        Ok(self.tables.list(&self.session, &mut self.heap, &mut self.atoms))
    }
}

impl Tables {
    /// Notes that the running tabled goal, if it is incremental, calls a predicate whose calls the debugger runs.
    pub fn note_traced_call(&mut self, db: &Database, pred: PredId) {
        if db.preds[pred].tracked {
            self.note_any_dependency(pred);
        }
    }

    /// Returns the number of tables, and the bytes that they take.
    pub fn table_usage(&self) -> (usize, usize) {
        (self.count(), self.bytes())
    }
}
