//! Frames: `[previous frame and continuation, slots...]`. Slots never hold unbound variables.

use crate::code::arena::SUCCEED;
use crate::term::cell::Cell;

use super::{Registers, Stacks};

/// Number of words before the slots of a frame: the link to the previous frame and the continuation.
pub(crate) const FRAME_HEADER: usize = 1;

/// The words of a frame that instructions reach without a bounds test: its header and the slots that a byte can name.
pub(crate) const FRAME_WINDOW: usize = FRAME_HEADER + 256;

/// A word of the frame stack. It has interior mutability, since the window of the current frame overlaps the stack;
/// accesses through the window need no bounds test.
pub(crate) type Word = std::cell::Cell<u64>;

/// The window of a frame.
pub(crate) type Frame = [Word; FRAME_WINDOW];

/// Returns the window of the frame at `e`: above the top there is always room for one.
#[inline(always)]
pub(crate) fn window(frames: &[Word], e: usize) -> &Frame {
    frames[e..]
        .first_chunk()
        .expect("a window fits above the top of the stack")
}

/// Whether a run ends at the return address `cp`.
pub(crate) fn is_bottom(cp: usize) -> bool {
    cp <= SUCCEED.address()
}

/// Returns the address of slot `y` of the frame at `e`.
pub(crate) fn slot_address(e: usize, y: usize) -> usize {
    e + FRAME_HEADER + y
}

impl Stacks {
    /// Returns the words of the frame stack, above the top too.
    pub(crate) fn frames(&self) -> &[u64] {
        &self.frames
    }

    /// Exchanges the frame stacks.
    pub(crate) fn swap_frames(&mut self, frames: &mut Vec<u64>) {
        std::mem::swap(&mut self.frames, frames);
    }

    /// Returns slot `y` of the frame at `e`.
    #[inline(always)]
    pub(crate) fn slot(&self, e: usize, y: usize) -> Cell {
        Cell::from_bits(self.frames[slot_address(e, y)])
    }

    /// Overwrites slot `y` of the frame at `e`.
    #[inline(always)]
    pub(crate) fn set_slot(&mut self, e: usize, y: usize, cell: Cell) {
        self.frames[slot_address(e, y)] = cell.bits();
    }

    /// Returns the link of the frame at `e`: the previous frame and the continuation there.
    #[inline]
    pub(crate) fn link(&self, e: usize) -> (usize, usize) {
        let link = Cell::from_bits(self.frames[e]);
        (link.link_frame(), link.link_code())
    }

    /// Opens a frame with `slots` slots, for which there is room, that goes back to the current one and to `cp`.
    pub(crate) fn open_frame(&mut self, regs: &mut Registers, cp: usize, slots: usize) {
        let e = regs.frame_top;
        self.frames[e] = Cell::link(regs.e, cp).bits();
        regs.e = e;
        regs.frame_top = slot_address(e, slots);
    }

    /// Closes the current frame and goes back to its continuation.
    pub(crate) fn close_frame(&mut self, regs: &mut Registers) {
        let e = regs.e;
        (regs.e, regs.cp) = self.link(e);
        regs.frame_top = e.max(self.protected);
    }
}
