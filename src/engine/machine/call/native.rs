//! Running native predicates.

use crate::code::clause::ClauseId;
use crate::code::index::Candidate;
use crate::code::instr::Label;
use crate::machine::Machine;
use crate::machine::memory::collect::collector::Collector;
use crate::machine::native::{NativeRun, Next, RunNondet, Step, Stop};
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::{Choice, ChoiceKind};

impl Machine {
    /// Runs the native predicate in `running`. Wake-ups may be pending afterwards.
    #[inline(always)]
    pub(in crate::machine) fn call_running(&mut self) -> Step {
        let id = self.regs.running.unwrap_or_default();
        let step = match self.calls.natives.get(usize::from(id)).map(|native| native.run) {
            Some(NativeRun::Det(run)) => run(self),
            _ => self.call_native_once(id),
        };
        if step.is_err()
            && self.collector.may_retry(&self.stacks, id)
            && let Some(native) = self.calls.natives.get(usize::from(id))
        {
            self.collect_for_retry(native.arity)?;
            return self.call_native_once(id);
        }
        step
    }

    #[inline(never)]
    fn call_native_once(&mut self, id: u16) -> Step {
        self.regs.running = Some(id);
        let next = match self.calls.natives.get(usize::from(id)) {
            None => self.call_host(usize::from(id) - self.calls.natives.len())?,
            Some(native) => match native.run {
                NativeRun::Det(run) => return run(self),
                NativeRun::Control(run) => run(self)?,
                NativeRun::Nondet(run) => {
                    let arity = native.arity;
                    let first = native.first.and_then(|first| first(self));
                    return first.unwrap_or_else(|| self.first_of_many(id, arity, run));
                }
            },
        };
        match next {
            Next::Continue => Ok(()),
            Next::Call(goal) => {
                self.x[0] = goal;
                self.call_goal(0)
            }
            Next::Pass(goal) => {
                self.x[0] = goal;
                self.pass_goal()
            }
        }
    }

    /// Calls a nondeterministic native predicate. Its choice point is pushed only if it leaves alternatives; meanwhile
    /// bindings are trailed as if the choice point existed.
    fn first_of_many(&mut self, id: u16, arity: usize, run: RunNondet) -> Step {
        if !self.stacks.has_choice_room() {
            self.grow_choices()?;
        }
        let before = self
            .stacks
            .new_choice(&self.heap, &self.regs, ChoiceKind::Native, arity);
        let mark = self.stacks.mark(&self.heap);
        let choices = self.stacks.choice_count();
        self.search.forget();
        let result = run(self, None);
        debug_assert!(choices == self.stacks.choice_count(), "it runs no goals");
        self.stacks.keep_mark(mark);
        let Some(state) = result? else {
            return Ok(());
        };
        let (pred, generation) = self.search.searching().unwrap_or((before.pred, before.generation));
        self.push_choice(Choice {
            // The cells of the state must not be dropped.
            h: if state.is_immediate() {
                before.h
            } else {
                self.heap.top()
            },
            alternative: Label::at(self.regs.pc),
            next: Candidate::new(ClauseId::new(u32::from(id))),
            pred,
            generation,
            ..before
        })?;
        self.stacks.push_state(state);
        Ok(())
    }

    /// Backtracks into a native predicate; the machine's state has been restored.
    pub(in crate::machine) fn retry_native(&mut self, choice: Choice) -> Step {
        let id = choice.next.id.number() as u16;
        self.regs.running = Some(id);
        self.regs.pc = choice.alternative.address();
        // A run that only backtracks meets the limits, too.
        if self.limits.count_call() {
            self.poll_event()?;
        }
        let state = self.stacks.state(&choice);
        let NativeRun::Nondet(run) = self.calls.natives[usize::from(id)].run else {
            unreachable!("only nondeterministic predicates have such choice points");
        };
        match run(self, Some(state)) {
            Ok(Some(next)) if next == state => {}
            Ok(Some(next)) => self.stacks.set_state(&choice, next, self.heap.top()),
            Ok(None) => self.stacks.pop(),
            Err(Stop::Fail) => {
                self.stacks.pop();
                return Err(Stop::Fail);
            }
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    pub(in crate::machine) fn after_native(&mut self) -> Step {
        if self.wakes.is_empty() {
            Ok(())
        } else {
            self.wake_at_return()
        }
    }
}

impl Collector {
    /// Whether native predicate `id` lacked room before it changed anything. One that has pushed its choice point
    /// cannot be called again.
    fn may_retry(&self, stacks: &Stacks, id: u16) -> bool {
        let is_own =
            |choice: &Choice| choice.kind == ChoiceKind::Native && choice.next.id == ClauseId::new(u32::from(id));
        self.is_retry_wanted() && !stacks.choices().last().is_some_and(is_own)
    }
}
