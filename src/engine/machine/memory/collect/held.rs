//! Cells that code outside of the machine holds.

use crate::term::cell::Cell;
use crate::term::heap::Heap;

/// Cells held by code outside of the machine, each with the top of the heap before it was made.
#[derive(Debug, Default)]
pub struct Held(Vec<(Cell, usize)>);

impl Held {
    /// Adds a cell and returns its index. `top` is the top of the heap before anything was built for it.
    pub fn add(&mut self, cell: Cell, top: usize) -> usize {
        self.0.push((cell, top));
        self.0.len() - 1
    }

    /// Returns the current value of the held cell `number`.
    pub fn get(&self, number: usize) -> Cell {
        self.0[number].0
    }

    /// Releases the held cell `number` and all that were held later, and drops the cells built since.
    pub fn release(&mut self, heap: &mut Heap, number: usize) {
        if let Some(&(_, top)) = self.0.get(number) {
            self.0.truncate(number);
            heap.set_top(top);
        }
    }

    /// Returns the cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().map(|&(cell, _)| cell)
    }

    /// Returns the tops of the heap.
    pub(crate) fn tops(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&(_, top)| top)
    }

    /// Updates cells and tops after cells have moved.
    pub(crate) fn update(&mut self, mut cell: impl FnMut(&mut Cell), top: impl Fn(usize) -> usize) {
        for (held, before) in &mut self.0 {
            cell(held);
            *before = top(*before);
        }
    }
}
