//! Dynamic predicates that all threads of a program share.
//!
//! Each thread has a database of its own. A log has the changes of all, in one order: who makes one holds the log, takes in
//! what others have changed, makes the change at home and adds it. Who calls a dynamic predicate first takes in what is new,
//! which one number tells. So every database goes through the same changes in the same order, and a program of one thread
//! has no log.
//!
//! A clause has different numbers at home. One that was there before the first thread began has the same in all, since
//! threads begin as copies; a later one goes by the number of the change that added it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::clause::ClauseId;
use super::database::{ClauseEnd, Database};
use super::instr::PredId;
use super::packed::Neck;
use super::predicate::Definition;
use crate::base::atom::AtomTable;
use crate::base::known;
use crate::term::parcel::Parcel;

/// A clause, for all threads.
#[derive(Clone, Copy, Debug)]
pub enum ClauseName {
    /// One that has been there from the beginning: its number, and its order, since numbers are used again.
    Old(ClauseId, i64),
    /// The number of the change that added it.
    Added(u64),
}

/// What happens to a predicate.
#[derive(Debug)]
pub enum ChangeKind {
    /// It becomes dynamic.
    Declared,
    /// A clause is added, `Head :- Body`.
    Added {
        /// The clause.
        clause: Parcel,
        /// Its kind.
        neck: Neck,
        /// Where it stands.
        end: ClauseEnd,
    },
    /// A clause is erased.
    Erased(ClauseName),
}

/// A change of a predicate.
#[derive(Debug)]
pub struct SharedChange {
    /// Its module.
    pub module: Box<str>,
    /// Its name.
    pub name: Box<str>,
    /// The number of its arguments.
    pub arity: usize,
    /// What happens.
    pub kind: ChangeKind,
}

/// The changes that some thread has not taken in yet.
#[derive(Debug, Default)]
pub struct ChangeLog {
    /// The number of the first of the list.
    first: u64,
    list: VecDeque<Arc<SharedChange>>,
    /// The number of the change that each thread takes in next.
    readers: BTreeMap<u64, u64>,
}

impl ChangeLog {
    fn end(&self) -> u64 {
        self.first + self.list.len() as u64
    }

    /// Whether there is a thread that reads what another one writes.
    pub fn has_readers(&self) -> bool {
        self.readers.len() > 1
    }

    /// Drops what all threads have.
    fn tidy(&mut self) {
        let least = self.readers.values().min().copied().unwrap_or_else(|| self.end());
        while self.first < least && self.list.pop_front().is_some() {
            self.first += 1;
        }
    }
}

/// The log, and the number of the change that comes next.
#[derive(Debug, Default)]
struct SharedLog {
    next: AtomicU64,
    log: Mutex<ChangeLog>,
}

/// The names of clauses that were added.
#[derive(Clone, Debug, Default)]
struct ClauseNames {
    by_name: FxHashMap<u64, (ClauseId, i64)>,
    names: FxHashMap<ClauseId, (i64, u64)>,
}

/// What a database has of the log.
#[derive(Clone, Debug, Default)]
pub struct Family {
    log: Option<Arc<SharedLog>>,
    thread: u64,
    /// The number of the change that comes next.
    next: u64,
    /// Changes that were handed out, and are not made here yet, with their numbers.
    waiting: VecDeque<(u64, Arc<SharedChange>)>,
    names: Arc<ClauseNames>,
}

impl Family {
    /// Begins to share with threads to come; this is thread `thread`.
    pub fn begin(&mut self, thread: u64) {
        if self.log.is_none() {
            self.log = Some(Arc::default());
            self.join(thread);
        }
    }

    /// Takes part as `thread`, in the state that is copied.
    pub fn join(&mut self, thread: u64) {
        self.thread = thread;
        let next = self.next;
        if let Some(mut log) = self.lock() {
            log.readers.insert(thread, next);
        }
    }

    /// A thread takes part no more.
    pub fn drop_reader(&self, thread: u64) {
        if let Some(mut log) = self.lock() {
            log.readers.remove(&thread);
            log.tidy();
        }
    }

    /// Whether other threads have changed anything since this one looked.
    #[inline]
    pub fn is_behind(&self) -> bool {
        match &self.log {
            None => false,
            Some(log) => log.next.load(Ordering::Acquire) != self.next || !self.waiting.is_empty(),
        }
    }

    /// Holds the log, if there is one.
    pub fn lock(&self) -> Option<MutexGuard<'_, ChangeLog>> {
        let log = self.log.as_ref()?;
        Some(log.log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns what it shares, to hold the log while the database changes.
    pub fn held(&self) -> Family {
        Family {
            log: self.log.clone(),
            ..Family::default()
        }
    }

    /// Hands out what is new.
    pub fn hand_out(&mut self, log: &mut ChangeLog) {
        let new = log.list.iter().skip((self.next - log.first) as usize);
        let numbered = (self.next..).zip(new.map(Arc::clone));
        self.waiting.extend(numbered);
        self.next = log.end();
        log.readers.insert(self.thread, self.next);
        log.tidy();
    }

    /// Returns the next change to be made here.
    pub fn next_waiting(&self) -> Option<(u64, Arc<SharedChange>)> {
        self.waiting.front().cloned()
    }

    /// Notes that it has been made.
    pub fn is_made(&mut self) {
        self.waiting.pop_front();
    }

    /// Adds a change that was made here, after all others were taken in. Returns its number.
    pub fn add(&mut self, log: &mut ChangeLog, change: SharedChange) -> u64 {
        let number = log.end();
        log.list.push_back(Arc::new(change));
        self.next = number + 1;
        log.readers.insert(self.thread, self.next);
        if let Some(shared) = &self.log {
            shared.next.store(self.next, Ordering::Release);
        }
        number
    }

    /// Notes the clause that the change of this number has added.
    pub fn name(&mut self, number: u64, id: ClauseId, order: i64) {
        let names = Arc::make_mut(&mut self.names);
        names.by_name.insert(number, (id, order));
        names.names.insert(id, (order, number));
    }

    /// Returns the name of a clause, which is erased.
    pub fn take_name(&mut self, id: ClauseId, order: i64) -> ClauseName {
        match self.names.names.get(&id) {
            Some(&(of, number)) if of == order => {
                let names = Arc::make_mut(&mut self.names);
                names.names.remove(&id);
                names.by_name.remove(&number);
                ClauseName::Added(number)
            }
            _ => ClauseName::Old(id, order),
        }
    }

    /// Returns the clause of a name, which is erased, with its order.
    pub fn take_clause(&mut self, name: ClauseName) -> Option<(ClauseId, i64)> {
        match name {
            ClauseName::Old(id, order) => Some((id, order)),
            ClauseName::Added(number) => {
                let names = Arc::make_mut(&mut self.names);
                let (id, order) = names.by_name.remove(&number)?;
                names.names.remove(&id);
                Some((id, order))
            }
        }
    }
}

impl Database {
    /// Returns a copy that shares no changes with this one.
    pub fn alone(&self) -> Database {
        let mut copy = self.clone();
        copy.family = Family::default();
        copy
    }

    /// Makes a predicate dynamic, unless it has static clauses.
    pub fn make_dynamic(&mut self, pred: PredId) {
        let p = &mut self.preds[pred];
        let is_static = p.definition == Definition::Clauses && p.live > 0;
        if p.dynamic || is_static {
            return;
        }
        p.dynamic = true;
        if matches!(p.definition, Definition::Import(_)) {
            p.definition = Definition::None;
        }
        self.reset_entry(pred);
    }

    /// Whether the threads of the program share a predicate. Modules with names that begin with `$` are the library's.
    pub fn is_shared(&self, atoms: &AtomTable, pred: PredId) -> bool {
        let p = &self.preds[pred];
        self.family.log.is_some()
            && p.dynamic
            && !p.of_thread
            && p.module != known::SYSTEM
            && !atoms.text(p.module).starts_with('$')
    }
}
