//! Limits on queries, and interruption.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::flag::Flags;
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

/// The limits that each query of an engine starts with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueryLimits {
    pub inferences: Option<u64>,
    pub time: Option<Duration>,
    pub answers: Option<u64>,
    pub output: Option<u64>,
}

impl QueryLimits {
    /// Returns the limits of a query: the host's, or those that the program has set by flags where they are lower.
    pub fn with_flags(self, flags: &Flags) -> QueryLimits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            [a, b].into_iter().flatten().min()
        }
        let flag = |limit: i64| u64::try_from(limit).ok().filter(|&limit| limit > 0);
        QueryLimits {
            inferences: least(self.inferences, flag(flags.inference_limit)),
            time: least(self.time, flag(flags.time_limit).map(Duration::from_millis)),
            answers: least(self.answers, flag(flags.answer_limit)),
            output: least(self.output, flag(flags.output_limit)),
        }
    }
}

/// The remaining running time of a query; the time between two solutions does not count.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeLeft(pub Option<Duration>);

impl TimeLeft {
    /// Returns the deadline of a run that begins now.
    pub fn deadline(self) -> Option<Instant> {
        self.0.and_then(|left| Instant::now().checked_add(left))
    }

    /// Subtracts the duration of a run.
    pub fn spend(&mut self, taken: Duration) {
        self.0 = self.0.map(|left| left.saturating_sub(taken));
    }
}
