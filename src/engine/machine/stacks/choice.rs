//! Choice points: the saved state to which the machine backtracks.

use crate::code::clause::NO_CLAUSE;
use crate::code::index::Candidate;
use crate::code::instr::{FAIL, LIGHT_REGISTERS, Label, NO_PRED, PredId};
use crate::term::cell::Cell;

/// The kinds of choice points, by the action of backtracking to them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum ChoiceKind {
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
    /// Fails: another machine runs the alternatives.
    Given,
    /// Completes a table, or resumes its consumers: the clauses of a tabled goal are exhausted.
    Generator,
    /// Goes on with the next answer of an incomplete table.
    Consumer,
    /// Returns the next answer of a complete table.
    Answers,
    /// The bottom of a run.
    Barrier,
}

/// A choice point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
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
    pub kind: ChoiceKind,
}

/// A choice point that is not pushed yet, since the clause may soon fail or cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Light {
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
    pub(crate) const NONE: Light = Light {
        next: FAIL,
        at: FAIL,
        trail: 0,
        hb: 0,
        x: [Cell::ZERO; LIGHT_REGISTERS],
    };
}

impl Choice {
    /// Returns a choice point without an alternative. `height` is the top of the heap, `trail` the length of the trail,
    /// `args` the number of saved registers below its own; the last argument is the continuation, the frame and the top
    /// of the frames.
    #[inline(always)]
    pub(crate) fn new(
        kind: ChoiceKind,
        count: u16,
        height: usize,
        trail: usize,
        args: usize,
        [cp, e, frame_top]: [usize; 3],
    ) -> Choice {
        Choice {
            h: height,
            generation: NO_GENERATION,
            alternative: FAIL,
            cp: Label::at(cp),
            e: e as u32,
            frame_top: frame_top as u32,
            trail: trail as u32,
            args: args as u32,
            pred: NO_PRED,
            next: NONE,
            count,
            kind,
        }
    }

    /// Returns the index of the state of a native predicate, above its saved registers.
    pub(crate) fn state(&self) -> usize {
        self.args as usize + usize::from(self.count)
    }

    /// Whether the choice point was disabled by a soft cut.
    pub(crate) fn is_dead(&self) -> bool {
        self.kind == ChoiceKind::Code && self.alternative == FAIL
    }
}

/// The generation of choice points that look up no clauses.
pub(crate) const NO_GENERATION: u64 = u64::MAX;
/// The candidate of choice points that have none.
pub(crate) const NONE: Candidate = Candidate::new(NO_CLAUSE);

/// Saves the first `count` registers. Usually they are few: those are copied in the loop itself, without a call.
#[inline(always)]
pub(crate) fn save(saved: &mut Vec<Cell>, x: &[Cell], count: usize) {
    let length = saved.len() + count;
    match count {
        0 => {}
        1..=4 => saved.extend_from_slice(&x[..4]),
        5..=8 => saved.extend_from_slice(&x[..8]),
        _ => saved.extend_from_slice(&x[..count]),
    }
    saved.truncate(length);
}

/// Restores the first registers.
#[inline(always)]
pub(crate) fn restore(x: &mut [Cell; 256], saved: &[Cell]) {
    match *saved {
        [] => {}
        [a] => x[0] = a,
        [a, b] => (x[0], x[1]) = (a, b),
        [a, b, c] => (x[0], x[1], x[2]) = (a, b, c),
        [a, b, c, d] => (x[0], x[1], x[2], x[3]) = (a, b, c, d),
        [a, b, c, d, ref rest @ ..] => {
            (x[0], x[1], x[2], x[3]) = (a, b, c, d);
            match *rest {
                [a] => x[4] = a,
                [a, b] => (x[4], x[5]) = (a, b),
                _ => x[4..saved.len()].copy_from_slice(rest),
            }
        }
    }
}
