//! Binding variables and undoing bindings: the trail.
//!
//! An entry is a cell. `Ref(a)`: the variable at `a` was bound; undoing makes it a self-reference again. `Att(a)`: the
//! same for an attributed variable. `Str(a)`: the cell at `a` was overwritten; the entry below is its old value (the
//! value trail of `setarg/3`, `b_setval/2` and attributes). A cell younger than the newest choice point (address at or
//! above `hb`) is not trailed, since backtracking drops it.

use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

use crate::machine::Machine;

impl Machine {
    /// Binds the unbound variable `var` (a dereferenced `Ref` or `Att`) to `value`. Binding an attributed variable adds
    /// its attributes to the list of pending wake-ups.
    #[inline]
    pub fn bind(&mut self, var: Cell, value: Cell) {
        let address = var.address();
        if var.is_ref() {
            self.heap.set(address, value);
            if address < self.hb {
                self.trail.push(var.bits());
            }
        } else {
            self.bind_attributed(var, value);
        }
    }

    /// Binds two unbound variables to one another: the younger refers to the older, a plain one to an attributed one.
    pub fn bind_variables(&mut self, a: Cell, b: Cell) {
        match (a.tag(), b.tag()) {
            (Tag::Ref, Tag::Att) => self.bind(a, b),
            (Tag::Att, Tag::Ref) => self.bind(b, a),
            _ if a.address() < b.address() => self.bind(b, a),
            _ => self.bind(a, b),
        }
    }

    #[cold]
    fn bind_attributed(&mut self, var: Cell, value: Cell) {
        let address = var.address();
        let attributes = self.heap.get(address + 1);
        self.heap.set(address, value);
        self.trail.push(var.bits());
        self.wake_for(attributes, value);
    }

    /// Overwrites the cell at `address`; backtracking restores its old value.
    pub fn assign(&mut self, address: usize, value: Cell) {
        if address < self.hb {
            self.trail.push(self.heap.get(address).bits());
            self.trail.push(Cell::structure(address).bits());
        }
        self.heap.set(address, value);
    }

    /// Undoes all bindings and assignments made since the trail had `length` entries.
    pub(in crate::machine) fn undo_to(&mut self, length: usize) {
        undo(&mut self.heap, &mut self.trail, length);
    }
}

/// Undoes the entries of `trail` down to `length`.
pub(in crate::machine) fn undo(heap: &mut Heap, trail: &mut Vec<u64>, length: usize) {
    while trail.len() > length {
        let Some(entry) = trail.pop().map(Cell::from_bits) else {
            return;
        };
        match entry.tag() {
            Tag::Ref | Tag::Att => heap.set(entry.address(), entry),
            _ => {
                let old = trail
                    .pop()
                    .expect("an overwritten cell's old value lies below its entry");
                heap.set(entry.address(), Cell::from_bits(old));
            }
        }
    }
}
