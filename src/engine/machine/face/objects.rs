//! Objects of built-ins: Rust values that terms name, with the memory that they take.

use std::any::Any;
use std::sync::Arc;

use crate::base::atom::AtomTable;
use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

impl Machine {
    /// Returns the atom that stands for a new object, whose value takes so many bytes, and charges them.
    ///
    /// # Errors
    /// `resource_error(program_space)`
    pub fn new_object(&mut self, kind: &str, value: Arc<dyn Any + Send + Sync>, bytes: usize) -> Result<Cell, Stop> {
        self.charge_program(bytes)?;
        let object = AnyObject::new(kind, value);
        let atom = self.intern_object(&object);
        self.atoms.weigh_object(&object, bytes);
        Ok(Cell::atom(atom))
    }
}

impl AtomTable {
    /// Returns the value of the object that a cell stands for, if it is of this type.
    pub fn object_value<T: Any + Send + Sync>(&self, heap: &Heap, cell: Cell) -> Option<Arc<T>> {
        match heap.view(cell) {
            View::Atom(atom) => self.object(atom)?.value_of(),
            _ => None,
        }
    }
}
