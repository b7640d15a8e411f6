//! The log of the changes that the threads of a program share, in one order.
//!
//! Who makes a change holds the log. Reading needs nothing of others: changes stand in pieces, each is written once, and
//! every thread has a place of its own, from which it goes on to the last of them. A piece lives as long as a place leads
//! to it.

use std::collections::BTreeMap;
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

/// How often a thread that waits for the log lets others run before it sleeps.
const TRIES: usize = 50;

/// Changes in a row.
#[derive(Debug)]
struct Piece {
    /// The number of the first.
    first: u64,
    changes: [OnceLock<Arc<SharedChange>>; PIECE],
    next: OnceLock<Arc<Piece>>,
}

impl Piece {
    fn new(first: u64) -> Arc<Piece> {
        Arc::new(Piece {
            first,
            changes: std::array::from_fn(|_| OnceLock::new()),
            next: OnceLock::new(),
        })
    }
}

/// How far a thread has read.
#[derive(Clone, Debug)]
struct Place {
    /// What is left of the changes before `number`.
    left: Vec<Numbered>,
    piece: Arc<Piece>,
    /// The number of the change that is read next.
    number: u64,
    /// The number of unread changes at which they are condensed.
    full: usize,
}

impl Place {
    /// Reads the changes before `end`, which have been written.
    fn read(&mut self, end: u64, mut read: impl FnMut(Numbered)) {
        self.left.drain(..).for_each(&mut read);
        while self.number < end {
            let at = (self.number - self.piece.first) as usize;
            match self.piece.changes.get(at) {
                Some(change) => {
                    let change = change.get().map(|change| (self.number, Arc::clone(change)));
                    change.into_iter().for_each(&mut read);
                    self.number += 1;
                }
                None => match self.piece.next.get() {
                    Some(next) => self.piece = Arc::clone(next),
                    None => return,
                },
            }
        }
    }

    /// Drops clauses that were added and erased while the thread has not looked: one that waits, as for the user, is told
    /// what is left.
    fn condense(&mut self, end: u64) {
        let unread = self.left.len() + (end - self.number) as usize;
        if unread <= FEW.max(self.full) {
            return;
        }
        let mut all = Vec::with_capacity(unread);
        self.read(end, |change| all.push(change));
        let first = all.first().map_or(end, |change| change.0);
        let erased = |change: &Numbered| match *change.1 {
            SharedChange::Predicate(_, ChangeKind::Erased(ClauseName::Added(number))) => {
                (number >= first).then_some(number)
            }
            _ => None,
        };
        let gone: FxHashSet<u64> = all.iter().filter_map(erased).collect();
        all.retain(|change| !gone.contains(&change.0) && erased(change).is_none());
        all.shrink_to_fit();
        self.full = 2 * all.len();
        self.left = all;
    }
}

/// The place of a thread, which only that thread moves; its unread changes may be condensed by others.
#[derive(Debug)]
pub(super) struct ReaderPlace(Mutex<Place>);

impl ReaderPlace {
    fn lock(&self) -> MutexGuard<'_, Place> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns another place that leads to the same changes.
    pub(super) fn copy(&self) -> ReaderPlace {
        ReaderPlace(Mutex::new(self.lock().clone()))
    }

    /// Reads the changes before `end`, which have been written.
    pub(super) fn read(&self, end: u64, read: impl FnMut(Numbered)) {
        self.lock().read(end, read);
    }

    /// Passes over the changes before `end`.
    pub(super) fn pass(&self, end: u64) {
        self.lock().read(end, drop);
    }
}

/// The log, held by a thread.
#[derive(Debug)]
pub struct ChangeLog {
    last: Arc<Piece>,
    /// The number of the change that comes next.
    pub(super) next: u64,
    pub(super) readers: BTreeMap<u64, Arc<ReaderPlace>>,
    /// The threads that sleep until there is another change.
    pub(super) sleepers: Vec<Thread>,
}

impl Default for ChangeLog {
    fn default() -> ChangeLog {
        ChangeLog {
            last: Piece::new(0),
            next: 0,
            readers: BTreeMap::new(),
            sleepers: Vec::new(),
        }
    }
}

impl ChangeLog {
    /// Whether there is a thread that reads what another one writes.
    pub fn has_readers(&self) -> bool {
        !NO_THREADS && self.readers.len() > 1
    }

    /// Returns a place behind all changes.
    pub(super) fn end(&self) -> ReaderPlace {
        ReaderPlace(Mutex::new(Place {
            left: Vec::new(),
            piece: Arc::clone(&self.last),
            number: self.next,
            full: 0,
        }))
    }

    /// Adds a change; returns its number.
    pub(super) fn add(&mut self, change: Arc<SharedChange>) -> u64 {
        let number = self.next;
        let mut at = (number - self.last.first) as usize;
        if at == PIECE {
            let piece = Piece::new(number);
            let _linked = self.last.next.set(Arc::clone(&piece));
            (self.last, at) = (piece, 0);
        }
        let _written = self.last.changes[at].set(change);
        self.next = number + 1;
        self.sleepers.drain(..).for_each(|sleeper| sleeper.unpark());
        if number.is_multiple_of(FEW as u64) {
            for place in self.readers.values() {
                place.lock().condense(self.next);
            }
        }
        number
    }
}

/// The log, and the number of the change that comes next.
#[derive(Debug, Default)]
pub struct SharedLog {
    pub(super) next: AtomicU64,
    log: Mutex<ChangeLog>,
}

impl SharedLog {
    /// Holds the log.
    pub fn lock(&self) -> MutexGuard<'_, ChangeLog> {
        // Most changes take less time than a thread needs to fall asleep and to be woken.
        for _ in 0..TRIES {
            match self.log.try_lock() {
                Ok(log) => return log,
                Err(_) => std::thread::yield_now(),
            }
        }
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the change that comes next; all before it have been written.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        self.next.load(Ordering::Acquire)
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

    fn change(kind: ChangeKind) -> Arc<SharedChange> {
        let of = SharedName {
            module: "user".into(),
            name: "p".into(),
            arity: 0,
        };
        Arc::new(SharedChange::Predicate(Arc::new(of), kind))
    }

    fn added() -> Arc<SharedChange> {
        change(ChangeKind::Added {
            clause: ClauseParcel::pack(&[], &AtomTable::new()),
            shape: ClauseShape::of(&[], 0, None, false),
            name_words: 0,
            end: ClauseEnd::Last,
            place: None,
        })
    }

    fn join(log: &mut ChangeLog, thread: u64) -> Arc<ReaderPlace> {
        let place = Arc::new(log.end());
        log.readers.insert(thread, Arc::clone(&place));
        place
    }

    fn numbers(place: &ReaderPlace, end: u64) -> Vec<u64> {
        let mut numbers = Vec::new();
        place.read(end, |change| numbers.push(change.0));
        numbers
    }

    /// Two readers, one of which comes later; pieces that both have passed are gone.
    #[test]
    fn every_place_reads_each_change_once() {
        let mut log = ChangeLog::default();
        let one = join(&mut log, 1);
        let first = added();
        assert_eq!(log.add(Arc::clone(&first)), 0);
        let two = join(&mut log, 2);
        for _ in 0..3 * PIECE {
            log.add(added());
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

    /// A thread that does not look is told what is left, and that stays short.
    #[test]
    fn what_was_added_and_erased_does_not_stay() {
        let mut log = ChangeLog::default();
        let idle = join(&mut log, 1);
        let old = ClauseName::Old(ClauseId::new(7), 1);
        log.add(change(ChangeKind::Erased(old)));
        let kept = log.add(added());
        for _ in 0..5 * FEW {
            let number = log.add(added());
            log.add(change(ChangeKind::Erased(ClauseName::Added(number))));
        }
        assert!(idle.lock().left.len() <= 4);
        let left = numbers(&idle, log.next);
        assert_eq!(left[..2], [0, kept]);
        assert!(left.len() <= 2 + FEW);
        assert!((2..left.len()).step_by(2).all(|at| left[at] + 1 == left[at + 1]), "pairs only");
    }
}
