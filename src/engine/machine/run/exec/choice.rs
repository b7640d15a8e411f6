//! Choice points, backtracking and cut.

use crate::code::arena::light;
use crate::code::instr::{FAIL, Instr, LIGHT_REGISTERS, Label, Slot};
use crate::machine::run::hot::{Exit, Hot};
use crate::machine::stacks::choice::{Choice, ChoiceKind, restore, save};
use crate::machine::stacks::frames::FRAME_HEADER;
use crate::term::cell::Cell;

use super::Flow;

impl Hot<'_> {
    #[inline(always)]
    pub(crate) fn push_choice(&mut self, alternative: Label, count: u16) -> Flow {
        if self.choices.len() == self.choices.capacity() {
            leave!(Grow);
        }
        let (trail, saved) = (self.trail.len(), self.saved.len());
        let state = [*self.cp, *self.e, *self.frame_top];
        self.choices.push(Choice {
            alternative,
            ..Choice::new(ChoiceKind::Code, count, self.h, trail, saved, state)
        });
        save(self.saved, self.x, count as usize);
        *self.hb = self.h;
        *self.protected = *self.frame_top;
        Ok(true)
    }

    #[inline(always)]
    pub(crate) fn try_else(&mut self, next: Label) -> Flow {
        self.push_choice(next, 0)
    }

    #[inline(always)]
    pub(crate) fn try_clause(&mut self, arity: u8, clause: Label) -> Flow {
        self.push_choice(Label::at(self.pc), u16::from(arity))?;
        self.jump(clause);
        Ok(true)
    }

    #[inline(always)]
    pub(crate) fn retry_clause(&mut self, clause: Label) {
        let next = Label::at(self.pc);
        if let Some(choice) = self.choices.last_mut() {
            choice.alternative = next;
        }
        *self.b0 = self.choices.len() - 1;
        self.jump(clause);
    }

    #[inline(always)]
    pub(crate) fn drop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.args as usize);
        }
        self.choice_changed();
    }

    #[inline(always)]
    pub(crate) fn trust_clause(&mut self, clause: Label) {
        self.drop_choice();
        *self.b0 = self.choices.len();
        self.jump(clause);
    }

    /// Makes a light choice with the alternative `next`.
    #[inline(always)]
    pub(crate) fn try_light(&mut self, next: Label) {
        self.light.x.copy_from_slice(&self.x[..LIGHT_REGISTERS]);
        self.light.next = next;
        self.light.at = Label::at(self.pc - 1);
        // Skips the jump that names the alternative for a pushed choice point.
        self.pc += 1;
        self.light.trail = self.trail.len();
        self.light.hb = *self.hb;
        *self.hb = self.h;
    }

    /// Continues in a clause that was tried with a light choice: pushes it as a choice point unless that has been done.
    #[inline(always)]
    pub(crate) fn commit(&mut self) -> Flow {
        if self.light.next != FAIL {
            let (rest, count) = light(self.code, self.light.at);
            if self.choices.len() == self.choices.capacity() {
                leave!(Grow);
            }
            let (trail, saved) = (self.light.trail, self.saved.len());
            let state = [*self.cp, *self.e, *self.frame_top];
            self.choices.push(Choice {
                alternative: rest,
                ..Choice::new(ChoiceKind::Code, count as u16, *self.hb, trail, saved, state)
            });
            save(self.saved, &self.light.x, count);
            *self.protected = *self.frame_top;
            self.light.next = FAIL;
        }
        Ok(true)
    }

    /// Continues after the cut of a clause that was tried with a light choice; at the cut itself if a choice point has
    /// been pushed or wake-ups are pending.
    #[inline(always)]
    pub(crate) fn commit_cut(&mut self, to: Label) -> Flow {
        if self.light.next == FAIL || self.event() {
            self.commit()?;
            self.pc = to.address() - 1;
            return Ok(true);
        }
        self.light.next = FAIL;
        *self.hb = self.light.hb;
        if self.trail.len() > self.light.trail {
            tidy(self.trail, self.light.trail, *self.hb);
        }
        Ok(true)
    }

    /// Backtracks to the newest choice point; exits the loop if the loop does not handle its kind.
    #[inline(always)]
    pub(crate) fn backtrack(&mut self) -> Result<(), Exit> {
        // Wake-ups for bindings that are about to be undone must not run: the machine drops them.
        if self.event() {
            leave!(Backtrack);
        }
        if self.light.next != FAIL {
            self.x[..LIGHT_REGISTERS].copy_from_slice(&self.light.x);
            self.undo(self.light.trail);
            self.h = *self.hb;
            *self.hb = self.light.hb;
            self.jump(self.light.next);
            self.light.next = FAIL;
            return Ok(());
        }
        // No choice point is left; or interrupts are due for a check, since failing without a call could pop the whole
        // stack.
        if self.choices.len().is_multiple_of(LOOK_EVERY) {
            leave!(Backtrack);
        }
        let Some(choice) = self.choices.last() else {
            leave!(Backtrack);
        };
        let (trail, h, kind) = (choice.trail as usize, choice.h, choice.kind);
        if kind != ChoiceKind::Code {
            leave!(Backtrack);
        }
        let e = choice.e as usize;
        *self.cp = choice.cp.address();
        *self.frame_top = choice.frame_top as usize;
        let alternative = choice.alternative;
        let (args, count) = (choice.args as usize, choice.count as usize);
        restore(self.x, &self.saved[args..args + count]);
        self.undo(trail);
        self.h = h;
        *self.hb = h;
        *self.protected = *self.frame_top;
        self.open_frame(e);
        self.jump(alternative);
        if alternative == FAIL {
            // The choice point was disabled by a soft cut.
            self.drop_choice();
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn cut_to(&mut self, level: usize) -> Flow {
        if self.choices.len() <= level {
            return Ok(true);
        }
        if level < *self.slow_cut {
            leave!(Full);
        }
        let choice = &self.choices[level];
        let trail = choice.trail as usize;
        self.saved.truncate(choice.args as usize);
        self.choices.truncate(level);
        self.choice_changed();
        if self.trail.len() > trail {
            tidy(self.trail, trail, *self.hb);
        }
        Ok(true)
    }

    /// Begins goals that must succeed and leave no choice points.
    #[inline(always)]
    pub(crate) fn guard(&mut self, y: Slot, next: Label) -> Flow {
        self.push_choice(next, 0)?;
        self.save_level(y, self.choices.len());
        self.save_level(Slot::new(y.index() as u16 + 1), 0);
        Ok(true)
    }

    /// The same for the rest of a clause, unless that which the clause returns to guards it: a level of 0 says so.
    #[inline(always)]
    pub(crate) fn guard_rest(&mut self, y: Slot, next: Label) -> Flow {
        let link = Cell::from_bits(self.frame[0].get());
        if let Some(&Instr::EndGuard {
            ends: true,
            y: outer,
            error,
        }) = self.code.get(link.link_code())
        {
            let outer = &self.frames[link.link_frame() + FRAME_HEADER + outer.index()..];
            let level = Cell::from_bits(outer[0].get()).as_level();
            if level == self.choices.len() && self.is_guard(level, link.link_frame(), error) {
                outer[1].set(Cell::level(self.pc - 1).bits());
                self.save_level(y, 0);
                return Ok(true);
            }
        }
        self.guard(y, next)
    }

    #[inline(always)]
    pub(crate) fn end_guard(&mut self, y: Slot, error: Label) -> Flow {
        let level = self.choices.len();
        if !self.is_guard(level, *self.e, error) {
            if self.is_guard(self.level(y), *self.e, error) {
                self.jump(error + 1);
            }
            return Ok(true);
        }
        if level <= *self.slow_cut {
            leave!(Full);
        }
        if let Some(choice) = self.choices.pop() {
            self.choice_changed();
            if self.trail.len() > choice.trail as usize {
                tidy(self.trail, choice.trail as usize, *self.hb);
            }
        }
        Ok(true)
    }

    /// Whether the choice point below a level is the guard of a frame; a continuation that was taken up has none.
    #[inline(always)]
    fn is_guard(&self, level: usize, e: usize, error: Label) -> bool {
        let choice = self.choices.get(level.wrapping_sub(1));
        choice.is_some_and(|choice| choice.alternative == error && choice.e as usize == e)
    }

    #[inline(always)]
    pub(crate) fn level(&self, y: Slot) -> usize {
        self.slot(y).as_level()
    }

    #[inline(always)]
    pub(crate) fn save_level(&mut self, y: Slot, level: usize) {
        self.set_slot(y, Cell::level(level));
    }

    #[inline(always)]
    pub(crate) fn soft_cut(&mut self, y: Slot) {
        let level = self.level(y);
        // One that was given away stays, so that its end is noted.
        if level + 1 == self.choices.len() && level + 1 != *self.slow_cut {
            self.drop_choice();
        } else if let Some(choice) = self.choices.get_mut(level) {
            choice.alternative = FAIL;
        }
    }
}

/// Drops the trail entries from `from` on after a cut, if they are few and none is needed, since no choice point is
/// younger than their variables. This keeps the trail from growing in deterministic programs.
#[inline(never)]
fn tidy(trail: &mut Vec<u64>, from: usize, hb: usize) {
    // The old value of a cell is followed by an entry that is not a variable.
    let is_idle = |&entry: &u64| {
        let cell = Cell::from_bits(entry);
        cell.is_ref() && cell.address() >= hb
    };
    if trail.len() <= from + MANY_ENTRIES && trail[from..].iter().all(is_idle) {
        trail.truncate(from);
    }
}

/// Number of choice points popped by the loop between two checks for interrupts.
const LOOK_EVERY: usize = 1 << 15;

/// Maximum number of trail entries that are examined after a cut.
const MANY_ENTRIES: usize = 8;
