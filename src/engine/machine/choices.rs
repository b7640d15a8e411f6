//! Choice points and frames as the machine makes them: their room is charged.

use crate::code::instr::Label;
use crate::machine::Machine;
use crate::machine::native::Step;
use crate::machine::stacks::choice::Choice;
use crate::machine::stacks::frames::slot_address;
use crate::term::cell::Cell;

impl Machine {
    /// Pushes a choice point and saves its registers.
    #[inline]
    pub(in crate::machine) fn push_choice(&mut self, choice: Choice) -> Step {
        if !self.stacks.has_choice_room() {
            self.grow_choices()?;
        }
        self.stacks.push(choice, &self.x);
        Ok(())
    }

    /// Pushes the light choice of the run loop, if there is one.
    #[inline]
    pub(in crate::machine) fn push_light(&mut self) -> Step {
        match self.stacks.take_light() {
            Some(at) => self.push_light_of(at),
            None => Ok(()),
        }
    }

    fn push_light_of(&mut self, at: Label) -> Step {
        if !self.stacks.has_choice_room() {
            self.grow_choices()?;
        }
        let (rest, count) = self.db.arena.light(at);
        self.stacks.push_light(rest, count, &self.regs);
        Ok(())
    }

    /// Restores the state at a choice point, which stays on the stack. What waits for bindings that are undone is
    /// dropped.
    #[inline]
    pub(in crate::machine) fn restore(&mut self, choice: &Choice) {
        self.stacks.restore(choice, &mut self.heap, &mut self.x, &mut self.regs);
        self.wakes.clear();
    }

    /// Opens a frame with `slots` slots that goes back to the current one and to `cp`.
    pub(in crate::machine) fn open_frame(&mut self, cp: usize, slots: usize) -> Step {
        let top = slot_address(self.regs.frame_top, slots);
        if !self.stacks.has_frame_room(top) {
            self.grow_frames(top)?;
        }
        self.stacks.open_frame(&mut self.regs, cp, slots);
        Ok(())
    }

    /// Returns a slot of the current frame.
    #[inline]
    pub(in crate::machine) fn slot(&self, y: usize) -> Cell {
        self.stacks.slot(self.regs.e, y)
    }

    /// Overwrites a slot of the current frame.
    #[inline]
    pub(in crate::machine) fn set_slot(&mut self, y: usize, cell: Cell) {
        self.stacks.set_slot(self.regs.e, y, cell);
    }
}
