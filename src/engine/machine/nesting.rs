//! The runs that nested runs interrupt, and where the innermost open query begins.

use super::stacks::Suspended;
use crate::machine::coroutines::Coroutines;

/// Maximum nesting depth of runs.
pub(in crate::machine) const MAX_NESTING: usize = 64;

/// The runs that are interrupted, and the open queries.
#[derive(Default)]
pub(in crate::machine) struct Nesting {
    /// The registers of runs that nested runs interrupt, the innermost last.
    pub suspended: Vec<Suspended>,
    /// The indices of the barriers of the open queries, the innermost last, and how many runs were interrupted there.
    pub bases: Vec<(usize, usize)>,
}

impl Nesting {
    /// Returns the index of the barrier of the innermost open query.
    pub(in crate::machine) fn base(&self) -> usize {
        self.bases.last().map_or(0, |&(base, _)| base)
    }

    /// Whether the run is inside another one of the same query.
    pub(in crate::machine) fn is_nested(&self, coroutines: &Coroutines) -> bool {
        match self.bases.last() {
            Some(&(_, suspended)) => self.suspended.len() > suspended,
            None => !self.suspended.is_empty() || coroutines.is_caller_nested(),
        }
    }

    /// Returns the number of runs that are interrupted, those of goals that wait for engines included.
    pub(in crate::machine) fn depth(&self, coroutines: &Coroutines) -> usize {
        self.suspended.len() + coroutines.nesting()
    }

    /// Whether the outcome of a run is that of an engine, and not that of a run inside it.
    pub(in crate::machine) fn is_at_bottom_of_engine(&self, coroutines: &Coroutines) -> bool {
        coroutines.is_inside() && self.suspended.is_empty() && self.bases.is_empty()
    }
}
