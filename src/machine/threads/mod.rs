//! Threads, message queues and mutexes of a program: what the engines share that its threads run on.
//!
//! Each thread has an engine of its own, forked from that of its creator. What goes between them is copied
//! ([`Parcel`](crate::term::parcel::Parcel)). A thread, a queue and a mutex are objects in terms, and have an alias if
//! they were given one.

use std::sync::{Condvar, MutexGuard, PoisonError};
use std::time::Duration;

mod family;
mod lock;
mod queue;
mod thread;

pub use family::{Family, Member, RunSignals, Taken};
pub use lock::Lock;
pub use queue::{Gone, Queue};
pub use thread::{Status, Thread};

/// Waits while `condition` holds, for at most `time`.
fn wait_while<'g, T>(
    changed: &Condvar,
    guard: MutexGuard<'g, T>,
    time: Duration,
    condition: impl FnMut(&mut T) -> bool,
) -> MutexGuard<'g, T> {
    // Where there are no threads waiting is not possible either.
    if time.is_zero() || cfg!(target_family = "wasm") {
        return guard;
    }
    let waited = changed.wait_timeout_while(guard, time, condition);
    waited.unwrap_or_else(PoisonError::into_inner).0
}
