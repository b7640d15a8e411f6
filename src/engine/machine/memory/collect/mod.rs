//! The heap collector: mark the reachable cells and slide them down, preserving their order.
//!
//! It runs only before a call: then the roots are the argument registers of the called predicate, the frames with the
//! slots that their calls name as live, the choice points, the trail and a few cells that the machine holds. The order
//! of cells is preserved, so that choice-point segments, the age of variables and the standard order survive;
//! backtracking works as before.
//!
//! A heap is collected when it has grown to a few times the size of the live cells after the last collection, so that
//! the amortised cost of each new cell is constant.

mod check;
pub(crate) mod collector;
pub(crate) mod held;
pub(in crate::machine) mod live;
mod marks;
mod roots;

use std::sync::Arc;
use std::time::Instant;

use crate::machine::Machine;
use crate::machine::native::Step;
use crate::machine::nesting::Nesting;
use crate::machine::stacks::choice::ChoiceKind;
use crate::machine::stacks::{Registers, Stacks};
use crate::term::cell::Cell;
use crate::term::heap::{GIVEN_BACK, HEADROOM, Heap};

use collector::{SMALLEST, SMALLEST_TRAIL};

/// Growth of the heap over the live cells at which it is collected again. The collector's share of the time falls with
/// it: at 2 it takes half of the time if a large state changes bit by bit, at 4 a quarter.
const GROWTH_FACTOR: usize = 4;
/// Number of cells up to which debug builds check the heap at every collection.
const LARGEST_CHECKED: usize = 1 << 20;
/// Number of cells by which stress shifts the heap, every other time.
const SHIFT: usize = 3;

/// Under stress, number of words checked for each call.
const CHECKED_PER_CALL: usize = 128;

impl Machine {
    /// Collects before a call whose arguments are in the first `registers` registers, if a collection is due.
    ///
    /// # Errors
    /// `resource_error(memory)` if hardly any of the budget is left.
    pub(in crate::machine) fn collect_if_due(&mut self, registers: usize) -> Step {
        if self.collector.is_held_back() {
            return Ok(());
        }
        if let Some(period) = self.collector.stress {
            self.collector.calls += 1;
            // Large areas take long to check: they are checked less often.
            let words = self.heap.top() + self.stacks.stack_words(&self.heap, &self.regs);
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
        let is_due =
            self.heap.top() > self.collector.threshold || self.stacks.trail().len() > self.collector.trail_threshold;
        if !is_due && !self.is_growth_refused() {
            return Ok(());
        }
        // With the flag off, requested collections and those for lack of memory still run.
        if !self.flags.gc && self.collector.threshold > 0 && !self.is_growth_refused() {
            return self.set_threshold();
        }
        let before = self.heap.top();
        // Moving a heap with hardly any garbage costs more than it gains, unless a collection was requested.
        let least = match self.collector.threshold {
            0 => 0,
            _ if GROWTH_FACTOR * before < self.most_cells() => before / 8,
            _ => before / 64,
        };
        // Debug builds check all areas, unless that takes long.
        let is_checked = cfg!(debug_assertions) && before < LARGEST_CHECKED;
        if is_checked {
            self.check("before a collection", registers);
        }
        self.collect(registers, 0, least)?;
        if is_checked {
            self.check("after a collection", registers);
        }
        self.set_threshold()
    }

    /// Makes room, if possible, for a native predicate with `arity` arguments that found none and has changed nothing.
    ///
    /// # Errors
    /// `resource_error(memory)` if hardly any of the budget is left.
    pub(in crate::machine) fn collect_for_retry(&mut self, arity: usize) -> Step {
        self.throw(Cell::NIL);
        self.collect(arity, 0, 0)?;
        self.set_threshold()?;
        self.refresh_heap_limit();
        Ok(())
    }

    /// Sets the threshold of the next collection.
    fn set_threshold(&mut self) -> Step {
        let live = self.heap.top();
        let most = self.most_cells();
        if live + most / 32 > most {
            return self.no_memory();
        }
        // Half of the budget stays free while possible: the result of a built-in must fit in at once.
        let scarce = (2 * live).max(most / 2);
        // The stacks are scanned, too.
        let grown = GROWTH_FACTOR * live + self.stacks.stack_words(&self.heap, &self.regs);
        let threshold = grown.min(scarce).max(SMALLEST).min(most);
        self.collector.threshold = threshold;
        // Tidying the trail includes marking all live cells.
        self.collector.trail_threshold = (2 * self.stacks.trail().len()).max(SMALLEST_TRAIL).max(live / 4);
        // Capacity grows step by step, so that no page is touched before it is used.
        let capacity = threshold + 2 * HEADROOM;
        if self.heap.capacity() > 2 * capacity {
            self.limits.note_peak(self.peak_bytes());
            while self.heap.capacity() > capacity && !self.limits.is_stop_wanted() {
                self.heap
                    .shrink(capacity.max(self.heap.capacity().saturating_sub(GIVEN_BACK)));
            }
            self.collector.marks.shrink();
        }
        Ok(())
    }

    /// Collects. `shift` cells are left free at the bottom, so that everything moves; 0 except in tests. Nothing moves
    /// if fewer than `least` cells are free.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit. Marking then ends early. Moving has to be completed, unless
    /// an interrupt ends the whole query: then the cells that outlive the query are enough.
    fn collect(&mut self, registers: usize, shift: usize, least: usize) -> Step {
        let start = Instant::now();
        let before = self.heap.top();
        let mut marks = std::mem::take(&mut self.collector.marks);
        let mut frame_words = std::mem::take(&mut self.collector.frame_words);
        let watch = Arc::clone(self.limits.watch());
        loop {
            marks.clear(before, &watch);
            frame_words.clear(self.regs.frame_top);
            self.mark_roots(registers, &mut marks, &mut frame_words);
            if !marks.walk_ended_early() {
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
            let below = self.nesting.outlives_interrupts(&self.stacks);
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
            // The state at the beginning of the query is restored, since the rest is inconsistent.
            self.stacks.cut(self.nesting.base() + 1);
            if let Some(&barrier) = self.stacks.choices().last() {
                self.restore(&barrier);
            }
            return Err(self.abort());
        }
        Ok(())
    }
}

impl Stacks {
    /// Returns the number of words of frames, choice points and the trail, which a collection scans.
    fn stack_words(&self, heap: &Heap, regs: &Registers) -> usize {
        let usage = self.usage(heap, regs);
        (usage.frames + usage.choices + usage.trail) / 8
    }
}

impl Nesting {
    /// Returns the top of the heap below the running query, if nothing else matters after an interrupt: there is no
    /// cleanup goal, and this is the only run.
    fn outlives_interrupts(&self, stacks: &Stacks) -> Option<usize> {
        let first = stacks.choices().get(self.base())?;
        let alone = first.kind == ChoiceKind::Barrier && self.suspended.is_empty() && stacks.cleanup_level() == 0;
        alone.then_some(first.h)
    }
}
