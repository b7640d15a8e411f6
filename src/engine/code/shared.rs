//! Dynamic predicates, and other state, that all threads of a program share.
//!
//! Each thread has a database of its own. A log has the changes of all, in one order: who makes one holds the log, takes in
//! what others have changed, makes the change at home and adds it. Who calls a dynamic predicate first takes in what is new,
//! which one number tells. So every database goes through the same changes in the same order, and a program of one thread
//! has no log. A change of anything but predicates is a goal of a native predicate, which every thread runs.
//!
//! A clause has different numbers at home. One that was there before the first thread began has the same in all, since
//! threads begin as copies; a later one goes by the number of the change that added it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::current;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::change_log::{LogPlace, Numbered};
use super::clause::ClauseId;
use super::clause_names::ClauseNames;
use super::database::{ClauseEnd, Database};
use super::instr::PredId;
use super::packed::ClauseShape;
use super::predicate::Definition;
use crate::base::atom::{AtomTable, Functor};
use crate::base::known;
use crate::base::watch::Watch;
use crate::term::parcel::{ClauseParcel, Parcel};

pub use super::change_log::{ChangeLog, ChangeOrder, SharedLog};

/// A clause, for all threads.
#[derive(Clone, Copy, Debug)]
pub enum ClauseName {
    /// One that has been there from the beginning: its number, and its order, since numbers are used again.
    Old(ClauseId, i64),
    /// The number of the change that added it.
    Added(u64),
}

/// The kind of a change of a predicate.
#[derive(Debug)]
pub enum ChangeKind {
    /// It becomes dynamic.
    Declared,
    /// It becomes undefined.
    Undefined,
    /// A clause is added.
    Added {
        /// The clause, with the names of its variables.
        clause: ClauseParcel,
        /// Its kind.
        shape: ClauseShape,
        /// The number of words that the names take.
        name_words: u16,
        /// Where it stands.
        end: ClauseEnd,
        /// If the predicate is static, the text and the line of the clause.
        place: Option<(Box<str>, u32)>,
    },
    /// A clause is erased.
    Erased(ClauseName),
}

/// A change that loading a text makes, which is told when the text has been loaded: no thread sees a half of it.
#[derive(Clone, Debug)]
pub enum LoadedChange {
    /// A clause of this order is added.
    Added(ClauseId, i64),
    /// A clause of the predicate is erased.
    Erased(PredId, ClauseName),
    /// The predicate becomes undefined.
    Undefined(PredId),
    /// By this goal.
    Goal(Arc<SharedChange>),
}

/// The name of a predicate.
#[derive(Debug, PartialEq)]
pub struct SharedName {
    /// Its module.
    pub module: Box<str>,
    /// Its name.
    pub name: Box<str>,
    /// The number of its arguments.
    pub arity: usize,
}

/// A change.
#[derive(Debug)]
pub enum SharedChange {
    /// Of the predicate with this name, which all changes that one thread makes of it have in common.
    Predicate(Arc<SharedName>, ChangeKind),
    /// By this goal of a native predicate, which succeeds in every thread.
    Goal(Parcel),
}

/// Whether there can be one thread only, so that the code for others is left out.
pub const NO_THREADS: bool = cfg!(target_family = "wasm");

/// The part of a database in the log.
#[derive(Clone, Debug, Default)]
pub struct LogReader {
    log: Option<Arc<SharedLog>>,
    place: Option<Arc<LogPlace>>,
    /// The number of the change that comes next.
    next: u64,
    /// Changes of predicates that were read, and are not made here yet, with their numbers.
    waiting: VecDeque<Numbered>,
    /// Goals that were read, and were not run here yet.
    goals: VecDeque<Numbered>,
    /// The changes by the text that is being loaded.
    loaded: Vec<LoadedChange>,
    /// The clauses of `loaded` that were added.
    untold: FxHashSet<(ClauseId, i64)>,
    /// Whether such a goal runs.
    repeats: bool,
    names: Arc<ClauseNames>,
    /// The predicates of which others have erased clauses.
    erased: Vec<PredId>,
    /// The names of predicates that were changed here.
    told: FxHashMap<PredId, Arc<SharedName>>,
    /// The predicates that others have changed, by the addresses of their names.
    heard: FxHashMap<usize, (Arc<SharedName>, PredId)>,
}

impl LogReader {
    /// Begins to share with threads to come; this is thread `thread`, the first.
    pub fn begin(&mut self, thread: u64) {
        self.log = Some(Arc::default());
        self.join(thread);
    }

    /// Takes part as `thread`, in the state that is copied.
    pub fn join(&mut self, thread: u64) {
        if let Some(log) = &self.log {
            let mut log = log.lock();
            let place = self.place.as_ref().map_or_else(|| log.end(), |place| place.copy());
            let place = Arc::new(place);
            log.readers.insert(thread, Arc::clone(&place));
            self.place = Some(place);
        }
    }

    /// Forgets which predicates stand for which names, since numbers of dropped predicates are used again.
    pub fn forget_predicates(&mut self) {
        self.told.clear();
        self.heard.clear();
    }

    /// A thread takes part no more.
    pub fn drop_reader(&self, thread: u64) {
        if let Some(log) = &self.log {
            log.lock().readers.remove(&thread);
        }
    }

    /// Whether other threads have changed anything since this one looked.
    #[inline]
    pub fn is_behind(&self) -> bool {
        match &self.log {
            _ if NO_THREADS => false,
            None => false,
            Some(log) => log.next() > self.next || !self.waiting.is_empty(),
        }
    }

    /// Whether there may be changes that can be made here now: none while a goal of another thread runs, since what runs
    /// around it still refers to clauses.
    pub fn may_catch_up(&self, only_goals: bool) -> bool {
        let is_old = |log: &Arc<SharedLog>| log.next() > self.next;
        let has_more = || !only_goals || !self.goals.is_empty() || self.log.as_ref().is_some_and(is_old);
        !self.repeats && self.is_behind() && has_more()
    }

    /// Whether there is a log.
    #[inline]
    pub fn is_kept(&self) -> bool {
        !NO_THREADS && self.log.is_some()
    }

    /// Returns the number of the change that comes next.
    pub fn next_number(&self) -> u64 {
        self.next
    }

    /// Sleeps until another thread makes a change, for at most `time`; less if the watch has news.
    pub fn wait_for_change(&self, (watch, time): (&Watch, Duration)) {
        if time.is_zero() || NO_THREADS {
            return;
        }
        if let Some(shared) = &self.log {
            let mut log = shared.lock();
            if log.next != self.next {
                return;
            }
            log.sleepers.push(current());
        }
        watch.sleep(time);
        if let Some(shared) = &self.log {
            let own = current().id();
            shared.lock().sleepers.retain(|sleeper| sleeper.id() != own);
        }
    }

    /// Returns the log, if there is one, to be held while the database changes; none while a goal of another thread runs.
    pub fn log(&self) -> Option<Arc<SharedLog>> {
        if NO_THREADS || self.repeats {
            None
        } else {
            self.log.clone()
        }
    }

    /// Notes whether a goal of another thread runs.
    pub fn set_repeats(&mut self, repeats: bool) {
        self.repeats = repeats;
    }

    /// Reads what is new.
    pub fn read_on(&mut self) {
        let (Some(log), Some(place)) = (&self.log, &self.place) else {
            return;
        };
        self.next = self.next.max(log.next());
        place.read(self.next, |change| match *change.1 {
            SharedChange::Predicate(..) => self.waiting.push_back(change),
            SharedChange::Goal(_) => self.goals.push_back(change),
        });
    }

    /// Returns the number of changes that can be made here; of goals if only goals are wanted.
    pub fn waiting_count(&self, only_goals: bool) -> usize {
        self.goals.len() + if only_goals { 0 } else { self.waiting.len() }
    }

    /// Returns the next change to be made here; a goal if only goals are wanted.
    pub fn next_waiting(&self, only_goals: bool) -> Option<Numbered> {
        let change = self.waiting.front().filter(|_| !only_goals);
        let next = change.into_iter().chain(self.goals.front());
        next.min_by_key(|next| next.0).cloned()
    }

    /// Whether there is something loaded to be told.
    pub fn has_loaded(&self) -> bool {
        !self.loaded.is_empty()
    }

    /// Notes what loading has changed.
    pub fn note_loaded(&mut self, change: LoadedChange) {
        self.loaded.push(change);
    }

    /// Returns what has been loaded since it was told last.
    pub fn take_loaded(&mut self) -> Vec<LoadedChange> {
        self.untold.clear();
        std::mem::take(&mut self.loaded)
    }

    /// Notes that a clause of a predicate was erased, which is to be unlinked.
    pub fn note_erased(&mut self, pred: PredId) {
        if self.erased.last() != Some(&pred) {
            self.erased.push(pred);
        }
    }

    /// Returns the predicates with such clauses.
    pub fn take_erased(&mut self) -> Vec<PredId> {
        std::mem::take(&mut self.erased)
    }

    /// Notes that the change of this number, the next one, has been made.
    pub fn is_made(&mut self, number: u64) {
        let is_goal = self.goals.front().is_some_and(|goal| goal.0 == number);
        if is_goal { &mut self.goals } else { &mut self.waiting }.pop_front();
    }

    /// Whether there is something to be read, or to be done here, before a change is made.
    pub fn is_due(&self, log: &ChangeLog, order: ChangeOrder, only_goals: bool) -> bool {
        self.waiting_count(only_goals) > 0 || log.is_due(self.next, order)
    }

    /// Adds a change that was made here. Returns its number.
    pub fn add(&mut self, log: &mut ChangeLog, change: Arc<SharedChange>) -> u64 {
        let number = log.add(change);
        if self.place.as_ref().is_some_and(|place| place.note_own(number)) {
            self.next = log.next;
        }
        number
    }

    /// Adds a goal that was run here, if another thread is to run it.
    pub fn add_goal(&mut self, log: &mut ChangeLog, goal: Option<Arc<SharedChange>>) {
        if let Some(goal) = goal.filter(|_| log.has_readers()) {
            self.add(log, goal);
        }
    }

    /// Notes the clause that the change of this number has added.
    pub fn name(&mut self, number: u64, id: ClauseId, order: i64) {
        Arc::make_mut(&mut self.names).add(number, id, order);
    }

    /// Returns the name of a clause, which is erased.
    pub fn take_name(&mut self, id: ClauseId, order: i64) -> ClauseName {
        // Threads that have the names in common copy them when they change.
        let is_added = self.names.has(id, order);
        match is_added.then(|| Arc::make_mut(&mut self.names).take_number(id, order)) {
            Some(Some(number)) => ClauseName::Added(number),
            _ => ClauseName::Old(id, order),
        }
    }

    /// Returns the clause of a name, which is erased, with its order.
    pub fn take_clause(&mut self, name: ClauseName) -> Option<(ClauseId, i64)> {
        match name {
            ClauseName::Old(id, order) => Some((id, order)),
            ClauseName::Added(number) => Arc::make_mut(&mut self.names).take_clause(number),
        }
    }
}

impl Database {
    /// Returns a copy that shares no changes with this one.
    pub fn alone(&self) -> Database {
        let mut copy = self.clone();
        copy.shared = LogReader::default();
        copy.lent = None;
        copy
    }

    /// Adds a change of a predicate to the log, if another thread reads it. Returns its number.
    pub fn tell(&mut self, atoms: &AtomTable, log: &mut ChangeLog, pred: PredId, kind: ChangeKind) -> Option<u64> {
        log.has_readers().then(|| {
            let name = || {
                let p = &self.preds[pred];
                Arc::new(SharedName {
                    module: atoms.text(p.module).into(),
                    name: atoms.text(p.functor.name()).into(),
                    arity: p.functor.arity(),
                })
            };
            let of = Arc::clone(self.shared.told.entry(pred).or_insert_with(name));
            self.shared.add(log, Arc::new(SharedChange::Predicate(of, kind)))
        })
    }

    /// Notes that a static clause is added or erased.
    pub fn note_static(&mut self, atoms: &AtomTable, id: ClauseId, is_added: bool) {
        let (pred, order) = (self.clauses[id].pred, self.clauses[id].order);
        if self.preds[pred].dynamic || !self.is_of_all(atoms, pred) {
            return;
        }
        let shared = &mut self.shared;
        if is_added {
            shared.untold.insert((id, order));
            shared.loaded.push(LoadedChange::Added(id, order));
        } else if !shared.untold.remove(&(id, order)) {
            let name = shared.take_name(id, order);
            shared.loaded.push(LoadedChange::Erased(pred, name));
        }
    }

    /// Returns the predicate that another thread has changed, which is dynamic here, too, unless it has static clauses.
    pub fn heard(&mut self, atoms: &mut AtomTable, of: &Arc<SharedName>, is_dynamic: bool) -> PredId {
        let address = Arc::as_ptr(of).addr();
        let pred = match self.shared.heard.get(&address) {
            Some((_, pred)) => *pred,
            None => {
                let (module, name) = (atoms.intern(&of.module), atoms.intern(&of.name));
                let pred = self.pred(module, Functor::new(name, of.arity));
                self.shared.heard.insert(address, (Arc::clone(of), pred));
                pred
            }
        };
        let p = &self.preds[pred];
        if !is_dynamic {
            self.define_here(pred);
        } else if p.definition != Definition::Clauses || p.live == 0 {
            self.make_dynamic(pred);
        }
        pred
    }

    /// Makes a predicate dynamic, and one of its own module. Returns false if it was dynamic.
    pub fn make_dynamic(&mut self, pred: PredId) -> bool {
        self.define_here(pred);
        let p = &mut self.preds[pred];
        let is_new = !std::mem::replace(&mut p.dynamic, true);
        if is_new {
            self.reset_entry(pred);
        }
        is_new
    }

    /// Makes a predicate undefined that has no clauses any more.
    pub fn undefine(&mut self, pred: PredId) {
        let p = &mut self.preds[pred];
        p.dynamic = false;
        p.file = None;
        p.definition = Definition::None;
        self.reset_entry(pred);
    }

    /// The module's own definition replaces an imported one.
    pub fn define_here(&mut self, pred: PredId) {
        if matches!(self.preds[pred].definition, Definition::Import(_)) {
            self.preds[pred].definition = Definition::None;
            self.reset_entry(pred);
        }
    }

    /// Whether the threads of the program share a predicate, and tell one another at once what they change.
    #[inline]
    pub fn is_shared(&self, atoms: &AtomTable, pred: PredId) -> bool {
        self.shared.is_kept() && self.preds[pred].dynamic && self.is_of_all(atoms, pred)
    }

    /// Whether a predicate is the program's: modules with names that begin with `$` are the library's, but for the one
    /// that has the exports of modules.
    #[cold]
    pub fn is_of_all(&self, atoms: &AtomTable, pred: PredId) -> bool {
        let p = &self.preds[pred];
        let is_own = |name: &str| !name.starts_with('$') || name == "$module";
        !p.of_thread && p.module != known::SYSTEM && is_own(atoms.text(p.module))
    }
}
