//! The goal cache: maps a goal's functor to its predicate, so that `call/N` needs no look-up.
//!
//! It holds only plain calls: no control constructs, no qualified goals, and no more arguments than there are
//! registers. A functor means the same predicate until atoms are collected; then the cache is cleared.

use crate::base::atom::Functor;
use crate::code::instr::{NO_PRED, PredId};

/// Number of entries of the direct-mapped cache; a new entry replaces the old one with the same hash. Large enough that
/// two goals of a loop seldom collide.
const PLACES: usize = 1024;

const NO_ENTRY: (u64, PredId) = (u64::MAX, NO_PRED);

/// Functors of goals, including the arguments that `call/N` adds, with their predicates.
#[derive(Clone)]
pub(crate) struct GoalCache {
    entries: [(u64, PredId); PLACES],
    /// The predicate that runs `(A, B)`, given `A`, `B` and the cut barrier.
    pub and: PredId,
}

impl GoalCache {
    /// Makes an empty cache. `and` is the predicate that runs `(A, B)`.
    pub(crate) fn new(and: PredId) -> GoalCache {
        GoalCache {
            entries: [NO_ENTRY; PLACES],
            and,
        }
    }
}

#[inline(always)]
fn place(bits: u64) -> usize {
    (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

impl GoalCache {
    /// Returns the predicate for goals with this functor, if it is in the cache.
    #[inline(always)]
    pub(crate) fn find(&self, functor: Functor) -> Option<PredId> {
        let (key, pred) = self.entries[place(functor.bits())];
        (key == functor.bits()).then_some(pred)
    }

    /// Whether nothing is in the cache.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.iter().all(|&entry| entry == NO_ENTRY)
    }

    /// Clears the cache.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(NO_ENTRY);
    }

    /// Adds the predicate for goals with this functor.
    pub(crate) fn add(&mut self, functor: Functor, pred: PredId) {
        self.entries[place(functor.bits())] = (functor.bits(), pred);
    }
}
