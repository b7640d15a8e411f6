//! Which slots of a frame are in use where control comes back to it: read from the instruction there.

use crate::code::arena::SUCCEED;
use crate::code::instr::{Instr, Label, MASKED_SLOTS, MORE_SLOTS, Slot, more_slots_place};
use crate::term::cell::Cell;

use super::Machine;
use super::hot::FRAME_HEADER;

/// The slots of a frame that are in use.
#[derive(Clone, Copy)]
pub(super) enum Live<'a> {
    /// All of them.
    All,
    /// Those of a mask, and those beyond it in the words of a `slots` instruction.
    Some(u16, &'a [Cell]),
}

impl Live<'_> {
    /// Is slot `y` in use?
    pub fn contains(&self, y: usize) -> bool {
        match *self {
            Live::All => true,
            Live::Some(mask, _) if y < usize::from(MASKED_SLOTS) => mask >> y & 1 == 1,
            Live::Some(_, words) => {
                let (word, bit) = more_slots_place(y as Slot);
                words.get(word).is_some_and(|word| word.as_int() >> bit & 1 == 1)
            }
        }
    }
}

impl Machine {
    fn live(&self, mask: u16, next: usize) -> Live<'_> {
        let mut words: &[Cell] = &[];
        if mask & MORE_SLOTS != 0
            && let Instr::Slots { live } = self.db.arena.instrs[next]
        {
            let constants = &self.db.arena.constants[live as usize..];
            words = &constants[1..=constants[0].as_int() as usize];
        }
        Live::Some(mask, words)
    }

    /// The slots of the frame that control comes back to at `cp` that are in use there.
    pub(super) fn live_at_return(&self, cp: usize) -> Live<'_> {
        if cp == self.sequences.resume as usize {
            return Live::All;
        }
        match self.db.arena.instrs[cp - 1] {
            Instr::Call { live, .. } | Instr::CallGoal { live, .. } => self.live(live, cp),
            other => unreachable!("a continuation follows a call, not {other:?}"),
        }
    }

    /// The slots in use where a choice point goes on inside a clause; `None` if it tries another clause.
    pub(super) fn live_at_alternative(&self, alternative: Label) -> Option<Live<'_>> {
        match self.db.arena.instrs[alternative as usize] {
            Instr::TrustElse { live } => Some(self.live(live, alternative as usize + 1)),
            _ => None,
        }
    }

    /// What a frame goes back to: the frame before it and the continuation there; and how many slots it has.
    pub(super) fn frame_link(&self, e: usize) -> (usize, usize, usize) {
        let word = |at: usize| Cell::from_bits(self.frames[at]).as_int();
        let link = word(e + 1);
        (word(e) as usize, (link >> 16) as usize, (link & 0xffff) as usize)
    }

    /// Does a run end where control comes back to `cp`?
    pub(super) fn is_bottom(cp: usize) -> bool {
        cp <= SUCCEED as usize
    }

    /// The address of slot `y` of the frame at `e`.
    pub(super) fn slot_address(e: usize, y: usize) -> usize {
        e + FRAME_HEADER + y
    }
}
