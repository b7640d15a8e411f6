//! Solving a goal from outside, lazily, or to its first solution inside a native predicate; a prompt within a goal; what
//! goals of the host's predicates wait for.
//!
//! Each run has a barrier choice point at its bottom. A query's barrier is at the bottom of the stacks; a nested run (a
//! cleanup goal, a host's call) has its own on top of the current run.

use std::task::Waker;

use crate::base::atom::Atom;
use crate::base::iso_error::Resource;
use crate::code::instr::FAIL;
use crate::machine::Machine;
use crate::machine::call::host::{SLICE, Sleeper};
use crate::machine::native::{Step, Stop};
use crate::machine::nested::{Given, NestedStep};
use crate::machine::nesting::MAX_NESTING;
use crate::machine::run::drive::Outcome;
use crate::machine::stacks::Suspended;
use crate::term::cell::Cell;

impl Machine {
    /// Returns the chain of goals that are running.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn current_stack(&mut self) -> Result<Cell, Stop> {
        self.stack(None)
    }

    /// Lets a goal go on that has used up its calls.
    pub fn resume_query(&mut self) -> Outcome {
        self.run()
    }

    /// Makes a collection run before every `period`-th call from now on; it moves everything, and all areas are checked
    /// before and after. Atoms and code are reclaimed now and then, and the numbers of atoms are not used again. For tests.
    pub fn set_stress(&mut self, period: Option<u64>) {
        self.collector.set_stress(period);
        self.schedule.set_stress(period);
        self.atoms.reuse = period.is_none();
        self.plan();
        self.refresh_heap_limit();
    }

    /// Begins a query, whose solutions `next_solution` computes. Returns false if there is no room to begin.
    pub fn open_query(&mut self, goal: Cell) -> bool {
        self.heap.watch.forget_early_end();
        self.limits.begin_again();
        self.tracer.deepest = usize::MAX;
        let base = self.stacks.choice_count();
        let has_begun = self.begin(goal).is_ok();
        if has_begun {
            self.nesting.bases.push((base, self.nesting.suspended.len()));
        }
        has_begun
    }

    /// Sets the registers aside, since another query runs before a goal that has used up its calls goes on.
    pub fn suspend(&mut self) {
        let suspended = Suspended::of(&self.x, self.regs);
        self.nesting.suspended.push(suspended);
    }

    /// Sets the registers as they were.
    pub fn unsuspend(&mut self) {
        if let Some(suspended) = self.nesting.suspended.pop() {
            self.x = *suspended.x;
            self.regs = suspended.regs;
        }
    }

    /// Runs the open query to its first or next solution.
    pub fn next_solution(&mut self, first: bool) -> Outcome {
        self.limits.begin_again();
        self.calls.begin_query();
        if !first {
            self.regs.pc = FAIL.address();
        }
        self.run()
    }

    /// Ends the query whose barrier has this index: runs cleanup goals and drops everything that the query made.
    ///
    /// # Errors
    /// The exception of a cleanup goal.
    pub fn close_query(&mut self, barrier: usize) -> Step {
        // It may have been left while it waited for an engine.
        while self.coroutines.is_inside() && !self.nesting.bases.iter().any(|&(base, _)| base == barrier) {
            let _unheard = self.abandon_running();
        }
        let mut result = self.cut_with_cleanup(barrier + 1);
        if let Some(&choice) = self.stacks.choices().get(barrier) {
            self.restore(&choice);
            self.stacks.pop();
        }
        result = result.and(self.run_undone());
        self.nesting.bases.retain(|&(base, _)| base < barrier);
        self.results
            .drop_buffers(&mut self.db, &mut self.tables, &mut self.stacks, &mut self.limits);
        self.calls.solutions.drop_from(barrier);
        let freed = self.calls.kept.drop_from(barrier);
        self.limits.take_back(freed);
        if barrier == 0 {
            self.session.pack_changed_globals(&mut self.heap);
            self.streams.abandon_captures(0);
        }
        if barrier == 0 && !self.coroutines.is_inside() && std::mem::take(&mut self.limits.trims) {
            self.limits.note_peak(self.peak_bytes());
            self.heap.renew();
            self.stacks.renew(self.regs.frame_top);
            self.collector.release_marks();
        }
        self.give_back_memory();
        result
    }

    /// Runs `goal` to its first solution and keeps the bindings; other solutions are cut. Nothing on the heap moves
    /// meanwhile. Returns whether there was a solution.
    ///
    /// # Errors
    /// The exception that the goal raised; never `Stop::Fail`.
    pub fn solve_once(&mut self, goal: Cell) -> Result<bool, Stop> {
        self.collector.hold_back();
        let result = self.solve_once_collecting(goal);
        self.collector.let_go();
        self.refresh_heap_limit();
        result
    }

    /// As [`Machine::solve_once`], but everything on the heap may move: for callers that hold no cells.
    ///
    /// # Errors
    /// As for [`Machine::solve_once`].
    pub fn solve_once_collecting(&mut self, goal: Cell) -> Result<bool, Stop> {
        if self.nesting.depth(&self.coroutines) >= MAX_NESTING {
            return Err(self.resource_error(Resource::Depth));
        }
        let suspended = Suspended::of(&self.x, self.regs);
        let barrier = self.stacks.choice_count();
        self.begin(goal)?;
        self.nesting.suspended.push(suspended);
        let outcome = self.run();
        let result = match outcome {
            Outcome::Solution => {
                let step = self.cut_with_cleanup(barrier);
                step.map(|()| true)
            }
            Outcome::Exhausted => {
                self.stacks.pop();
                Ok(false)
            }
            Outcome::Thrown | Outcome::Yielded => {
                self.stacks.pop();
                let raised = self.exceptions.take_uncaught();
                Err(self.throw_again(&raised))
            }
        };
        self.unsuspend();
        // An error of the goal has its context already.
        if result.is_err() {
            self.regs.running = None;
        }
        result
    }

    /// Drops an engine that does not run, and runs its cleanup goals.
    ///
    /// # Errors
    /// The exception of a cleanup goal.
    pub fn destroy_engine(&mut self, engine: Atom) -> Step {
        if !self.coroutines.has_cleanup(engine) {
            self.session
                .drop_idle(&mut self.coroutines, &mut self.streams, &mut self.limits, engine);
            return Ok(());
        }
        if self.nesting.depth(&self.coroutines) >= MAX_NESTING {
            return Err(self.resource_error(Resource::Depth));
        }
        // The step is that by which its goal would go on.
        let _not_taken = self.ask_engine(engine);
        let step = self.abandon_running();
        self.session
            .drop_idle(&mut self.coroutines, &mut self.streams, &mut self.limits, engine);
        step
    }

    /// Ends the running engine, whose goal is given up: runs its cleanup goals and goes back to the goal that has asked
    /// it.
    ///
    /// # Errors
    /// The exception of a cleanup goal.
    pub(in crate::machine) fn abandon_running(&mut self) -> Step {
        match self.cut_with_cleanup(0) {
            Ok(()) => {
                self.end_running();
                Ok(())
            }
            Err(_) => {
                let raised = self.exceptions.pack_ball(&self.heap);
                self.exceptions.set_uncaught(raised);
                self.leave_thrown()
            }
        }
    }

    /// Runs the cleanup goals of engines to which nothing refers, and drops them.
    #[cold]
    pub(in crate::machine) fn drop_doomed(&mut self) {
        while let Some(engine) = self.coroutines.doomed() {
            if self.limits.is_ending()
                || self.limits.is_stop_wanted()
                || self.nesting.depth(&self.coroutines) >= MAX_NESTING
            {
                return;
            }
            // Nobody is there to whom an exception could go.
            let _unheard = self.destroy_engine(engine);
        }
    }

    /// Lets the host do something for a nested prompt; without a function for it, the input is at its end.
    ///
    /// # Errors
    /// If the answer cannot be copied, or an interrupt was requested.
    pub fn nested_prompt(&mut self, wanted: NestedStep) -> Result<Given, Stop> {
        let Some(mut hook) = self.session.nested_hook.take() else {
            return Ok(Given::End);
        };
        let given = hook(self, wanted);
        self.session.nested_hook.get_or_insert(hook);
        given
    }

    /// Returns the next solution kept as `number`, and whether there may be more; `None` if there is none.
    ///
    /// # Errors
    /// The exception that the host has raised.
    pub fn next_of_host(&mut self, number: usize) -> Result<Option<(Cell, bool)>, Stop> {
        let Some(mut run) = self.calls.solutions.take(number) else {
            return Ok(None);
        };
        let next = run(self);
        if let Ok(Some((_, true))) = next {
            self.calls.solutions.put_back(number, run);
        }
        next
    }

    /// Returns what a future of the host wakes: the task of the query, or this thread if the goal cannot go back to it.
    pub fn waker(&self) -> Waker {
        match (
            self.nesting.can_go_back(&self.limits, &self.coroutines),
            &self.session.waker,
        ) {
            (true, Some(waker)) => waker.clone(),
            (true, None) => Waker::noop().clone(),
            (false, _) => Sleeper::waker(),
        }
    }

    /// Lets the goal wait for a future that is not ready: it goes back to the host before its next call, or, if it
    /// cannot, the thread sleeps until it is woken, or for a while. Returns false in the second case.
    ///
    /// # Errors
    /// An interrupt or a limit.
    pub fn wait_for_future(&mut self) -> Result<bool, Stop> {
        if self.nesting.can_go_back(&self.limits, &self.coroutines) {
            self.limits.end_step_now();
            self.session.waits = true;
            return Ok(true);
        }
        self.limits.watch().sleep(SLICE);
        self.poll_waiting()?;
        Ok(false)
    }
}
