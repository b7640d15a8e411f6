//! The database: all predicates of an engine, their clauses, and their code.
//!
//! Clauses of one predicate form a list in their order. An erased clause stays in the list and in
//! the indexes, where no goal that was called later sees it, until [`Database::sweep`] finds that no
//! running goal can see it either (the logical update view of ISO 7.5.4). Then its code is retired.

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::pieces::Pieces;

use super::arena::{Arena, Placed};
use super::clause::{Clause, ClauseId, NO_CLAUSE};
use super::instr::{Instr, Label, PredId};
use super::modules::Modules;
use super::packed::{Neck, Shape};
use super::predicate::{Definition, Predicate, Qualified};
use super::retire::Retired;
use super::store::Store;
use crate::base::ids::{Id, Table};

/// What a clause takes in an index, about.
pub const INDEX_ENTRY_BYTES: usize = 24;

/// What a predicate takes: itself, its name in the table, and where it is entered.
pub const PREDICATE_BYTES: usize = size_of::<Predicate>() + 40;

/// All predicates, clauses and code.
#[derive(Debug, Default)]
pub struct Database {
    /// The predicates.
    pub preds: Table<PredId, Predicate>,
    /// Where each predicate is entered.
    pub entries: Table<PredId, Label>,
    /// The clauses; freed ones are used again.
    pub clauses: Pieces<Clause, ClauseId>,
    /// Code and constants.
    pub arena: Arena,
    /// Which module owns what.
    pub modules: Modules,
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
    /// Where the code of clauses lies; the first is that of clauses that are not compiled.
    pub(super) codes: Vec<Placed>,
    pub(super) free_codes: Vec<u32>,
    /// The terms of the clauses.
    pub store: Store,
    /// Clauses in all indexes, each counted as often as it is in one.
    pub(super) index_entries: usize,
    /// In a build for tests: of predicates with at most so many clauses, each look-up is compared with a search of
    /// all clauses one by one.
    pub checked: usize,
    /// The predicates that have indexes.
    pub(super) indexed: Vec<PredId>,
}

/// A clause to be added.
pub struct NewClause<'a> {
    /// Its packed cells, and the names of its variables.
    pub cells: &'a mut Vec<u64>,
    /// How many words at the end are names.
    pub name_words: u16,
    /// What kind of clause it is.
    pub shape: Shape,
    /// The line it was read from, 0 if none.
    pub line: u32,
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
        let module = self.modules.home(module, functor);
        if let Some(&id) = self.by_name.get(&(module, functor)) {
            return id;
        }
        self.fresh_preds += 1;
        let id = match self.free_preds.pop() {
            Some(id) => {
                let stub = self.preds[id].stub;
                self.preds[id] = Predicate::new(module, functor, stub);
                id
            }
            None => {
                let id = PredId::from_index(self.preds.len());
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
        self.by_name
            .get(&(self.modules.home(module, functor), functor))
            .copied()
    }

    /// Lets calls of `pred` find out anew what to do.
    pub fn reset_entry(&mut self, pred: PredId) {
        self.retire_block(pred);
        self.entries[pred] = self.preds[pred].stub;
    }

    /// Declares which arguments of a predicate get a module in front when it is called; none if `positions` is empty.
    pub fn qualify(&mut self, pred: PredId, positions: Box<[u8]>) {
        self.reset_entry(pred);
        let p = &mut self.preds[pred];
        let entry = match &p.qualified {
            Some(qualified) => qualified.entry,
            None if positions.is_empty() => return,
            None => {
                self.arena
                    .place_absolute(&[Instr::Qualify { pred }, Instr::Jump { to: p.stub }])
                    .start
            }
        };
        p.qualified = Some(Qualified { positions, entry });
    }

    /// The address at which a predicate is entered whose clauses are run at `clauses`.
    pub fn entry_to(&mut self, pred: PredId, clauses: Label) -> Label {
        match &self.preds[pred].qualified {
            Some(qualified) if !qualified.positions.is_empty() => {
                let entry = qualified.entry;
                self.arena.instrs[entry as usize + 1] = Instr::Jump { to: clauses };
                entry
            }
            _ => clauses,
        }
    }

    /// Where a predicate that runs from its candidates is entered.
    pub fn candidates_entry(&self, pred: PredId) -> Label {
        self.preds[pred].stub + 1
    }

    /// Adds a clause and gives its id.
    pub fn add(&mut self, pred: PredId, new: NewClause<'_>, end: End) -> ClauseId {
        self.generation += 1;
        let birth = self.generation as i64;
        let p = &self.preds[pred];
        let (order, prev, next) = match end {
            End::Last => (birth, p.last, NO_CLAUSE),
            End::First => (-birth, NO_CLAUSE, p.first),
        };
        let clause = Clause {
            order,
            death: u64::MAX,
            place: self.store.add(new.cells),
            code: 0,
            prev,
            next,
            pred,
            line: new.line,
            name_words: new.name_words,
            shape: new.shape,
            runs: 0,
        };
        let id = self.clauses.add(clause);
        if prev != NO_CLAUSE {
            self.clauses[prev].next = id;
        }
        if next != NO_CLAUSE {
            self.clauses[next].prev = id;
        }
        let p = &mut self.preds[pred];
        if next == NO_CLAUSE {
            p.last = id;
        }
        if prev == NO_CLAUSE {
            p.first = id;
        }
        if p.front == NO_CLAUSE || end == End::First {
            p.front = id;
        }
        let equation = matches!(new.shape, Shape::Rule { equation: true, .. });
        p.matching = new.shape.neck() != Neck::Unify;
        p.equations = equation || (p.equations && p.first != p.last);
        p.live += 1;
        p.changed = self.generation;
        if p.definition == Definition::None {
            p.definition = Definition::Clauses;
        }
        if p.indexing.is_some() {
            self.add_to_indexes(pred, id);
        }
        id
    }

    /// Erases a clause: goals called from now on do not see it. False if it was erased before.
    pub fn erase(&mut self, id: ClauseId) -> bool {
        let clause = &mut self.clauses[id];
        if clause.is_dead() {
            return false;
        }
        self.generation += 1;
        clause.death = self.generation;
        let p = &mut self.preds[clause.pred];
        p.live -= 1;
        p.erased.push(id);
        p.changed = self.generation;
        if p.front == id {
            let mut front = clause.next;
            while front != NO_CLAUSE && self.clauses[front].is_dead() {
                front = self.clauses[front].next;
            }
            p.front = front;
        }
        true
    }

    /// Takes a clause out of the list and the indexes of its predicate.
    pub(super) fn unlink(&mut self, id: ClauseId) {
        let pred = self.clauses[id].pred;
        if self.preds[pred].indexing.is_some() {
            self.remove_from_indexes(pred, id);
        }
        let clause = &mut self.clauses[id];
        let (prev, next) = (clause.prev, clause.next);
        let p = &mut self.preds[pred];
        if p.first == id {
            p.first = next;
        }
        if p.last == id {
            p.last = prev;
        }
        if prev != NO_CLAUSE {
            self.clauses[prev].next = next;
        }
        if next != NO_CLAUSE {
            self.clauses[next].prev = prev;
        }
    }

    /// Where the code of a clause lies; of no length if it is not compiled.
    #[inline]
    pub fn code(&self, id: ClauseId) -> Placed {
        self.code_of(&self.clauses[id])
    }

    /// The clause whose code holds the instruction at `label`.
    pub fn clause_at(&self, label: usize) -> Option<&Clause> {
        self.clauses.iter().find(|clause| {
            let code = self.code_of(clause);
            (code.start as usize..code.start as usize + code.length as usize).contains(&label)
        })
    }

    #[inline]
    fn code_of(&self, clause: &Clause) -> Placed {
        self.codes.get(clause.code as usize).copied().unwrap_or_default()
    }

    /// The clause has been compiled.
    pub fn set_code(&mut self, id: ClauseId, placed: Placed) {
        if self.codes.is_empty() {
            self.codes.push(Placed::default());
        }
        let number = match self.free_codes.pop() {
            Some(number) => {
                self.codes[number as usize] = placed;
                number
            }
            None => {
                self.codes.push(placed);
                self.codes.len() as u32 - 1
            }
        };
        self.clauses[id].code = number;
    }

    /// Forgets the code of a clause, and tells where it was.
    pub(super) fn take_code(&mut self, id: ClauseId) -> Placed {
        let number = std::mem::take(&mut self.clauses[id].code);
        if number == 0 {
            return Placed::default();
        }
        self.free_codes.push(number);
        self.codes[number as usize]
    }

    /// The packed cells of a clause.
    #[inline]
    pub fn cells(&self, id: ClauseId) -> &[u64] {
        let clause = &self.clauses[id];
        let words = self.store.get(clause.place);
        &words[..words.len() - usize::from(clause.name_words)]
    }

    /// The names of a clause's variables in the order of first occurrence, as far as known.
    pub fn names(&self, id: ClauseId) -> Vec<Option<String>> {
        let clause = &self.clauses[id];
        let words = self.store.get(clause.place);
        // Before them stands the header of a box.
        let bytes: Vec<u8> = words[words.len() - usize::from(clause.name_words)..]
            .iter()
            .skip(1)
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let text = String::from_utf8_lossy(&bytes);
        text.split('\0')
            .map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()))
            .collect()
    }

    /// All linked clauses of a predicate in their order, erased ones too.
    pub fn linked(&self, pred: PredId) -> impl Iterator<Item = ClauseId> + '_ {
        let some = |id: ClauseId| (id != NO_CLAUSE).then_some(id);
        std::iter::successors(some(self.preds[pred].first), move |&id| some(self.clauses[id].next))
    }

    /// The clauses of a predicate that live now.
    pub fn live(&self, pred: PredId) -> Vec<ClauseId> {
        self.living(pred).collect()
    }

    /// The same, one after the other.
    pub fn living(&self, pred: PredId) -> impl Iterator<Item = ClauseId> {
        self.linked(pred).filter(|&id| !self.clauses[id].is_dead())
    }

    /// The bytes held, for the budget.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
            + self.store.bytes()
            + self.clauses.bytes()
            + self.index_entries * INDEX_ENTRY_BYTES
            + self.codes.len() * size_of::<Placed>()
            + self.preds.len() * PREDICATE_BYTES
    }
}
