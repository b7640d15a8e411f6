//! Large indexes that the threads of a program lend one another.
//!
//! Threads begin as copies. A predicate that a thread has not changed since then has the same clauses in it, by the same
//! numbers, as in the others that have not: the index that one of them makes is right for all.

use std::sync::{Arc, Mutex, PoisonError};

use super::database::Database;
use super::index::Index;
use super::instr::PredId;
use super::key::Spec;
use crate::base::shared::Shared;

/// The least number of clauses for which an index is lent.
const MANY: usize = 1_000;

/// The indexes that were made since some threads began.
#[derive(Debug)]
pub struct LentIndexes {
    /// The generation in which they began.
    begun: u64,
    made: Mutex<Vec<(PredId, Shared<Index>)>>,
}

impl Database {
    /// Lets this database and the copies of it that are made now lend one another indexes; no transaction is open.
    pub fn lend_indexes(&mut self) {
        if self.lent.as_ref().is_none_or(|lent| lent.begun != self.generation) {
            self.lent = Some(Arc::new(LentIndexes {
                begun: self.generation,
                made: Mutex::default(),
            }));
        }
    }

    /// Returns where an index of a predicate with `total` clauses can be borrowed.
    pub(super) fn lender(&self, pred: PredId, total: usize) -> Option<Arc<LentIndexes>> {
        let p = &self.preds[pred];
        let lent = self.lent.as_ref().filter(|_| total >= MANY && p.erased.is_empty())?;
        (p.changed <= lent.begun).then(|| Arc::clone(lent))
    }
}

impl LentIndexes {
    /// Returns the index of a predicate that another thread has made; if there is none, `make` makes it.
    pub(super) fn find(&self, pred: PredId, spec: Spec, make: impl FnOnce() -> Index) -> Shared<Index> {
        // Other threads wait: they would make the same one.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let found = made.iter().find(|(of, index)| *of == pred && index.spec == spec);
        if let Some((_, index)) = found {
            return index.clone();
        }
        let index = Shared::new(make()).share();
        made.push((pred, index.clone()));
        index
    }
}
