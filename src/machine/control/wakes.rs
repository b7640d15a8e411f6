//! Wake-ups that are pending: the attributes of variables that were bound, and their values.

use crate::term::cell::Cell;

/// The pending wake-ups of a machine, the oldest first.
#[derive(Default)]
pub struct Wakes(Vec<(Cell, Cell)>);

impl Wakes {
    /// Whether none is pending.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds one: a variable with these attributes was bound to `value`.
    pub fn add(&mut self, attributes: Cell, value: Cell) {
        self.0.push((attributes, value));
    }

    /// Drops all, since the bindings are undone.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes all.
    pub fn take(&mut self) -> Vec<(Cell, Cell)> {
        std::mem::take(&mut self.0)
    }

    /// Returns the attributes and values.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().flat_map(|&(attributes, value)| [attributes, value])
    }

    /// Returns the attributes and values, to be updated when cells have moved.
    pub fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.0.iter_mut().flat_map(|(attributes, value)| [attributes, value])
    }
}
