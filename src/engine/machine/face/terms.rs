//! Arguments and terms as built-ins see them.

use crate::base::atom::Atom;
use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

/// Maximum capacity in bytes of a text buffer that is kept for reuse.
const MOST_KEPT_TEXT: usize = 16 << 10;

impl Machine {
    /// Returns argument register `index` as the caller left it.
    pub fn arg(&self, index: usize) -> Cell {
        self.x[index]
    }

    /// Follows references.
    #[inline]
    pub fn deref(&self, cell: Cell) -> Cell {
        self.heap.deref(cell)
    }

    /// Returns the view of `cell`, dereferenced.
    #[inline]
    pub fn view(&self, cell: Cell) -> View {
        self.heap.view(cell)
    }

    /// Returns the atom with this name.
    pub fn intern(&mut self, name: &str) -> Atom {
        self.atoms.intern(name)
    }

    /// Returns the atom that stands for an object of the host.
    pub fn intern_object(&mut self, object: &AnyObject) -> Atom {
        self.atoms.intern_object(object)
    }

    /// Lends an empty string buffer with capacity, so that built-ins need not allocate one for a few characters.
    #[inline]
    pub fn with_text<T>(&mut self, f: impl FnOnce(&mut Machine, &mut String) -> T) -> T {
        let mut text = std::mem::take(&mut self.text);
        let result = f(self, &mut text);
        if text.capacity() <= MOST_KEPT_TEXT {
            text.clear();
            self.text = text;
        }
        result
    }
}
