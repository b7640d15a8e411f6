//! The changes of the predicates that incremental tables depend on.
//!
//! A table knows the generation at which it was valid; what was added or erased since is found here. Only a limited
//! number of changes is kept for each predicate: what is older counts as a change of all its clauses.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::instr::PredId;
use super::packed::{Cells, Packed};
use crate::term::cell::Cell;

/// The number of changes of a predicate that are kept.
const KEPT: usize = 4096;

/// An argument that may be anything.
pub const ANY: u64 = 0;

/// The changes of one predicate.
#[derive(Clone, Debug, Default)]
struct Log {
    /// Changes up to this generation are not kept.
    floor: u64,
    /// The generation of each change, followed by the arguments of the clause's head.
    words: VecDeque<u64>,
}

/// The changes of all predicates that are tracked.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    latest: u64,
    of: FxHashMap<PredId, Log>,
}

/// Returns the word by which an argument is compared.
pub fn word_of(cell: Cell) -> u64 {
    if cell.is_immediate() { cell.bits() } else { ANY }
}

impl Changes {
    /// Returns the generation of the last change.
    #[inline]
    pub fn latest(&self) -> u64 {
        self.latest
    }

    /// Notes that the meaning of the program changed otherwise.
    pub(super) fn touch(&mut self, generation: u64) {
        self.latest = generation;
    }

    /// Notes that a clause with `arity` arguments was added or erased.
    pub(super) fn note(&mut self, generation: u64, pred: PredId, arity: usize, cells: &[u64]) {
        self.latest = generation;
        let log = self.of.entry(pred).or_default();
        if log.words.len() >= KEPT * (arity + 1) {
            log.floor = log.words[0];
            log.words.drain(..=arity);
        }
        log.words.push_back(generation);
        let packed = Packed(cells);
        log.words
            .extend((0..arity).map(|at| word_of(packed.follow(packed.cell(at)))));
    }

    /// Whether a clause that may match the arguments was added or erased after `generation`; all clauses match an empty
    /// slice.
    pub fn has_changed(&self, pred: PredId, arity: usize, arguments: &[u64], generation: u64) -> bool {
        let Some(log) = self.of.get(&pred) else {
            return false;
        };
        if generation < log.floor {
            return true;
        }
        let width = arity + 1;
        let count = log.words.len() / width;
        for number in (0..count).rev() {
            let at = number * width;
            if log.words[at] <= generation {
                return false;
            }
            let differs =
                |(i, &wanted): (usize, &u64)| wanted != ANY && ![ANY, wanted].contains(&log.words[at + 1 + i]);
            if !arguments.iter().enumerate().any(differs) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_found_by_their_arguments() {
        let mut changes = Changes::default();
        let pred = PredId::new(7);
        let words = |a: i64, b: i64| [Cell::int(a).bits(), Cell::int(b).bits()];
        for i in 1..=10 {
            changes.note(i, pred, 2, &words(i as i64, 0));
        }
        assert_eq!(changes.latest(), 10);
        assert!(changes.has_changed(pred, 2, &[], 9));
        assert!(!changes.has_changed(pred, 2, &[], 10));
        assert!(changes.has_changed(pred, 2, &[Cell::int(5).bits(), ANY], 4));
        assert!(!changes.has_changed(pred, 2, &[Cell::int(5).bits(), ANY], 5));
        assert!(!changes.has_changed(pred, 2, &words(5, 1), 0));
        assert!(!changes.has_changed(PredId::new(8), 2, &[], 0));
        for i in 11..=20_000 {
            changes.note(i, pred, 2, &words(1, 1));
        }
        assert!(changes.has_changed(pred, 2, &words(5, 5), 100));
        assert!(!changes.has_changed(pred, 2, &words(5, 5), 19_000));
    }
}
