//! Events: interrupts, deadlines, calls that are used up, and the heap limit, which the run loop tests.
//!
//! When a limit of the query is exceeded, an exception is raised that the program cannot catch, and cleanup goals share
//! a small amount, as they do after an interrupt. Cleanup goals that run later get only a few calls each. If the host
//! lets programs catch it, the program then has a small extra amount to finish; the second time it cannot be caught.

use std::time::{Duration, Instant};

use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::Limit;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::control::exceptions::Cause;
use crate::machine::coroutines::Coroutines;
use crate::machine::memory::limits::{FUEL, MachineLimits, Usage};
use crate::machine::memory::meter::{FEW_CALLS, MORE_CALLS, pace};
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::{Registers, Stacks};
use crate::term::cell::Cell;
use crate::term::heap::Heap;

impl Machine {
    /// Checks interrupts, time, inferences, and room on the heap.
    pub(in crate::machine) fn poll_event(&mut self) -> Step {
        // Counting down may have gone below zero. What follows may run goals, or end the run.
        let is_empty = self.limits.fuel == 0 || self.limits.fuel > FUEL;
        if is_empty {
            self.limits.fuel = 0;
            self.limits.refuel();
        }
        let is_told = self.limits.watch.take_goals();
        if let Some(own) = &mut self.session.threads
            && (is_told || is_empty && own.is_late())
        {
            let is_with_module = |pred: PredId| self.db.preds[pred].functor == Functor::new(known::COLON, 2);
            let goal = self.calling.filter(|&pred| is_with_module(pred));
            let goal = goal.and_then(|_| Some(self.heap.view(self.x[1]).callable()?.0));
            let frame = (self.regs.e, self.regs.cp);
            if own.lets_run((&self.db, &self.stacks), self.calling, goal, frame) {
                let run = own.run_signals;
                run(self)?;
            }
        }
        if self.limits.watch.take_pause() {
            self.pause()?;
        }
        if is_empty {
            self.limits.watch.look_at_slice();
        }
        let is_nested = self.nesting.is_nested(&self.coroutines);
        let ends = self.limits.watch.is_slice_over() && self.limits.end_slice(is_nested);
        let is_interrupted = match ends {
            true => self.limits.watch.has_interrupt(),
            false => self.limits.watch.is_interrupted(),
        };
        if is_interrupted {
            return Err(self.abort());
        }
        if is_empty {
            self.check_depth()?;
            self.limits.tell_others(self.charged_bytes());
            self.limits.refuel();
            self.check_calls()?;
            self.limits.end_step(is_nested);
        }
        self.limits.watch.forget_rung();
        if self.limits.watch.is_late() {
            return Err(self.time_is_up());
        }
        if self.limits.excess {
            self.limits.give_back_some(&mut self.heap, &mut self.stacks, &self.regs);
        }
        if self.stack_bytes() > self.limits.memory() {
            // The trail grows without a check.
            self.no_memory()?;
        }
        // Operations that charge their room stop at the limit. Those that cannot, such as entering the names of unknown
        // predicates, stop here, slightly above it, so that a full program can still be run and emptied. A goal that is
        // traced comes here for each call, and one with constraints for each binding, which is too often.
        let is_due = is_empty || self.wakes.is_empty() && !self.tracer.takes_calls();
        if is_due && self.program_bytes() > self.limits.program().saturating_add(self.limits.program() / 8) {
            return Err(self.resource_error(Limit::Program));
        }
        let headroom = self.db.arena.headroom;
        if self.heap.top() + headroom > self.heap.capacity() {
            self.grow_heap(headroom)?;
        }
        self.refresh_heap_limit();
        Ok(())
    }

    /// Raises the exception of an exceeded call limit, if there is one.
    fn check_calls(&mut self) -> Step {
        let calls = self.limits.inferences();
        if self.limits.host.calls.is_some_and(|most| calls >= most) {
            let more = if self.limits.is_ending() { FEW_CALLS } else { MORE_CALLS };
            self.limits.host.calls = Some(calls + more);
            self.limits.refuel();
            if std::mem::replace(&mut self.limits.met, true) {
                self.limits.end(Cause::Limit(Limit::Inferences));
            }
            return Err(self.raise_again(self.limits.end_for(Limit::Inferences)));
        }
        if self.limits.own_in_force().calls.is_some_and(|most| calls >= most) {
            self.limits.drop_all_met_bounds(&mut self.coroutines, None);
            let ball = self.intern("inference_limit_exceeded");
            return Err(self.throw(Cell::atom(ball)));
        }
        Ok(())
    }

    /// Counts the calls that wait, if they are limited, up to the limit.
    fn check_depth(&mut self) -> Step {
        let Some(most) = self.limits.left(Limit::Depth) else {
            return Ok(());
        };
        let (mut e, mut depth) = (self.regs.e, 0);
        while e != 0 && depth <= most {
            (e, _) = self.stacks.link(e);
            depth += 1;
        }
        self.limits.pace = pace(most, depth);
        if depth > most && !self.limits.is_ending() {
            self.limits.refuel();
            return Err(self.resource_error(Limit::Depth));
        }
        Ok(())
    }

    /// Raises the exception for a deadline that has passed.
    fn time_is_up(&mut self) -> Stop {
        // The result of a walk that ended for this reason is no longer needed.
        self.limits.watch().forget_early_end();
        // The time that the goal has waited for its turns counts for none of its limits.
        self.limits.set_watch();
        let now = Instant::now();
        if self.limits.host.deadline.is_none_or(|deadline| now < deadline) {
            // The alarm may come a little before its time.
            self.limits
                .drop_all_met_bounds(&mut self.coroutines, now.checked_add(Duration::from_millis(1)));
            return self.throw(Cell::atom(known::TIME_LIMIT));
        }
        if self.limits.is_ending() {
            self.limits.refuel_little();
        } else {
            self.limits.host.deadline = now.checked_add(self.limits.grace);
            let is_second = std::mem::replace(&mut self.limits.met, true);
            self.limits.ending = is_second.then_some(Cause::Limit(Limit::Time));
            self.limits.set_watch();
        }
        self.raise_again(self.limits.end_for(Limit::Time))
    }
}

impl MachineLimits {
    /// Returns the cause of the exception for a limit of the query that was exceeded. If the run is ending, that is what
    /// ends it: the grace of cleanup goals is part of that, and its end is not news to the host.
    fn end_for(&self, limit: Limit) -> Cause {
        self.ending.unwrap_or(Cause::Limit(limit))
    }

    /// Drops the bounds of the program that are met, also those of the goals that wait for engines, so that each raises
    /// one exception. `now` is the time, if that is what is asked for; otherwise it is the number of calls.
    fn drop_all_met_bounds(&mut self, coroutines: &mut Coroutines, now: Option<Instant>) {
        let calls = if now.is_none() { self.inferences() } else { 0 };
        coroutines.drop_met_bounds(calls, now);
        self.drop_met_bounds(calls, now);
    }

    /// Tells arithmetic the maximum size of a result for which there is room.
    pub(in crate::machine) fn tell_room(&self, heap: &Heap, stacks: &Stacks, regs: &Registers) {
        let Usage {
            heap,
            frames,
            choices,
            trail,
        } = stacks.usage(heap, regs);
        let used = heap + frames + choices + trail + self.aside;
        let room = self.memory().saturating_sub(used);
        self.watch.tell_room(room);
    }
}
