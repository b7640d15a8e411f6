//! Where the innermost open query begins.

use super::Machine;

/// Maximum nesting depth of runs.
pub(in crate::machine) const MAX_NESTING: usize = 64;

impl Machine {
    /// Returns the index of the barrier of the innermost open query.
    pub(in crate::machine) fn base(&self) -> usize {
        self.bases.last().map_or(0, |&(base, _)| base)
    }

    /// Whether the run is inside another one of the same query.
    pub(in crate::machine) fn is_nested(&self) -> bool {
        match self.bases.last() {
            Some(&(_, suspended)) => self.suspended.len() > suspended,
            None => !self.suspended.is_empty() || self.coroutines.is_caller_nested(),
        }
    }

    /// Returns the number of runs that are interrupted, those of goals that wait for engines included.
    pub(in crate::machine) fn nesting(&self) -> usize {
        self.suspended.len() + self.coroutines.nesting()
    }

    /// Whether the outcome of a run is that of an engine, and not that of a run inside it.
    pub(in crate::machine) fn is_at_bottom_of_engine(&self) -> bool {
        self.coroutines.is_inside() && self.suspended.is_empty() && self.bases.is_empty()
    }
}
