//! The state of a goal that runs on several machines: its tasks in the order of their solutions.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::base::limit::{Amounts, Limit};
use crate::base::watch::Watch;
use crate::machine::Machine;
use crate::machine::image::Areas;
use crate::term::parcel::Parcel;

/// The calls that a machine makes between two looks at who waits for work; few in debug builds, so that small goals are
/// given away, too.
const PACE: u64 = if cfg!(debug_assertions) { 3 } else { 4_000 };

/// The common state of the machines of one goal.
pub struct ParallelSearch {
    state: Mutex<SharedState>,
    /// Work was offered, or the search has ended.
    offered: Condvar,
    /// The search has ended.
    over: Condvar,
    /// Whether a machine waits for work that nobody has offered yet.
    wanted: AtomicBool,
    calls: AtomicU64,
    most_calls: Option<u64>,
    /// The bytes of the copies of all solutions.
    bytes: Arc<AtomicUsize>,
    most_bytes: usize,
    /// Areas of machines that have ended.
    areas: Mutex<Vec<Areas>>,
    /// The rest, for each machine, of the limits that are not shared.
    amounts: Amounts,
}

#[derive(Default)]
struct SharedState {
    tasks: Vec<SearchTask>,
    jobs: VecDeque<Job>,
    /// The number of tasks that have not ended.
    open: usize,
    /// The number of machines that wait for work.
    idle: usize,
    /// The first task, in order, that has not ended: nothing can call it off any more.
    front: usize,
    ended: bool,
}

/// A part of the search.
#[derive(Default)]
struct SearchTask {
    /// The task whose solutions come next.
    next: Option<usize>,
    /// Those that were given work by this one.
    takers: Vec<usize>,
    called_off: bool,
    answers: FoundAnswers,
    error: Option<TaskException>,
    /// That of the machine that runs it.
    watch: Option<Arc<Watch>>,
    /// The tasks that it has called off. That counts once it is certain that nothing calls this one off.
    calls_off: Vec<usize>,
    ended: bool,
}

/// Solutions, in order.
#[derive(Debug, Default)]
pub struct FoundAnswers {
    /// Their number.
    pub count: u64,
    /// Copies of what was asked for, if it was.
    pub copies: Vec<Parcel>,
    /// The bytes of the copies, which are taken from the sum when they are dropped.
    bytes: usize,
    sum: Arc<AtomicUsize>,
}

impl Drop for FoundAnswers {
    fn drop(&mut self) {
        self.sum.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The exception that has ended a task.
pub enum TaskException {
    /// A copy of a ball.
    Ball(Parcel),
    /// A limit was met.
    Limit(Limit),
}

/// A task, with the machine that stands where it begins.
pub struct Job {
    /// The machine.
    pub machine: Box<Machine>,
    /// Whether its goal has not begun.
    pub is_first: bool,
    task: usize,
}

/// The part that a machine has in a search.
pub struct SearchPart {
    /// The search.
    pub search: Arc<ParallelSearch>,
    /// Its solutions so far.
    pub answers: FoundAnswers,
    /// The calls that were counted.
    calls: u64,
    /// The work of the machine before some of its calls.
    pub before_call: fn(&mut Machine),
    task: usize,
}

impl SharedState {
    fn call_off(&mut self, task: usize) {
        let mut waiting = vec![task];
        while let Some(number) = waiting.pop() {
            let task = &mut self.tasks[number];
            if std::mem::replace(&mut task.called_off, true) {
                continue;
            }
            task.answers = FoundAnswers::default();
            if let Some(watch) = &task.watch {
                watch.interrupt();
            }
            waiting.extend_from_slice(&task.takers);
        }
    }

    /// Carries out what tasks have called off, up to the first that has not ended: what comes after it may still be
    /// called off itself.
    fn settle(&mut self) {
        loop {
            let task = &mut self.tasks[self.front];
            let next = task.next;
            if !task.called_off {
                let is_last = task.error.is_some();
                for number in std::mem::take(&mut task.calls_off) {
                    self.call_off(number);
                }
                if is_last {
                    self.call_off_from(next);
                }
                if !self.tasks[self.front].ended {
                    return;
                }
            }
            match next {
                Some(next) => self.front = next,
                None => return,
            }
        }
    }

    /// Calls off a task and those whose solutions come after its own.
    fn call_off_from(&mut self, mut next: Option<usize>) {
        while let Some(number) = next {
            self.call_off(number);
            next = self.tasks[number].next;
        }
    }
}

impl ParallelSearch {
    /// Begins a search for the solutions of the goal of a machine. `most_bytes` is what the copies of all solutions may
    /// take, `amounts` what each machine may use.
    pub fn begin(
        mut machine: Machine,
        most_calls: Option<u64>,
        most_bytes: usize,
        amounts: Amounts,
    ) -> Arc<ParallelSearch> {
        let search = Arc::new(ParallelSearch {
            state: Mutex::default(),
            offered: Condvar::new(),
            over: Condvar::new(),
            wanted: AtomicBool::new(false),
            calls: AtomicU64::new(0),
            most_calls,
            bytes: Arc::default(),
            most_bytes,
            areas: Mutex::default(),
            amounts,
        });
        machine.session.take_part(search.place(0));
        let mut state = search.state();
        state.tasks.push(SearchTask::default());
        state.open = 1;
        state.jobs.push_back(Job {
            machine: Box::new(machine),
            is_first: true,
            task: 0,
        });
        drop(state);
        search
    }

    fn state(&self) -> MutexGuard<'_, SharedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(self: &Arc<ParallelSearch>, task: usize) -> SearchPart {
        SearchPart {
            search: Arc::clone(self),
            answers: FoundAnswers {
                count: 0,
                copies: Vec::new(),
                bytes: 0,
                sum: Arc::clone(&self.bytes),
            },
            calls: 0,
            before_call: Machine::share_work,
            task,
        }
    }

    /// Waits for work; `None` at the end of the search.
    pub fn take(&self) -> Option<Job> {
        let mut state = self.state();
        let job = loop {
            if state.ended {
                break None;
            }
            if let Some(job) = state.jobs.pop_front() {
                if !state.tasks[job.task].called_off {
                    break Some(job);
                }
                self.close(&mut state);
                continue;
            }
            state.idle += 1;
            self.tell_wanted(&state);
            state = self.offered.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        };
        self.tell_wanted(&state);
        let mut job = job?;
        state.tasks[job.task].watch = Some(Arc::clone(job.machine.limits.watch()));
        drop(state);
        job.machine.limits.begin(self.amounts);
        job.machine.limits.set_pace(PACE);
        Some(job)
    }

    fn tell_wanted(&self, state: &SharedState) {
        self.wanted.store(state.idle > state.jobs.len(), Ordering::Relaxed);
    }

    /// Whether a machine waits for work that nobody has offered yet.
    pub fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// Offers work: the machine stands at a choice point whose alternatives `giver` leaves to it. Returns the number of
    /// the task.
    pub fn offer(self: &Arc<ParallelSearch>, giver: &SearchPart, mut machine: Machine) -> usize {
        let mut state = self.state();
        let task = state.tasks.len();
        let before = &mut state.tasks[giver.task];
        let next = before.next.replace(task);
        before.takers.push(task);
        let called_off = before.called_off;
        state.tasks.push(SearchTask {
            next,
            called_off,
            ..SearchTask::default()
        });
        state.open += 1;
        machine.session.take_part(self.place(task));
        state.jobs.push_back(Job {
            machine: Box::new(machine),
            is_first: false,
            task,
        });
        self.tell_wanted(&state);
        drop(state);
        self.offered.notify_one();
        task
    }

    /// Takes the areas of a machine that has ended.
    pub fn take_areas(&self) -> Option<Areas> {
        self.areas.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Keeps the areas of a machine that has ended for another one.
    pub fn keep_areas(&self, areas: Areas) {
        self.areas.lock().unwrap_or_else(PoisonError::into_inner).push(areas);
    }

    /// Notes that `place` has dropped choice points whose alternatives these tasks run.
    pub fn call_off(&self, place: &SearchPart, tasks: Vec<usize>) {
        let mut state = self.state();
        state.tasks[place.task].calls_off.extend(tasks);
        state.settle();
    }

    /// Notes the end of a task, with its solutions, and the exception that has ended it.
    pub fn end(&self, place: SearchPart, error: Option<TaskException>) {
        let mut state = self.state();
        let task = &mut state.tasks[place.task];
        task.watch = None;
        task.ended = true;
        if !task.called_off {
            task.answers = place.answers;
            task.error = error;
            state.settle();
        }
        self.close(&mut state);
    }

    fn close(&self, state: &mut SharedState) {
        state.open -= 1;
        if state.open == 0 {
            state.ended = true;
            self.offered.notify_all();
            self.over.notify_all();
        }
    }

    /// Ends the search: all machines stop.
    pub fn stop(&self) {
        let mut state = self.state();
        state.call_off(0);
        state.ended = true;
        // Machines refer to the search.
        let jobs = std::mem::take(&mut state.jobs);
        drop(state);
        drop(jobs);
        self.offered.notify_all();
    }

    /// Waits for the end of the search, at most so long; returns whether it has come, or all calls are used up.
    pub fn wait(&self, most: Duration) -> bool {
        let state = self.state();
        if state.ended {
            return true;
        }
        let waited = self.over.wait_timeout(state, most);
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        state.ended || self.has_no_calls()
    }

    /// Returns the number of calls made.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Whether all calls are used up.
    pub fn has_no_calls(&self) -> bool {
        self.most_calls.is_some_and(|most| self.calls() >= most)
    }

    /// Takes the solutions, in order, up to the first exception.
    pub fn outcome(&self) -> (FoundAnswers, Option<TaskException>) {
        let mut state = self.state();
        let mut all = FoundAnswers::default();
        let mut next = Some(0);
        while let Some(task) = next.and_then(|number| state.tasks.get_mut(number)) {
            next = task.next;
            if task.called_off {
                continue;
            }
            all.count += task.answers.count;
            all.copies.append(&mut task.answers.copies);
            if let Some(error) = task.error.take() {
                return (all, Some(error));
            }
        }
        (all, None)
    }
}

impl SearchPart {
    /// Adds a copy of a solution. Returns whether there is room for it.
    pub fn add(&mut self, copy: Parcel) -> bool {
        let bytes = copy.bytes();
        let before = self.search.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.answers.bytes += bytes;
        self.answers.count += 1;
        self.answers.copies.push(copy);
        before + bytes <= self.search.most_bytes
    }

    /// Counts the calls of the machine up to now.
    pub fn count_calls(&mut self, now: u64) {
        let before = std::mem::replace(&mut self.calls, now);
        self.search
            .calls
            .fetch_add(now.saturating_sub(before), Ordering::Relaxed);
    }
}
