//! The goal cache: which predicate a goal means, by its functor, so that `call/N` needs no look-up.
//!
//! Only goals that are plain calls are in it: no control constructs, nothing qualified, and no more
//! arguments than registers take. A functor means the same predicate until atoms are collected; then the
//! cache is emptied.

use crate::base::atom::Functor;
use crate::code::instr::{NO_PRED, PredId};

/// A functor's place is its hash; a newcomer drives out what is there. So many places that two goals of a loop seldom
/// have the same.
const PLACES: usize = 1024;

const NO_ENTRY: (u64, PredId) = (u64::MAX, NO_PRED);

/// Functors of goals, arguments that `call/N` adds included, with their predicates.
pub(super) struct GoalCache {
    entries: [(u64, PredId); PLACES],
    /// The predicate that runs `(A, B)`, given `A`, `B` and the level for cuts.
    pub and: PredId,
}

impl Default for GoalCache {
    fn default() -> GoalCache {
        GoalCache {
            entries: [NO_ENTRY; PLACES],
            and: NO_PRED,
        }
    }
}

#[inline(always)]
fn place(bits: u64) -> usize {
    (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

impl GoalCache {
    /// The predicate for goals with this functor, if known.
    #[inline(always)]
    pub fn find(&self, functor: Functor) -> Option<PredId> {
        let (key, pred) = self.entries[place(functor.bits())];
        (key == functor.bits()).then_some(pred)
    }

    /// Forgets the predicates.
    pub fn clear(&mut self) {
        self.entries.fill(NO_ENTRY);
    }

    /// Notes the predicate for goals with this functor.
    pub fn add(&mut self, functor: Functor, pred: PredId) {
        self.entries[place(functor.bits())] = (functor.bits(), pred);
    }
}
