//! The parts of a space: variables, propagators, and what a choice point restores.

use std::ops::Range;

/// How the holes in a domain are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// In `bits`.
    Small,
    /// In `words`, from `bits` on.
    Wide,
    /// In `lists`, at `bits - 1`; none if `bits` is 0.
    Listed,
}

/// A variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Var {
    pub min: i64,
    pub max: i64,
    /// The value that the first bit stands for.
    pub base: i64,
    pub bits: u64,
    pub stamp: u64,
    pub form: Form,
}

/// The propagators that wait for changes of a variable: ranges of places in `chains`, `pairs` and `groups_of`.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Links {
    /// Propagators that wait for its value, from here to `bounds`.
    pub value: u32,
    pub bounds: u32,
    pub domain: u32,
    pub end: u32,
    pub pairs: (u32, u32),
    pub groups: (u32, u32),
}

impl Links {
    /// Returns the places in `chains`.
    pub(super) fn chain(&self) -> Range<usize> {
        self.value as usize..self.end as usize
    }

    /// Returns the places in `pairs`.
    pub(super) fn pairs(&self) -> Range<usize> {
        self.pairs.0 as usize..self.pairs.1 as usize
    }

    /// Returns the places in `groups_of`.
    pub(super) fn groups(&self) -> Range<usize> {
        self.groups.0 as usize..self.groups.1 as usize
    }
}

/// The kinds of propagators of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PropKind {
    /// c; a, x...
    Linear {
        equal: bool,
    },
    /// The same with many terms, then what `sum.rs` keeps.
    Sum {
        equal: bool,
    },
    /// sum, term: tells the sum that the variable of the term has changed.
    Term,
    LinearNotEqual,
    /// x, y, c: x = y + c.
    Offset,
    /// x, y, c: x + y = c.
    Mirror,
    Absolute,
    /// x, y, z.
    Operation(super::super::propagate::Kind),
    /// b, x, c: b tells whether x is c, or, if `negated`, whether it is not.
    IsValue {
        negated: bool,
    },
    /// b, c; a, x...
    Reified(super::super::linear::Relation),
    /// b, x, low, high...
    ReifiedDomain,
    /// x...
    Distinct,
    /// index, value; element...
    Element,
    /// x...
    Circuit,
    /// x...
    Spread,
    /// limit; start, duration, use...
    Cumulative,
    /// order; start, duration; start, duration: see `orders.rs`.
    Order,
    /// index, state; x...: where the two are in `data` and in `words`.
    Table,
}

impl PropKind {
    pub(crate) fn is_slow(self) -> bool {
        matches!(
            self,
            PropKind::Distinct | PropKind::Spread | PropKind::Cumulative | PropKind::Table
        )
    }
}

/// A propagator, whose arguments are in `data`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prop {
    pub kind: PropKind,
    pub queued: bool,
    pub dead: bool,
    pub first: u32,
    pub end: u32,
    /// How often it has failed.
    pub weight: u32,
}

/// The values that a choice point restores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchMark {
    pub trail: usize,
    pub words: usize,
    pub lists: usize,
    pub killed: usize,
    pub stamp: u64,
}
