//! The sums of the threads of one program against their limits on memory and calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The calls of a thread between two looks at those of the others.
pub(crate) const PACE: u64 = 10_000;

/// A thread's part of the memory that all take.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    all: Arc<AtomicUsize>,
    own: usize,
}

impl Memory {
    /// Returns the part of another thread.
    pub(crate) fn another(&self) -> Memory {
        Memory {
            all: Arc::clone(&self.all),
            own: 0,
        }
    }

    /// Notes the bytes that this thread takes.
    pub(crate) fn set(&mut self, bytes: usize) {
        self.all.fetch_add(bytes.wrapping_sub(self.own), Ordering::Relaxed);
        self.own = bytes;
    }

    /// Returns the bytes that the others take.
    pub(crate) fn others(&self) -> usize {
        self.all.load(Ordering::Relaxed).saturating_sub(self.own)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// A thread's part of the calls that all make for one query.
#[derive(Debug, Default)]
pub(crate) struct SharedCalls {
    all: Arc<AtomicU64>,
    own: u64,
    others: u64,
}

impl SharedCalls {
    /// Returns the part of another thread, which begins with what is left to this one now.
    pub(crate) fn another(&self) -> SharedCalls {
        SharedCalls {
            all: Arc::clone(&self.all),
            own: 0,
            others: self.own + self.others,
        }
    }

    /// Begins the part of the first thread, which has made so many calls.
    pub(crate) fn first(calls: u64) -> SharedCalls {
        let mut first = SharedCalls::default();
        first.add(calls);
        first
    }

    /// Notes that this thread has made so many calls; returns how many the others have made since this was asked last.
    pub(crate) fn add(&mut self, calls: u64) -> u64 {
        let more = calls.saturating_sub(self.own);
        let all = self.all.fetch_add(more, Ordering::Relaxed) + more;
        self.own += more;
        let others = all.saturating_sub(self.own);
        others.saturating_sub(std::mem::replace(&mut self.others, others))
    }
}
