//! Threads, message queues and mutexes of a program: what the engines share that its threads run on.
//!
//! Each thread has an engine of its own, forked from that of its creator; dynamic predicates are kept the same in all
//! (`code/shared.rs`). What goes between them is copied
//! ([`Parcel`](crate::term::parcel::Parcel)). A thread, a queue and a mutex are objects in terms, and have an alias if
//! they were given one.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Thread as Sleeper, current};
use std::time::Duration;

use crate::base::watch::Watch;

pub mod affinity;
mod family;
mod flags;
mod lock;
mod queue;
mod thread;

pub use family::{Family, FamilyMember, HeldSignals, RunSignals, Taken};
pub use flags::{HeldFlags, SharedFlag};
pub use lock::Lock;
pub use queue::{Gone, Queue};
pub use thread::{Status, Thread};

/// The threads that sleep until something changes.
type Sleepers = Vec<Sleeper>;

/// The events that threads wait for.
trait Awaited {
    /// Those that wait.
    fn sleepers(&mut self) -> &mut Sleepers;

    /// Wakes them.
    fn wake(&mut self) {
        self.sleepers().iter().for_each(Sleeper::unpark);
    }
}

fn locked<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sleeps if `condition` holds, until something changes, for at most `time`; less if the watch has news.
fn wait_if<'g, T: Awaited>(
    state: &'g Mutex<T>,
    (watch, time): (&Watch, Duration),
    condition: impl Fn(&T) -> bool,
) -> MutexGuard<'g, T> {
    let mut guard = locked(state);
    // Where there are no threads waiting is not possible either.
    if time.is_zero() || cfg!(target_family = "wasm") || !condition(&guard) {
        return guard;
    }
    guard.sleepers().push(current());
    drop(guard);
    watch.sleep(time);
    let mut guard = locked(state);
    let own = current().id();
    guard.sleepers().retain(|sleeper| sleeper.id() != own);
    guard
}
