//! A thread of a program.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use super::affinity;
use super::queue::Queue;
use super::{Awaited, Sleepers, locked, wait_if};
use crate::base::watch::Watch;
use crate::term::parcel::Parcel;

/// A thread.
pub struct Thread {
    number: u64,
    queue: Arc<Queue>,
    watch: Arc<Watch>,
    /// The number by which the operating system knows it.
    system: OnceLock<i32>,
    state: Mutex<ThreadState>,
}

struct ThreadState {
    status: Status,
    detached: bool,
    signals: VecDeque<Arc<Parcel>>,
    waiting: Sleepers,
    /// The processors on which it could run, if it has chosen others.
    processors: Option<Vec<usize>>,
}

impl Awaited for ThreadState {
    fn sleepers(&mut self) -> &mut Sleepers {
        &mut self.waiting
    }
}

impl ThreadState {
    fn runs(&self) -> bool {
        matches!(self.status, Status::Running)
    }
}

/// The state of a thread.
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
            system: OnceLock::new(),
            state: Mutex::new(ThreadState {
                status: Status::Running,
                detached,
                signals: VecDeque::new(),
                waiting: Sleepers::new(),
                processors: None,
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, ThreadState> {
        locked(&self.state)
    }

    /// Returns its number; that of the first thread is 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns its alias.
    pub fn alias(&self) -> Option<&str> {
        self.queue.alias()
    }

    /// Notes that it is the thread of the operating system that runs this.
    pub fn begin(&self) {
        if let Some(number) = affinity::own_number() {
            let _known = self.system.set(number);
        }
    }

    /// Returns the number by which the operating system knows it; `None` for the host's engine, which may run on any thread.
    pub fn system_number(&self) -> Option<i32> {
        self.system.get().copied()
    }

    /// Notes on which processors it could run before it chose others.
    pub fn keep_processors(&self, processors: Vec<usize>) {
        self.state().processors.get_or_insert(processors);
    }

    /// Lets it run on the processors again on which it could.
    fn restore_processors(&self) {
        if let (Some(processors), Some(number)) = (self.state().processors.take(), self.system_number()) {
            let _restored = affinity::set_affinity(number, &processors);
        }
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
        self.state().runs()
    }

    /// Whether nobody will ask for its end.
    pub fn is_detached(&self) -> bool {
        self.state().detached
    }

    /// Notes that nobody will ask for its end; returns whether it has ended.
    pub fn detach(&self) -> bool {
        let mut state = self.state();
        state.detached = true;
        !state.runs()
    }

    /// Notes how it has ended; returns whether nobody will ask for that.
    pub fn end(&self, status: Parcel) -> bool {
        self.restore_processors();
        let mut state = self.state();
        state.status = Status::Ended(Arc::new(status));
        state.signals.clear();
        state.wake();
        // Who sends a message or waits for one finds that it has ended.
        self.queue.destroy();
        state.detached
    }

    /// Waits once for its end; returns how it has ended, to one that asks.
    pub fn join(&self, wait: (&Watch, Duration)) -> Status {
        let mut state = wait_if(&self.state, wait, ThreadState::runs);
        match &state.status {
            Status::Ended(_) => std::mem::replace(&mut state.status, Status::Joined),
            other => other.clone(),
        }
    }

    /// Waits once for its end; returns whether it has ended.
    pub fn wait_for_end(&self, wait: (&Watch, Duration)) -> bool {
        !wait_if(&self.state, wait, ThreadState::runs).runs()
    }

    /// Interrupts what it runs.
    pub fn interrupt(&self) {
        self.watch.interrupt();
    }

    /// Lets it run a goal at its next call; returns false if it has ended.
    pub fn signal(&self, goal: Arc<Parcel>) -> bool {
        let mut state = self.state();
        let runs = state.runs();
        if runs {
            state.signals.push_back(goal);
            self.watch.tell_of_goals();
        }
        runs
    }

    /// Tells it of goals that it is to run.
    pub fn tell_of_signals(&self) {
        self.watch.tell_of_goals();
    }

    /// Returns the goals that it is to run, in the order in which they were sent.
    pub fn signals(&self) -> Vec<Arc<Parcel>> {
        self.state().signals.iter().cloned().collect()
    }

    /// Takes one of the goals that it is to run.
    pub fn take_signal(&self, goal: &Arc<Parcel>) {
        self.state().signals.retain(|signal| !Arc::ptr_eq(signal, goal));
    }
}
