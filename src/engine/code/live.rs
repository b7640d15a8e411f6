//! Live slots: how the code names the slots of a frame that are in use at a return, at an alternative and at a wake-up.
//!
//! A mask has a bit for each of the first slots; if [`MORE_SLOTS`] is set, the words of a `slots` instruction, or of
//! the wake-up's own constants, name the others.

use crate::base::ids::Id;
use crate::term::cell::Cell;

use super::instr::{ConstId, Instr, MORE_SLOTS, NO_FRAME, more_slot};

/// The live slots of a frame: the first `first` ones, or those of a mask, and those that more words name.
#[derive(Clone, Copy)]
pub struct Live<'a> {
    first: usize,
    mask: u64,
    more: &'a [Cell],
}

impl<'a> Live<'a> {
    /// Returns the first `count` slots.
    pub fn first(count: usize) -> Self {
        Live {
            first: count,
            mask: 0,
            more: &[],
        }
    }

    /// Returns the slots that a mask names, and the `slots` instruction behind it, if there is one.
    pub fn of_mask(mask: u16, behind: Option<&Instr>, constants: &'a [Cell]) -> Self {
        let more = match behind {
            Some(Instr::Slots { live }) => &constants[live.index()..],
            _ => &[],
        };
        Live::new(mask, more)
    }

    /// `more` begins with the number of words; it does not count unless the mask says so.
    fn new(mask: u16, more: &'a [Cell]) -> Self {
        let more = match more {
            [count, words @ ..] if mask & MORE_SLOTS != 0 => &words[..count.as_int() as usize],
            _ => &[],
        };
        Live {
            first: 0,
            mask: (mask & !MORE_SLOTS).into(),
            more,
        }
    }

    /// Returns the slot numbers.
    pub fn slots(self) -> impl Iterator<Item = usize> + use<'a> {
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

/// The registers and slots in use at a wake-up.
#[derive(Clone, Copy)]
pub struct AtWake<'a> {
    registers: &'a [Cell],
    /// The live slots, if the clause has opened its frame.
    pub slots: Option<Live<'a>>,
}

impl<'a> AtWake<'a> {
    /// Reads the constants of a `wake` instruction: the registers, counted, and a mask with its words.
    pub fn new(live: ConstId, constants: &'a [Cell]) -> Self {
        let constants = &constants[live.index()..];
        let (registers, mask) = constants[1..].split_at(constants[0].as_int() as usize);
        let slots = match mask {
            [mask, more @ ..] if mask.as_int() != NO_FRAME => Some(Live::new(mask.as_int() as u16, more)),
            _ => None,
        };
        AtWake { registers, slots }
    }

    /// Returns the numbers of the registers.
    pub fn registers(self) -> impl Iterator<Item = usize> + use<'a> {
        self.registers.iter().map(|x| x.as_int() as usize)
    }
}
