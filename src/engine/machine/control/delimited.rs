//! Delimited continuations: reset/3 and shift/1.
//!
//! `shift/1` copies the frames from its caller up to the nearest `reset/3` to the heap, as a term
//! `call_continuation([Frame, ...])` with the innermost frame first. Calling that term reopens the frames and continues
//! after the shift. A frame is `'$continuation'(Address, Slots...)`; slots that the live mask of the call declares dead
//! are omitted, and saved cut levels are replaced by new ones.

use crate::base::known;
use crate::code::instr::Label;
use crate::machine::Machine;
use crate::machine::native::Step;
use crate::term::cell::Cell;

/// Offset in the sequence of reset/3 at which its goal returns.
pub(crate) const RESET_RETURN: usize = 5;
pub(crate) const BALL: usize = 0;
pub(crate) const CONTINUATION: usize = 1;

/// Represents a cut level in a continuation term.
pub(crate) const LEVEL: Cell = Cell::atom(known::GARBAGE);

impl Machine {
    pub(in crate::machine) fn push_reset(&mut self) -> Step {
        let continuation = self.deref(self.slot(CONTINUATION));
        if !continuation.is_variable() {
            return Err(self.uninstantiation_error(continuation));
        }
        self.set_slot(2, Cell::ZERO);
        self.set_slot(3, Cell::ZERO);
        Ok(())
    }

    /// Handles the end of the goal without a shift: the continuation is 0.
    pub(in crate::machine) fn pop_reset(&mut self) -> Step {
        self.unify(self.slot(CONTINUATION), Cell::ZERO)
    }

    pub(in crate::machine) fn frame_term(&mut self, e: usize, cp: usize) -> Cell {
        let slots = self.live_frames().slots(e, cp);
        let mut args = vec![Cell::ZERO; 1 + slots];
        args[0] = Cell::int(cp as i64);
        for y in self.live_frames().at_return(e, cp).slots() {
            let cell = self.stacks.slot(e, y);
            args[1 + y] = if cell.is_level() { LEVEL } else { cell };
        }
        // Keeps the code of the continuation from being freed.
        self.continuations.insert(Label::at(cp), slots);
        self.heap.new_term(known::CONTINUATION, &args)
    }
}
