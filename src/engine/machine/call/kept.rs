//! States of native predicates that are no terms, kept with their choice points.

use std::any::Any;

/// A state, such as that of a search.
pub(crate) type State = Box<dyn Any + Send>;

/// The states, those of the newest choice points last.
#[derive(Default)]
pub struct KeptStates(Vec<KeptState>);

struct KeptState {
    /// The index of its choice point.
    choice: usize,
    /// `None` while it is in use, and after its end.
    state: Option<State>,
    /// The bytes that were set aside for it.
    bytes: usize,
}

impl KeptStates {
    /// Makes a place for a state whose choice point will be the one with this index; returns its number, and the bytes of
    /// older states that were dropped.
    pub(crate) fn keep(&mut self, choice: usize) -> (usize, usize) {
        let bytes = self.drop_from(choice);
        self.0.push(KeptState {
            choice,
            state: None,
            bytes: 0,
        });
        (self.0.len() - 1, bytes)
    }

    /// Drops the states whose choice points are gone when `choices` choice points are left; returns their bytes.
    pub(crate) fn drop_from(&mut self, choices: usize) -> usize {
        let mut bytes = 0;
        while self.0.last().is_some_and(|kept| kept.choice >= choices) {
            bytes += self.0.pop().map_or(0, |kept| kept.bytes);
        }
        bytes
    }

    /// Takes the state with this number, whose bytes are the caller's from now on.
    pub fn take(&mut self, number: usize) -> Option<State> {
        let kept = self.0.get_mut(number)?;
        kept.bytes = 0;
        kept.state.take()
    }

    /// Puts a state back for which `bytes` are set aside.
    pub fn put_back(&mut self, number: usize, state: State, bytes: usize) {
        if let Some(kept) = self.0.get_mut(number) {
            (kept.state, kept.bytes) = (Some(state), bytes);
        }
    }
}
