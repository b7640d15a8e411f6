//! Memory that a predicate in Rust takes beside the stacks for as long as it runs: texts that are read, their trees.

use crate::base::iso_error::Resource;
use crate::base::limit::Limit;

use super::Machine;
use super::limit::Budget;
use super::native::{Step, Stop};

impl Machine {
    /// Bytes that may still be charged to the budget of the stacks.
    pub fn room(&self) -> usize {
        let taken = self.stack_bytes() + self.buffered;
        self.limits.memory().saturating_sub(taken)
    }

    /// Bytes that the atoms may take until the program is full.
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
        self.buffered += bytes;
        Ok(())
    }

    /// The bytes are no longer taken.
    pub fn take_back(&mut self, bytes: usize) {
        self.buffered = self.buffered.saturating_sub(bytes);
    }

    /// Does something while bytes are set aside.
    ///
    /// # Errors
    /// `resource_error(memory)`, or what was raised.
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

    /// The error of a predicate that has changed nothing yet and finds no room: the heap is collected, and the predicate
    /// called once more, if it is room on the stacks that it lacks.
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
