//! Where the innermost open query begins.

use super::Machine;

impl Machine {
    /// Returns the index of the barrier of the innermost open query.
    pub(in crate::machine) fn base(&self) -> usize {
        self.bases.last().map_or(0, |&(base, _)| base)
    }

    /// Whether the run is inside another one of the same query.
    pub(in crate::machine) fn is_nested(&self) -> bool {
        self.suspended.len() > self.bases.last().map_or(0, |&(_, suspended)| suspended)
    }
}
