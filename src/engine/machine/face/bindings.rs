//! Bindings and assignments, and trials: bindings that may be taken back.

use crate::machine::Machine;
use crate::machine::stacks::trail::TrailMark;
use crate::term::cell::{Cell, Tag};

impl Machine {
    /// Binds the unbound variable `var` (a dereferenced `Ref` or `Att`) to `value`. Binding an attributed variable adds
    /// its attributes to the list of pending wake-ups.
    #[inline]
    pub fn bind(&mut self, var: Cell, value: Cell) {
        if var.is_ref() {
            self.stacks.bind(&mut self.heap, var, value);
        } else {
            self.bind_attributed(var, value);
        }
    }

    /// Binds two unbound variables to one another: the younger refers to the older, a plain one to an attributed one.
    pub(in crate::machine) fn bind_variables(&mut self, a: Cell, b: Cell) {
        match (a.tag(), b.tag()) {
            (Tag::Ref, Tag::Att) => self.bind(a, b),
            (Tag::Att, Tag::Ref) => self.bind(b, a),
            _ if a.address() < b.address() => self.bind(b, a),
            _ => self.bind(a, b),
        }
    }

    #[cold]
    fn bind_attributed(&mut self, var: Cell, value: Cell) {
        let attributes = self.heap.get(var.address() + 1);
        self.stacks.bind(&mut self.heap, var, value);
        self.wakes.add(attributes, value);
        self.limits.raise_event();
    }

    /// Undoes all bindings and assignments since the mark.
    pub fn undo_to_mark(&mut self, mark: TrailMark) {
        self.stacks.undo_to_mark(&mut self.heap, mark);
        self.wakes.clear();
    }

    /// Whether wake-ups are pending.
    pub fn is_waking(&self) -> bool {
        !self.wakes.is_empty()
    }

    /// Keeps all cells that are on the heap now, for `nb_setarg/3`: backtracking still undoes bindings, but the cells
    /// are freed only by the collector.
    pub fn keep_heap(&mut self) {
        self.stacks.keep_heap(self.heap.top());
    }
}
