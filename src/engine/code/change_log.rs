//! The log of the changes that the threads of a program share, in one order.
//!
//! Who makes changes holds the log. LogReading needs nothing of others: changes stand in pieces, each is written once, and
//! every thread has a place of its own, from which it goes on to the last of them. A piece lives as long as a place leads
//! to it.

use std::collections::{BTreeMap, VecDeque};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;

use rustc_hash::FxHashSet;

use super::shared::{ChangeKind, ClauseName, NO_THREADS, SharedChange};

/// A change with its number.
pub(super) type Numbered = (u64, Arc<SharedChange>);

/// The number of changes of a piece.
const PIECE: usize = 32;

/// The number of changes that a thread may leave unread before they are condensed.
const FEW: usize = 10_000;

/// More changes are condensed before they are read.
const MANY: u64 = 32;

/// How often a thread that waits for the log lets others run before it sleeps.
const TRIES: usize = 50;

/// Changes in a row.
#[derive(Debug)]
struct LogPiece {
    /// The number of the first.
    first: u64,
    changes: [OnceLock<Arc<SharedChange>>; PIECE],
    next: OnceLock<Arc<LogPiece>>,
}

impl LogPiece {
    fn new(first: u64) -> Arc<LogPiece> {
        Arc::new(LogPiece {
            first,
            changes: std::array::from_fn(|_| OnceLock::new()),
            next: OnceLock::new(),
        })
    }
}

/// How far a thread has read.
#[derive(Clone, Debug)]
struct LogReading {
    /// The changes before `number` that are left.
    left: Vec<Numbered>,
    piece: Arc<LogPiece>,
    /// The number of the change that is read next.
    number: u64,
    /// The number of unread changes at which they are condensed.
    full: usize,
    /// The changes from `number` on that the thread has made itself.
    own: VecDeque<u64>,
}

impl LogReading {
    /// Reads the changes of others before `end`, which have been written, condensed if they are many.
    fn read(&mut self, end: u64, read: impl FnMut(Numbered)) {
        if self.number + MANY < end {
            self.condense(end);
        }
        self.read_all(end, read);
    }

    fn read_all(&mut self, end: u64, mut read: impl FnMut(Numbered)) {
        self.left.drain(..).for_each(&mut read);
        while self.number < end {
            let at = (self.number - self.piece.first) as usize;
            match self.piece.changes.get(at) {
                Some(change) => {
                    let number = self.number;
                    self.number += 1;
                    if self.own.front() == Some(&number) {
                        self.own.pop_front();
                    } else if let Some(change) = change.get() {
                        read((number, Arc::clone(change)));
                    }
                }
                None => match self.piece.next.get() {
                    Some(next) => self.piece = Arc::clone(next),
                    None => return,
                },
            }
        }
    }

    /// Drops clauses that others have added, and that were erased, while the thread has not looked.
    fn condense(&mut self, end: u64) {
        let mut all = Vec::with_capacity(self.left.len() + (end - self.number) as usize);
        self.read_all(end, |change| all.push(change));
        let erased = |change: &Numbered| match *change.1 {
            SharedChange::Predicate(_, ChangeKind::Erased(ClauseName::Added(number))) => Some(number),
            _ => None,
        };
        let mut gone: FxHashSet<u64> = all.iter().filter_map(erased).collect();
        // Those of which the thread has read the beginning, or that it has added itself, are erased in its database.
        gone.retain(|number| all.binary_search_by_key(number, |change| change.0).is_ok());
        if !gone.is_empty() {
            let mut declared = FxHashSet::default();
            let kept = all.into_iter().filter_map(|change| match &*change.1 {
                // The predicate is dynamic from now on, also without the clause.
                SharedChange::Predicate(of, ChangeKind::Added { place, .. }) if gone.contains(&change.0) => {
                    let is_first = place.is_none() && declared.insert(Arc::as_ptr(of));
                    let declares = || SharedChange::Predicate(Arc::clone(of), ChangeKind::Declared);
                    is_first.then(|| (change.0, Arc::new(declares())))
                }
                SharedChange::Predicate(of, ChangeKind::Declared) => declared.insert(Arc::as_ptr(of)).then_some(change),
                _ => Some(change).filter(|change| erased(change).is_none_or(|number| !gone.contains(&number))),
            });
            all = kept.collect();
        }
        self.left = all;
    }

    /// Condenses very many changes: a thread that waits, as for the user, leaves them unread.
    fn keep_short(&mut self, end: u64) {
        if self.left.len() + (end - self.number) as usize > FEW.max(self.full) {
            self.condense(end);
            self.full = 2 * self.left.len();
        }
    }
}

/// The place of a thread, which only that thread moves; its unread changes may be condensed by others.
#[derive(Debug)]
pub(super) struct LogPlace(Mutex<LogReading>);

impl LogPlace {
    fn lock(&self) -> MutexGuard<'_, LogReading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns another place that leads to the same changes.
    pub(super) fn copy(&self) -> LogPlace {
        LogPlace(Mutex::new(self.lock().clone()))
    }

    /// Reads the changes before `end`, which have been written.
    pub(super) fn read(&self, end: u64, read: impl FnMut(Numbered)) {
        self.lock().read(end, read);
    }

    /// Notes that the thread itself has made the change of this number, the last. Returns whether it has read all others.
    pub(super) fn note_own(&self, number: u64) -> bool {
        let mut place = self.lock();
        let has_read = place.number == number && place.left.is_empty();
        place.own.push_back(number);
        if has_read {
            place.read(number + 1, drop);
        }
        has_read
    }
}

/// The changes that must precede one in all threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChangeOrder {
    /// Everything.
    AfterAll,
    /// All but erasing clauses: a clause is added at the same place in all.
    AfterAdditions,
    /// All but adding clauses: one of several goals erases a clause.
    AfterErasures,
}

/// The most changes that a thread leaves unread that makes changes itself.
const MOST_UNREAD: u64 = 256;

/// The log, held by a thread.
#[derive(Debug)]
pub struct ChangeLog {
    last: Arc<LogPiece>,
    /// The number of the change that comes next.
    pub(super) next: u64,
    pub(super) readers: BTreeMap<u64, Arc<LogPlace>>,
    /// The threads that sleep until there is another change.
    pub(super) sleepers: Vec<Thread>,
    /// The number behind the last change that is no erased clause.
    added: u64,
    /// The number behind the last change that is no added clause.
    erased: u64,
    /// Whether many changes came since they were condensed.
    is_long: bool,
}

impl Default for ChangeLog {
    fn default() -> ChangeLog {
        ChangeLog {
            last: LogPiece::new(0),
            next: 0,
            readers: BTreeMap::new(),
            sleepers: Vec::new(),
            added: 0,
            erased: 0,
            is_long: false,
        }
    }
}

impl ChangeLog {
    /// Whether there is a thread that reads what another one writes.
    pub fn has_readers(&self) -> bool {
        !NO_THREADS && self.readers.len() > 1
    }

    /// Returns a place behind all changes.
    pub(super) fn end(&self) -> LogPlace {
        LogPlace(Mutex::new(LogReading {
            left: Vec::new(),
            piece: Arc::clone(&self.last),
            number: self.next,
            full: 0,
            own: VecDeque::new(),
        }))
    }

    /// Whether a thread that reads the change of this number next has to read on before it makes a change.
    pub(super) fn is_due(&self, number: u64, order: ChangeOrder) -> bool {
        let due = match order {
            ChangeOrder::AfterAll => self.next,
            ChangeOrder::AfterAdditions => self.added,
            ChangeOrder::AfterErasures => self.erased,
        };
        number < due || number + MOST_UNREAD < self.next
    }

    /// Adds a change; returns its number.
    pub(super) fn add(&mut self, change: Arc<SharedChange>) -> u64 {
        let number = self.next;
        let mut at = (number - self.last.first) as usize;
        if at == PIECE {
            let piece = LogPiece::new(number);
            let _linked = self.last.next.set(Arc::clone(&piece));
            (self.last, at) = (piece, 0);
        }
        let (adds, erases) = match *change {
            SharedChange::Predicate(_, ChangeKind::Added { .. }) => (true, false),
            SharedChange::Predicate(_, ChangeKind::Erased(_)) => (false, true),
            _ => (true, true),
        };
        let _written = self.last.changes[at].set(change);
        self.next = number + 1;
        if adds {
            self.added = self.next;
        }
        if erases {
            self.erased = self.next;
        }
        self.sleepers.drain(..).for_each(|sleeper| sleeper.unpark());
        self.is_long |= number.is_multiple_of(FEW as u64);
        number
    }

    /// Condenses what is not read, now and then.
    fn condense(&mut self) {
        if std::mem::take(&mut self.is_long) {
            for place in self.readers.values() {
                place.lock().keep_short(self.next);
            }
        }
    }
}

/// The log, and the number behind the changes that others may read.
#[derive(Debug, Default)]
pub struct SharedLog {
    next: AtomicU64,
    log: Mutex<ChangeLog>,
}

impl SharedLog {
    /// Holds the log.
    pub fn lock(&self) -> HeldLog<'_> {
        let held = |log| HeldLog { shared: self, log };
        // Most changes take less time than a thread needs to fall asleep and to be woken.
        for _ in 0..TRIES {
            match self.log.try_lock() {
                Ok(log) => return held(log),
                Err(_) => std::thread::yield_now(),
            }
        }
        held(self.log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the number behind the changes that may be read.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        self.next.load(Ordering::Acquire)
    }
}

/// The log, held by a thread. What it adds is read by others when it is held no more: all of a transaction, or nothing.
pub struct HeldLog<'l> {
    shared: &'l SharedLog,
    log: MutexGuard<'l, ChangeLog>,
}

impl Deref for HeldLog<'_> {
    type Target = ChangeLog;

    fn deref(&self) -> &ChangeLog {
        &self.log
    }
}

impl DerefMut for HeldLog<'_> {
    fn deref_mut(&mut self) -> &mut ChangeLog {
        &mut self.log
    }
}

impl Drop for HeldLog<'_> {
    fn drop(&mut self) {
        self.shared.next.store(self.log.next, Ordering::Release);
        self.log.condense();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::atom::AtomTable;
    use crate::code::clause::ClauseId;
    use crate::code::database::ClauseEnd;
    use crate::code::packed::ClauseShape;
    use crate::code::shared::SharedName;
    use crate::term::parcel::ClauseParcel;

    /// Makes changes of one predicate.
    struct Changes(Arc<SharedName>);

    impl Changes {
        fn new() -> Changes {
            Changes(Arc::new(SharedName {
                module: "user".into(),
                name: "p".into(),
                arity: 0,
            }))
        }

        fn erased(&self, name: ClauseName) -> Arc<SharedChange> {
            let of = Arc::clone(&self.0);
            Arc::new(SharedChange::Predicate(of, ChangeKind::Erased(name)))
        }

        fn added(&self) -> Arc<SharedChange> {
            let added = ChangeKind::Added {
                clause: ClauseParcel::pack(&[], &AtomTable::new()),
                shape: ClauseShape::of(&[], 0, None, false),
                name_words: 0,
                end: ClauseEnd::Last,
                place: None,
            };
            Arc::new(SharedChange::Predicate(Arc::clone(&self.0), added))
        }
    }

    fn join(log: &mut ChangeLog, thread: u64) -> Arc<LogPlace> {
        let place = Arc::new(log.end());
        log.readers.insert(thread, Arc::clone(&place));
        place
    }

    fn numbers(place: &LogPlace, end: u64) -> Vec<u64> {
        let mut numbers = Vec::new();
        place.read(end, |change| numbers.push(change.0));
        numbers
    }

    /// Two readers, one of which comes later; pieces that both have passed are gone.
    #[test]
    fn every_place_reads_each_change_once() {
        let (mut log, changes) = (ChangeLog::default(), Changes::new());
        let one = join(&mut log, 1);
        let first = changes.added();
        assert_eq!(log.add(Arc::clone(&first)), 0);
        let two = join(&mut log, 2);
        for _ in 0..3 * PIECE {
            log.add(changes.added());
        }
        let copy = two.copy();
        let later: Vec<u64> = (1..log.next).collect();
        assert_eq!(numbers(&two, log.next), later);
        assert_eq!(numbers(&copy, log.next), later);
        assert_eq!(numbers(&two, log.next), []);
        assert_eq!(Arc::strong_count(&first), 2, "one has not read it");
        assert_eq!(numbers(&one, 1), [0]);
        assert_eq!(numbers(&one, log.next), later);
        assert_eq!(Arc::strong_count(&first), 1, "all have read it");
    }

    /// A thread that leaves changes unread and makes its own reads those of the others, and learns what became of its own.
    #[test]
    fn own_changes_are_passed_over() {
        let (mut log, changes) = (ChangeLog::default(), Changes::new());
        let one = join(&mut log, 1);
        let theirs = log.add(changes.added());
        let own = log.add(changes.added());
        assert!(!one.note_own(own), "another one is unread");
        assert!(log.is_due(theirs, ChangeOrder::AfterAdditions) && !log.is_due(own + 1, ChangeOrder::AfterAdditions));
        assert!(!log.is_due(theirs, ChangeOrder::AfterErasures));
        let erased = log.add(changes.erased(ClauseName::Added(own)));
        assert!(log.is_due(own + 1, ChangeOrder::AfterErasures) && !log.is_due(own + 1, ChangeOrder::AfterAdditions));
        for _ in 0..2 * FEW {
            let number = log.add(changes.added());
            log.add(changes.erased(ClauseName::Added(number)));
        }
        log.condense();
        let declared = erased + 1;
        assert_eq!(numbers(&one, log.next), [theirs, erased, declared]);
        let last = log.add(changes.added());
        assert!(one.note_own(last));
        assert_eq!(numbers(&one, log.next), []);
    }

    /// A thread that does not look is told what is left, and that stays short.
    #[test]
    fn what_was_added_and_erased_does_not_stay() {
        let (mut log, changes) = (ChangeLog::default(), Changes::new());
        let idle = join(&mut log, 1);
        let old = ClauseName::Old(ClauseId::new(7), 1);
        log.add(changes.erased(old));
        let kept = log.add(changes.added());
        for _ in 0..5 * FEW {
            let number = log.add(changes.added());
            log.add(changes.erased(ClauseName::Added(number)));
            log.condense();
        }
        assert!(idle.lock().left.len() <= 4);
        assert_eq!(
            numbers(&idle, log.next),
            [0, kept, kept + 1],
            "the last declares the predicate"
        );
    }
}
