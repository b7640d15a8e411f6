//! The registers of the machine beside the argument registers.

use crate::code::instr::{NO_PRED, PredId};
use crate::machine::stacks::frames::FRAME_HEADER;
use crate::term::cell::Cell;

/// The registers. A run inside a run saves and restores all of them at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers {
    /// The address of the next instruction.
    pub pc: usize,
    /// The continuation: the address at which the caller goes on.
    pub cp: usize,
    /// The current frame.
    pub e: usize,
    /// The next free word of the frame stack.
    pub frame_top: usize,
    /// The number of choice points when the clause was called: its cut barrier.
    pub b0: usize,
    /// The next argument to be unified, in read mode.
    pub s: usize,
    /// Whether unify instructions are in write mode.
    pub write: bool,
    /// The native predicate that is running or to be run.
    pub running: Option<u16>,
    /// The predicate that was about to be called when the loop exited for an event.
    pub callee: PredId,
}

impl Registers {
    /// The registers of a machine that runs nothing: the first frame, which has no slots, is open.
    pub(crate) const NONE: Registers = Registers {
        pc: 0,
        cp: 0,
        e: 0,
        frame_top: FRAME_HEADER,
        b0: 0,
        s: 0,
        write: false,
        running: None,
        callee: NO_PRED,
    };
}

/// The registers of a run that a nested run suspends.
pub(crate) struct Suspended {
    /// The argument registers.
    pub x: Box<[Cell; 256]>,
    /// The other registers.
    pub regs: Registers,
}

impl Suspended {
    pub(crate) fn of(x: &[Cell; 256], regs: Registers) -> Suspended {
        Suspended { x: Box::new(*x), regs }
    }
}
