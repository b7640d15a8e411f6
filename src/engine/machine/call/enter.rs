//! Entering predicates and returning from them, with the events that are handled before a call.

use crate::code::database::Database;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::machine::Machine;
use crate::machine::native::Step;

impl Machine {
    /// Enters a predicate whose arguments are in the registers.
    pub(in crate::machine) fn goto_pred(&mut self, pred: PredId) -> Step {
        self.regs.b0 = self.stacks.choice_count();
        if self.limits.count_call() || self.heap.top() > self.limits.heap_limit() {
            return self.event(pred);
        }
        self.regs.pc = self.db.entries[pred].address();
        Ok(())
    }

    /// Returns to the caller of the running predicate.
    pub(in crate::machine) fn return_to_caller(&mut self) -> Step {
        self.regs.pc = self.regs.cp;
        if self.wakes.is_empty() {
            Ok(())
        } else {
            self.wake_at_return()
        }
    }

    /// Handles the event that stopped the loop before a call of `pred`; enters the predicate unless an exception is
    /// raised.
    pub(in crate::machine) fn event(&mut self, pred: PredId) -> Step {
        self.called = Some(pred);
        self.collect_if_due(self.db.registers_of(pred))?;
        self.calling = Some(pred);
        let polled = self.poll_event();
        self.calling = None;
        polled?;
        if let Some(place) = &self.session.place {
            let before_call = place.before_call;
            before_call(self);
        }
        let pred = if self.tracer.takes_calls() {
            self.taken_over(pred)?
        } else {
            pred
        };
        if self.wakes.has_undo() {
            self.wake_undone()?;
        }
        if !self.wakes.is_empty() {
            return self.wake_before_call(pred);
        }
        self.regs.b0 = self.stacks.choice_count();
        self.regs.pc = self.db.entries[pred].address();
        Ok(())
    }
}

impl Database {
    /// Returns the number of registers that a call of `pred` uses.
    pub(in crate::machine) fn registers_of(&self, pred: PredId) -> usize {
        let arity = self.preds[pred].functor.arity();
        if arity <= MAX_REGISTER_ARITY { arity } else { 1 }
    }
}
