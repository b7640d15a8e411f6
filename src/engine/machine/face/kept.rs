//! States of native predicates that are no terms: they are kept with a choice point, and dropped when it is gone.

use crate::machine::Machine;

impl Machine {
    /// Makes a place for the state of the nondeterministic predicate that is running; returns its number. Older states
    /// whose choice points are gone are dropped.
    pub fn keep_state(&mut self) -> usize {
        let choices = self.stacks.choice_count();
        let (number, bytes) = self.calls.kept.keep(choices);
        self.limits.take_back(bytes);
        number
    }
}
