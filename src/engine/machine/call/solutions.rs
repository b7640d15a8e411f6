//! Solutions of host predicates, computed as they are asked for.

use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

/// Gives the solutions of a host predicate one by one: the next value, and whether there may be more.
pub type Solutions = Box<dyn FnMut(&mut Machine) -> Result<Option<(Cell, bool)>, Stop> + Send>;

/// The solutions that may be asked for, those of the newest choice points last.
#[derive(Default)]
pub(crate) struct HostSolutions(Vec<KeptSolutions>);

struct KeptSolutions {
    /// The index of their choice point.
    choice: usize,
    /// `None` while they are computed, and when there are no more.
    run: Option<Solutions>,
}

impl HostSolutions {
    /// Keeps solutions whose choice point will be the one with this index; returns their number.
    pub(crate) fn keep(&mut self, choice: usize, run: Solutions) -> usize {
        self.drop_from(choice);
        self.0.push(KeptSolutions { choice, run: Some(run) });
        self.0.len() - 1
    }

    /// Drops the solutions whose choice points are gone when `choices` choice points are left.
    pub(crate) fn drop_from(&mut self, choices: usize) {
        while self.0.last().is_some_and(|kept| kept.choice >= choices) {
            self.0.pop();
        }
    }

    /// Takes the solutions with this number, to ask for the next.
    pub(crate) fn take(&mut self, number: usize) -> Option<Solutions> {
        self.0.get_mut(number)?.run.take()
    }

    /// Puts solutions back of which there may be more.
    pub(crate) fn put_back(&mut self, number: usize, run: Solutions) {
        if let Some(kept) = self.0.get_mut(number) {
            kept.run = Some(run);
        }
    }
}
