//! Choice points: what the machine needs to go back and try something else.

use crate::code::clause::NO_CLAUSE;
use crate::code::index::Candidate;
use crate::code::instr::FAIL;
use crate::code::instr::{LIGHT_REGISTERS, Label, PredId};
use crate::term::cell::Cell;

/// What happens when the machine comes back to a choice point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Go on at the code address, with the saved registers: the next clause, or another branch.
    Code,
    /// Run the next candidate clause.
    Candidates,
    /// Call the predicate in Rust again with its saved state.
    Native,
    /// Nothing more: a catch frame fails through.
    Catch,
    /// Run a cleanup goal, then fail on.
    Cleanup,
    /// The bottom of a run.
    Barrier,
}

/// A choice point.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Heap top.
    pub h: usize,
    /// The generation that candidate clauses are looked up in; the largest number if none are.
    pub generation: u64,
    /// Where to go on.
    pub alternative: Label,
    /// The continuation.
    pub cp: Label,
    /// The frame.
    pub e: u32,
    /// The top of the frame stack.
    pub frame_top: u32,
    /// The height of the trail.
    pub trail: u32,
    /// Where the saved registers begin.
    pub args: u32,
    /// The predicate of candidates or of a native.
    pub pred: PredId,
    /// The next candidate, or the number of the native.
    pub next: Candidate,
    /// How many registers are saved.
    pub count: u16,
    /// What to do.
    pub kind: Kind,
}

/// A choice point that has not been pushed yet, since the clause may fail soon, or cut.
#[derive(Clone, Copy, Debug)]
pub struct Light {
    /// Where to go on if it fails; 0 if there is none.
    pub next: Label,
    /// The `try_light` that made it.
    pub at: Label,
    /// The height of the trail.
    pub trail: usize,
    /// The heap top at the newest choice point that was pushed.
    pub hb: usize,
    /// The registers.
    pub x: [Cell; LIGHT_REGISTERS],
}

impl Light {
    /// None.
    pub const NONE: Light = Light {
        next: FAIL,
        at: FAIL,
        trail: 0,
        hb: 0,
        x: [Cell::ZERO; LIGHT_REGISTERS],
    };
}

impl Choice {
    /// Has the choice point been given up by a soft cut?
    pub fn is_dead(&self) -> bool {
        self.kind == Kind::Code && self.alternative == FAIL
    }
}

/// The generation of choice points that look up no clauses.
pub const NO_GENERATION: u64 = u64::MAX;
/// The clause of choice points that have none.
pub const NONE: Candidate = Candidate::new(NO_CLAUSE);
