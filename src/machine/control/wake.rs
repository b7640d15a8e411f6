//! Wake-up: goals delayed on attributed variables run after these were bound.
//!
//! A binding records the attributes and the value, and lowers the heap limit, so that the next test for headroom
//! notices it. The goal `'$wakeup'(List)` then runs before the next goal, whose registers are saved in a frame.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::{ConstId, PredId};
use crate::term::cell::Cell;

use crate::machine::Machine;
use crate::machine::native::Step;

impl Machine {
    pub(in crate::machine) fn wake_for(&mut self, attributes: Cell, value: Cell) {
        self.pending.push((attributes, value));
        self.limits.raise_event();
    }

    /// Runs the pending wake-ups, then continues at `pc` with the registers `numbers` restored.
    fn wake(&mut self, numbers: &[usize], pc: usize) -> Step {
        let pending = std::mem::take(&mut self.pending);
        self.refresh_heap_limit();
        self.save_registers(numbers, pc)?;
        let wakes: Vec<Cell> = pending
            .into_iter()
            .map(|(attributes, value)| self.heap.new_term(known::WAKE, &[attributes, value]))
            .collect();
        self.x[0] = self.heap.new_list(&wakes, Cell::NIL);
        self.cp = self.sequences.resume as usize;
        let pred = self.db.pred(known::SYSTEM, Functor::new(known::WAKEUP, 1));
        self.goto_pred(pred)
    }

    /// Runs the pending wake-ups before a call of `pred`.
    pub(in crate::machine) fn wake_before_call(&mut self, pred: PredId) -> Step {
        let numbers: Vec<usize> = (0..self.registers_of(pred)).collect();
        let pc = self.db.entries[pred] as usize;
        self.wake(&numbers, pc)
    }

    /// Calls the goal in register 0, as [`Machine::call_goal`]. Pending wake-ups run first, since they may bind the
    /// goal or fail; then the same instruction runs again.
    pub(in crate::machine) fn call_goal_awake(&mut self, extra: usize) -> Step {
        if self.pending.is_empty() {
            return self.call_goal(extra);
        }
        let numbers: Vec<usize> = (0..=extra).collect();
        self.wake(&numbers, self.pc - 1)
    }

    /// Runs the pending wake-ups in a clause, for the instruction before `next`; the constants name the registers in
    /// use.
    pub(in crate::machine) fn wake_before(&mut self, live: ConstId, next: usize) -> Step {
        if self.pending.is_empty() {
            return self.poll_event();
        }
        if self.live_at_wake(live).is_some() {
            // The frame is open and holds the continuation; the live slots are found from the return address `next`.
            self.cp = next;
        }
        let constants = &self.db.arena.constants;
        let constants = constants.from(live);
        let count = constants[0].as_int() as usize;
        let numbers: Vec<usize> = constants[1..=count].iter().map(|x| x.as_int() as usize).collect();
        self.wake(&numbers, self.pc)
    }

    /// Runs the pending wake-ups at a return.
    pub(in crate::machine) fn wake_at_return(&mut self) -> Step {
        if self.pending.is_empty() {
            self.pc = self.cp;
            return self.poll_event();
        }
        self.wake(&[], self.sequences.proceed as usize)
    }
}
