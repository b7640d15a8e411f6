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

    /// Pauses the running query, or the next one, at its next call: the function of
    /// [`Engine::on_pause`](crate::Engine::on_pause) decides whether it goes on.
    pub fn pause(&self) {
        self.0.ask_for_pause();
    }

    /// Whether a pause was asked for and has not begun.
    pub fn is_pausing(&self) -> bool {
        self.0.is_pause_wanted()
    }

    /// Cancels a pause that no query has come to yet; returns whether there was one.
    pub fn cancel_pause(&self) -> bool {
        self.0.take_pause()
    }

    /// Cancels an interrupt that no query has seen yet.
    pub fn clear(&self) {
        self.0.clear();
    }
}
