//! Tables that other machines use: those of predicates that are tabled as shared and complete when a program is frozen or
//! a machine copied. The machines that are made then find them; they share the answers, and copy the values of modes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::modes::Moded;
use crate::machine::tabling::rows::Rows;
use crate::machine::tabling::{Table, TableId, TableState, Tables};

/// Tables by their calls.
#[derive(Clone, Default)]
pub(crate) struct KeptTables {
    tables: FxHashMap<Box<[u64]>, Answers>,
}

#[derive(Clone)]
struct Answers {
    rows: Arc<Rows>,
    moded: Option<Arc<Moded>>,
}

impl KeptTables {
    /// Visits the words of calls and answers.
    pub(crate) fn each_words(&self, visit: &mut impl FnMut(&[u64])) {
        for (key, answers) in &self.tables {
            visit(key);
            visit(answers.rows.words());
            if let Some(moded) = &answers.moded {
                moded.each_words(visit);
            }
        }
    }
}

impl Tables {
    /// Makes the tables of a machine that may use kept ones.
    pub(crate) fn with_kept(kept: Option<Arc<KeptTables>>) -> Tables {
        Tables {
            kept,
            ..Tables::default()
        }
    }

    /// Returns what machines that are made from now on may use.
    pub(crate) fn kept(&self) -> Option<Arc<KeptTables>> {
        self.kept.clone()
    }

    /// Notes that other machines may use a table once it is complete.
    pub(super) fn note_shared(&mut self, id: TableId) {
        self.unkept.push(id);
    }

    /// Keeps the complete tables of predicates that are tabled as shared. Answers that may change with the database, or
    /// hold under conditions, are each machine's own.
    pub(crate) fn share(&mut self) {
        let mut new = Vec::new();
        for id in std::mem::take(&mut self.unkept) {
            let Some(Some(table)) = self.all.get_mut(id as usize) else {
                continue;
            };
            match table.state() {
                TableState::Complete if table.rare.conditions.is_none() && table.rare.node.is_none() => {
                    let rows = table.answers.share();
                    let moded = table.rare.moded.as_ref().map(|moded| Arc::new(Moded::clone(moded)));
                    new.push((table.key.to_vec().into_boxed_slice(), Answers { rows, moded }));
                }
                TableState::Incomplete(_) => self.unkept.push(id),
                _ => {}
            }
        }
        if !new.is_empty() {
            let kept = Arc::make_mut(self.kept.get_or_insert_default());
            kept.tables.extend(new);
        }
    }
}

impl Tables {
    /// Returns the kept table of a call as one of this machine.
    pub(super) fn adopt(&mut self, limits: &mut MachineLimits, key: &[u64]) -> Result<Option<TableId>, Lack> {
        let Some(answers) = self.kept.as_ref().and_then(|kept| kept.tables.get(key)).cloned() else {
            return Ok(None);
        };
        self.claim_table(limits, key)?;
        let mut table = Table::new(key, TableState::Complete, answers.rows.width());
        table.answers = Rows::of_shared(answers.rows);
        if let Some(moded) = answers.moded {
            table.rare.moded = Some(Box::new(Moded::clone(&moded)));
        }
        Ok(Some(self.add(table)))
    }

    /// Makes all kept tables this machine's own, so that they can be listed and abolished.
    pub(in crate::machine) fn adopt_all(&mut self, limits: &mut MachineLimits) -> Result<(), Lack> {
        let kept = self.kept.clone().unwrap_or_default();
        for key in kept.tables.keys() {
            if self.find(key).is_none() {
                self.adopt(limits, key)?;
            }
        }
        for key in kept.tables.keys() {
            let found = self.find(key);
            self.unkept.extend(found);
        }
        self.kept = None;
        Ok(())
    }
}
