//! The roots of a collection: finding them, tidying the trail, and updating them to the new addresses.
//!
//! Choice points are processed from the newest to the oldest, each after the segment of the trail above it. A variable
//! on that segment that nothing newer reaches is made unbound at once ("early reset"): only backtracking to the
//! choice point could make it reachable again, and there it is unbound. An entry for a cell that backtracking would
//! drop anyway is dropped.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::code::database::Database;
use crate::code::instr::FAIL;
use crate::code::live::Live;
use crate::machine::Machine;
use crate::machine::control::sequences::Sequences;
use crate::machine::control::unwind::{
    ACTIVE, CATCH_SLOTS, CLEANUP_ACTIVE, CLEANUP_CATCHER, CLEANUP_GOAL, CLEANUP_PREVIOUS, CLEANUP_SLOTS,
};
use crate::machine::memory::collect::collector::Collector;
use crate::machine::memory::collect::live::LiveFrames;
use crate::machine::memory::collect::marks::{Bits, HeapMarks, is_term, raw_words};
use crate::machine::nesting::Nesting;
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::machine::stacks::frames::{is_bottom, slot_address};
use crate::term::cell::Cell;
use crate::term::heap::Heap;

/// Number of roots updated between two polls of the watch.
const UPDATED: usize = if cfg!(test) { 2 } else { 1 << 15 };

/// Marks a removed entry of the trail: no entry looks like this.
const NO_ENTRY: u64 = Cell::NIL.bits();

/// Returns the words that may be slots of the frame at `e` of a suspended run whose frames end at `top`.
fn words_of_suspended(e: usize, top: usize) -> Range<usize> {
    let first = slot_address(e, 0);
    first..top.min(first + (1 << 16)).max(first)
}

impl Machine {
    /// Marks everything reachable, tidies the trail, and notes which words of frames are in use. If marking gives up,
    /// nothing has changed.
    pub(super) fn mark_roots(&mut self, registers: usize, marks: &mut HeapMarks, frames: &mut Bits) {
        self.nesting.validate_suspended(&mut self.stacks, &self.heap);
        let heap = self.heap.words();
        for &cell in &self.x[..registers] {
            marks.mark(heap, cell);
        }
        for cell in self.wakes.cells().chain(self.held.cells()) {
            marks.mark(heap, cell);
        }
        marks.mark_at(heap, self.session.cells.resettable);
        marks.mark_at(heap, self.session.cells.changed);
        marks.mark_at(heap, self.session.cells.delays);
        LiveFrames::of(&self.db, &self.heap, &self.sequences, &self.stacks).mark_frames(
            self.regs.e,
            self.regs.cp,
            marks,
            frames,
        );
        for suspended in &self.nesting.suspended {
            for &cell in suspended.x.iter() {
                marks.mark(heap, cell);
            }
            for at in words_of_suspended(suspended.regs.e, suspended.regs.frame_top) {
                let cell = Cell::from_bits(self.stacks.frames()[at]);
                // The words may include links of other frames, and inserting those would say that these frames were
                // walked: integers are skipped.
                if !cell.is_immediate() && frames.insert(at) {
                    marks.mark(heap, cell);
                }
            }
            let (previous, cp) = self.stacks.link(suspended.regs.e);
            LiveFrames::of(&self.db, &self.heap, &self.sequences, &self.stacks)
                .mark_frames(previous, cp, marks, frames);
        }
        self.stacks.mark_catches(&self.heap, marks, frames);
        self.stacks.mark_cleanups(&self.heap, marks, frames);
        self.collector.mark_choices(
            &mut self.heap,
            &mut self.stacks,
            &self.db,
            &self.sequences,
            marks,
            frames,
        );
    }

    /// Updates all roots to the new addresses, first those that outlive the running query. If `ends` returns true,
    /// stops after those.
    pub(super) fn update_roots(
        &mut self,
        registers: usize,
        marks: &HeapMarks,
        frames: &Bits,
        mut ends: impl FnMut() -> bool,
    ) {
        let update = |cell: &mut Cell| *cell = marks.moved(*cell);
        self.x[..registers].iter_mut().for_each(update);
        // The other registers are dead.
        self.x[registers..].fill(Cell::ZERO);
        self.exceptions.drop_ball();
        self.wakes.cells_mut().for_each(update);
        self.held.update(update, |top| marks.place(top));
        self.session.cells.resettable = marks.place(self.session.cells.resettable);
        self.session.cells.changed = marks.place(self.session.cells.changed);
        self.session.cells.delays = marks.place(self.session.cells.delays);
        for suspended in &mut self.nesting.suspended {
            suspended.x.iter_mut().for_each(update);
        }
        // Entries are cells with the address of the cell to be reset; old values are cells, too.
        let areas = self.stacks.movable();
        for word in areas.trail {
            *word = marks.moved(Cell::from_bits(*word)).bits();
        }
        for choices in areas.choices.chunks_mut(UPDATED) {
            for choice in choices {
                choice.h = marks.place(choice.h);
            }
            if ends() {
                return;
            }
        }
        for (count, at) in frames.iter().enumerate() {
            // The header of a frame is an integer, which does not change.
            areas.frames[at] = marks.moved(Cell::from_bits(areas.frames[at])).bits();
            if count % UPDATED == UPDATED - 1 && ends() {
                return;
            }
        }
        for saved in areas.saved.chunks_mut(UPDATED) {
            saved.iter_mut().for_each(update);
            if ends() {
                return;
            }
        }
        self.stacks.moved();
    }
}

/// Removes the dropped entries from `kept`, from index `first` on.
fn drop_removed(kept: &mut Vec<u64>, first: usize) {
    let (mut from, mut to) = (first, first);
    while from < kept.len() {
        if kept[from] == NO_ENTRY {
            from += 1;
            continue;
        }
        let words = if Cell::from_bits(kept[from]).is_structure() {
            2
        } else {
            1
        };
        kept.copy_within(from..from + words, to);
        (from, to) = (from + words, to + words);
    }
    kept.truncate(to);
}

impl Stacks {
    /// Marks the flag cells of catches: an exception reads their current values before any choice point is restored,
    /// and no live frame need refer to them.
    fn mark_catches(&self, heap: &Heap, marks: &mut HeapMarks, frames: &mut Bits) {
        for choice in self.choices() {
            if marks.step() {
                return;
            }
            if choice.kind != ChoiceKind::Catch {
                continue;
            }
            let at = slot_address(choice.e as usize, ACTIVE);
            if frames.insert(at) {
                marks.mark(heap.words(), Cell::from_bits(self.frames()[at]));
            }
        }
    }

    /// Marks the cleanup goals: a cut runs them without backtracking, so that they see all bindings; an exception reads
    /// the current values of the flag cells.
    fn mark_cleanups(&self, heap: &Heap, marks: &mut HeapMarks, frames: &mut Bits) {
        let mut level = self.cleanup_level();
        while level > 0 {
            let e = self.choices()[level - 1].e as usize;
            for slot in [CLEANUP_GOAL, CLEANUP_CATCHER, CLEANUP_ACTIVE] {
                let at = slot_address(e, slot);
                if frames.insert(at) {
                    marks.mark(heap.words(), Cell::from_bits(self.frames()[at]));
                }
            }
            level = self.slot(e, CLEANUP_PREVIOUS).as_int() as usize;
        }
    }
}

impl Collector {
    /// Copies the needed entries of a segment of the trail to `kept`, the newest first. The choice point below them
    /// restores a heap top of `h`.
    fn tidy_trail(
        &self,
        heap: &mut Heap,
        stacks: &Stacks,
        part: Range<usize>,
        h: usize,
        kept: &mut Vec<u64>,
        marks: &mut HeapMarks,
    ) {
        // Of several old values of one cell the oldest counts.
        let mut assigned: FxHashMap<usize, usize> = FxHashMap::default();
        let first = kept.len();
        let mut at = part.end;
        while at > part.start {
            if marks.step() {
                return;
            }
            at -= 1;
            let entry = Cell::from_bits(stacks.trail()[at]);
            let address = entry.address();
            let is_assignment = !entry.is_variable();
            if is_assignment {
                at -= 1;
            }
            // The cell after backtracking: the old value, or the unbound variable, which is the entry itself.
            let old = Cell::from_bits(stacks.trail()[at]);
            if address >= h {
                continue;
            }
            #[cfg(any(test, feature = "testing"))]
            if self.keeps_trailed {
                marks.mark_at(heap.words(), address);
            }
            if !marks.contains(address) {
                // Safe even if marking gives up later: nothing newer reads the cell, and backtracking does the same.
                heap.set(address, old);
                continue;
            }
            marks.mark(heap.words(), old);
            if is_assignment && let Some(newer) = assigned.insert(address, kept.len()) {
                kept[newer..newer + 2].fill(NO_ENTRY);
            }
            kept.push(entry.bits());
            if is_assignment {
                kept.push(old.bits());
            }
        }
        if !assigned.is_empty() {
            drop_removed(kept, first);
        }
    }

    fn mark_choices(
        &self,
        heap: &mut Heap,
        stacks: &mut Stacks,
        db: &Database,
        sequences: &Sequences,
        marks: &mut HeapMarks,
        frames: &mut Bits,
    ) {
        let (mut kept, mut above) = (Vec::new(), Vec::new());
        let (mut trail_end, mut saved_end) = (stacks.trail().len(), stacks.saved().len());
        for index in (0..stacks.choice_count()).rev() {
            let choice = stacks.choices()[index];
            self.tidy_trail(
                heap,
                stacks,
                choice.trail as usize..trail_end,
                choice.h,
                &mut kept,
                marks,
            );
            if marks.step() {
                return;
            }
            trail_end = choice.trail as usize;
            // The number of kept entries above the choice point.
            above.push(kept.len() as u32);
            for &cell in &stacks.saved()[choice.args as usize..saved_end] {
                marks.mark(heap.words(), cell);
            }
            saved_end = choice.args as usize;
            LiveFrames::of(db, heap, sequences, stacks).mark_choice(&choice, marks, frames);
        }
        if marks.walk_ended_early() {
            return;
        }
        kept.reverse();
        let areas = stacks.movable();
        for (choice, above) in areas.choices.iter_mut().zip(above.into_iter().rev()) {
            choice.trail = kept.len() as u32 - above;
        }
        *areas.trail = kept;
    }
}

impl Nesting {
    /// Clears the registers and slots of suspended runs that cannot be terms: they may be stale.
    fn validate_suspended(&mut self, stacks: &mut Stacks, heap: &Heap) {
        if self.suspended.is_empty() {
            return;
        }
        let mut raw = Bits::default();
        let heap = heap.words();
        raw_words(heap, &mut raw);
        for suspended in &mut self.suspended {
            for cell in suspended.x.iter_mut() {
                if !is_term(heap, &raw, *cell) {
                    *cell = Cell::ZERO;
                }
            }
            let words = words_of_suspended(suspended.regs.e, suspended.regs.frame_top);
            for word in &mut stacks.movable().frames[words] {
                let cell = Cell::from_bits(*word);
                if !cell.is_level() && !is_term(heap, &raw, cell) {
                    *word = Cell::ZERO.bits();
                }
            }
        }
    }
}

impl LiveFrames<'_> {
    /// Marks from the slots `live` of the frame at `e`, and from the frames before it.
    fn mark_frame(&self, e: usize, live: Live<'_>, marks: &mut HeapMarks, frames: &mut Bits) {
        let (mut e, mut live) = (e, live);
        loop {
            let (previous, cp) = self.stacks.link(e);
            live.slots().for_each(|y| {
                let at = slot_address(e, y);
                if frames.insert(at) {
                    marks.mark(self.heap.words(), Cell::from_bits(self.stacks.frames()[at]));
                }
            });
            // The frames before a frame that was walked have been walked, too.
            if !frames.insert(e) || is_bottom(cp) || marks.step() {
                return;
            }
            (e, live) = (previous, self.at_return(previous, cp));
        }
    }

    /// Marks from the frame at `e`, with return address `cp`, and from all frames before it.
    fn mark_frames(&self, e: usize, cp: usize, marks: &mut HeapMarks, frames: &mut Bits) {
        if !is_bottom(cp) {
            self.mark_frame(e, self.at_return(e, cp), marks, frames);
        }
    }

    /// Marks from the frames that are current after backtracking to `choice`.
    fn mark_choice(&self, choice: &Choice, marks: &mut HeapMarks, frames: &mut Bits) {
        let (e, cp) = (choice.e as usize, choice.cp.address());
        match choice.kind {
            ChoiceKind::Code if choice.alternative == FAIL => {}
            ChoiceKind::Code => match self.db.live_at_alternative(choice.alternative) {
                Some(live) => self.mark_frame(e, live, marks, frames),
                None => self.mark_frames(e, cp, marks, frames),
            },
            ChoiceKind::Candidates
            | ChoiceKind::Native
            | ChoiceKind::Generator
            | ChoiceKind::Consumer
            | ChoiceKind::Answers => {
                self.mark_frames(e, cp, marks, frames);
            }
            ChoiceKind::Catch => self.mark_frame(e, Live::first(CATCH_SLOTS), marks, frames),
            ChoiceKind::Cleanup => self.mark_frame(e, Live::first(CLEANUP_SLOTS), marks, frames),
            ChoiceKind::Barrier | ChoiceKind::Given => {}
        }
    }
}
