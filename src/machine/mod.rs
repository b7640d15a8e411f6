//! The abstract machine.

pub mod native;
mod raise;
mod trail;
mod unify;

use crate::base::atom::{Atom, AtomTable};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;
use native::{Step, Stop};

/// The abstract machine.
pub struct Machine {
    /// The heap.
    pub heap: Heap,
    /// The names.
    pub atoms: AtomTable,
    x: Box<[Cell; 256]>,
    trail: Vec<u64>,
    hb: usize,
    unify_stack: Vec<(usize, usize, usize)>,
    ball: Cell,
}

impl Machine {
    /// The argument register `index`, as the caller left it.
    pub fn arg(&self, index: usize) -> Cell {
        self.x[index]
    }

    /// Follows references.
    pub fn deref(&self, cell: Cell) -> Cell {
        self.heap.deref(cell)
    }

    /// What `cell`, dereferenced, is.
    pub fn view(&self, cell: Cell) -> View {
        self.heap.view(cell)
    }

    /// The atom with this name.
    pub fn intern(&mut self, name: &str) -> Atom {
        self.atoms.intern(name)
    }

    /// Charges `cells` heap cells to the budget and makes room for them.
    pub fn reserve(&mut self, cells: usize) -> Step {
        self.heap.grow(cells);
        Ok(())
    }

    /// To be called now and then by a predicate that runs for long: stops it when it was
    /// interrupted or a limit was met.
    pub fn poll(&mut self) -> Step {
        Ok(())
    }

    fn wake_for(&mut self, _attributes: Cell, _value: Cell) {}
}
