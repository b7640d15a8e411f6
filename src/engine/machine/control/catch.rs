//! Catches, as `catch/3` makes them, and the layout of the frames of catches and cleanup handlers.
//!
//! A catch has a frame (catcher, recovery, a flag cell, its choice point) and a choice point. It is active while its
//! goal runs. When the goal succeeds and leaves choice points, the flag is set to 0 on the value trail, so that
//! backtracking into the goal makes the catch active again. A cleanup handler has the same, with the cleanup goal.

use crate::machine::Machine;
use crate::machine::native::Step;
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::term::cell::Cell;
use crate::term::heap::Heap;

pub(crate) const CATCHER: usize = 0;
pub(crate) const RECOVERY: usize = 1;
pub(crate) const ACTIVE: usize = 2;
pub(crate) const CHOICE: usize = 3;
pub(crate) const CATCH_SLOTS: usize = 4;
pub(crate) const CLEANUP_GOAL: usize = 0;
/// `catcher(Catcher)`, or another term if the cleanup goal runs no matter how the watched goal ended.
pub(crate) const CLEANUP_CATCHER: usize = 1;
pub(crate) const CLEANUP_ACTIVE: usize = 2;
pub(crate) const CLEANUP_CHOICE: usize = 3;
pub(crate) const CLEANUP_PREVIOUS: usize = 4;
pub(crate) const CLEANUP_SLOTS: usize = 5;

impl Machine {
    pub(in crate::machine) fn push_catch(&mut self) -> Step {
        let active = self.heap.push(Cell::int(1));
        self.set_slot(ACTIVE, Cell::reference(active));
        self.set_slot(CHOICE, Cell::int(self.stacks.choice_count() as i64));
        let choice = self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Catch, 0);
        self.push_choice(choice)
    }

    pub(in crate::machine) fn pop_catch(&mut self) -> Step {
        let index = self.slot(CHOICE).as_int() as usize;
        if self.stacks.choice_count() == index + 1 {
            self.stacks.pop();
        } else {
            let active = self.slot(ACTIVE).address();
            self.stacks.assign(&mut self.heap, active, Cell::ZERO);
        }
        Ok(())
    }

    pub(in crate::machine) fn push_cleanup(&mut self) -> Step {
        let active = self.heap.push(Cell::int(1));
        self.set_slot(CLEANUP_ACTIVE, Cell::reference(active));
        self.set_slot(CLEANUP_CHOICE, Cell::int(self.stacks.choice_count() as i64));
        self.set_slot(CLEANUP_PREVIOUS, Cell::int(self.stacks.cleanup_level() as i64));
        let choice = self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Cleanup, 0);
        self.push_choice(choice)?;
        self.stacks.set_cleanup_level(self.stacks.choice_count());
        Ok(())
    }
}

impl Stacks {
    /// Whether the goal of a catch or a cleanup is running: it has neither succeeded nor been left.
    pub(in crate::machine) fn is_active(&self, heap: &Heap, choice: &Choice, slot: usize) -> bool {
        let active = self.slot(choice.e as usize, slot);
        heap.get(active.address()) == Cell::int(1)
    }
}
