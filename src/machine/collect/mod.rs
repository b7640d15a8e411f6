//! The heap collector: mark and slide, which preserves the order of cells.
//!
//! It runs only before a call. There the roots are the argument registers of the called predicate, the frames with the
//! slots that their calls name as live, the choice points, the trail and a few cells held by the machine. The order of
//! cells is preserved, and with it the segments of choice points, the age of variables and the standard order;
//! backtracking works as before.
//!
//! A heap is collected when it has grown to a multiple of the live data after the last collection, so that the
//! amortized cost of each new cell is constant.

mod check;
mod marks;
mod roots;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::term::cell::Cell;
use crate::term::heap::{GIVEN_BACK, HEADROOM};

use super::Machine;
use super::choice::Kind;
use super::native::{Step, Stop};
use marks::{Bits, Marks};

/// The minimum heap size, in cells, for a collection.
const SMALLEST: usize = 256 * 1024;
/// The growth of the heap, as a multiple of the live data, before the next collection. The collector's share of the
/// time falls with it: at 2 it takes half of the time where a large state changes bit by bit, at 4 a quarter.
const GROWTH_FACTOR: usize = 4;
/// The length of the trail, in words, below which it triggers no collection.
const SMALLEST_TRAIL: usize = 1 << 20;
/// The size, in cells, below which debug builds check the heap at every collection.
const LARGEST_CHECKED: usize = 1 << 20;
/// The distance by which every other collection under stress moves everything.
const SHIFT: usize = 3;

/// Under stress, the number of words checked for each call.
const CHECKED_PER_CALL: usize = 128;

/// Under stress, the number of collections for one reclamation of atoms and code.
const RECLAIM_SELDOM: u64 = 256;

/// A cell held by a caller outside the machine, and the heap top before it was created.
#[derive(Debug)]
pub(super) struct Held {
    pub cell: Cell,
    pub top: usize,
}

/// Statistics of collections.
#[derive(Clone, Copy, Debug, Default)]
pub struct Collections {
    /// The number of collections.
    pub count: u64,
    /// The bytes freed.
    pub freed: usize,
    /// The time spent.
    pub time: Duration,
}

/// The state of the collector.
#[derive(Debug)]
pub(super) struct Collector {
    marks: Marks,
    /// Words of the frame stack: the headers of visited frames, and live slots.
    frame_words: Bits,
    /// The top of the heap, in cells, from which a collection is due.
    pub threshold: usize,
    /// The length of the trail from which a collection is due.
    trail_threshold: usize,
    /// Collect before every n-th call and check everything; for tests.
    stress: Option<u64>,
    calls: u64,
    pub done: Collections,
    /// The number of nested runs whose callers hold cells, so that nothing may move.
    pub held_back: usize,
    /// True if the last exception was raised for lack of room.
    pub is_refused: bool,
    /// True if it was raised by a predicate that may be called once more.
    pub is_wanted: bool,
    /// True if early reset is off, for measurements.
    #[cfg(test)]
    keeps_trailed: bool,
}

impl Default for Collector {
    fn default() -> Collector {
        Collector {
            marks: Marks::default(),
            frame_words: Bits::default(),
            threshold: SMALLEST,
            trail_threshold: SMALLEST_TRAIL,
            stress: None,
            calls: 0,
            done: Collections::default(),
            held_back: 0,
            is_refused: false,
            is_wanted: false,
            #[cfg(test)]
            keeps_trailed: false,
        }
    }
}

impl Machine {
    /// Returns the statistics of the collector.
    pub fn collections(&self) -> Collections {
        self.collector.done
    }

    /// Collects before the next call, whatever the heap's size.
    pub fn request_collection(&mut self) {
        self.collector.threshold = 0;
        self.limits.raise_event();
    }

    /// Collects before every `period`-th call from now on, moves everything each time, and checks all areas before and
    /// after; reclaims atoms and code now and then. For tests.
    pub fn set_stress(&mut self, period: Option<u64>) {
        self.collector.stress = period;
        self.set_reclaim_stress(period.map(|period| period.saturating_mul(RECLAIM_SELDOM)));
        self.refresh_heap_limit();
    }

    /// Turns early reset on or off, to measure its effect.
    #[cfg(test)]
    pub(crate) fn set_early_reset(&mut self, is_on: bool) {
        self.collector.keeps_trailed = !is_on;
    }

    pub(super) fn is_stressed(&self) -> bool {
        self.collector.stress.is_some()
    }

    /// Returns the heap top, in cells, from which a call tests whether a collection is due.
    pub(super) fn collection_due_at(&self) -> usize {
        if self.collector.held_back > 0 {
            usize::MAX
        } else {
            self.collector.threshold
        }
    }

    /// Collects, if due, before a call whose arguments are in the first `registers` registers.
    ///
    /// # Errors
    /// `resource_error(memory)` if almost nothing of the budget is left.
    pub(super) fn collect_if_due(&mut self, registers: usize) -> Step {
        if self.collector.held_back > 0 {
            return Ok(());
        }
        if let Some(period) = self.collector.stress {
            self.collector.calls += 1;
            // Large areas take long to check, so they are checked less often.
            let words = self.heap.top() + self.stack_words();
            if self.collector.calls >= period + (words / CHECKED_PER_CALL) as u64 {
                self.collector.calls = 0;
                let shift = if self.collector.done.count.is_multiple_of(2) {
                    SHIFT
                } else {
                    0
                };
                self.check("before a collection", registers);
                self.collect(registers, shift, 0)?;
                self.check("after a collection", registers);
                return self.set_threshold();
            }
        }
        let is_due = self.heap.top() > self.collector.threshold || self.trail.len() > self.collector.trail_threshold;
        if !is_due && !self.is_growth_refused() {
            return Ok(());
        }
        // With the flag off, explicit requests and collections for lack of memory still run.
        if !self.flags.gc && self.collector.threshold > 0 && !self.is_growth_refused() {
            return self.set_threshold();
        }
        let before = self.heap.top();
        // Moving a heap that is almost all live costs more than it gains, unless it was requested.
        let least = match self.collector.threshold {
            0 => 0,
            _ if GROWTH_FACTOR * before < self.most_cells() => before / 8,
            _ => before / 64,
        };
        self.check_in_debug("before a collection", registers);
        self.collect(registers, 0, least)?;
        self.check_in_debug("after a collection", registers);
        self.set_threshold()
    }

    /// Checks all areas in debug builds, unless the heap is large.
    fn check_in_debug(&self, when: &str, registers: usize) {
        if cfg!(debug_assertions) && self.heap.top() < LARGEST_CHECKED {
            self.check(when, registers);
        }
    }

    /// Collects for a native predicate with `arity` arguments that lacked room and has changed nothing.
    ///
    /// # Errors
    /// `resource_error(memory)` if almost nothing of the budget is left.
    pub(super) fn collect_for_retry(&mut self, arity: usize) -> Step {
        self.throw(Cell::NIL);
        self.collect(arity, 0, 0)?;
        self.set_threshold()?;
        self.refresh_heap_limit();
        Ok(())
    }

    /// Raises the threshold for a native predicate that is about to build `cells` cells. They are live at first: a
    /// collection right after would mark all of them and free nothing.
    pub(super) fn announce(&mut self, cells: usize) {
        let threshold = self.collector.threshold;
        if threshold > 0 && cells > threshold {
            self.collector.threshold = (2 * (self.heap.top() + cells))
                .min(self.most_cells() / 2)
                .max(threshold);
        }
    }

    /// Returns the number of words of frames, choice points and trail, which a collection scans.
    fn stack_words(&self) -> usize {
        let usage = self.usage();
        (usage.frames + usage.choices + usage.trail) / 8
    }

    /// Returns the maximum number of heap cells, given the current size of the other areas.
    fn most_cells(&self) -> usize {
        let others = self.stack_bytes() - self.heap.capacity() * 8;
        (self.limits.memory().saturating_sub(others) / 8).saturating_sub(2 * HEADROOM)
    }

    /// Sets the threshold of the next collection.
    fn set_threshold(&mut self) -> Step {
        let live = self.heap.top();
        let most = self.most_cells();
        if live + most / 32 > most {
            return self.no_memory();
        }
        // Half of the budget stays free while possible: the result of a native predicate must fit in at once.
        let scarce = (2 * live).max(most / 2);
        // The stacks are scanned, too.
        let grown = GROWTH_FACTOR * live + self.stack_words();
        let threshold = grown.min(scarce).max(SMALLEST).min(most);
        self.collector.threshold = threshold;
        // Tidying the trail requires marking all live data.
        self.collector.trail_threshold = (2 * self.trail.len()).max(SMALLEST_TRAIL).max(live / 4);
        // Memory is allocated stepwise, so that no page is touched before it is used.
        let capacity = threshold + 2 * HEADROOM;
        if self.heap.capacity() > 2 * capacity {
            self.note_peak();
            while self.heap.capacity() > capacity && !self.limits.is_stop_wanted() {
                self.heap
                    .shrink(capacity.max(self.heap.capacity().saturating_sub(GIVEN_BACK)));
            }
            self.collector.marks.shrink();
        }
        Ok(())
    }

    /// Collects. `shift` cells are left free at the bottom, so that everything moves; 0 except in tests. Nothing moves
    /// if fewer than `least` cells would be freed.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit, for which marking just ends early. Moving must be completed,
    /// unless an interrupt ends the whole query: then only the data that outlives the query must be moved.
    fn collect(&mut self, registers: usize, shift: usize, least: usize) -> Step {
        let start = Instant::now();
        let before = self.heap.top();
        let mut marks = std::mem::take(&mut self.collector.marks);
        let mut frame_words = std::mem::take(&mut self.collector.frame_words);
        let watch = Arc::clone(self.limits.watch());
        loop {
            marks.clear(before, &watch);
            frame_words.clear(self.frame_top);
            self.mark_roots(registers, &mut marks, &mut frame_words);
            if !marks.has_given_up() {
                break;
            }
            if let Err(stop) = self.poll_event() {
                self.collector.marks = marks;
                self.collector.frame_words = frame_words;
                return Err(stop);
            }
        }
        let mut top = marks.assign(1 + shift);
        let mut ended = false;
        if before.saturating_sub(top) < least {
            top = before;
        } else {
            let below = self.outlives_interrupts();
            let mut ends = || {
                ended |= below.is_some() && watch.is_interrupted();
                ended
            };
            self.update_roots(registers, &marks, &frame_words, &mut ends);
            let below = below.map_or(0, |h| marks.place(h));
            marks.slide(&mut self.heap.words_mut()[..before + shift], 1 + shift, |to| {
                to >= below && ends()
            });
            for gap in 1..=shift {
                self.heap.set(gap, Cell::ZERO);
            }
            self.heap.set_top(top);
        }
        self.collector.marks = marks;
        self.collector.frame_words = frame_words;
        let done = &mut self.collector.done;
        done.count += 1;
        done.freed += before.saturating_sub(top) * 8;
        done.time += start.elapsed();
        if ended {
            return Err(self.end_query());
        }
        Ok(())
    }

    /// Returns the heap top below the running query, if the rest is not needed after an interrupt: no cleanup goal
    /// would run, and it is the only run.
    fn outlives_interrupts(&self) -> Option<usize> {
        let first = self.choices.first()?;
        let alone = first.kind == Kind::Barrier && self.suspended.is_empty() && self.cleanup_level == 0;
        alone.then_some(first.h)
    }

    /// Restores the start of the running query, since the rest of the heap is inconsistent.
    fn end_query(&mut self) -> Stop {
        self.choices.truncate(1);
        if let Some(&barrier) = self.choices.first() {
            self.saved.truncate(barrier.args as usize);
            self.restore(&barrier);
        }
        self.abort()
    }

    /// Holds `cell` for a caller outside the machine: it is a root and is updated when cells move. `top` is the heap
    /// top before anything was built for it. Returns the number of the held cell.
    pub fn hold(&mut self, cell: Cell, top: usize) -> usize {
        self.held.push(Held { cell, top });
        self.held.len() - 1
    }

    /// Returns the held cell with this number, as updated.
    pub fn held(&self, number: usize) -> Cell {
        self.held[number].cell
    }

    /// Releases the held cell with this number and all held later, and resets the heap to its `top`.
    pub fn release(&mut self, number: usize) {
        if let Some(held) = self.held.get(number) {
            self.heap.set_top(held.top);
            self.held.truncate(number);
        }
    }
}
