//! Changes of clauses that the host is told.
//!
//! They wait here until the host can be told: their words are copies, since an erased clause may be gone by then. What
//! an open transaction changes is told when it ends, as the changes that are left of it.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::clause::ClauseId;
use super::database::Database;
use super::instr::PredId;
use super::packed::ClauseShape;
use super::predicate::TOLD;
use super::transactions::Change;

/// The number of changes for which room is kept.
const KEPT: usize = 64;

/// A change of a clause.
#[derive(Debug)]
pub struct ToldChange {
    /// The predicate.
    pub pred: PredId,
    /// Whether the clause was added; else it was erased.
    pub is_added: bool,
    /// Its kind.
    pub shape: ClauseShape,
    /// Its packed cells.
    pub words: Box<[u64]>,
}

/// The changes that the host is to be told, and of which predicates.
#[derive(Debug, Default)]
pub struct ToldChanges {
    preds: FxHashSet<PredId>,
    waiting: VecDeque<ToldChange>,
    /// The number of their words.
    words: usize,
}

/// The copy of a database belongs to another machine, whose changes nobody has asked for.
impl Clone for ToldChanges {
    fn clone(&self) -> ToldChanges {
        ToldChanges::default()
    }
}

impl ToldChanges {
    /// Returns the changes that wait, the oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &ToldChange> {
        self.waiting.iter()
    }

    /// Takes the oldest change.
    pub fn take(&mut self) -> Option<ToldChange> {
        let change = self.waiting.pop_front()?;
        self.words -= change.words.len();
        if self.waiting.is_empty() {
            self.waiting.shrink_to(KEPT);
        }
        Some(change)
    }

    /// Returns the bytes that the changes take.
    pub fn bytes(&self) -> usize {
        self.words * size_of::<u64>() + self.waiting.capacity() * size_of::<ToldChange>()
    }

    fn push(&mut self, change: ToldChange) {
        self.words += change.words.len();
        self.waiting.push_back(change);
    }
}

impl Database {
    /// Tells the host of the changes of a predicate from now on, or no longer.
    pub fn tell_of(&mut self, pred: PredId, is_wanted: bool) {
        let p = &mut self.preds[pred];
        if is_wanted {
            p.noted |= TOLD;
            self.told.preds.insert(pred);
        } else {
            p.noted &= !TOLD;
            self.told.preds.remove(&pred);
        }
    }

    /// Notes a change for the host, if it wants to know of it and no transaction may take it back.
    pub(super) fn tell_host(&mut self, id: ClauseId, is_added: bool) {
        let pred = self.clauses[id].pred;
        if !self.open.is_open() && self.told.preds.contains(&pred) {
            let change = ToldChange {
                pred,
                is_added,
                shape: self.clauses[id].shape,
                words: self.cells(id).into(),
            };
            self.told.push(change);
        }
    }

    /// Notes for the host what is left of the changes since generation `start`, in which a transaction began that has
    /// ended.
    pub fn tell_rest(&mut self, start: u64) {
        let has_changed = |&pred: &PredId| self.preds[pred].changed > start;
        let preds: Vec<PredId> = self.told.preds.iter().copied().filter(has_changed).collect();
        for (change, id) in self.changes_since(start, &preds) {
            self.tell_host(id, change != Change::Erased);
        }
    }
}
