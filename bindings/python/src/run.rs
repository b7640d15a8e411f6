//! What a thread runs: the exceptions of Python that end a goal and that no program may catch.

use std::cell::RefCell;

use ferz::Interrupter;
use pyo3::PyErr;

thread_local! {
    /// The engines that run in this thread, the innermost last.
    static RUNNING: RefCell<Vec<Interrupter>> = const { RefCell::new(Vec::new()) };
    /// The exception that has ended the goal.
    static KEPT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// An engine runs in this thread, until this is dropped.
pub struct Running(());

impl Running {
    pub fn begin(interrupter: &Interrupter) -> Running {
        RUNNING.with_borrow_mut(|running| running.push(interrupter.clone()));
        Running(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(Vec::pop);
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
