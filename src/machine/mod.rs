//! The abstract machine.

pub mod native;
mod raise;
mod trail;
mod unify;

use crate::base::atom::{Atom, AtomTable};
use crate::io::table::StreamTable;
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
    /// The open streams.
    pub streams: StreamTable,
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

    /// The value of an arithmetic expression: only of numbers, and of sums.
    pub fn eval(&mut self, cell: Cell) -> Result<crate::base::num::Number, Stop> {
        use crate::base::iso_error::Type;
        use crate::base::num::Number;
        match (self.heap.number(cell), self.view(cell)) {
            (Some(number), _) => Ok(number),
            (None, View::Struct(f, args)) if f.arity() == 2 && f.name() == crate::base::known::PLUS => {
                let (a, b) = (self.heap.get(args), self.heap.get(args + 1));
                match (self.eval(a)?, self.eval(b)?) {
                    (Number::Int(a), Number::Int(b)) => Ok(Number::Int(a + b)),
                    _ => Err(self.type_error(Type::Evaluable, cell)),
                }
            }
            (None, View::Var(_)) => Err(self.instantiation_error()),
            (None, _) => Err(self.type_error(Type::Evaluable, cell)),
        }
    }

    /// A machine that can run natives, for tests.
    #[cfg(test)]
    pub fn bare() -> Machine {
        Machine {
            heap: Heap::with_capacity(1 << 12),
            atoms: AtomTable::new(),
            streams: StreamTable::closed(),
            x: Box::new([Cell::ZERO; 256]),
            trail: Vec::new(),
            hb: usize::MAX,
            unify_stack: Vec::new(),
            ball: Cell::ZERO,
        }
    }

    /// Sets an argument register, for tests.
    #[cfg(test)]
    pub fn set_arg(&mut self, index: usize, cell: Cell) {
        self.x[index] = cell;
    }

    /// The ball thrown last, for tests.
    #[cfg(test)]
    pub fn ball(&self) -> Cell {
        self.ball
    }

    /// Undoes all bindings, for tests.
    #[cfg(test)]
    pub fn undo_all(&mut self) {
        self.undo_to(0);
    }

    fn wake_for(&mut self, _attributes: Cell, _value: Cell) {}
}
