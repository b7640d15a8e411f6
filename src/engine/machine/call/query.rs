//! The bottom of a run.

use crate::code::arena::SUCCEED;
use crate::machine::Machine;
use crate::machine::native::Step;
use crate::machine::stacks::choice::ChoiceKind;
use crate::term::cell::Cell;

impl Machine {
    /// Begins a run of `goal`: pushes the barrier and puts the goal in register 0.
    pub(in crate::machine) fn begin(&mut self, goal: Cell) -> Step {
        let barrier = self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Barrier, 0);
        self.push_choice(barrier)?;
        self.x[0] = goal;
        self.regs.cp = SUCCEED.address();
        self.regs.pc = self.sequences.query.address();
        self.refresh_heap_limit();
        Ok(())
    }
}
