//! The abstract machine.

mod eval;
pub mod native;
mod raise;
mod trail;
mod unify;

use crate::base::atom::{Atom, AtomTable};
use crate::base::num::function::FunctionTable;
use crate::base::num::state::EvalState;
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
    /// The evaluable functors.
    pub functions: FunctionTable,
    /// Random numbers, clocks and flags that evaluation depends on.
    pub eval_state: EvalState,
    eval_stack: Vec<Cell>,
    x: Box<[Cell; 256]>,
    trail: Vec<u64>,
    hb: usize,
    unify_stack: Vec<(usize, usize, usize)>,
    ball: Cell,
}

impl Machine {
    /// A machine that can run natives, for tests.
    #[cfg(test)]
    pub fn bare() -> Machine {
        let mut atoms = AtomTable::new();
        Machine {
            heap: Heap::with_capacity(1 << 12),
            functions: FunctionTable::new(&mut atoms),
            atoms,
            eval_state: EvalState::default(),
            eval_stack: Vec::new(),
            x: Box::new([Cell::ZERO; 256]),
            trail: Vec::new(),
            hb: usize::MAX,
            unify_stack: Vec::new(),
            ball: Cell::ZERO,
        }
    }

    /// The ball thrown last, for tests.
    #[cfg(test)]
    pub fn ball(&self) -> Cell {
        self.ball
    }

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
