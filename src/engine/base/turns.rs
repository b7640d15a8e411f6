//! `Turns`: a goal and its host, in two threads, one of which runs at a time.
//!
//! A goal that has to go back to its host in the middle of a native predicate keeps its thread, which waits for the
//! next turn where it polls the watch. So every native predicate that can be interrupted can be left and gone on with,
//! and none has to keep its state for that.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use super::watch::Watch;

/// Whose turn it is.
#[derive(Default)]
pub struct Turns {
    turn: Mutex<TurnState>,
    changed: Condvar,
}

#[derive(Default)]
struct TurnState {
    is_goals: bool,
    /// The thread in which the goal runs, from the beginning of a run to its end.
    thread: Option<ThreadId>,
}

impl Turns {
    fn lock(&self) -> MutexGuard<'_, TurnState> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For the host: gives the goal its turn, for a slice.
    pub fn lend(&self, slice: Duration, watch: &Watch) {
        watch.begin_slice(slice);
        self.lock().is_goals = true;
        self.changed.notify_all();
    }

    /// For the host: waits until the turn comes back. If it does not within the slice, the goal is asked for it.
    pub fn wait(&self, slice: Duration, watch: &Watch) {
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), slice, |turn| turn.is_goals);
        let (turn, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if turn.is_goals {
            watch.end_slice();
            let waited = self.changed.wait_while(turn, |turn| turn.is_goals);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
        watch.forget_slice();
    }

    /// For the goal: its run begins in this thread.
    pub fn enter(&self) {
        self.lock().thread = Some(thread::current().id());
    }

    /// For the goal: its run has ended; the host has its turn.
    pub fn leave(&self) {
        *self.lock() = TurnState::default();
        self.changed.notify_all();
    }

    /// For the goal, which may be in the middle of anything: gives the host its turn, and waits for the next one.
    /// Another thread that polls the same watch does not wait.
    pub(super) fn give(&self) {
        let mut turn = self.lock();
        if turn.thread != Some(thread::current().id()) {
            return;
        }
        turn.is_goals = false;
        self.changed.notify_all();
        let waited = self.changed.wait_while(turn, |turn| !turn.is_goals);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
    fn what_polls_waits_for_its_turn() {
        let (turns, watch, polls) = (
            Arc::new(Turns::default()),
            Arc::new(Watch::default()),
            Arc::new(AtomicU32::new(0)),
        );
        watch.set_turns(Some(&turns));
        turns.lend(Duration::from_millis(2), &watch);
        let goal = thread::spawn({
            let (turns, watch, polls) = (Arc::clone(&turns), Arc::clone(&watch), Arc::clone(&polls));
            move || {
                turns.enter();
                // The slice may be over before the thread begins.
                loop {
                    polls.fetch_add(1, Ordering::SeqCst);
                    if watch.is_stop_wanted() {
                        break;
                    }
                }
                turns.leave();
            }
        });
        turns.wait(Duration::from_millis(2), &watch);
        for _ in 0..3 {
            let before = polls.load(Ordering::SeqCst);
            assert!(before > 0 && !watch.is_stop_wanted(), "polls of the host do not wait");
            thread::sleep(Duration::from_millis(2));
            assert_eq!(polls.load(Ordering::SeqCst), before, "the goal runs in its turn only");
            turns.lend(Duration::from_millis(2), &watch);
            turns.wait(Duration::from_millis(2), &watch);
            assert!(polls.load(Ordering::SeqCst) > before);
        }
        watch.interrupt();
        turns.lend(Duration::from_millis(2), &watch);
        turns.wait(Duration::from_secs(1000), &watch);
        goal.join().expect("it ends");
    }
}
