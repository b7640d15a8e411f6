//! The stacks outside of the run loop: pushing, restoring and dropping choice points, saving registers in frames.

use crate::code::instr::{FAIL, NO_PRED};
use crate::term::cell::Cell;

use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::run::exec::restore;
use crate::machine::run::hot::{FRAME_HEADER, FRAME_WINDOW};
use crate::machine::state::choice::{Choice, Kind, NO_GENERATION, NONE};

/// The slot with the number of registers that a frame saves.
pub(in crate::machine) const SAVED_COUNT: usize = 2;

impl Machine {
    /// Returns a choice point for the current state that saves the first `count` registers.
    pub(in crate::machine) fn new_choice(&self, kind: Kind, count: usize) -> Choice {
        Choice {
            h: self.heap.top(),
            generation: NO_GENERATION,
            alternative: FAIL,
            cp: self.cp as u32,
            e: self.e as u32,
            frame_top: self.frame_top as u32,
            trail: self.trail.len() as u32,
            args: self.saved.len() as u32,
            pred: NO_PRED,
            next: NONE,
            count: count as u16,
            kind,
        }
    }

    /// Pushes a choice point and saves its registers.
    pub(in crate::machine) fn push_choice(&mut self, choice: Choice) -> Step {
        if self.choices.len() == self.choices.capacity() {
            self.grow_choices()?;
        }
        self.saved.extend(self.x.iter().take(usize::from(choice.count)));
        self.hb = choice.h;
        self.protected = choice.frame_top as usize;
        self.choices.push(choice);
        Ok(())
    }

    /// Pushes the light choice of the run loop, if there is one.
    #[inline]
    pub(in crate::machine) fn push_light(&mut self) -> Step {
        if self.light.next == FAIL {
            return Ok(());
        }
        self.push_light_now()
    }

    fn push_light_now(&mut self) -> Step {
        self.light.next = FAIL;
        let (rest, count) = self.db.arena.light(self.light.at);
        let choice = Choice {
            h: self.hb,
            trail: self.light.trail as u32,
            alternative: rest,
            ..self.new_choice(Kind::Code, count)
        };
        if self.choices.len() == self.choices.capacity() {
            self.grow_choices()?;
        }
        self.saved.extend_from_slice(&self.light.x[..count]);
        self.choices.push(choice);
        self.choice_changed();
        Ok(())
    }

    /// Drops the newest choice point.
    pub(in crate::machine) fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.args as usize);
        }
        self.choice_changed();
    }

    /// Drops all choice points from `level` up. The caller makes sure that no cleanup choice point is among them.
    pub(in crate::machine) fn cut_choices(&mut self, level: usize) {
        if let Some(choice) = self.choices.get(level) {
            self.saved.truncate(choice.args as usize);
            self.choices.truncate(level);
        }
        self.choice_changed();
    }

    pub(in crate::machine) fn choice_changed(&mut self) {
        let (h, top) = self.choices.last().map_or((0, 0), |c| (c.h, c.frame_top as usize));
        self.hb = h;
        self.protected = top;
    }

    /// Restores the state at a choice point, which stays on the stack.
    #[inline]
    pub(in crate::machine) fn restore(&mut self, choice: &Choice) {
        self.e = choice.e as usize;
        self.cp = choice.cp as usize;
        self.frame_top = choice.frame_top as usize;
        self.undo_to(choice.trail as usize);
        self.heap.set_top(choice.h);
        let (args, count) = (choice.args as usize, usize::from(choice.count));
        restore(&mut self.x, &self.saved[args..args + count]);
        self.hb = choice.h;
        self.protected = self.frame_top;
        self.pending.clear();
    }

    /// Backtracks to the newest choice point and returns the result of resuming there; `None` if the run is exhausted.
    pub(in crate::machine) fn backtrack(&mut self) -> Option<Step> {
        let choice = *self.choices.last()?;
        self.restore(&choice);
        Some(match choice.kind {
            Kind::Native => self.retry_native(choice).and_then(|()| self.after_native()),
            Kind::Candidates => self.retry_candidates(choice),
            Kind::Code if choice.is_dead() => {
                self.pop_choice();
                Err(Stop::Fail)
            }
            Kind::Code => {
                self.pc = choice.alternative as usize;
                Ok(())
            }
            Kind::Barrier => return None,
            Kind::Catch => {
                self.pop_choice();
                Err(Stop::Fail)
            }
            Kind::Cleanup => self.fail_through_cleanup(),
        })
    }

    /// Returns the number of slots of a frame that saves `count` registers.
    pub(in crate::machine) fn saved_slots(count: usize) -> usize {
        SAVED_COUNT + 1 + 2 * count
    }

    /// Saves the registers `numbers` in a new frame, to be restored by `resume`, which continues at `pc`.
    pub(in crate::machine) fn save_registers(&mut self, numbers: &[usize], pc: usize) -> Step {
        let top = self.frame_top + FRAME_HEADER + Machine::saved_slots(numbers.len());
        if top + FRAME_WINDOW > self.frames.len() {
            self.grow_frames(top + FRAME_WINDOW)?;
        }
        let e = self.frame_top;
        self.frames[e] = Cell::link(self.e, self.cp).bits();
        self.e = e;
        self.frame_top = top;
        self.set_slot(0, Cell::int(pc as i64));
        self.set_slot(1, Cell::int(self.b0 as i64));
        self.set_slot(SAVED_COUNT, Cell::int(numbers.len() as i64));
        for (i, &x) in numbers.iter().enumerate() {
            self.set_slot(3 + 2 * i, Cell::int(x as i64));
            self.set_slot(4 + 2 * i, self.x[x]);
        }
        Ok(())
    }

    /// Restores the registers saved in the current frame, closes it, and continues at the saved address.
    pub(in crate::machine) fn resume_after_wake(&mut self) -> Step {
        self.pc = self.slot(0).as_int() as usize;
        self.b0 = self.slot(1).as_int() as usize;
        for i in 0..self.slot(SAVED_COUNT).as_int() as usize {
            self.x[self.slot(3 + 2 * i).as_int() as usize] = self.slot(4 + 2 * i);
        }
        let e = self.e;
        (self.e, self.cp) = self.frame_link(e);
        self.frame_top = e.max(self.protected);
        Ok(())
    }
}
