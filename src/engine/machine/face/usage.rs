//! The memory that is in use.

use crate::machine::Machine;
use crate::machine::memory::limits::Usage;
use crate::machine::stacks::{Registers, Stacks};
use crate::term::heap::Heap;

impl Machine {
    /// Returns the number of bytes of the stacks that are in use.
    pub fn usage(&self) -> Usage {
        self.stacks.usage(&self.heap, &self.regs)
    }

    /// Returns the number of bytes allocated for the stacks.
    pub fn stack_bytes(&self) -> usize {
        self.heap.capacity() * 8 + self.stacks.bytes() + self.coroutines.bytes()
    }

    /// Returns the number of bytes charged to the stacks: theirs, and those of results and texts beside them.
    pub(in crate::machine) fn charged_bytes(&self) -> usize {
        self.stack_bytes() + self.limits.aside()
    }

    /// Returns the largest number of bytes that the stacks and buffered results have taken at any time.
    pub fn peak_bytes(&self) -> usize {
        self.limits.peak().max(self.charged_bytes())
    }

    /// Returns the number of bytes taken by clauses, atoms and the state kept between goals.
    pub fn program_bytes(&self) -> usize {
        self.db.bytes()
            + self.atoms.bytes()
            + self.session.bytes()
            + self.session.table_bytes()
            + self.ops.bytes()
            + self.streams.bytes()
            + self.tables.bytes()
            + self.coroutines.table_bytes()
    }
}

impl Stacks {
    /// Returns the number of bytes of the stacks that are in use.
    pub(in crate::machine) fn usage(&self, heap: &Heap, regs: &Registers) -> Usage {
        Usage {
            heap: heap.top() * 8,
            frames: regs.frame_top * 8,
            choices: self.choice_bytes(),
            trail: self.trail().len() * 8,
        }
    }
}
