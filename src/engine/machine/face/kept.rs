//! States of native predicates that are no terms: they are kept with a choice point, and dropped when it is gone.

use std::any::Any;

use crate::machine::Machine;

impl Machine {
    /// Makes a place for the state of the nondeterministic predicate that is running; returns its number. Older states
    /// whose choice points are gone are dropped.
    pub fn keep_state(&mut self) -> usize {
        let choices = self.choice_count();
        let (number, bytes) = self.calls.kept.keep(choices);
        self.take_back(bytes);
        number
    }

    /// Takes the state kept as `number`. What is set aside for it is the caller's.
    pub fn take_state(&mut self, number: usize) -> Option<Box<dyn Any + Send>> {
        self.calls.kept.take(number)
    }

    /// Puts a state back for which `bytes` are set aside.
    pub fn put_state_back(&mut self, number: usize, state: Box<dyn Any + Send>, bytes: usize) {
        self.calls.kept.put_back(number, state, bytes);
    }
}
