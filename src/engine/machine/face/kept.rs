//! States of native predicates that are no terms: they are kept with a choice point, and dropped when it is gone.

use crate::machine::call::Calls;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::stacks::Stacks;

impl Calls {
    /// Makes a place for the state of the nondeterministic predicate that is running; returns its number. Older states
    /// whose choice points are gone are dropped.
    pub fn keep_state(&mut self, limits: &mut MachineLimits, stacks: &Stacks) -> usize {
        let choices = stacks.choice_count();
        let (number, bytes) = self.kept.keep(choices);
        limits.take_back(bytes);
        number
    }
}
