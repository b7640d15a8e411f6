//! Frames: their continuations and their live slots, found from the code at the return address.

use crate::code::arena::SUCCEED;
use crate::code::instr::{ConstId, Instr, Label, MORE_SLOTS, more_slot};
use crate::term::cell::Cell;

use super::Machine;
use super::hot::FRAME_HEADER;
use super::stacks::SAVED_COUNT;

/// The live slots of a frame: the first `first` ones, or those of a mask, and those beyond it in the words of a `slots`
/// instruction.
#[derive(Clone, Copy)]
pub(super) struct Live<'a> {
    first: usize,
    mask: u64,
    more: &'a [Cell],
}

impl Live<'_> {
    /// Returns the first `count` slots.
    pub fn first(count: usize) -> Self {
        Live {
            first: count,
            mask: 0,
            more: &[],
        }
    }

    /// Returns the slot numbers.
    pub fn slots(self) -> impl Iterator<Item = usize> {
        let more = self.more.iter().enumerate();
        let more = more.flat_map(|(word, cell)| bits(cell.as_int() as u64).map(move |bit| more_slot(word, bit)));
        (0..self.first).chain(bits(self.mask)).chain(more)
    }
}

/// Returns the numbers of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

impl Machine {
    fn live(&self, mask: u16, next: usize) -> Live<'_> {
        let mut more: &[Cell] = &[];
        if mask & MORE_SLOTS != 0
            && let Instr::Slots { live } = self.db.arena.instrs[next]
        {
            let constants = self.db.arena.constants.from(live);
            more = &constants[1..=constants[0].as_int() as usize];
        }
        Live {
            first: 0,
            mask: (mask & !MORE_SLOTS).into(),
            more,
        }
    }

    /// Returns the slots of the frame at `e` that are live at the return address `cp`.
    pub(super) fn live_at_return(&self, e: usize, cp: usize) -> Live<'_> {
        if cp == self.sequences.resume as usize {
            return Live::first(self.frame_slots(e, cp));
        }
        match self.db.arena.instrs[cp - 1] {
            Instr::Call { live, .. } | Instr::CallGoal { live, .. } => self.live(live, cp),
            Instr::Wake { live } | Instr::WakeNeckCut { live } => {
                self.live_at_wake(live).expect("it comes back to an open frame")
            }
            other => unreachable!("a continuation follows a call, not {other:?}"),
        }
    }

    /// Returns the live slots at a `wake`, if the clause has opened its frame.
    pub(super) fn live_at_wake(&self, live: ConstId) -> Option<Live<'_>> {
        let constants = self.db.arena.constants.from(live);
        let [mask, more @ ..] = &constants[1 + constants[0].as_int() as usize..] else {
            return None;
        };
        let mask = u16::try_from(mask.as_int()).ok()?;
        let more = match more {
            [count, words @ ..] if mask & MORE_SLOTS != 0 => &words[..count.as_int() as usize],
            _ => &[],
        };
        Some(Live {
            first: 0,
            mask: (mask & !MORE_SLOTS).into(),
            more,
        })
    }

    /// Returns the number of slots of the frame at `e` with the return address `cp`.
    pub(super) fn frame_slots(&self, e: usize, cp: usize) -> usize {
        if cp == self.sequences.resume as usize {
            return Machine::saved_slots(self.frame_word(e, FRAME_HEADER + SAVED_COUNT).as_int() as usize);
        }
        // A clause opens its frame once, before its first call, and its code is contiguous from there on.
        let opened = self.db.arena.instrs[..cp].iter().rev().find_map(Instr::frame);
        opened.expect("a frame is opened before the clause calls")
    }

    /// Returns the live slots at the alternative of a choice point inside a clause; `None` if it tries another clause.
    pub(super) fn live_at_alternative(&self, alternative: Label) -> Option<Live<'_>> {
        match self.db.arena.instrs[alternative as usize] {
            Instr::TrustElse { live } => Some(self.live(live, alternative as usize + 1)),
            _ => None,
        }
    }

    /// Returns a word of the frame at `e`.
    pub(super) fn frame_word(&self, e: usize, offset: usize) -> Cell {
        Cell::from_bits(self.frames[e + offset])
    }

    /// Returns the link of the frame at `e`: the previous frame and the continuation there.
    pub(super) fn frame_link(&self, e: usize) -> (usize, usize) {
        let link = self.frame_word(e, 0);
        (link.link_frame(), link.link_code())
    }

    /// Whether a run ends at the return address `cp`.
    pub(super) fn is_bottom(cp: usize) -> bool {
        cp <= SUCCEED as usize
    }

    /// Returns the address of slot `y` of the frame at `e`.
    pub(super) fn slot_address(e: usize, y: usize) -> usize {
        e + FRAME_HEADER + y
    }
}
