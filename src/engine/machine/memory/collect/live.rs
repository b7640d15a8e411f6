//! The live slots of the machine's frames, found from the code at the return address.

use crate::code::database::Database;
use crate::code::instr::{ConstId, Instr, Label};
use crate::code::live::{AtWake, Live};
use crate::machine::control::sequences::Sequences;
use crate::machine::stacks::Stacks;

use crate::machine::call::wake::{SAVED_COUNT, saved_slots};

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

    /// Returns the slots of the frame at `e` that are live at the return address `cp`.
    pub(in crate::machine) fn live_at_return(
        &self,
        stacks: &Stacks,
        sequences: &Sequences,
        e: usize,
        cp: usize,
    ) -> Live<'_> {
        if cp == sequences.resume.address() {
            return Live::first(self.frame_slots(stacks, sequences, e, cp));
        }
        match self.arena.instrs[cp - 1] {
            Instr::Call { live, .. } | Instr::CallGoal { live, .. } => self.live_of_mask(live, cp),
            Instr::Wake { live } | Instr::WakeNeckCut { live } => self.live_at_wake(live),
            other => unreachable!("a continuation follows a call, not {other:?}"),
        }
    }

    /// Returns the number of slots of the frame at `e` with the return address `cp`.
    pub(in crate::machine) fn frame_slots(&self, stacks: &Stacks, sequences: &Sequences, e: usize, cp: usize) -> usize {
        if cp == sequences.resume.address() {
            return saved_slots(stacks.slot(e, SAVED_COUNT).as_int() as usize);
        }
        // A clause opens its frame once, before its first call, and its code is contiguous from there on.
        let opened = self.arena.instrs[..cp].iter().rev().find_map(Instr::frame);
        opened.expect("a frame is opened before the clause calls")
    }
}
