//! Messages from the thread of the editor to that of the engine about the key that may have ended the text.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

#[cfg(unix)]
use std::os::fd::OwnedFd;

/// The state of a key that may end the text.
#[cfg(unix)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Nothing is known yet.
    Open,
    /// The text goes on: more keys may come.
    GoesOn,
    /// The text is entered.
    Entered,
}

/// Enter was pressed, and the text may be complete but for its full stop.
const ASKED: u8 = 1;
/// The user is told that it is.
const TOLD: u8 = 2;
/// The user has been told, and typed on.
const SAID: u8 = 3;

/// Shared by the two threads.
#[derive(Debug)]
pub(crate) struct Exchange {
    verdict: AtomicU8,
    /// Grows whenever the text is shown.
    ticks: AtomicU64,
    /// Whether more was typed behind the key.
    more: AtomicBool,
    /// Whether the full stop of the text was forgotten, as far as is known: [`ASKED`], [`TOLD`], [`SAID`], or nothing yet.
    forgotten: AtomicU8,
    /// Wakes the thread of the engine.
    #[cfg(unix)]
    bell: OwnedFd,
}

impl Exchange {
    /// Makes one that rings this bell.
    #[cfg(unix)]
    pub(crate) fn new(bell: OwnedFd) -> Exchange {
        Exchange {
            verdict: AtomicU8::new(0),
            ticks: AtomicU64::new(0),
            more: AtomicBool::new(false),
            forgotten: AtomicU8::new(0),
            bell,
        }
    }

    /// Makes one.
    #[cfg(not(unix))]
    pub(crate) fn new() -> Exchange {
        Exchange {
            verdict: AtomicU8::new(0),
            ticks: AtomicU64::new(0),
            more: AtomicBool::new(false),
            forgotten: AtomicU8::new(0),
        }
    }

    /// Wakes the thread of the engine.
    pub(crate) fn wake(&self) {
        #[cfg(unix)]
        {
            // If the pipe is full, that thread is awake.
            let _full = rustix::io::write(&self.bell, b"!");
        }
    }

    /// Before keys are passed.
    #[cfg(unix)]
    pub(crate) fn ask(&self, more: bool) {
        self.more.store(more, Ordering::SeqCst);
        self.verdict.store(0, Ordering::SeqCst);
    }

    /// The text goes on.
    pub(crate) fn goes_on(&self) {
        self.verdict.store(1, Ordering::SeqCst);
        self.wake();
    }

    /// The text is entered.
    pub(crate) fn is_entered(&self) {
        self.verdict.store(2, Ordering::SeqCst);
    }

    /// The text is shown.
    pub(crate) fn tick(&self) {
        self.ticks.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns what is known.
    #[cfg(unix)]
    pub(crate) fn verdict(&self) -> Verdict {
        match self.verdict.load(Ordering::SeqCst) {
            0 => Verdict::Open,
            1 => Verdict::GoesOn,
            _ => Verdict::Entered,
        }
    }

    /// Returns how often the text was shown.
    #[cfg(unix)]
    pub(crate) fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::SeqCst)
    }

    /// Whether more was typed behind the key.
    pub(crate) fn is_more_typed(&self) -> bool {
        self.more.load(Ordering::SeqCst)
    }

    /// Whether the user has yet to be told of forgotten full stops.
    pub(crate) fn may_tell(&self) -> bool {
        self.forgotten.load(Ordering::SeqCst) < TOLD
    }

    /// Notes whether the full stop was forgotten.
    pub(crate) fn tell_forgotten(&self, is_so: bool) {
        self.forgotten.store(if is_so { ASKED } else { 0 }, Ordering::SeqCst);
    }

    /// Whether the user is told of the full stop where the text is shown. When the text has changed, no more.
    pub(crate) fn tells(&self, is_unchanged: bool) -> bool {
        let state = match (self.forgotten.load(Ordering::SeqCst), is_unchanged) {
            (ASKED | TOLD, true) => TOLD,
            (TOLD, false) => SAID,
            (state, _) => state,
        };
        self.forgotten.store(state, Ordering::SeqCst);
        state == TOLD
    }
}
