//! The memory that the stacks take, how they grow and how they give memory back. The caller charges what they grow by.

use crate::term::cell::Cell;
use crate::term::heap::{self, GIVEN_BACK, GROWTH};

use super::choice::Choice;
use super::frames::{FRAME_HEADER, FRAME_WINDOW};
use super::{FEW_CHOICES, FEW_FRAMES, Stacks};

/// Number of words of the largest frame: one with 2^16 slots.
pub(crate) const LARGEST_FRAME: usize = FRAME_HEADER + (1 << 16);

/// Returns the new capacity of an area with far more than it uses, of which it keeps `kept` words at least; `None` if
/// it has little more than it uses. Elements take `words` words each.
pub(crate) fn shrunk(kept: usize, capacity: usize, used: usize, words: usize) -> Option<usize> {
    let wanted = (kept / words).max(2 * used);
    (wanted < capacity).then(|| wanted.max(capacity.saturating_sub(GIVEN_BACK / words)))
}

impl Stacks {
    /// Returns the number of bytes allocated.
    pub(crate) fn bytes(&self) -> usize {
        (self.frames.len() + self.trail.capacity() + self.saved.capacity()) * size_of::<Cell>()
            + self.choices.capacity() * size_of::<Choice>()
    }

    /// Returns the number of bytes of choice points and their registers.
    pub(crate) fn choice_bytes(&self) -> usize {
        self.choices.len() * size_of::<Choice>() + self.saved.len() * size_of::<Cell>()
    }

    /// Whether there is room for one more choice point.
    #[inline(always)]
    pub(crate) fn has_choice_room(&self) -> bool {
        self.choices.len() < self.choices.capacity()
    }

    /// Whether the frames may reach up to `top`.
    pub(crate) fn has_frame_room(&self, top: usize) -> bool {
        top + FRAME_WINDOW <= self.frames.len()
    }

    /// Returns the number of words of the frame stack.
    pub(crate) fn frame_words(&self) -> usize {
        self.frames.len()
    }

    /// Returns how many choice points would double the stack.
    pub(crate) fn more_choices(&self) -> usize {
        self.choices.capacity().max(64)
    }

    /// Makes room for `count` more choice points.
    pub(crate) fn grow_choices(&mut self, count: usize) {
        self.choices.reserve_exact(count);
    }

    /// Returns the number of words that are missing for frames up to `top`, and how many would double the stack.
    pub(crate) fn more_frames(&self, top: usize) -> (usize, usize) {
        let needed = (top + FRAME_WINDOW).saturating_sub(self.frames.len());
        (needed, needed.max(self.frames.len().min(GROWTH)))
    }

    /// Adds `words` words to the frame stack. Returns false if the system has no more memory.
    pub(crate) fn grow_frames(&mut self, words: usize) -> bool {
        heap::extend(&mut self.frames, words, || false)
    }

    /// Gives back some of the memory of an area with far more capacity than it uses; returns false if there is none.
    pub(crate) fn give_back(&mut self, kept: usize, frame_top: usize) -> bool {
        let words = size_of::<Choice>() / size_of::<Cell>();
        if let Some(left) = shrunk(kept, self.frames.len(), frame_top + FRAME_WINDOW, 1) {
            self.frames.truncate(left);
            self.frames.shrink_to_fit();
        } else if let Some(left) = shrunk(kept, self.trail.capacity(), self.trail.len(), 1) {
            self.trail.shrink_to(left);
        } else if let Some(left) = shrunk(kept, self.saved.capacity(), self.saved.len(), 1) {
            self.saved.shrink_to(left);
        } else if let Some(left) = shrunk(kept, self.choices.capacity(), self.choices.len(), words) {
            self.choices.shrink_to(left);
        } else {
            return false;
        }
        true
    }

    /// Makes the areas those of new stacks if they have grown; no goal runs.
    pub(crate) fn renew(&mut self, frame_top: usize) {
        heap::renew(&mut self.frames, FEW_FRAMES.max(frame_top + FRAME_WINDOW));
        self.choices.shrink_to(FEW_CHOICES);
        self.trail.shrink_to_fit();
        self.saved.shrink_to_fit();
    }
}
