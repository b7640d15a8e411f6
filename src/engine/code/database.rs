//! The database: all predicates of an engine, their clauses, and their code.
//!
//! The clauses of a predicate form a list in their order. An erased clause stays in the list and the indexes, invisible
//! to goals called later, until [`Database::sweep`] finds that no running goal can see it (the logical update view of
//! ISO 7.5.4). Then its code is retired.

use std::sync::Arc;

use crate::base::atom::{Atom, Functor};
use crate::base::pieces::Pieces;
use crate::base::shared::{Layered, Shared};
use crate::base::slab::SlabTable;

use super::arena::{Arena, Placed};
use super::changes::{Changes, kind};
use super::clause::{Clause, ClauseId, NO_CLAUSE};
use super::common::CommonIndexes;
use super::counted::Counted;
use super::instr::{Instr, Label, PredId};
use super::lent::LentIndexes;
use super::modules::Modules;
use super::names::Names;
use super::packed::{ClauseShape, Neck};
use super::predicate::{Definition, Predicate, Qualified};
use super::retire::Retired;
use super::shared::LogReader;
use super::store::Store;
use super::told::ToldChanges;
use super::transactions::OpenChanges;
use super::unfolded::Unfolded;
use crate::base::ids::Id;
use crate::base::known;

/// The approximate size of a clause's entry in an index.
pub const INDEX_ENTRY_BYTES: usize = 24;

/// The size of a predicate: the structure itself, its name table entry and its entry label.
pub const PREDICATE_BYTES: usize = size_of::<Predicate>() + NAME_BYTES;

/// Bytes of a predicate's name table entry and its entry label.
const NAME_BYTES: usize = 40;

/// Predicates that are copied together.
const PREDICATES: usize = 16;
/// Places of code that are copied together.
const CODES: usize = 128;

/// All predicates, clauses and code. Copies of a frozen database share its parts until they change them.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// The predicates.
    pub preds: Layered<PredId, Predicate, PREDICATES>,
    /// The entry label of each predicate.
    pub entries: SlabTable<PredId, Label>,
    /// The clauses; freed entries are reused.
    pub clauses: Pieces<Clause, ClauseId>,
    /// Code and constants.
    pub arena: Arena,
    /// The modules and their imports.
    pub modules: Shared<Modules>,
    /// The number of changes so far.
    pub generation: u64,
    /// The changes of the predicates that incremental tables depend on.
    pub changes: Changes,
    pub(super) by_name: Shared<Names>,
    /// The names of the frozen predicates.
    frozen_names: Arc<Names>,
    /// The number of frozen predicates.
    pub(super) frozen_preds: usize,
    /// The number of frozen instructions.
    pub frozen_code: usize,
    pub(super) free_preds: Vec<PredId>,
    /// Code that no new call reaches, but that a running goal may be executing.
    pub(super) retired: Vec<Retired>,
    /// Bytes of retired code and clauses.
    pub retired_bytes: usize,
    /// The number of predicates created since unused ones were last dropped.
    pub fresh_preds: usize,
    /// The code of the clauses; entry 0 serves all that are not compiled.
    pub(super) codes: Layered<u32, Placed, CODES>,
    pub(super) free_codes: Vec<u32>,
    /// The terms of the clauses.
    pub store: Store,
    /// The total number of entries of all indexes that are not shared.
    pub(super) index_entries: usize,
    /// In debug builds: the number of clauses up to which each lookup is compared with a linear scan.
    pub checked: usize,
    /// The indexes that all engines of the frozen program share.
    pub(super) common: Option<Arc<CommonIndexes>>,
    /// The predicates that have indexes.
    pub(super) indexed: Vec<PredId>,
    /// The changes that the host is to be told.
    pub told: ToldChanges,
    /// The changes of open transactions.
    pub(super) open: OpenChanges,
    /// The predicates that were made of goals in clauses.
    pub unfolded: Shared<Unfolded>,
    /// The changes that it shares with the databases of other threads.
    pub shared: LogReader,
    /// The indexes that other threads make, or have made.
    pub lent: Option<Arc<LentIndexes>>,
    /// Whether calls are counted, and where.
    pub counted: Counted,
}

/// A clause to be added.
pub struct NewClause<'a> {
    /// Its packed cells, followed by the names of its variables.
    pub cells: &'a mut Vec<u64>,
    /// The number of words at the end that are names.
    pub name_words: u16,
    /// The kind of clause.
    pub shape: ClauseShape,
    /// The line it was read from, 0 if none.
    pub line: u32,
    /// The file that the line is in, `[]` if that is the file of the predicate.
    pub file: Atom,
}

/// An end of a predicate's clause list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseEnd {
    /// Before all others.
    First,
    /// After all others.
    Last,
}

impl Database {
    /// Returns the predicate with this key, created without a definition if it is new.
    pub fn pred(&mut self, module: Atom, functor: Functor) -> PredId {
        let module = self.modules.home(module, functor);
        if let Some(id) = self.named(module, functor) {
            return id;
        }
        self.fresh_preds += 1;
        // While calls are counted, numbers are not used again.
        let free = if self.counted.is_on() {
            None
        } else {
            self.free_preds.pop()
        };
        let id = match free {
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
        self.by_name.insert(module, functor, id);
        id
    }

    /// Returns the predicate with this key, if it exists.
    pub fn find(&self, module: Atom, functor: Functor) -> Option<PredId> {
        self.named(self.modules.home(module, functor), functor)
    }

    #[inline(always)]
    pub(super) fn named(&self, module: Atom, functor: Functor) -> Option<PredId> {
        let hash = Names::hash(module, functor);
        let own = self.by_name.find(hash, module, functor);
        if own.is_some() || self.frozen_preds == 0 {
            return own;
        }
        self.frozen_names.find(hash, module, functor)
    }

    /// Shares everything with all copies that are made from now on.
    pub fn share(&mut self) {
        for pred in self.indexed.clone() {
            if let Some(indexing) = &mut self.preds[pred].indexing {
                indexing.share();
            }
        }
        self.preds.share();
        self.clauses.share();
        self.by_name.share_here();
        self.modules.share_here();
        self.unfolded.share_here();
        self.codes.share();
        self.store.share();
    }

    /// Shares everything with all copies that are made from now on, and takes the charge off.
    pub fn freeze(&mut self) {
        self.tidy();
        for pred in self.indexed.clone() {
            if let Some(indexing) = &mut self.preds[pred].indexing {
                indexing.discharge();
            }
        }
        self.index_entries = 0;
        self.share();
        let mut names = Names::clone(&self.frozen_names);
        names.take_all(&mut self.by_name);
        self.frozen_names = Arc::new(names);
        self.frozen_preds = self.preds.len();
        self.fresh_preds = 0;
        self.preds.discharge();
        self.entries.freeze();
        self.clauses.freeze();
        self.arena.freeze();
        self.frozen_code = self.arena.instrs.len();
        self.modules.discharge();
        self.unfolded.discharge();
        self.codes.discharge();
        self.store.freeze();
        self.common = Some(Arc::new(CommonIndexes::new(self.generation)));
    }

    /// Resets the entry of `pred` to its stub, so that the next call links it anew.
    pub fn reset_entry(&mut self, pred: PredId) {
        self.forget_unfolded(self.preds[pred].functor);
        self.retire_block(pred);
        let p = &mut self.preds[pred];
        self.entries[pred] = p.stub;
        if let Some(watched) = &mut p.watched {
            watched.entry = None;
        }
    }

    /// Declares which arguments of a predicate are module-qualified at calls; none if `positions` is empty.
    pub fn qualify(&mut self, pred: PredId, positions: Box<[u8]>) {
        self.reset_entry(pred);
        let p = &mut self.preds[pred];
        let entry = match &p.qualified {
            Some(qualified) => qualified.entry,
            None if positions.is_empty() && !p.is_tracked() => return,
            None => {
                self.arena
                    .place_absolute(&[Instr::Qualify { pred }, Instr::Jump { to: p.stub }])
                    .start
            }
        };
        p.qualified = Some(Qualified { positions, entry });
    }

    /// Returns the entry address of a predicate whose clauses run at `clauses`.
    pub fn entry_to(&mut self, pred: PredId, clauses: Label) -> Label {
        match &self.preds[pred].qualified {
            Some(qualified) if !qualified.positions.is_empty() || self.preds[pred].is_tracked() => {
                let entry = qualified.entry;
                self.arena.instrs[entry.address() + 1] = Instr::Jump { to: clauses };
                entry
            }
            _ => clauses,
        }
    }

    /// Returns the entry address of a predicate that runs from its candidate list.
    pub fn candidates_entry(&self, pred: PredId) -> Label {
        self.preds[pred].stub + 1
    }

    /// Adds a clause and returns its id.
    pub fn add(&mut self, pred: PredId, new: NewClause<'_>, end: ClauseEnd) -> ClauseId {
        self.generation += 1;
        let birth = self.generation as i64;
        let p = &self.preds[pred];
        let (order, prev, next) = match end {
            ClauseEnd::Last => (birth, p.last, NO_CLAUSE),
            ClauseEnd::First => (-birth, NO_CLAUSE, p.first),
        };
        let clause = Clause {
            order,
            death: u64::MAX,
            stored: self.store.add(new.cells),
            code: 0,
            prev,
            next,
            pred,
            line: new.line,
            file: new.file,
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
        if p.front == NO_CLAUSE || end == ClauseEnd::First {
            p.front = id;
        }
        let equation = matches!(new.shape, ClauseShape::Rule { equation: true, .. });
        p.matching = new.shape.neck() != Neck::Unify;
        p.equations = equation || (p.equations && p.first != p.last);
        p.live += 1;
        self.open.note(pred, p.changed);
        p.changed = self.generation;
        if p.definition == Definition::None {
            p.definition = Definition::Clauses;
        }
        if p.indexing.is_some() {
            self.add_to_indexes(pred, id);
        }
        if self.preds[pred].noted != 0 {
            self.note_addition(id);
        }
        id
    }

    /// Erases a clause: goals called from now on do not see it. Returns false if it was erased before.
    pub fn erase(&mut self, id: ClauseId) -> bool {
        let clause = &mut self.clauses[id];
        if clause.is_dead() {
            return false;
        }
        self.generation += 1;
        clause.death = self.generation;
        let pred = clause.pred;
        let p = &mut self.preds[pred];
        p.live -= 1;
        p.erased.push(id);
        self.open.note(pred, p.changed);
        p.changed = self.generation;
        if p.front == id {
            let mut front = clause.next;
            while front != NO_CLAUSE && self.clauses[front].is_dead() {
                front = self.clauses[front].next;
            }
            p.front = front;
        }
        if p.noted != 0 {
            self.note_change(id, kind::ERASED);
        }
        true
    }

    /// Removes a clause from the list and the indexes of its predicate.
    #[inline(always)]
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

    /// Returns the location of a clause's code; its length is 0 if the clause is not compiled.
    #[inline]
    pub fn code(&self, id: ClauseId) -> Placed {
        self.code_of(&self.clauses[id])
    }

    /// Returns the clause whose code holds the instruction at `label`.
    pub fn clause_at(&self, label: usize) -> Option<&Clause> {
        self.clauses.iter().find(|clause| {
            let code = self.code_of(clause);
            (code.start.address()..code.start.address() + code.length as usize).contains(&label)
        })
    }

    /// Iterates over the clauses that are compiled, with the start and the length of their code.
    pub fn placed_clauses(&self) -> impl Iterator<Item = (ClauseId, usize, usize)> {
        let ids = (0..self.clauses.end()).map(ClauseId::from_index);
        ids.filter_map(|id| {
            let code = self.code_of(self.clauses.get(id)?);
            (code.length > 0).then_some((id, code.start.address(), code.length as usize))
        })
    }

    #[inline]
    pub fn code_of(&self, clause: &Clause) -> Placed {
        self.codes.get(clause.code).copied().unwrap_or_default()
    }

    /// Records the code of a clause that has been compiled.
    pub fn set_code(&mut self, id: ClauseId, placed: Placed) {
        if self.codes.len() == 0 {
            self.codes.push(Placed::default());
        }
        let number = match self.free_codes.pop() {
            Some(number) => {
                self.codes[number] = placed;
                number
            }
            None => self.codes.push(placed),
        };
        self.clauses[id].code = number;
    }

    /// Detaches the code of a clause and returns its location.
    pub(super) fn take_code(&mut self, id: ClauseId) -> Placed {
        let number = std::mem::take(&mut self.clauses[id].code);
        if number == 0 {
            return Placed::default();
        }
        self.free_codes.push(number);
        self.codes[number]
    }

    /// Returns the packed cells of a clause.
    #[inline]
    pub fn cells(&self, id: ClauseId) -> &[u64] {
        let clause = &self.clauses[id];
        let words = self.store.get(clause.stored);
        &words[..words.len() - usize::from(clause.name_words)]
    }

    /// Returns the words of a packed clause with the names of its variables, and how many words these take.
    pub fn words(&self, id: ClauseId) -> (&[u64], u16) {
        let clause = &self.clauses[id];
        (self.store.get(clause.stored), clause.name_words)
    }

    /// Returns the names of a clause's variables in the order of first occurrence, where known.
    pub fn names(&self, id: ClauseId) -> Vec<Option<String>> {
        let clause = &self.clauses[id];
        let words = self.store.get(clause.stored);
        // The first word is the header of a box.
        let bytes: Vec<u8> = words[words.len() - usize::from(clause.name_words)..]
            .iter()
            .skip(1)
            .flat_map(|word| word.to_ne_bytes())
            .collect();
        let text = String::from_utf8_lossy(&bytes);
        text.split('\0')
            .map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()))
            .collect()
    }

    /// Iterates over all linked clauses of a predicate in order, including erased ones.
    pub fn linked(&self, pred: PredId) -> impl Iterator<Item = ClauseId> + '_ {
        let some = |id: ClauseId| (id != NO_CLAUSE).then_some(id);
        std::iter::successors(some(self.preds[pred].first), move |&id| some(self.clauses[id].next))
    }

    /// Returns the live clauses of a predicate.
    pub fn live(&self, pred: PredId) -> Vec<ClauseId> {
        self.living(pred).collect()
    }

    /// Returns the file and the line that a clause was read from.
    pub fn place(&self, id: ClauseId) -> Option<(Atom, u32)> {
        let clause = &self.clauses[id];
        let file = match clause.file {
            known::NIL => self.preds[clause.pred].file,
            file => Some(file),
        };
        file.filter(|_| clause.line > 0).map(|file| (file, clause.line))
    }

    /// Iterates over the live clauses of a predicate.
    pub fn living(&self, pred: PredId) -> impl Iterator<Item = ClauseId> {
        self.linked(pred).filter(|&id| !self.clauses[id].is_dead())
    }

    /// Returns the bytes of what is not shared, for the budget.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
            + self.store.bytes()
            + self.clauses.bytes()
            + self.index_entries * INDEX_ENTRY_BYTES
            + self.codes.bytes()
            + self.preds.bytes()
            + self.told.bytes()
            + (self.preds.len() - self.frozen_preds) * NAME_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::cell::Cell;

    /// A database with a predicate of `count` facts `p(I)`.
    fn facts(count: i64) -> (Database, PredId, Vec<ClauseId>) {
        let mut db = Database::default();
        let pred = db.pred(known::USER, Functor::new(known::NIL, 1));
        let ids = (0..count).map(|number| {
            let new = NewClause {
                cells: &mut vec![Cell::int(number).bits()],
                name_words: 0,
                shape: ClauseShape::Flat,
                line: 0,
                file: known::NIL,
            };
            db.add(pred, new, ClauseEnd::Last)
        });
        let ids = ids.collect();
        (db, pred, ids)
    }

    #[test]
    fn an_erased_clause_leaves_the_list_when_it_is_swept() {
        let (mut db, pred, ids) = facts(4);
        let linked = |db: &Database| db.linked(pred).collect::<Vec<ClauseId>>();
        for id in [ids[1], ids[3], ids[0]] {
            assert!(db.erase(id));
        }
        assert_eq!(linked(&db), ids);
        db.sweep(pred, &[]);
        assert_eq!(linked(&db), [ids[2]]);
        let p = &db.preds[pred];
        assert_eq!((p.first, p.last, p.live), (ids[2], ids[2], 1));
    }

    #[test]
    fn the_clause_of_an_address_is_the_one_whose_code_holds_it() {
        let (mut db, _, ids) = facts(3);
        let mut ranges = Vec::new();
        for &id in &ids {
            let placed = db
                .arena
                .place_absolute(&[Instr::Deallocate {}, Instr::Deallocate {}, Instr::Proceed {}]);
            assert_eq!((placed.label(), placed.length), (Some(placed.start), 3));
            db.set_code(id, placed);
            ranges.push(placed.start.address()..(placed.start + placed.length).address());
        }
        for (range, &id) in ranges.iter().zip(&ids) {
            for at in range.clone() {
                let clause = db.clause_at(at).expect("it holds the address");
                assert!(std::ptr::eq(clause, &db.clauses[id]), "address {at}");
            }
        }
        assert!(db.clause_at(ranges[2].end).is_none());
        assert!(db.clause_at(ranges[0].start - 1).is_none());
    }
}
