//! Memory that a native predicate takes beside the stacks while it runs, such as texts and their syntax trees.

use crate::base::iso_error::Resource;
use crate::base::limit::Limit;

use super::Machine;
use super::limit::Budget;
use super::native::{Step, Stop};

impl Machine {
    /// Returns the bytes that can still be charged to the budget of the stacks.
    pub fn room(&self) -> usize {
        let taken = self.stack_bytes() + self.buffered;
        self.limits.memory().saturating_sub(taken)
    }

    /// Returns the size in bytes up to which the atoms may grow.
    pub fn atom_room(&self) -> usize {
        let left = self.limits.program().saturating_sub(self.program_bytes());
        self.atoms.bytes() + left
    }

    /// Charges bytes to the budget of the stacks until [`Machine::take_back`].
    ///
    /// # Errors
    /// `resource_error(memory)`; then nothing is charged.
    pub fn set_aside(&mut self, bytes: usize) -> Step {
        self.charge(Budget::Stacks, bytes)?;
        self.buffered += bytes;
        Ok(())
    }

    /// Returns bytes to the budget.
    pub fn take_back(&mut self, bytes: usize) {
        self.buffered = self.buffered.saturating_sub(bytes);
    }

    /// Runs `work` while bytes are set aside.
    ///
    /// # Errors
    /// `resource_error(memory)`, or the error of `work`.
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

    /// Returns the error of a predicate that lacks room and has changed nothing yet. If it lacks room on the stacks,
    /// the heap is collected and the predicate called once more.
    pub fn lacks_room(&mut self, what: impl Into<Resource>) -> Stop {
        let what = what.into();
        let refused = self.resource_error(what);
        if what == Resource::Limit(Limit::Memory) {
            self.collector.is_refused = true;
            self.collector.is_wanted = true;
        }
        refused
    }
}
