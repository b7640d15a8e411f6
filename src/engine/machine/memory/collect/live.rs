//! The live slots of the machine's frames, found from the code at the return address.

use crate::code::database::Database;
use crate::code::instr::{ConstId, Instr, Label};
use crate::code::live::{AtWake, Live};
use crate::machine::call::wake::{SAVED_COUNT, saved_slots};
use crate::machine::control::sequences::Sequences;
use crate::machine::stacks::Stacks;
use crate::term::heap::Heap;

impl Database {
    fn live_of_mask(&self, mask: u16, next: usize) -> Live<'_> {
        let arena = &self.arena;
        Live::of_mask(mask, arena.instrs.get(next), &arena.constants)
    }

    /// Returns the live slots at the alternative of a choice point inside a clause; `None` if it tries another clause.
    pub(in crate::machine) fn live_at_alternative(&self, alternative: Label) -> Option<Live<'_>> {
        match self.arena.instrs[alternative.address()] {
            Instr::TrustElse { live } => Some(self.live_of_mask(live, alternative.address() + 1)),
            _ => None,
        }
    }

    fn live_at_wake(&self, live: ConstId) -> Live<'_> {
        let slots = AtWake::new(live, &self.arena.constants).slots;
        slots.expect("it comes back to an open frame")
    }
}

/// The frames, with what says which of their slots are in use.
#[derive(Clone, Copy)]
pub(in crate::machine) struct LiveFrames<'m> {
    pub db: &'m Database,
    pub heap: &'m Heap,
    pub sequences: &'m Sequences,
    pub stacks: &'m Stacks,
}

impl<'m> LiveFrames<'m> {
    pub(in crate::machine) fn of(
        db: &'m Database,
        heap: &'m Heap,
        sequences: &'m Sequences,
        stacks: &'m Stacks,
    ) -> LiveFrames<'m> {
        LiveFrames {
            db,
            heap,
            sequences,
            stacks,
        }
    }

    /// Returns the slots of the frame at `e` that are live at the return address `cp`.
    pub(in crate::machine) fn at_return(&self, e: usize, cp: usize) -> Live<'m> {
        if cp == self.sequences.resume.address() {
            return Live::first(self.slots(e, cp));
        }
        match self.db.arena.instrs[cp - 1] {
            Instr::Call { live, .. } | Instr::CallGoal { live, .. } => self.db.live_of_mask(live, cp),
            Instr::Wake { live } | Instr::WakeNeckCut { live } => self.db.live_at_wake(live),
            other => unreachable!("a continuation follows a call, not {other:?}"),
        }
    }

    /// Returns the number of slots of the frame at `e` with the return address `cp`.
    pub(in crate::machine) fn slots(&self, e: usize, cp: usize) -> usize {
        if cp == self.sequences.resume.address() {
            return saved_slots(self.stacks.slot(e, SAVED_COUNT).as_int() as usize);
        }
        // A clause opens its frame once, before its first call, and its code is contiguous from there on.
        let opened = self.db.arena.instrs[..cp].iter().rev().find_map(Instr::frame);
        opened.expect("a frame is opened before the clause calls")
    }
}
