//! The changes of the predicates that incremental tables depend on.
//!
//! A table knows the generation at which it was valid; what was added or erased since is found here. Only a limited
//! number of changes is kept for each predicate: what is older counts as a change of all its clauses.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::ClauseId;
use super::database::Database;
use super::instr::PredId;
use super::packed::{Cells, ClauseShape, Packed};
use super::predicate::TRACKED;
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
    /// The generation of each change and its kind, followed by the arguments of the clause's head.
    words: VecDeque<u64>,
}

/// The kind of a change, in the bits below its generation.
pub mod kind {
    /// A clause was erased; else it was added.
    pub const ERASED: u64 = 1;
    /// The clause is more than a fact of atoms, small integers, and variables.
    pub const RULE: u64 = 2;
    /// Number of bits.
    pub(super) const BITS: u32 = 2;
}

impl Log {
    /// Adds a change: the arguments of the clause, as words by which they are compared.
    fn push(&mut self, (generation, kind): (u64, u64), arity: usize, cells: &[u64]) {
        if self.words.len() >= KEPT * (arity + 1) {
            self.floor = self.words[0] >> kind::BITS;
            self.words.drain(..=arity);
        }
        self.words.push_back(generation << kind::BITS | kind);
        let packed = Packed(cells);
        self.words
            .extend((0..arity).map(|at| word_of(packed.follow(packed.cell(at)))));
    }

    /// Whether there is a change after `generation` of a clause that may match the arguments.
    fn has_changed(&self, arity: usize, arguments: &[u64], generation: u64) -> bool {
        if generation < self.floor {
            return true;
        }
        let width = arity + 1;
        let count = self.words.len() / width;
        for number in (0..count).rev() {
            let at = number * width;
            if self.words[at] >> kind::BITS <= generation {
                return false;
            }
            let differs =
                |(i, &wanted): (usize, &u64)| wanted != ANY && ![ANY, wanted].contains(&self.words[at + 1 + i]);
            if !arguments.iter().enumerate().any(differs) {
                return true;
            }
        }
        false
    }
}

/// The changes of all predicates that are tracked.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    latest: u64,
    /// The generation of the last change that is more than new clauses of monotonic predicates, or what follows from them.
    disruptive: u64,
    of: FxHashMap<PredId, Log>,
    /// The changes of monotonic predicates that are not additions.
    removals: FxHashMap<PredId, Log>,
    /// The monotonic predicates whose new clauses are handed on.
    awaited: FxHashSet<PredId>,
    /// Their new clauses, with their places in the order of clauses, by which they are told from others that get their
    /// numbers.
    added: Vec<(ClauseId, i64)>,
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

    /// Returns the generation of the last change that is more than new clauses of monotonic predicates.
    #[inline]
    pub fn disruptive(&self) -> u64 {
        self.disruptive
    }

    /// Notes that the meaning of the program changed otherwise.
    pub(super) fn touch(&mut self, generation: u64) {
        self.latest = generation;
        self.disruptive = generation;
    }

    /// Notes that monotonic tables have grown.
    pub(super) fn grow(&mut self, generation: u64) {
        self.latest = generation;
    }

    /// Notes that a clause with `arity` arguments was added or erased.
    pub(super) fn note(&mut self, (generation, kind): (u64, u64), pred: PredId, arity: usize, cells: &[u64]) {
        self.touch(generation);
        self.of.entry(pred).or_default().push((generation, kind), arity, cells);
    }

    /// As [`Changes::note`], for a change of a monotonic predicate that is no addition.
    pub(super) fn note_removal(&mut self, (generation, kind): (u64, u64), pred: PredId, arity: usize, cells: &[u64]) {
        self.note((generation, kind), pred, arity, cells);
        let removals = self.removals.entry(pred).or_default();
        removals.push((generation, kind), arity, cells);
    }

    /// Notes that a clause was added to a monotonic predicate.
    pub(super) fn note_addition(
        &mut self,
        generation: u64,
        pred: PredId,
        (id, order): (ClauseId, i64),
        (arity, cells): (usize, &[u64]),
    ) {
        self.latest = generation;
        let log = self.of.entry(pred).or_default();
        log.push((generation, kind::RULE), arity, cells);
        if self.awaited.contains(&pred) {
            self.added.push((id, order));
        }
    }

    /// From now on the new clauses of a monotonic predicate are handed on.
    pub fn wait_for(&mut self, pred: PredId) {
        self.awaited.insert(pred);
    }

    /// Whether there are clauses to be handed on.
    #[inline]
    pub fn has_added(&self) -> bool {
        !self.added.is_empty()
    }

    /// Takes the clauses that are to be handed on.
    pub fn take_added(&mut self) -> Vec<(ClauseId, i64)> {
        std::mem::take(&mut self.added)
    }

    /// Whether a clause that may match the arguments was added or erased after `generation`; all clauses match an empty
    /// slice.
    pub fn has_changed(&self, pred: PredId, arity: usize, arguments: &[u64], generation: u64) -> bool {
        let log = self.of.get(&pred);
        log.is_some_and(|log| log.has_changed(arity, arguments, generation))
    }

    /// Returns the changes of a predicate after `generation`, the first one first: the kind and the arguments of each.
    /// `None` if they are not all kept.
    pub fn since(
        &self,
        pred: PredId,
        arity: usize,
        generation: u64,
    ) -> Option<impl Iterator<Item = (u64, impl Iterator<Item = u64>)>> {
        static NONE: Log = Log {
            floor: 0,
            words: VecDeque::new(),
        };
        let log = self.of.get(&pred).unwrap_or(&NONE);
        let width = arity + 1;
        let count = log.words.len() / width;
        let is_old = |number: usize| log.words[number * width] >> kind::BITS <= generation;
        let first = (0..count)
            .rev()
            .find(|&number| is_old(number))
            .map_or(0, |number| number + 1);
        (generation >= log.floor).then(|| {
            (first..count).map(move |number| {
                let at = number * width;
                let kind = log.words[at] & ((1 << kind::BITS) - 1);
                (kind, log.words.range(at + 1..at + width).copied())
            })
        })
    }

    /// As [`Changes::has_changed`], but for a monotonic predicate without the clauses that were added.
    pub fn has_lost(&self, pred: PredId, arity: usize, arguments: &[u64], generation: u64) -> bool {
        let log = self.removals.get(&pred);
        log.is_some_and(|log| log.has_changed(arity, arguments, generation))
    }
}

impl Database {
    /// Notes that a clause was added or erased.
    #[cold]
    pub(super) fn note_change(&mut self, id: ClauseId, kind: u64) {
        let pred = self.clauses[id].pred;
        self.tell_host(id, kind & self::kind::ERASED == 0);
        if !self.preds[pred].is_tracked() {
            return;
        }
        let is_flat = self.clauses[id].shape == ClauseShape::Flat;
        let change = (self.generation, if is_flat { kind } else { kind | self::kind::RULE });
        let arity = self.preds[pred].functor.arity();
        let words = self.store.get(self.clauses[id].stored);
        if self.preds[pred].monotonic {
            self.changes.note_removal(change, pred, arity, words);
        } else {
            self.changes.note(change, pred, arity, words);
        }
    }

    /// Notes that a clause was added.
    #[cold]
    pub(super) fn note_addition(&mut self, id: ClauseId) {
        let pred = self.clauses[id].pred;
        if !self.preds[pred].monotonic {
            return self.note_change(id, 0);
        }
        self.tell_host(id, true);
        let arity = self.preds[pred].functor.arity();
        let words = self.store.get(self.clauses[id].stored);
        let order = self.clauses[id].order;
        self.changes
            .note_addition(self.generation, pred, (id, order), (arity, words));
    }

    /// Begins a generation in which monotonic tables have grown, and nothing else has changed. Returns it.
    pub fn note_growth(&mut self) -> u64 {
        self.generation += 1;
        self.changes.grow(self.generation);
        self.generation
    }

    /// Makes incremental tables check what they depend on.
    pub fn invalidate_tables(&mut self) {
        self.generation += 1;
        self.changes.touch(self.generation);
    }

    /// Makes monotonic tables follow the new clauses of a predicate, and incremental ones all changes.
    pub fn track_monotonic(&mut self, pred: PredId) {
        self.preds[pred].monotonic = true;
        self.track(pred);
    }

    /// Makes incremental tables follow the changes of a predicate: its calls are noted.
    pub fn track(&mut self, pred: PredId) {
        if self.preds[pred].is_tracked() {
            return;
        }
        self.preds[pred].noted |= TRACKED;
        let positions = self.preds[pred].qualified.as_ref().map(|known| known.positions.clone());
        self.qualify(pred, positions.unwrap_or_default());
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
            changes.note((i, i & 1), pred, 2, &words(i as i64, 0));
        }
        assert_eq!(changes.latest(), 10);
        let since = changes.since(pred, 2, 8).expect("all are kept");
        let since: Vec<(u64, u64)> = since.map(|(kind, mut args)| (kind, args.next().unwrap_or(0))).collect();
        assert_eq!(since, [(kind::ERASED, words(9, 0)[0]), (0, words(10, 0)[0])]);
        assert!(changes.has_changed(pred, 2, &[], 9));
        assert!(!changes.has_changed(pred, 2, &[], 10));
        assert!(changes.has_changed(pred, 2, &[Cell::int(5).bits(), ANY], 4));
        assert!(!changes.has_changed(pred, 2, &[Cell::int(5).bits(), ANY], 5));
        assert!(!changes.has_changed(pred, 2, &words(5, 1), 0));
        assert!(!changes.has_changed(PredId::new(8), 2, &[], 0));
        for i in 11..=20_000 {
            changes.note((i, 0), pred, 2, &words(1, 1));
        }
        assert!(changes.has_changed(pred, 2, &words(5, 5), 100));
        assert!(!changes.has_changed(pred, 2, &words(5, 5), 19_000));
        assert!(changes.since(pred, 2, 100).is_none());
    }
}
