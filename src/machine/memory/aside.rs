//! Memory that a native predicate takes beside the stacks while it runs: texts being read, their trees.

use crate::base::iso_error::Resource;
use crate::base::limit::Limit;

use crate::machine::Machine;
use crate::machine::memory::limit::Budget;
use crate::machine::native::{Step, Stop};

impl Machine {
    /// Returns the number of bytes that may still be charged to the budget of the stacks.
    pub fn room(&self) -> usize {
        let taken = self.stack_bytes() + self.limits.aside();
        self.limits.memory().saturating_sub(taken)
    }

    /// Returns the number of bytes that the atoms may take until the program is full.
    pub fn atom_room(&self) -> usize {
        let left = self.limits.program().saturating_sub(self.program_bytes());
        self.atoms.bytes() + left
    }

    /// Charges bytes to the budget of the stacks until [`Machine::take_back`].
    ///
    /// # Errors
    /// `resource_error(memory)`; then nothing was charged.
    pub fn set_aside(&mut self, bytes: usize) -> Step {
        self.charge(Budget::Stacks, bytes)?;
        self.limits.set_aside(bytes);
        Ok(())
    }

    /// Releases bytes charged by [`Machine::set_aside`].
    pub fn take_back(&mut self, bytes: usize) {
        self.limits.take_back(bytes);
    }

    /// Runs `work` while `bytes` are set aside.
    ///
    /// # Errors
    /// `resource_error(memory)`, or the exception of `work`.
    pub fn with_aside<T>(
        &mut self,
        bytes: usize,
        work: impl FnOnce(&mut Machine) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if bytes == 0 {
            return work(self);
        }
        self.set_aside(bytes)?;
        let done = work(self);
        self.take_back(bytes);
        done
    }

    /// Raises the error of a native predicate that has changed nothing yet and finds no room: if it lacks room on the
    /// stacks, the heap is collected and the predicate called again.
    pub fn lacks_room(&mut self, what: impl Into<Resource>) -> Stop {
        let what = what.into();
        let refused = self.resource_error(what);
        if what == Resource::Limit(Limit::Memory) {
            self.collector.note_refusal();
            self.collector.want_retry(true);
        }
        refused
    }
}
