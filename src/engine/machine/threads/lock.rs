//! Mutexes of programs: a thread may lock one again that it has locked.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::{Awaited, Sleepers, locked, wait_if};
use crate::base::watch::Watch;

/// A mutex.
pub struct Lock {
    alias: Option<Box<str>>,
    state: Mutex<LockState>,
}

#[derive(Default)]
struct LockState {
    /// The number of the thread that has locked it, and how often.
    owner: Option<(u64, u64)>,
    /// Whether it ends when it is unlocked.
    ends: bool,
    destroyed: bool,
    waiting: Sleepers,
}

impl Awaited for LockState {
    fn sleepers(&mut self) -> &mut Sleepers {
        &mut self.waiting
    }
}

impl Lock {
    /// Makes a mutex that is not locked.
    pub fn new(alias: Option<&str>) -> Lock {
        Lock {
            alias: alias.map(Box::from),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, LockState> {
        locked(&self.state)
    }

    /// Returns its alias.
    pub fn alias(&self) -> Option<&str> {
        self.alias.as_deref()
    }

    /// Returns the number of the thread that has locked it, and how often.
    pub fn owner(&self) -> Option<(u64, u64)> {
        self.state().owner
    }

    /// Locks it for a thread, if it is its own or free; waits once for that.
    pub fn lock(&self, thread: u64, wait: (&Watch, Duration)) -> bool {
        let is_taken = |state: &LockState| state.owner.is_some_and(|(owner, _)| owner != thread);
        let mut state = wait_if(&self.state, wait, is_taken);
        if is_taken(&state) || state.destroyed {
            return false;
        }
        let count = state.owner.map_or(0, |(_, count)| count);
        state.owner = Some((thread, count + 1));
        true
    }

    /// Unlocks it once, if the thread has locked it.
    pub fn unlock(&self, thread: u64) -> bool {
        let mut state = self.state();
        match state.owner {
            Some((owner, count)) if owner == thread => {
                state.owner = (count > 1).then_some((owner, count - 1));
                // One can have it: the others would sleep again. One that has given up meanwhile leaves the next to find it
                // free at the end of its slice.
                if state.owner.is_none() && state.ends {
                    state.destroyed = true;
                    state.wake();
                } else if state.owner.is_none() && !state.waiting.is_empty() {
                    state.waiting.remove(0).unpark();
                }
                true
            }
            _ => false,
        }
    }

    /// Unlocks it as often as the thread has locked it.
    pub fn unlock_all(&self, thread: u64) {
        while self.unlock(thread) {}
    }

    /// Ends it; one that is locked when it is unlocked.
    pub fn destroy(&self) {
        let mut state = self.state();
        state.ends = true;
        state.destroyed = state.owner.is_none();
    }

    /// Whether it was destroyed.
    pub fn is_gone(&self) -> bool {
        self.state().destroyed
    }
}
