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
