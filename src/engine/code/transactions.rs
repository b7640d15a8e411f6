//! Taking changes of dynamic predicates back.
//!
//! A transaction is known by the generation in which it began: what was added or erased since then is found by the
//! births and deaths of the clauses, so that changes cost nothing more while one is open. Until it ends, clauses that
//! lived at its beginning are not unlinked: the machine counts it as a running goal of that generation.

use crate::base::atom::Atom;
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

impl Database {
    /// Returns the changes of dynamic predicates since generation `start` that are still in force, the oldest first:
    /// those of the modules that take part.
    pub fn changes_since(&self, start: u64, takes_part: impl Fn(Atom) -> bool) -> Vec<(Change, ClauseId)> {
        let mut found = Vec::new();
        for pred in self.changed_since(start, takes_part) {
            found.extend(self.linked(pred).filter_map(|id| {
                let clause = &self.clauses[id];
                match (clause.birth() > start, clause.is_dead()) {
                    (true, false) if clause.order < 0 => Some((clause.birth(), Change::First, id)),
                    (true, false) => Some((clause.birth(), Change::Last, id)),
                    (false, true) if clause.death > start => Some((clause.death, Change::Erased, id)),
                    _ => None,
                }
            }));
        }
        found.order_by_key(|change| change.0);
        found.into_iter().map(|(_, change, id)| (change, id)).collect()
    }

    /// Takes the changes of dynamic predicates since generation `start` back: those of the modules that take part.
    ///
    /// Returns the predicates that it changed.
    pub fn roll_back(&mut self, start: u64, takes_part: impl Fn(Atom) -> bool) -> Vec<PredId> {
        let changes = self.changes_since(start, takes_part);
        let mut preds: Vec<PredId> = Vec::new();
        for (change, id) in changes {
            preds.push(self.clauses[id].pred);
            match change {
                Change::First | Change::Last => {
                    self.erase(id);
                }
                Change::Erased => {
                    self.generation += 1;
                    self.clauses[id].death = u64::MAX;
                    let pred = self.clauses[id].pred;
                    self.preds[pred].live += 1;
                    if self.preds[pred].tracked {
                        self.note_change(id);
                    }
                }
            }
        }
        preds.order();
        preds.dedup();
        self.generation += 1;
        for &pred in &preds {
            let mut erased = std::mem::take(&mut self.preds[pred].erased);
            erased.retain(|&id| self.clauses[id].is_dead());
            let front = self.linked(pred).find(|&id| !self.clauses[id].is_dead());
            let p = &mut self.preds[pred];
            p.erased = erased;
            p.front = front.unwrap_or(NO_CLAUSE);
            p.changed = self.generation;
            self.look_at_all(pred);
        }
        preds
    }

    /// Returns the dynamic predicates that have changed since generation `start`.
    fn changed_since(&self, start: u64, takes_part: impl Fn(Atom) -> bool) -> impl Iterator<Item = PredId> {
        self.preds.ids().filter(move |&pred| {
            let p = &self.preds[pred];
            p.changed > start && p.dynamic && takes_part(p.module)
        })
    }
}
