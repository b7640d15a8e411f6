//! The desk between the thread that reads messages and the one with the engine: calls of tools that wait, and the one
//! that runs.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ferz::Interrupter;

use super::message::ProtocolError;
use super::tools::Tool;

/// The most calls that wait: each may hold a long line.
const MOST_WAITING: usize = 32;

/// A call of a tool.
pub(super) struct ToolCall {
    /// The identifier of the request, as JSON.
    pub id: String,
    pub tool: Tool,
}

/// The calls of a conversation.
pub(super) struct Desk {
    state: Mutex<DeskState>,
    changed: Condvar,
}

struct DeskState {
    waiting: VecDeque<ToolCall>,
    /// The identifier of the call that runs.
    running: Option<String>,
    is_cancelled: bool,
    is_closed: bool,
    /// The interrupters of the engine, and of the copies that it works with.
    interrupters: Vec<Interrupter>,
}

impl Desk {
    pub(super) fn new(interrupter: Interrupter) -> Desk {
        Desk {
            state: Mutex::new(DeskState {
                waiting: VecDeque::new(),
                running: None,
                is_cancelled: false,
                is_closed: false,
                interrupters: vec![interrupter],
            }),
            changed: Condvar::new(),
        }
    }

    /// No change is left half done, so a panic elsewhere does no harm.
    fn state(&self) -> MutexGuard<'_, DeskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a call to those that wait.
    pub(super) fn put(&self, call: ToolCall) -> Result<(), ProtocolError> {
        let mut state = self.state();
        if state.waiting.len() >= MOST_WAITING {
            return Err(ProtocolError::busy());
        }
        state.waiting.push_back(call);
        self.changed.notify_one();
        Ok(())
    }

    /// No more calls will come.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_one();
    }

    /// Waits for the next call, which runs from now on; `None` if there is none any more.
    pub(super) fn take(&self) -> Option<ToolCall> {
        let mut state = self.state();
        loop {
            if let Some(call) = state.waiting.pop_front() {
                state.running = Some(call.id.clone());
                return Some(call);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The call that runs works with another engine, too, until it has ended.
    pub(super) fn watch(&self, interrupter: Interrupter) {
        let mut state = self.state();
        if state.is_cancelled {
            interrupter.interrupt_next();
        }
        state.interrupters.push(interrupter);
    }

    /// The call that runs has ended. Returns whether an answer is wanted.
    pub(super) fn finish(&self) -> bool {
        let mut state = self.state();
        state.running = None;
        state.interrupters.truncate(1);
        // An interrupt that came too late must not stop the next call.
        state.interrupters.iter().for_each(Interrupter::clear);
        !std::mem::take(&mut state.is_cancelled)
    }

    /// Drops the call if it waits, and stops it if it runs.
    pub(super) fn cancel(&self, id: &str) {
        let mut state = self.state();
        state.waiting.retain(|call| call.id != id);
        if state.running.as_deref() == Some(id) {
            state.is_cancelled = true;
            state.interrupters.iter().for_each(Interrupter::interrupt_next);
        }
    }
}
