//! The budgets: growth of the stacks and of the program is charged to them, and refused here. Choice points and frames
//! are made here, since their room is charged.

use crate::base::known;
use crate::base::limit::Limit;
use crate::machine::Machine;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::choice::Choice;
use crate::machine::stacks::frames::slot_address;
use crate::machine::stacks::room::shrunk;
use crate::machine::stacks::{Registers, Stacks};
use crate::term::cell::Cell;
use crate::term::heap::{GROWTH, HEADROOM, Heap};
use crate::term::view::View;

/// The budget to which growth is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    /// Terms, frames, choice points, the trail, and buffered results.
    Stacks,
    /// Clauses, atoms, and the state kept between goals.
    Program,
    /// The code of existing clauses: it may exceed the budget slightly, so that a program that has filled its budget
    /// can still report this and free space.
    Code,
}

/// Number of words that a stack keeps when it shrinks.
const KEPT_WORDS: usize = 8 << 20;

impl Machine {
    /// Returns how many of `wanted` more bytes, at least `needed`, the budget allows.
    fn allowed(&mut self, wanted: usize, needed: usize) -> Result<usize, Stop> {
        self.charge(Budget::Stacks, needed)?;
        let left = self.limits.memory().saturating_sub(self.charged_bytes());
        Ok(wanted.min(left))
    }

    /// Charges growth to its budget; small growth of the program is taken from the slack. All growth is refused here.
    ///
    /// # Errors
    /// `resource_error(memory)` or `resource_error(program_space)`.
    pub(in crate::machine) fn charge(&mut self, budget: Budget, bytes: usize) -> Step {
        #[cfg(any(test, feature = "testing"))]
        if self.limits.fails_now() {
            return self.refuse(budget);
        }
        if budget == Budget::Stacks && self.limits.excess && self.stack_bytes() + bytes > self.limits.memory() / 2 {
            self.give_back_memory();
        }
        let is_slack = budget != Budget::Stacks && self.limits.take_from_slack(bytes);
        if is_slack && self.db.arena.instrs.len() <= Cell::MAX_CODE / 2 {
            return Ok(());
        }
        let (taken, most) = match budget {
            Budget::Stacks => (self.charged_bytes(), self.limits.memory()),
            Budget::Program => (self.program_bytes(), self.limits.program()),
            Budget::Code => (
                self.program_bytes(),
                self.limits.program().saturating_add(self.limits.program() / 16),
            ),
        };
        // The links in frames cannot hold higher addresses.
        let is_full = match budget {
            Budget::Stacks => self.regs.frame_top > u32::MAX as usize / 2,
            Budget::Program | Budget::Code => self.db.arena.instrs.len() > Cell::MAX_CODE / 2,
        };
        if taken.saturating_add(bytes) > most || is_full {
            return match budget == Budget::Stacks && self.coroutines.drop_room() {
                true => self.charge(budget, bytes),
                false => self.refuse(budget),
            };
        }
        if budget == Budget::Stacks {
            if let Some(share) = &mut self.limits.share {
                share.set(taken + bytes);
            }
        } else {
            // The bytes of indexes count too: without indexes a full program would still run, but search all clauses at
            // each call.
            let left = self.limits.program().saturating_sub(taken + bytes);
            self.limits.set_slack(left);
        }
        Ok(())
    }

    /// Does the work of a part, again and again until it lacks nothing.
    ///
    /// # Errors
    /// The exception of a limit or an interrupt.
    #[inline]
    pub(in crate::machine) fn granted<T>(
        &mut self,
        mut work: impl FnMut(&mut Machine) -> Result<T, Lack>,
    ) -> Result<T, Stop> {
        loop {
            match work(self) {
                Ok(done) => return Ok(done),
                Err(lack) => self.grant(lack)?,
            }
        }
    }

    /// Grants a part what it lacks, or refuses it.
    #[cold]
    pub(in crate::machine) fn grant(&mut self, lack: Lack) -> Step {
        match lack {
            Lack::Bytes(bytes) => {
                self.charge_program(bytes)?;
                self.limits.add_slack(bytes);
                Ok(())
            }
            Lack::Numbers => Err(self.resource_error(Limit::Program)),
            Lack::Time => self.poll_event(),
        }
    }

    pub(in crate::machine) fn refuse(&mut self, budget: Budget) -> Step {
        match budget {
            Budget::Stacks => self.no_memory(),
            Budget::Program | Budget::Code => {
                self.regs.running = None;
                self.schedule.request();
                Err(self.resource_error(Limit::Program))
            }
        }
    }

    /// `resource_error(memory)`.
    pub(in crate::machine) fn no_memory(&mut self) -> Step {
        self.regs.running = None;
        let stop = self.resource_error(Limit::Memory);
        self.collector.note_refusal();
        self.blame();
        Err(stop)
    }

    /// Whether the heap must grow and the budget is used up. Other areas may have taken the rest.
    pub(in crate::machine) fn is_growth_refused(&self) -> bool {
        let headroom = self.db.arena.headroom;
        self.heap.top() + headroom > self.heap.capacity() && self.charged_bytes() + headroom * 8 > self.limits.memory()
    }

    /// Makes room for `cells` more heap cells and the headroom, doubling if the budget allows.
    pub(in crate::machine) fn grow_heap(&mut self, cells: usize) -> Step {
        let end = self.heap.top() + cells + self.db.arena.headroom;
        let needed = end.saturating_sub(self.heap.capacity());
        let wanted = needed.max(self.heap.capacity().min(GROWTH));
        let bytes = self.allowed(wanted * 8, needed * 8)?;
        if !self.heap.extend_capacity(bytes / 8) {
            return self.no_memory();
        }
        if end > self.heap.capacity() {
            // The goal is to stop.
            self.poll_event()?;
            return self.grow_heap(cells);
        }
        Ok(())
    }

    pub(in crate::machine) fn grow_choices(&mut self) -> Step {
        let size = size_of::<Choice>();
        let more = self.stacks.more_choices();
        let bytes = self.allowed(more * size, size)?;
        self.stacks.grow_choices((bytes / size).max(1));
        Ok(())
    }

    pub(in crate::machine) fn grow_frames(&mut self, top: usize) -> Step {
        let (needed, wanted) = self.stacks.more_frames(top);
        let bytes = self.allowed(wanted * 8, needed * 8)?;
        if self.stacks.grow_frames(bytes / 8) {
            Ok(())
        } else {
            self.no_memory()
        }
    }

    /// Adds the goal that repeats, if there is one, to the context of the error that was just made.
    pub(in crate::machine) fn blame(&mut self) {
        let Some((word, pred, count)) =
            self.limits
                .culprit(&self.atoms, &self.db, &self.stacks, &self.regs, self.called)
        else {
            return;
        };
        let View::Struct(_, args) = self.view(self.exceptions.ball()) else {
            return;
        };
        let functor = self.db.preds[pred].functor;
        let indicator = self.heap.indicator(functor);
        let word = self.intern(word);
        let what = self.heap.new_term(word, &[indicator, Cell::int(count as i64)]);
        let nobody = self.heap.new_var();
        let context = self.heap.new_term(known::CONTEXT, &[nobody, what]);
        self.heap.set(args + 1, context);
        self.exceptions.take_needs_context();
    }

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
        let Some(at) = self.stacks.take_light() else {
            return Ok(());
        };
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
}

impl MachineLimits {
    /// Gives back some of the excess memory of the stacks; returns false if there is none.
    pub(in crate::machine) fn give_back_some(
        &mut self,
        heap: &mut Heap,
        stacks: &mut Stacks,
        regs: &Registers,
    ) -> bool {
        // With a small budget no area keeps more than an eighth of it.
        let kept = if self.trims { HEADROOM } else { KEPT_WORDS }.min(self.memory() / 64);
        let cells = heap.top().max(2 * HEADROOM);
        self.excess = match shrunk(kept, heap.capacity(), cells, 1) {
            Some(left) => {
                heap.shrink(left);
                true
            }
            None => stacks.give_back(kept, regs.frame_top),
        };
        self.excess
    }
}
