//! Runs: the loop, and the handling of its exits, by turns.

use crate::base::atom::AtomTable;
use crate::code::database::Database;
use crate::code::instr::{FAIL, Instr};
use crate::machine::Machine;
use crate::machine::control::unwind::Ended;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::memory::reclaim::Schedule;
use crate::machine::native::{Step, Stop};
use crate::machine::run::dispatch::dispatch;
use crate::machine::run::hot::Exit;
use crate::machine::stacks::choice::ChoiceKind;
use crate::machine::stacks::room::LARGEST_FRAME;
use crate::term::heap::Heap;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution; there may be more.
    Solution,
    /// No (more) solutions.
    Exhausted,
    /// An uncaught exception; the machine holds the ball.
    Thrown,
    /// The goal has used up the calls that it was given; it goes on from here.
    Yielded,
}

/// Whether a choice point belongs to a table.
fn is_of_tabling(kind: ChoiceKind) -> bool {
    matches!(kind, ChoiceKind::Generator | ChoiceKind::Consumer | ChoiceKind::Answers)
}

impl Machine {
    /// Runs until a solution, exhaustion, or an uncaught exception; goes on with a goal that has used up its calls.
    pub(in crate::machine) fn run(&mut self) -> Outcome {
        self.limits.look_at_watch();
        self.limits.tell_room(&self.heap, &self.stacks, &self.regs);
        loop {
            let exit = dispatch(self);
            if let Some(outcome) = self.outside(exit)
                && let Some(outcome) = self.unless_of_engine(outcome)
            {
                return outcome;
            }
        }
    }

    /// Lets the goal go on that has asked an engine for an answer, if the outcome is that of the engine. Returns the
    /// outcome that ends this run.
    #[cold]
    #[inline(never)]
    fn unless_of_engine(&mut self, mut outcome: Outcome) -> Option<Outcome> {
        while self.nesting.is_at_bottom_of_engine(&self.coroutines) && outcome != Outcome::Yielded {
            let step = self.answer_caller(outcome).and_then(|()| self.after_native());
            outcome = self.go_on(Exit::Native, step)?;
        }
        Some(outcome)
    }

    /// Handles the exit and returns the outcome if it ends the run. Marked cold so that the loop's registers are saved
    /// around this call only; it is not rare.
    #[cold]
    #[inline(never)]
    fn outside(&mut self, exit: Exit) -> Option<Outcome> {
        // The frequent exits come first; but for an answer they leave no light choice.
        let step = match exit {
            Exit::Native => self.call_running(),
            Exit::Candidates => self.call_candidates(self.regs.callee),
            Exit::Backtrack => return self.back(exit),
            // Frequent, too. An exit of its own would make the loop slower for all programs.
            Exit::Full if matches!(self.db.arena.instrs[self.regs.pc - 1], Instr::TableAnswer {}) => {
                self.regs.running = None;
                self.push_light().and_then(|()| self.table_answer())
            }
            _ => return self.otherwise(exit),
        };
        if self
            .schedule
            .has_nothing_pending(&self.limits, &self.heap, &self.db, &self.atoms)
        {
            // No wake-ups are pending, either.
            match step {
                Ok(()) => return None,
                Err(Stop::Fail) => return self.back(exit),
                Err(Stop::Throw(_)) => {}
            }
        }
        let step = step.and_then(|()| self.after_native());
        self.go_on(exit, step)
    }

    /// Returns to the newest choice point if it belongs to a native predicate or to candidates.
    #[inline(never)]
    fn back(&mut self, exit: Exit) -> Option<Outcome> {
        let step = match self.stacks.choices().last() {
            Some(&choice) if !self.limits.is_event(&self.heap) && choice.kind == ChoiceKind::Native => {
                self.restore(&choice);
                self.retry_native(choice)
            }
            Some(&choice) if !self.limits.is_event(&self.heap) && choice.kind == ChoiceKind::Candidates => {
                self.restore(&choice);
                self.regs.running = None;
                self.retry_candidates(choice)
            }
            Some(&choice) if !self.limits.is_event(&self.heap) && is_of_tabling(choice.kind) => {
                self.restore(&choice);
                self.retry_table(choice)
            }
            _ if exit == Exit::Backtrack => return self.otherwise(exit),
            _ => {
                self.regs.pc = FAIL.address();
                return None;
            }
        };
        if step.is_ok()
            && self
                .schedule
                .has_nothing_pending(&self.limits, &self.heap, &self.db, &self.atoms)
        {
            return None;
        }
        let step = step.and_then(|()| self.after_native());
        self.go_on(Exit::Backtrack, step)
    }

    #[inline(never)]
    fn otherwise(&mut self, exit: Exit) -> Option<Outcome> {
        let step = match exit {
            Exit::Succeed => return Some(Outcome::Solution),
            Exit::Backtrack => self.push_light().and(Err(Stop::Fail)),
            _ => self.push_light().and_then(|()| self.handle(exit)),
        };
        let outcome = self.go_on(exit, step);
        if outcome.is_none() && !self.nesting.is_nested(&self.coroutines) && self.limits.takes_yield() {
            return Some(Outcome::Yielded);
        }
        outcome
    }

    /// Continues with the result `step` of handling `exit`.
    #[inline(never)]
    fn go_on(&mut self, exit: Exit, mut step: Step) -> Option<Outcome> {
        loop {
            if !self
                .schedule
                .has_nothing_pending(&self.limits, &self.heap, &self.db, &self.atoms)
            {
                step = self.handle_pending(step, exit);
            }
            match step {
                Ok(()) => return None,
                Err(Stop::Fail) if exit != Exit::Backtrack => {
                    self.regs.pc = FAIL.address();
                    return None;
                }
                Err(Stop::Fail) => match self.backtrack() {
                    Some(next) => step = next,
                    None => return Some(Outcome::Exhausted),
                },
                Err(Stop::Throw(_)) => return self.unwind().then_some(Outcome::Thrown),
            }
        }
    }

    /// Backtracks to the newest choice point and returns the result of resuming there; `None` if the run is exhausted.
    fn backtrack(&mut self) -> Option<Step> {
        let choice = *self.stacks.choices().last()?;
        self.restore(&choice);
        Some(match choice.kind {
            ChoiceKind::Native => self.retry_native(choice).and_then(|()| self.after_native()),
            ChoiceKind::Candidates => self.retry_candidates(choice),
            ChoiceKind::Generator | ChoiceKind::Consumer | ChoiceKind::Answers => {
                self.retry_table(choice).and_then(|()| self.after_native())
            }
            ChoiceKind::Code if choice.is_dead() => {
                self.stacks.pop();
                Err(Stop::Fail)
            }
            ChoiceKind::Code => {
                self.regs.pc = choice.alternative.address();
                Ok(())
            }
            // The exceptions of undone goals belong to the goals that are left here.
            ChoiceKind::Barrier => match self.run_undone() {
                Ok(()) => return None,
                raised => raised,
            },
            ChoiceKind::Catch => self.run_undone().and_then(|()| {
                self.stacks.pop();
                Err(Stop::Fail)
            }),
            ChoiceKind::Cleanup => self.run_newest_cleanup(Ended::Fail).and(Err(Stop::Fail)),
            ChoiceKind::Given => {
                self.stacks.pop_given();
                Err(Stop::Fail)
            }
        })
    }

    #[cold]
    fn handle_pending(&mut self, step: Step, exit: Exit) -> Step {
        if self.limits.look_at_watch() && exit == Exit::Backtrack {
            self.poll_event()?;
        }
        let step = match self.heap.watch.walk_ended_early() {
            true => self.check_walks(),
            false => step,
        };
        if !matches!(step, Err(Stop::Throw(_))) {
            self.reclaim_if_due();
            self.drop_doomed();
        }
        // Terms may have been built outside the loop; inside it, the next clause relies on its headroom.
        step.and_then(|()| self.reserve(0))
    }

    fn handle(&mut self, exit: Exit) -> Step {
        self.regs.running = None;
        match exit {
            Exit::Full => self.full(self.db.arena.instrs[self.regs.pc - 1]),
            Exit::Grow => {
                // Retries the instruction.
                self.regs.pc -= 1;
                // Whichever is full.
                if !self.stacks.has_choice_room() {
                    return self.grow_choices();
                }
                // Doubled until the frame fits: few are large.
                let top = self.regs.frame_top + LARGEST_FRAME.min(self.stacks.frame_words());
                self.grow_frames(top)
            }
            Exit::Event => self.event(self.regs.callee),
            Exit::Native | Exit::Candidates | Exit::Succeed | Exit::Backtrack => unreachable!("these are taken before"),
        }
    }

    /// Executes an instruction that the loop did not handle, from its beginning.
    fn full(&mut self, instr: Instr) -> Step {
        match instr {
            Instr::Native { id }
            | Instr::Between { id }
            | Instr::ArgNative { id }
            | Instr::FunctorNative { id }
            | Instr::CompareNative { id }
            | Instr::UnifyNative { id }
            | Instr::IsNative { id }
            | Instr::TestNative { id, .. } => {
                self.regs.running = Some(id);
                self.call_running()?;
                self.after_native()
            }
            Instr::BetweenNext {} => {
                self.regs.pc -= 1;
                self.poll_event()
            }
            Instr::Enter { pred } => self.enter(pred),
            Instr::Candidates { pred } => self.call_candidates(pred),
            Instr::CallGoal { extra, .. } | Instr::ExecuteGoal { extra } if self.wakes.is_empty() => {
                self.call_goal(usize::from(extra))
            }
            // Wake-up goals run first.
            Instr::CallGoal { extra, .. } | Instr::ExecuteGoal { extra } => {
                let numbers = 0..1 + usize::from(extra);
                self.wake(numbers, self.regs.pc - 1)
            }
            Instr::ExecuteBody {} => self.call_body(),
            Instr::Wake { live } => self.wake_before(live, self.regs.pc),
            // The frame is closed already.
            Instr::ProceedWake {} | Instr::DeallocateProceedWake {} => self.wake_at_return(),
            // After the wake-up the same instruction runs again, and cuts.
            Instr::WakeNeckCut { live } if !self.wakes.is_empty() => {
                let next = self.regs.pc;
                self.regs.pc -= 1;
                self.wake_before(live, next)
            }
            Instr::NeckCut {} | Instr::WakeNeckCut { .. } => self.cut_with_cleanup(self.regs.b0),
            Instr::Cut { y } => self.cut_with_cleanup(self.stacks.slot(self.regs.e, y.index()).as_level()),
            Instr::EndGuard { y, .. } => {
                let level = self.stacks.slot(self.regs.e, y.index()).as_level();
                self.cut_with_cleanup(level.saturating_sub(1))
            }
            Instr::CutX { x } => self.cut_with_cleanup(self.deref(self.x[x.index()]).as_int() as usize),
            Instr::PopCleanup {} => self.pop_cleanup(),
            _ => self.slow(instr),
        }
    }
}

impl MachineLimits {
    #[inline(always)]
    fn is_event(&self, heap: &Heap) -> bool {
        heap.top() > self.heap_limit()
    }
}

impl Schedule {
    /// Whether no event, watch signal or reclamation is pending.
    #[inline(always)]
    fn has_nothing_pending(&self, limits: &MachineLimits, heap: &Heap, db: &Database, atoms: &AtomTable) -> bool {
        !limits.is_event(heap) && !limits.watch().has_news() && !self.is_reclaiming_due(db, atoms)
    }
}
