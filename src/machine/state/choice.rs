//! Choice points: the saved state to which the machine backtracks.

use crate::code::clause::NO_CLAUSE;
use crate::code::index::Candidate;
use crate::code::instr::FAIL;
use crate::code::instr::{LIGHT_REGISTERS, Label, PredId};
use crate::term::cell::Cell;

/// The kinds of choice points, by the action of backtracking to them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Continues at the alternative, with the saved registers: the next clause, or another branch.
    Code,
    /// Runs the next candidate clause.
    Candidates,
    /// Calls the native predicate again with its saved state.
    Native,
    /// Fails: a catch frame has no alternative.
    Catch,
    /// Runs a cleanup goal, then fails.
    Cleanup,
    /// The bottom of a run.
    Barrier,
}

/// A choice point.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Heap top.
    pub h: usize,
    /// The generation in which candidate clauses are looked up; the maximum if there are none.
    pub generation: u64,
    /// The label of the alternative.
    pub alternative: Label,
    /// The continuation.
    pub cp: Label,
    /// The frame.
    pub e: u32,
    /// The top of the frame stack.
    pub frame_top: u32,
    /// The height of the trail.
    pub trail: u32,
    /// The index of the first saved register.
    pub args: u32,
    /// The predicate of the candidates or of the native.
    pub pred: PredId,
    /// The next candidate, or the index of the native.
    pub next: Candidate,
    /// The number of saved registers.
    pub count: u16,
    /// The action of backtracking to it.
    pub kind: Kind,
}

/// A choice point that is not pushed yet, since the clause may soon fail or cut.
#[derive(Clone, Copy, Debug)]
pub struct Light {
    /// The alternative; 0 if there is no light choice.
    pub next: Label,
    /// The address of the `try_light` instruction that made it.
    pub at: Label,
    /// The height of the trail.
    pub trail: usize,
    /// The heap top at the newest choice point that was pushed.
    pub hb: usize,
    /// The saved registers.
    pub x: [Cell; LIGHT_REGISTERS],
}

impl Light {
    /// No light choice.
    pub const NONE: Light = Light {
        next: FAIL,
        at: FAIL,
        trail: 0,
        hb: 0,
        x: [Cell::ZERO; LIGHT_REGISTERS],
    };
}

impl Choice {
    /// Whether the choice point was disabled by a soft cut.
    pub fn is_dead(&self) -> bool {
        self.kind == Kind::Code && self.alternative == FAIL
    }
}

/// The generation of choice points that look up no clauses.
pub const NO_GENERATION: u64 = u64::MAX;
/// The candidate of choice points that have none.
pub const NONE: Candidate = Candidate::new(NO_CLAUSE);
