//! Taking changes of dynamic predicates back.
//!
//! A transaction is known by the generation in which it began: what was added or erased since then is found by the
//! births and deaths of the clauses of the predicates noted as changed. Until it ends, clauses that lived at its beginning
//! are not unlinked: the machine counts it as a running goal of that generation.

use crate::base::ordered::Ordered;

use super::clause::{ClauseId, NO_CLAUSE};
use super::database::Database;
use super::instr::PredId;

/// A change of a clause since a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It was added before all others.
    First,
    /// It was added after all others.
    Last,
    /// It was erased.
    Erased,
}

/// The predicates that have changed in open transactions.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenChanges {
    /// The first generation of the innermost transaction; 0 if none is open.
    since: u64,
    /// In order.
    preds: Vec<PredId>,
}

impl OpenChanges {
    /// Notes that a predicate changes, which changed last in generation `before`.
    #[inline]
    pub(super) fn note(&mut self, pred: PredId, before: u64) {
        if before < self.since
            && let Err(at) = self.preds.binary_search(&pred)
        {
            self.preds.insert(at, pred);
        }
    }

    /// Whether a transaction is open.
    pub(super) fn is_open(&self) -> bool {
        self.since != 0
    }

    /// Forgets a predicate that is dropped.
    pub(super) fn forget(&mut self, pred: PredId) {
        self.preds.retain(|&other| other != pred);
    }
}

impl Database {
    /// Notes that the innermost open transaction began in generation `start`, if one is open.
    pub fn note_transaction(&mut self, start: Option<u64>) {
        self.open.since = start.map_or(0, |start| start + 1);
        if start.is_none() {
            self.open.preds.clear();
        }
    }

    /// Returns the dynamic predicates that have changed since generation `start`, in which an open transaction began.
    pub fn changed_since(&self, start: u64) -> Vec<PredId> {
        let has_changed = |&pred: &PredId| self.preds[pred].changed > start && self.preds[pred].dynamic;
        self.open.preds.iter().copied().filter(has_changed).collect()
    }

    /// Returns the changes of predicates since generation `start` that are still in force, the oldest first.
    pub fn changes_since(&self, start: u64, preds: &[PredId]) -> Vec<(Change, ClauseId)> {
        let mut found = Vec::new();
        for &pred in preds {
            let p = &self.preds[pred];
            // Clauses added at either end are those with the greatest generations there.
            for (mut id, is_front) in [(p.first, true), (p.last, false)] {
                while id != NO_CLAUSE {
                    let clause = &self.clauses[id];
                    if clause.birth() <= start || (clause.order < 0) != is_front {
                        break;
                    }
                    if !clause.is_dead() {
                        let change = if is_front { Change::First } else { Change::Last };
                        found.push((clause.birth(), change, id));
                    }
                    id = if is_front { clause.next } else { clause.prev };
                }
            }
            let erased = p.erased[self.kept_erased(pred, start)..].iter();
            let erased = erased.map(|&id| (&self.clauses[id], id));
            let erased = erased.filter(|(clause, _)| clause.birth() <= start);
            found.extend(erased.map(|(clause, id)| (clause.death, Change::Erased, id)));
        }
        found.order_by_key(|change| change.0);
        found.into_iter().map(|(_, change, id)| (change, id)).collect()
    }

    /// Takes the changes of predicates since generation `start` back. Returns those that it changed.
    pub fn roll_back(&mut self, start: u64, preds: &[PredId]) -> Vec<PredId> {
        let mut changed = Vec::new();
        for (change, id) in self.changes_since(start, preds) {
            let pred = self.clauses[id].pred;
            changed.push(pred);
            match change {
                Change::First | Change::Last => {
                    self.erase(id);
                }
                Change::Erased => self.restore(id),
            }
        }
        changed.order();
        changed.dedup();
        for &pred in &changed {
            let kept = self.kept_erased(pred, start);
            let mut since = self.preds[pred].erased.split_off(kept);
            since.retain(|&id| self.clauses[id].is_dead());
            self.preds[pred].erased.extend(since);
        }
        changed
    }

    /// Returns how many of the erased clauses of a predicate were erased up to generation `start`: they are in the order
    /// in which they were, and an outer transaction may keep many.
    fn kept_erased(&self, pred: PredId, start: u64) -> usize {
        let is_older = |&id: &ClauseId| self.clauses[id].death <= start;
        self.preds[pred]
            .erased
            .iter()
            .rposition(is_older)
            .map_or(0, |at| at + 1)
    }

    /// Makes an erased clause live again.
    fn restore(&mut self, id: ClauseId) {
        self.generation += 1;
        let clause = &mut self.clauses[id];
        clause.death = u64::MAX;
        let (pred, order) = (clause.pred, clause.order);
        let p = &mut self.preds[pred];
        p.live += 1;
        p.changed = self.generation;
        if p.front == NO_CLAUSE || self.clauses[p.front].order > order {
            p.front = id;
        }
        if p.noted != 0 {
            self.note_change(id, 0);
        }
        self.look_again(id);
    }
}
