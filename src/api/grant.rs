//! What is granted to an engine and what stops it: limits and interruption.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::machine::limit::Shared;

/// Stops the running query of an engine from another thread.
#[derive(Clone, Debug)]
pub struct Interrupter(Arc<Shared>);

impl Interrupter {
    pub(super) fn new(shared: &Arc<Shared>) -> Interrupter {
        Interrupter(Arc::clone(shared))
    }

    /// Stops the query that is running, or the next one; it ends with
    /// [`ErrorKind::Interrupted`](crate::ErrorKind::Interrupted).
    pub fn interrupt(&self) {
        self.0.interrupt();
    }

    /// Takes back an interrupt that no query has met yet.
    pub fn clear(&self) {
        self.0.clear();
    }
}

/// The limits that each query of an engine starts with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueryLimits {
    pub inferences: Option<u64>,
    pub time: Option<Duration>,
}

/// The time that a query may still run; the time between two solutions does not count.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeLeft(pub Option<Duration>);

impl TimeLeft {
    /// When a run that begins now has to end.
    pub fn deadline(self) -> Option<Instant> {
        self.0.and_then(|left| Instant::now().checked_add(left))
    }

    /// A run has taken so long.
    pub fn spend(&mut self, taken: Duration) {
        self.0 = self.0.map(|left| left.saturating_sub(taken));
    }
}
