//! Choice points: the saved state from which the machine tries an alternative.

use crate::code::clause::NO_CLAUSE;
use crate::code::index::Candidate;
use crate::code::instr::FAIL;
use crate::code::instr::{LIGHT_REGISTERS, Label, PredId};
use crate::term::cell::Cell;

/// The action on backtracking to a choice point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Continue at the code address with the saved registers: the next clause, or another branch.
    Code,
    /// Run the next candidate clause.
    Candidates,
    /// Call the native predicate again with its saved state.
    Native,
    /// Fail on: a catch frame has no alternative.
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
    /// The generation in which candidate clauses are looked up; [`NO_GENERATION`] if none are.
    pub generation: u64,
    /// The address of the alternative.
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
    /// The predicate whose candidate clauses are tried, or that a native predicate searches.
    pub pred: PredId,
    /// The next candidate, or the number of the native.
    pub next: Candidate,
    /// The number of saved registers.
    pub count: u16,
    /// The action.
    pub kind: Kind,
}

/// A deferred choice point, not pushed yet since the clause may soon fail or cut.
#[derive(Clone, Copy, Debug)]
pub struct Light {
    /// The address to continue at on failure; 0 if there is no deferred choice point.
    pub next: Label,
    /// The address of the `try_light` that created it.
    pub at: Label,
    /// The height of the trail.
    pub trail: usize,
    /// The heap top at the newest pushed choice point.
    pub hb: usize,
    /// The saved registers.
    pub x: [Cell; LIGHT_REGISTERS],
}

impl Light {
    /// No deferred choice point.
    pub const NONE: Light = Light {
        next: FAIL,
        at: FAIL,
        trail: 0,
        hb: 0,
        x: [Cell::ZERO; LIGHT_REGISTERS],
    };
}

impl Choice {
    /// Whether a soft cut has disabled the choice point.
    pub fn is_dead(&self) -> bool {
        self.kind == Kind::Code && self.alternative == FAIL
    }
}

/// The generation of choice points that look up no clauses.
pub const NO_GENERATION: u64 = u64::MAX;
/// The clause of choice points that have none.
pub const NONE: Candidate = Candidate::new(NO_CLAUSE);
