//! What a thread runs: the exceptions of Python that end a goal and that no program may catch, and jobs, which other
//! threads cancel.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferz::Interrupter;
use pyo3::prelude::*;

thread_local! {
    /// The engines that run in this thread, the innermost last.
    static RUNNING: RefCell<Vec<Interrupter>> = const { RefCell::new(Vec::new()) };
    /// The exception that has ended the goal.
    static KEPT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
    /// The job of this thread.
    static JOB: RefCell<Option<Arc<Mutex<Goals>>>> = const { RefCell::new(None) };
}

/// What a job runs.
#[derive(Default)]
struct Goals {
    is_cancelled: bool,
    /// The engines, the innermost last.
    running: Vec<Interrupter>,
}

fn locked(goals: &Mutex<Goals>) -> MutexGuard<'_, Goals> {
    goals.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A call of a function whose goals another thread can stop, and no others.
#[pyclass(frozen, module = "ferz._ferz")]
#[derive(Default)]
pub struct Job(Arc<Mutex<Goals>>);

#[pymethods]
impl Job {
    #[new]
    fn new() -> Job {
        Job::default()
    }

    /// Calls a function without arguments in this thread.
    fn run<'py>(&self, function: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        struct Restored(Option<Arc<Mutex<Goals>>>);
        impl Drop for Restored {
            fn drop(&mut self) {
                JOB.set(self.0.take());
            }
        }
        let _restored = Restored(JOB.replace(Some(Arc::clone(&self.0))));
        function.call0()
    }

    /// Stops the goals that the job runs, and all that it begins.
    fn cancel(&self) {
        let mut goals = locked(&self.0);
        goals.is_cancelled = true;
        for interrupter in &goals.running {
            interrupter.interrupt_next();
        }
    }
}

/// An engine runs in this thread, until this is dropped.
pub struct Running(Option<Arc<Mutex<Goals>>>);

impl Running {
    pub fn begin(interrupter: &Interrupter) -> Running {
        RUNNING.with_borrow_mut(|running| running.push(interrupter.clone()));
        let job = JOB.with_borrow(Clone::clone);
        if let Some(job) = &job {
            let mut goals = locked(job);
            goals.running.push(interrupter.clone());
            if goals.is_cancelled {
                interrupter.interrupt_next();
            }
        }
        Running(job)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(Vec::pop);
        if let Some(job) = &self.0 {
            let mut goals = locked(job);
            if let Some(interrupter) = goals.running.pop()
                && goals.is_cancelled
            {
                // The goal may have ended by itself: the next one is not of this job.
                interrupter.clear();
            }
        }
    }
}

/// Keeps the exception that ends the goal.
pub fn keep(error: PyErr) {
    KEPT.set(Some(error));
}

/// Ends the goal that runs in this thread with an exception.
pub fn end(error: PyErr) {
    keep(error);
    RUNNING.with_borrow(|running| {
        if let Some(innermost) = running.last() {
            innermost.interrupt();
        }
    });
}

/// Takes the exception that has ended the goal.
pub fn take() -> Option<PyErr> {
    KEPT.take()
}
