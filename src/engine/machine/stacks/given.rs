//! Choice points whose alternatives another machine runs.
//!
//! Backtracking goes through such a choice point as through one without alternatives. If it is cut instead, or dropped by
//! an exception, the alternatives would never have run, and the other machine is to be called off.

use crate::code::arena::SUCCEED;
use crate::code::instr::FAIL;

use super::Stacks;
use super::choice::{Choice, ChoiceKind};
use super::frames::FRAME_WINDOW;

/// A choice point whose alternatives were given away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenChoice {
    index: usize,
    /// The number of the task that runs them.
    task: usize,
}

impl Stacks {
    /// Gives the alternatives of a choice point to a task. It is younger than all whose alternatives were given before.
    pub(crate) fn give(&mut self, index: usize, task: usize) {
        if let Some(choice) = self.choices.get_mut(index) {
            choice.kind = ChoiceKind::Given;
            // It is never gone to; a soft cut sets it to failure.
            choice.alternative = SUCCEED;
            self.given.push(GivenChoice { index, task });
            self.refresh_slow_cut();
        }
    }

    /// Drops the newest choice point, whose alternatives were given away, since the branch before them has failed. If a
    /// soft cut has disabled it meanwhile, the other machine is to be called off.
    pub(crate) fn pop_given(&mut self) {
        let newest = self.choices.len().wrapping_sub(1);
        let is_disabled = self.choices.last().is_some_and(|choice| choice.alternative == FAIL);
        if !is_disabled {
            self.given.pop_if(|given| given.index == newest);
        }
        self.pop();
    }

    /// Notes the tasks that run the alternatives of choice points that are gone.
    pub(super) fn note_called_off(&mut self) {
        let count = self.choices.len();
        while let Some(given) = self.given.pop_if(|given| given.index >= count) {
            self.called_off.push(given.task);
        }
        self.refresh_slow_cut();
    }

    /// Takes the tasks that are to be called off.
    pub(crate) fn take_called_off(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.called_off)
    }

    /// Brings the level up to date below which cuts take the slow path.
    pub(super) fn refresh_slow_cut(&mut self) {
        let given = self.given.last().map_or(0, |given| given.index + 1);
        self.slow_cut = self.cleanup_level.max(given);
    }

    /// Fills stacks without contents with copies of the first choice points of others, and of what is below them, as it
    /// is when a machine backtracks to the newest of them.
    pub(crate) fn filled(mut self, other: &Stacks, choices: usize) -> Stacks {
        let Some(newest) = other.choices[..choices].last() else {
            return self;
        };
        let used = newest.frame_top as usize;
        self.frames.resize(self.frames.len().max(used + FRAME_WINDOW), 0);
        self.frames[..used].copy_from_slice(&other.frames[..used]);
        self.choices.extend_from_slice(&other.choices[..choices]);
        self.saved
            .extend_from_slice(&other.saved[..saved_end(newest, other.saved.len())]);
        self.trail.extend_from_slice(&other.trail);
        let older = other.given.iter().filter(|given| given.index < choices);
        self.given.extend(older);
        self.moved();
        self.refresh_slow_cut();
        self
    }
}

/// Returns the end of the registers and the state that a choice point saves.
fn saved_end(choice: &Choice, end: usize) -> usize {
    let state = usize::from(choice.kind == ChoiceKind::Native);
    (choice.state() + state).min(end)
}
