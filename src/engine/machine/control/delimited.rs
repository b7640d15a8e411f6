//! Delimited continuations: reset/3 and shift/1.
//!
//! `shift/1` copies the frames from its caller up to the nearest `reset/3` to the heap, as a term
//! `call_continuation([Frame, ...])` with the innermost frame first. Calling that term reopens the frames and continues
//! after the shift. A frame is `'$continuation'(Address, Slots...)`; slots that the live mask of the call declares dead
//! are omitted, and saved cut levels are replaced by new ones.

use crate::base::known;
use crate::machine::memory::collect::live::LiveFrames;
use crate::term::cell::Cell;

/// Offset in the sequence of reset/3 at which its goal returns.
pub(crate) const RESET_RETURN: usize = 5;
pub(crate) const BALL: usize = 0;
pub(crate) const CONTINUATION: usize = 1;

/// Represents a cut level in a continuation term.
pub(crate) const LEVEL: Cell = Cell::atom(known::GARBAGE);

impl LiveFrames<'_> {
    /// Returns the arguments of the term for the frame at `e` with the return address `cp`.
    pub(in crate::machine) fn continuation(&self, e: usize, cp: usize) -> Vec<Cell> {
        let mut args = vec![Cell::ZERO; 1 + self.slots(e, cp)];
        args[0] = Cell::int(cp as i64);
        for y in self.at_return(e, cp).slots() {
            let cell = self.stacks.slot(e, y);
            args[1 + y] = if cell.is_level() { LEVEL } else { cell };
        }
        args
    }
}
