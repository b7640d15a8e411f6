//! The database: all predicates of an engine, their clauses, and their code.
//!
//! Clauses of one predicate form a list in their order. An erased clause stays in the list and in
//! the indexes, where no goal that was called later sees it, until [`Database::sweep`] finds that no
//! running goal can see it either (the logical update view of ISO 7.5.4). Then its code is retired.

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::term::record::Record;

use super::arena::{Arena, Placed};
use super::clause::{ANY, Clause, ClauseId, NO_CLAUSE, clause_key, keys_match};
use super::clauses::ClauseTable;
use super::index::Index;
use super::instr::{Instr, Label, PredId};
use super::predicate::{Definition, INDEXED_ARGUMENTS, IndexState, Predicate};
use super::retire::Retired;

/// Predicates with fewer clauses are searched without an index.
const INDEX_FROM: usize = 8;

/// What a predicate takes: itself, its name in the table, and where it is entered.
pub const PREDICATE_BYTES: usize = size_of::<Predicate>() + 40;

/// All predicates, clauses and code.
#[derive(Debug, Default)]
pub struct Database {
    /// The predicates.
    pub preds: Vec<Predicate>,
    /// Where each predicate is entered.
    pub entries: Vec<Label>,
    /// The clauses; freed ones are used again.
    pub clauses: ClauseTable,
    /// Code and constants.
    pub arena: Arena,
    /// Counts changes.
    pub generation: u64,
    pub(super) by_name: FxHashMap<(Atom, Functor), PredId>,
    pub(super) free_preds: Vec<PredId>,
    /// Code that no call finds any more, but that a running goal may be in.
    pub(super) retired: Vec<Retired>,
    /// Bytes of the code and the clauses that are retired.
    pub retired_bytes: usize,
    /// Predicates made since the unused ones were last dropped.
    pub fresh_preds: usize,
    /// Bytes of the records of all clauses.
    pub record_bytes: usize,
}

/// Which end of a predicate's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Before all others.
    First,
    /// After all others.
    Last,
}

impl Database {
    /// The predicate with this key, made without a definition if it is new.
    pub fn pred(&mut self, module: Atom, functor: Functor) -> PredId {
        if let Some(&id) = self.by_name.get(&(module, functor)) {
            return id;
        }
        self.fresh_preds += 1;
        let id = match self.free_preds.pop() {
            Some(id) => {
                let stub = self.preds[id as usize].stub;
                self.preds[id as usize] = Predicate::new(module, functor, stub);
                id
            }
            None => {
                let id = self.preds.len() as PredId;
                let stub = self
                    .arena
                    .append(&[Instr::Enter { pred: id }, Instr::Candidates { pred: id }]);
                self.preds.push(Predicate::new(module, functor, stub));
                self.entries.push(stub);
                id
            }
        };
        self.by_name.insert((module, functor), id);
        id
    }

    /// The predicate with this key, if there is one.
    pub fn find(&self, module: Atom, functor: Functor) -> Option<PredId> {
        self.by_name.get(&(module, functor)).copied()
    }

    /// Lets calls of `pred` find out anew what to do.
    pub fn reset_entry(&mut self, pred: PredId) {
        self.retire_block(pred);
        self.entries[pred as usize] = self.preds[pred as usize].stub;
    }

    /// Where a predicate that runs from its candidates is entered.
    pub fn candidates_entry(&self, pred: PredId) -> Label {
        self.preds[pred as usize].stub + 1
    }

    /// Adds a clause and gives its id.
    pub fn add(&mut self, pred: PredId, record: Record, is_fact: bool, end: End) -> ClauseId {
        self.generation += 1;
        let birth = self.generation;
        let key = clause_key(&record, 0);
        self.record_bytes += record.bytes();
        let p = &mut self.preds[pred as usize];
        let order = match end {
            End::Last => {
                p.next_order += 1;
                p.next_order - 1
            }
            End::First => {
                p.previous_order -= 1;
                p.previous_order + 1
            }
        };
        let (prev, next) = match end {
            End::Last => (p.last, NO_CLAUSE),
            End::First => (NO_CLAUSE, p.first),
        };
        let clause = Clause {
            record,
            pred,
            birth,
            death: u64::MAX,
            order,
            prev,
            next,
            key,
            is_fact,
            runs: 0,
            code: Placed::default(),
            line: 0,
            names: None,
        };
        let id = self.clauses.add(clause);
        if prev != NO_CLAUSE {
            self.clauses[prev as usize].next = id;
        }
        if next != NO_CLAUSE {
            self.clauses[next as usize].prev = id;
        }
        let p = &mut self.preds[pred as usize];
        match end {
            End::Last => p.last = id,
            End::First => p.first = id,
        }
        if p.first == NO_CLAUSE {
            p.first = id;
        }
        if p.last == NO_CLAUSE {
            p.last = id;
        }
        p.live += 1;
        p.changed = birth;
        if p.definition == Definition::None {
            p.definition = Definition::Clauses;
        }
        let limit = (p.live + p.erased) * 8 + 64;
        for (i, state) in p.indexes.iter_mut().enumerate() {
            if let IndexState::Made(index) = state {
                index.insert(clause_key(&self.clauses[id as usize].record, i), order, id);
                // Clauses that match anything stand in every bucket: such an index costs too much.
                if index.entries() > limit {
                    *state = IndexState::Useless(p.live);
                }
            }
        }
        id
    }

    /// Erases a clause: goals called from now on do not see it. False if it was erased before.
    pub fn erase(&mut self, id: ClauseId) -> bool {
        let clause = &mut self.clauses[id as usize];
        if clause.death != u64::MAX {
            return false;
        }
        self.generation += 1;
        clause.death = self.generation;
        let p = &mut self.preds[clause.pred as usize];
        p.live -= 1;
        p.erased += 1;
        p.changed = self.generation;
        true
    }

    /// Takes a clause out of the list and the indexes of its predicate, and gives its term.
    pub(super) fn unlink(&mut self, id: ClauseId) -> Record {
        let clause = &mut self.clauses[id as usize];
        let (pred, prev, next, order) = (clause.pred, clause.prev, clause.next, clause.order);
        let record = std::mem::take(&mut clause.record);
        clause.names = None;
        let p = &mut self.preds[pred as usize];
        for (i, state) in p.indexes.iter_mut().enumerate() {
            if let IndexState::Made(index) = state {
                index.remove(clause_key(&record, i), order);
            }
        }
        p.erased -= 1;
        if p.first == id {
            p.first = next;
        }
        if p.last == id {
            p.last = prev;
        }
        if prev != NO_CLAUSE {
            self.clauses[prev as usize].next = next;
        }
        if next != NO_CLAUSE {
            self.clauses[next as usize].prev = prev;
        }
        record
    }

    /// The first clause of `pred` after order `after` (all if the least number) that a goal called in
    /// `generation`, with these keys of its first arguments, can match.
    pub fn candidate(
        &self,
        pred: PredId,
        after: Option<ClauseId>,
        keys: &[u64; INDEXED_ARGUMENTS],
        generation: u64,
    ) -> Option<ClauseId> {
        let p = &self.preds[pred as usize];
        for (state, &key) in p.indexes.iter().zip(keys) {
            if let (IndexState::Made(index), true) = (state, key != ANY) {
                let order = after.map_or(i64::MIN, |id| self.clauses[id as usize].order);
                let mut found = index.after(key, order);
                return found.find(|&id| self.matches(id, keys, generation));
            }
        }
        let mut id = match after {
            Some(id) => self.clauses[id as usize].next,
            None => p.first,
        };
        while id != NO_CLAUSE {
            if self.matches(id, keys, generation) {
                return Some(id);
            }
            id = self.clauses[id as usize].next;
        }
        None
    }

    fn matches(&self, id: ClauseId, keys: &[u64; INDEXED_ARGUMENTS], generation: u64) -> bool {
        let clause = &self.clauses[id as usize];
        clause.visible(generation) && keys_match(clause.key, keys[0])
    }

    /// Makes an index for a call with these keys if it pays.
    pub fn prepare_index(&mut self, pred: PredId, keys: &[u64; INDEXED_ARGUMENTS]) {
        let p = &self.preds[pred as usize];
        let total = p.live + p.erased;
        if total < INDEX_FROM {
            return;
        }
        let arity = p.functor.arity();
        for (i, &key) in keys.iter().enumerate().take(arity) {
            if key == ANY {
                continue;
            }
            match &self.preds[pred as usize].indexes[i] {
                IndexState::Made(_) => return,
                IndexState::Useless(then) if total < then * 4 => continue,
                _ => {}
            }
            let index = Index::build(self.linked(pred).map(|id| {
                let clause = &self.clauses[id as usize];
                (clause_key(&clause.record, i), clause.order, id)
            }));
            let good = index.discriminates(total);
            self.preds[pred as usize].indexes[i] = if good {
                IndexState::Made(index)
            } else {
                IndexState::Useless(total)
            };
            if good {
                return;
            }
        }
    }

    /// All linked clauses of a predicate in their order, erased ones too.
    pub fn linked(&self, pred: PredId) -> impl Iterator<Item = ClauseId> + '_ {
        let some = |id: ClauseId| (id != NO_CLAUSE).then_some(id);
        std::iter::successors(some(self.preds[pred as usize].first), move |&id| {
            some(self.clauses[id as usize].next)
        })
    }

    /// The clauses of a predicate that live now.
    pub fn live(&self, pred: PredId) -> Vec<ClauseId> {
        self.linked(pred)
            .filter(|&id| self.clauses[id as usize].death == u64::MAX)
            .collect()
    }

    /// The bytes held, for the budget.
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.record_bytes + self.clauses.bytes() + self.preds.len() * PREDICATE_BYTES
    }
}
