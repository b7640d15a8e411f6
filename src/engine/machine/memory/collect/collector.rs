//! The collector's state: when it runs, and what must not move.

use std::time::Duration;

use crate::machine::memory::collect::marks::{Bits, HeapMarks};

/// Number of cells below which no collection runs.
pub(crate) const SMALLEST: usize = 256 * 1024;

/// Length of the trail in words below which it causes no collection.
pub(crate) const SMALLEST_TRAIL: usize = 1 << 20;

/// Statistics of the collections.
#[derive(Clone, Copy, Debug, Default)]
pub struct Collections {
    /// Their number.
    pub count: u64,
    /// The bytes that they freed.
    pub freed: usize,
    /// The time they took.
    pub time: Duration,
}

/// The state of the collector.
#[derive(Debug)]
pub struct Collector {
    pub(super) marks: HeapMarks,
    /// Words of the frame stack: the headers of walked frames, and live slots.
    pub(super) frame_words: Bits,
    /// The top of the heap, in cells, from which a collection is due.
    pub(super) threshold: usize,
    /// The length of the trail from which a collection is due.
    pub(super) trail_threshold: usize,
    /// Collect before every n-th call and check everything; for tests.
    pub(super) stress: Option<u64>,
    pub(super) calls: u64,
    pub(super) done: Collections,
    /// The number of active nested runs whose callers hold cells, so that nothing may move.
    pub(super) held_back: usize,
    /// Whether the last exception was raised for lack of room.
    pub(super) is_refused: bool,
    /// Whether it was raised by a predicate that may be called again.
    pub(super) is_wanted: bool,
    /// Whether early reset is off, so that variables reachable only from choice points keep their bindings; for
    /// measurements.
    #[cfg(any(test, feature = "testing"))]
    pub(super) keeps_trailed: bool,
}

impl Default for Collector {
    fn default() -> Collector {
        Collector {
            marks: HeapMarks::default(),
            frame_words: Bits::default(),
            threshold: SMALLEST,
            trail_threshold: SMALLEST_TRAIL,
            stress: None,
            calls: 0,
            done: Collections::default(),
            held_back: 0,
            is_refused: false,
            is_wanted: false,
            #[cfg(any(test, feature = "testing"))]
            keeps_trailed: false,
        }
    }
}

impl Collector {
    /// Turns early reset on or off, to measure its effect.
    #[cfg(any(test, feature = "testing"))]
    pub fn set_early_reset(&mut self, is_on: bool) {
        self.keeps_trailed = !is_on;
    }

    /// Gives back the memory for marks that a large heap needed.
    pub(in crate::machine) fn release_marks(&mut self) {
        self.marks.shrink();
    }

    /// Raises the threshold for a built-in that is about to build `cells` cells. They are live at first, so that a
    /// collection right afterwards would visit all of them and free nothing.
    pub(in crate::machine) fn announce(&mut self, cells: usize, top: usize, most: usize) {
        if self.threshold > 0 && cells > self.threshold {
            self.threshold = (2 * (top + cells)).min(most / 2).max(self.threshold);
        }
    }

    /// Exchanges the thresholds, since another heap takes the place of this one.
    pub(crate) fn swap_thresholds(&mut self, (heap, trail): &mut (usize, usize)) {
        std::mem::swap(&mut self.threshold, heap);
        std::mem::swap(&mut self.trail_threshold, trail);
    }

    /// Whether a collection runs before every call.
    pub(crate) fn is_stressed(&self) -> bool {
        self.stress.is_some()
    }

    /// Begins a nested run whose caller holds cells: nothing moves until [`Collector::let_go`].
    pub(crate) fn hold_back(&mut self) {
        self.held_back += 1;
    }

    /// Ends such a run.
    pub(crate) fn let_go(&mut self) {
        self.held_back -= 1;
    }

    /// Whether nothing may move.
    pub(crate) fn is_held_back(&self) -> bool {
        self.held_back > 0
    }

    /// Notes that the exception raised now is for lack of room.
    pub(crate) fn note_refusal(&mut self) {
        self.is_refused = true;
    }

    /// Notes that an exception is raised for another reason.
    pub(crate) fn forget_refusal(&mut self) {
        self.is_refused = false;
        self.is_wanted = false;
    }

    /// Notes whether the predicate that lacks room may be called again.
    pub(crate) fn want_retry(&mut self, is_wanted: bool) {
        self.is_wanted = is_wanted && self.is_refused;
    }

    /// Whether the predicate that has just raised an exception is to be called again after a collection.
    pub fn is_retry_wanted(&self) -> bool {
        self.is_wanted && self.held_back == 0
    }

    /// Returns the top of the heap, in cells, at which a call must check whether a collection is due.
    pub(crate) fn due_at(&self) -> usize {
        if self.held_back > 0 { usize::MAX } else { self.threshold }
    }

    /// Requests a collection before the next call.
    pub(crate) fn request(&mut self) {
        self.threshold = 0;
    }

    /// Returns the statistics.
    pub fn done(&self) -> Collections {
        self.done
    }

    /// Makes a collection run before every `period`-th call; for tests.
    pub(crate) fn set_stress(&mut self, period: Option<u64>) {
        self.stress = period;
    }
}
