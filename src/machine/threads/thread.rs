//! A thread of a program.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::queue::Queue;
use super::wait_while;
use crate::base::watch::Watch;
use crate::term::parcel::Parcel;

/// A thread.
pub struct Thread {
    number: u64,
    queue: Arc<Queue>,
    watch: Arc<Watch>,
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    status: Status,
    detached: bool,
    signals: VecDeque<Arc<Parcel>>,
}

/// What has become of a thread.
#[derive(Clone)]
pub enum Status {
    /// It runs.
    Running,
    /// It has ended, with `true`, `false`, `exception(Ball)` or `exited(Term)`.
    Ended(Arc<Parcel>),
    /// It has ended, and its end was asked for.
    Joined,
}

impl Thread {
    /// Makes a thread that runs; `watch` is that of its engine.
    pub fn new(number: u64, queue: Arc<Queue>, watch: Arc<Watch>, detached: bool) -> Thread {
        Thread {
            number,
            queue,
            watch,
            state: Mutex::new(State {
                status: Status::Running,
                detached,
                signals: VecDeque::new(),
            }),
            ended: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns its number; that of the first thread is 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns its alias.
    pub fn alias(&self) -> Option<&str> {
        self.queue.alias()
    }

    /// Returns its queue.
    pub fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    /// Returns what has become of it.
    pub fn status(&self) -> Status {
        self.state().status.clone()
    }

    /// Whether it runs.
    pub fn runs(&self) -> bool {
        matches!(self.state().status, Status::Running)
    }

    /// Whether nobody will ask for its end.
    pub fn is_detached(&self) -> bool {
        self.state().detached
    }

    /// Notes that nobody will ask for its end; returns whether it has ended.
    pub fn detach(&self) -> bool {
        let mut state = self.state();
        state.detached = true;
        !matches!(state.status, Status::Running)
    }

    /// Notes how it has ended; returns whether nobody will ask for that.
    pub fn end(&self, status: Parcel) -> bool {
        let mut state = self.state();
        state.status = Status::Ended(Arc::new(status));
        state.signals.clear();
        self.ended.notify_all();
        state.detached
    }

    /// Waits for its end, for at most `time`; returns how it has ended, to one that asks.
    pub fn join(&self, time: Duration) -> Status {
        let runs = |state: &mut State| matches!(state.status, Status::Running);
        let mut state = wait_while(&self.ended, self.state(), time, runs);
        match &state.status {
            Status::Ended(_) => std::mem::replace(&mut state.status, Status::Joined),
            other => other.clone(),
        }
    }

    /// Waits for its end, for at most `time`; returns whether it has ended.
    pub fn wait_for_end(&self, time: Duration) -> bool {
        let runs = |state: &mut State| matches!(state.status, Status::Running);
        !runs(&mut wait_while(&self.ended, self.state(), time, runs))
    }

    /// Interrupts what it runs.
    pub fn interrupt(&self) {
        self.watch.interrupt();
    }

    /// Lets it run a goal at its next call; returns false if it has ended.
    pub fn signal(&self, goal: Arc<Parcel>) -> bool {
        let mut state = self.state();
        let runs = matches!(state.status, Status::Running);
        if runs {
            state.signals.push_back(goal);
            self.watch.ask_for_pause();
        }
        runs
    }

    /// Takes the next goal that it is to run.
    pub fn take_signal(&self) -> Option<Arc<Parcel>> {
        self.state().signals.pop_front()
    }
}
