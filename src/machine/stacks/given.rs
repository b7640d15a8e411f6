//! Choice points whose alternatives another machine runs.
//!
//! Backtracking goes through such a choice point as through one without alternatives. If it is cut instead, or dropped by
//! an exception, the alternatives would never have run, and the other machine is called off.

use std::fmt;
use std::sync::Arc;

use crate::code::arena::SUCCEED;
use crate::code::instr::FAIL;

use super::Stacks;
use super::choice::{Choice, Kind};

/// What runs the alternatives of a choice point in place of this machine.
pub trait Taker: Send + Sync {
    /// Ends the run, and drops its solutions.
    fn call_off(&self);
}

/// A choice point whose alternatives were given away.
#[derive(Clone)]
pub struct Given {
    index: usize,
    taker: Arc<dyn Taker>,
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Given")
            .field("index", &self.index)
            .finish_non_exhaustive()
    }
}

impl Stacks {
    /// Gives the alternatives of a choice point away, which is younger than all that were given away before.
    pub fn give(&mut self, index: usize, taker: Arc<dyn Taker>) {
        if let Some(choice) = self.choices.get_mut(index) {
            choice.kind = Kind::Given;
            // It is never gone to; a soft cut sets it to failure.
            choice.alternative = SUCCEED;
            self.given.push(Given { index, taker });
            self.refresh_slow_cut();
        }
    }

    /// Drops the newest choice point, whose alternatives were given away, since the branch before them has failed. If a
    /// soft cut has disabled it meanwhile, the other machine is called off.
    pub fn pop_given(&mut self) {
        let newest = self.choices.len().wrapping_sub(1);
        let is_disabled = self.choices.last().is_some_and(|choice| choice.alternative == FAIL);
        if !is_disabled {
            self.given.pop_if(|given| given.index == newest);
        }
        self.pop();
    }

    /// Calls off what runs the alternatives of choice points that are gone.
    pub(super) fn call_off(&mut self) {
        let count = self.choices.len();
        while let Some(given) = self.given.pop_if(|given| given.index >= count) {
            given.taker.call_off();
        }
        self.refresh_slow_cut();
    }

    /// Brings the level up to date below which cuts take the slow path.
    pub(super) fn refresh_slow_cut(&mut self) {
        let given = self.given.last().map_or(0, |given| given.index + 1);
        self.slow_cut = self.cleanup_level.max(given);
    }

    /// Makes stacks of their own with the first choice points of these, at the newest of which they stand.
    pub fn copy(&self, choices: usize) -> Stacks {
        let choices = &self.choices[..choices];
        let newest = choices.last();
        let mut frames = vec![0; self.frames.len()];
        let used = newest.map_or(0, |choice| choice.frame_top as usize);
        frames[..used].copy_from_slice(&self.frames[..used]);
        let saved = newest.map_or(0, |choice| saved_end(choice, self.saved.len()));
        let mut copy = Stacks {
            frames,
            choices: Vec::with_capacity(self.choices.capacity()),
            saved: self.saved[..saved].to_vec(),
            trail: self.trail.clone(),
            given: self
                .given
                .iter()
                .filter(|given| given.index < choices.len())
                .cloned()
                .collect(),
            ..Stacks::empty()
        };
        copy.choices.extend_from_slice(choices);
        copy.moved();
        copy.refresh_slow_cut();
        copy
    }
}

/// Returns the end of the registers and the state that a choice point saves.
fn saved_end(choice: &Choice, end: usize) -> usize {
    let state = usize::from(choice.kind == Kind::Native);
    (choice.state() + state).min(end)
}
