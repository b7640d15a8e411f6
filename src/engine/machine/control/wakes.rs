//! Wake-ups that are pending: the attributes of variables that were bound, and their values. Goals that wait to be undone.

use crate::machine::memory::limits::MachineLimits;
use crate::machine::stacks::Stacks;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::Record;

/// The pending wake-ups of a run, the oldest first.
#[derive(Default)]
pub(crate) struct Wakes {
    bound: Vec<(Cell, Cell)>,
    /// The goals that are to run when they are undone by backtracking, see `undo.rs`.
    pub undo: Vec<Record>,
}

impl Wakes {
    /// Binds a variable with attributes: their goals are to run.
    #[cold]
    #[inline(never)]
    pub(crate) fn bind(
        &mut self,
        heap: &mut Heap,
        stacks: &mut Stacks,
        limits: &mut MachineLimits,
        var: Cell,
        value: Cell,
    ) {
        let attributes = heap.get(var.address() + 1);
        stacks.bind(heap, var, value);
        self.add(attributes, value);
        limits.raise_event();
    }

    /// Whether no wake-up is pending.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.bound.is_empty()
    }

    /// Whether goals wait to be undone.
    pub(crate) fn has_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Adds one: a variable with these attributes was bound to `value`.
    pub(crate) fn add(&mut self, attributes: Cell, value: Cell) {
        self.bound.push((attributes, value));
    }

    /// Drops all, since the bindings are undone.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.bound.clear();
    }

    /// Takes all.
    pub(crate) fn take(&mut self) -> Vec<(Cell, Cell)> {
        std::mem::take(&mut self.bound)
    }

    /// Returns the attributes and values.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.bound.iter().flat_map(|&(attributes, value)| [attributes, value])
    }

    /// Returns the attributes and values, to be updated when cells have moved.
    pub(crate) fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.bound
            .iter_mut()
            .flat_map(|(attributes, value)| [attributes, value])
    }
}
