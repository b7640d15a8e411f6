//! What stops an engine: interruption.

use std::sync::Arc;

use crate::base::watch::Watch;

/// Stops the running query of an engine from another thread.
#[derive(Clone, Debug)]
pub struct Interrupter(Arc<Watch>);

impl Interrupter {
    pub(super) fn new(watch: &Arc<Watch>) -> Interrupter {
        Interrupter(Arc::clone(watch))
    }

    /// Stops the running query, or the next one if none is running; it ends with
    /// [`ErrorKind::Interrupted`](crate::ErrorKind::Interrupted).
    pub fn interrupt(&self) {
        self.0.interrupt();
    }

    /// Cancels an interrupt that no query has seen yet.
    pub fn clear(&self) {
        self.0.clear();
    }
}
