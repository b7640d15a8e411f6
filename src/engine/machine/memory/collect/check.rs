//! The checker: walks all areas and asserts their invariants. For tests under stress.

use crate::code::instr::FAIL;
use crate::code::live::Live;
use crate::machine::Machine;
use crate::machine::control::unwind::{CATCH_SLOTS, CLEANUP_SLOTS};
use crate::machine::memory::collect::live::LiveFrames;
use crate::machine::memory::collect::marks::{Bits, is_term, raw_words};
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::ChoiceKind;
use crate::machine::stacks::frames::is_bottom;
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

impl Machine {
    /// Checks that nothing is left of finished goals.
    #[cfg(any(test, feature = "testing"))]
    pub fn assert_at_rest(&self, when: &str) {
        self.check(when, 0);
        let left = [
            self.stacks.choice_count(),
            self.stacks.saved().len(),
            self.stacks.trail().len(),
            self.held.cells().count(),
            usize::from(!self.results.is_empty()),
            self.limits.aside(),
            self.nesting.suspended.len(),
            self.stacks.cleanup_level(),
            usize::from(self.collector.is_held_back()),
            self.wakes.cells().count(),
            self.exceptions.waiting(),
        ];
        assert_eq!(left, [0; 11], "{when}");
    }

    /// Checks heap, registers, frames, choice points and trail.
    ///
    /// # Panics
    /// If an invariant does not hold; `when` names the time of the check.
    pub(super) fn check(&self, when: &str, registers: usize) {
        let heap = self.heap.words();
        let mut raw = Bits::default();
        raw_words(heap, &mut raw);
        let valid = |cell: Cell| is_term(heap, &raw, cell);
        for (address, &word) in heap.iter().enumerate().skip(1) {
            let cell = Cell::from_bits(word);
            let inside = raw.contains(address) || cell.tag() == Tag::Hdr;
            assert!(inside || valid(cell), "{when}: heap cell {address} holds {cell:?}");
        }
        for (x, &cell) in self.x[..registers].iter().enumerate() {
            assert!(valid(cell), "{when}: register {x} holds {cell:?}");
        }
        for cell in self.wakes.cells() {
            assert!(valid(cell), "{when}: a wake-up holds {cell:?}");
        }
        for cell in self.held.cells() {
            assert!(valid(cell), "{when}: {cell:?} is held");
        }
        assert!(
            self.held.tops().all(|top| top <= heap.len()),
            "{when}: {:?} is held",
            self.held
        );
        for &cell in self.stacks.saved() {
            assert!(valid(cell), "{when}: a choice point holds {cell:?}");
        }
        let mut seen = Bits::default();
        seen.clear(self.regs.frame_top);
        if !is_bottom(self.regs.cp) {
            let live = LiveFrames::of(&self.db, &self.heap, &self.sequences, &self.stacks)
                .at_return(self.regs.e, self.regs.cp);
            LiveFrames::of(&self.db, &self.heap, &self.sequences, &self.stacks).check_frames(
                when,
                self.regs.e,
                live,
                &valid,
                &mut seen,
            );
        }
        LiveFrames::of(&self.db, &self.heap, &self.sequences, &self.stacks).check_choices(when, &valid, &mut seen);
        self.stacks.check_trail(&self.heap, when, &valid);
    }
}

impl Stacks {
    fn check_trail(&self, heap: &Heap, when: &str, valid: &dyn Fn(Cell) -> bool) {
        let mut at = self.trail().len();
        while at > 0 {
            at -= 1;
            let entry = Cell::from_bits(self.trail()[at]);
            assert!(
                matches!(entry.tag(), Tag::Ref | Tag::Att | Tag::Str) && entry.address() < heap.top(),
                "{when}: the trail holds {entry:?} at {at}"
            );
            if !entry.is_variable() {
                at -= 1;
                let old = Cell::from_bits(self.trail()[at]);
                assert!(valid(old), "{when}: the trail holds the old value {old:?} at {at}");
            }
        }
    }
}

impl LiveFrames<'_> {
    /// Checks the frame at `e`, and those before it unless they were `seen`.
    fn check_frames(&self, when: &str, e: usize, live: Live<'_>, valid: &dyn Fn(Cell) -> bool, seen: &mut Bits) {
        let (mut e, mut live) = (e, live);
        loop {
            let (previous, cp) = self.stacks.link(e);
            for y in live.slots() {
                let cell = self.stacks.slot(e, y);
                assert!(
                    cell.is_level() || valid(cell),
                    "{when}: slot {y} of the frame at {e} holds {cell:?}"
                );
            }
            if !seen.insert(e) || is_bottom(cp) {
                return;
            }
            assert!(previous < e, "{when}: the frame at {e} goes back to {previous}");
            (e, live) = (previous, self.at_return(previous, cp));
        }
    }

    fn check_choices(&self, when: &str, valid: &dyn Fn(Cell) -> bool, seen: &mut Bits) {
        let mut before = None;
        for (index, choice) in self.stacks.choices().iter().enumerate() {
            let heights = (choice.h, choice.trail, choice.args, choice.frame_top);
            assert!(
                choice.h <= self.heap.top() && choice.trail as usize <= self.stacks.trail().len(),
                "{when}: choice point {index} is higher than the areas: {choice:?}"
            );
            if let Some((h, trail, args, frame_top)) = before {
                assert!(
                    h <= choice.h && trail <= choice.trail && args <= choice.args && frame_top <= choice.frame_top,
                    "{when}: choice point {index} is lower than the one before: {choice:?}"
                );
            }
            before = Some(heights);
            let (e, cp) = (choice.e as usize, choice.cp.address());
            match choice.kind {
                ChoiceKind::Code if choice.alternative == FAIL => {}
                ChoiceKind::Code => match self.db.live_at_alternative(choice.alternative) {
                    Some(live) => self.check_frames(when, e, live, valid, seen),
                    None if !is_bottom(cp) => {
                        self.check_frames(when, e, self.at_return(e, cp), valid, seen);
                    }
                    None => {}
                },
                ChoiceKind::Candidates
                | ChoiceKind::Native
                | ChoiceKind::Generator
                | ChoiceKind::Consumer
                | ChoiceKind::Answers
                    if !is_bottom(cp) =>
                {
                    self.check_frames(when, e, self.at_return(e, cp), valid, seen);
                }
                ChoiceKind::Catch => self.check_frames(when, e, Live::first(CATCH_SLOTS), valid, seen),
                ChoiceKind::Cleanup => self.check_frames(when, e, Live::first(CLEANUP_SLOTS), valid, seen),
                ChoiceKind::Candidates
                | ChoiceKind::Native
                | ChoiceKind::Generator
                | ChoiceKind::Consumer
                | ChoiceKind::Answers
                | ChoiceKind::Barrier
                | ChoiceKind::Given => {}
            }
        }
    }
}
