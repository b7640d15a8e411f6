//! How many calls with some arguments given were resolved, by predicate and given arguments.

use rustc_hash::FxHashMap;

use crate::code::instr::{NO_PRED, PredId};

/// Number of resolved calls after which a predicate is looked at first.
pub(super) const FIRST: u32 = 4;

/// The calls with the same arguments given of a predicate.
#[derive(Clone, Copy)]
pub(crate) struct Tried {
    /// Those that were resolved since the last evaluation.
    pub(super) calls: u32,
    /// The number of calls at which bottom-up evaluation is tried.
    pub(super) next: u32,
    /// The predicate, if it was found before.
    pub(in crate::machine::tabling) pred: PredId,
}

impl Tried {
    /// Whether bottom-up evaluation is to be tried.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.calls >= self.next
    }
}

/// The functor, and the set of given arguments.
type Key = (u64, u64);

/// Number of entries that are found without a look-up.
const NEAR: usize = 8;

#[derive(Default)]
pub(crate) struct AllTried {
    entries: Vec<(Key, Tried)>,
    places: FxHashMap<Key, u32>,
    /// The places of entries that were used last, by a part of the functor.
    near: [u32; NEAR],
}

impl AllTried {
    /// Returns the entry of these calls.
    #[inline]
    pub(crate) fn entry(&mut self, functor: u64, mask: u64) -> &mut Tried {
        let key = (functor, mask);
        let slot = (functor.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as usize;
        let mut place = self.near[slot] as usize;
        if self.entries.get(place).is_none_or(|(known, _)| *known != key) {
            place = self.place(key);
            self.near[slot] = place as u32;
        }
        &mut self.entries[place].1
    }

    fn place(&mut self, key: Key) -> usize {
        let AllTried { entries, places, .. } = self;
        let place = places.entry(key).or_insert_with(|| {
            let tried = Tried {
                calls: 0,
                next: FIRST,
                pred: NO_PRED,
            };
            entries.push((key, tried));
            (entries.len() - 1) as u32
        });
        *place as usize
    }

    /// Counts a call with these arguments given.
    #[inline]
    pub(crate) fn count(&mut self, functor: u64, mask: u64) -> Tried {
        let tried = self.entry(functor, mask);
        tried.calls = tried.calls.saturating_add(1);
        *tried
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_wherever_they_were_used_last() {
        let mut tried = AllTried::default();
        for round in 1..=3 {
            for functor in 0..40 {
                for mask in 1..4 {
                    assert_eq!(tried.count(functor, mask).calls, round);
                }
            }
        }
        tried.entry(7, 2).next = 50;
        assert_eq!((tried.entry(7, 2).next, tried.entry(7, 1).next), (50, FIRST));
    }
}
