//! Wake-up: goals delayed on attributed variables run after these were bound.
//!
//! A binding records the attributes and the value, and lowers the heap limit, so that the next test for headroom
//! notices it. The goal `'$wakeup'(List)` then runs before the next goal, whose registers are saved in a frame; or
//! `'$wake_one'(Module, Value, Other)` for one variable with one attribute, which most are.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::ConstId;
use crate::code::live::AtWake;
use crate::machine::Machine;
use crate::machine::native::Step;
use crate::machine::stacks::{Registers, Stacks};
use crate::term::cell::Cell;

/// The slot with the number of registers that a frame saves.
pub(crate) const SAVED_COUNT: usize = 2;

impl Machine {
    /// Runs the pending wake-ups, then continues at `pc` with the registers `numbers` restored.
    pub(in crate::machine) fn wake(&mut self, numbers: impl Iterator<Item = usize> + Clone, pc: usize) -> Step {
        self.save_registers(numbers, pc)?;
        let goal = match self.wakes.only(&self.heap) {
            Some(arguments) => {
                self.x[..3].copy_from_slice(&arguments);
                Functor::new(known::WAKE_ONE, 3)
            }
            None => {
                self.x[0] = self.wakes.list(&mut self.heap);
                Functor::new(known::WAKEUP, 1)
            }
        };
        self.wakes.clear();
        self.refresh_heap_limit();
        self.regs.cp = self.sequences.resume.address();
        let pred = self.db.pred(known::SYSTEM, goal);
        self.goto_pred(pred)
    }

    /// Runs the pending wake-ups in a clause, for the instruction before `next`; the constants name the registers in
    /// use.
    pub(in crate::machine) fn wake_before(&mut self, live: ConstId, next: usize) -> Step {
        if self.wakes.is_empty() {
            return self.poll_event();
        }
        let live = AtWake::new(live, &self.db.arena.constants);
        let numbers: Vec<usize> = live.registers().collect();
        if live.slots.is_some() {
            // The frame is open and holds the continuation; the live slots are found from the return address `next`.
            self.regs.cp = next;
        }
        self.wake(numbers.into_iter(), self.regs.pc)
    }

    /// Runs the pending wake-ups at a return.
    pub(in crate::machine) fn wake_at_return(&mut self) -> Step {
        if self.wakes.is_empty() {
            self.regs.pc = self.regs.cp;
            return self.poll_event();
        }
        self.wake(0..0, self.sequences.proceed.address())
    }

    /// Saves the registers `numbers` in a new frame, to be restored by `resume`, which continues at `pc`.
    fn save_registers(&mut self, numbers: impl Iterator<Item = usize> + Clone, pc: usize) -> Step {
        let count = numbers.clone().count();
        self.open_frame(self.regs.cp, saved_slots(count))?;
        let e = self.regs.e;
        self.stacks.set_slot(e, 0, Cell::int(pc as i64));
        self.stacks.set_slot(e, 1, Cell::int(self.regs.b0 as i64));
        self.stacks.set_slot(e, SAVED_COUNT, Cell::int(count as i64));
        for (i, x) in numbers.enumerate() {
            self.stacks.set_slot(e, 3 + 2 * i, Cell::int(x as i64));
            self.stacks.set_slot(e, 4 + 2 * i, self.x[x]);
        }
        Ok(())
    }
}

/// Returns the number of slots of a frame that saves `count` registers.
pub(crate) fn saved_slots(count: usize) -> usize {
    SAVED_COUNT + 1 + 2 * count
}

impl Registers {
    /// Restores the registers saved in the current frame, closes it, and continues at the saved address.
    pub(in crate::machine) fn resume_after_wake(&mut self, stacks: &mut Stacks, x: &mut [Cell; 256]) -> Step {
        self.pc = stacks.slot(self.e, 0).as_int() as usize;
        self.b0 = stacks.slot(self.e, 1).as_int() as usize;
        for i in 0..stacks.slot(self.e, SAVED_COUNT).as_int() as usize {
            x[stacks.slot(self.e, 3 + 2 * i).as_int() as usize] = stacks.slot(self.e, 4 + 2 * i);
        }
        stacks.close_frame(self);
        Ok(())
    }
}
