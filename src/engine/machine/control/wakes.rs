//! Wake-ups that are pending: the attributes of variables that were bound, and their values. Goals that wait to be undone.

use crate::base::atom::Functor;
use crate::base::known;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::stacks::Stacks;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::Record;
use crate::term::view::View;

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

    /// Returns the module, the value of the attribute and the value of the variable, if there is one wake-up, of a
    /// variable with one attribute.
    pub(crate) fn only(&self, heap: &Heap) -> Option<[Cell; 3]> {
        let &[(attributes, value)] = self.bound.as_slice() else {
            return None;
        };
        let View::Struct(functor, first) = heap.view(attributes) else {
            return None;
        };
        let is_only = functor == Functor::new(known::ATT, 3) && heap.deref(heap.get(first + 2)) == Cell::NIL;
        is_only.then(|| [heap.get(first), heap.get(first + 1), value])
    }

    /// Returns the list of `wake(Attributes, Value)` for all.
    pub(crate) fn list(&self, heap: &mut Heap) -> Cell {
        let wake = |&(attributes, value): &(Cell, Cell)| heap.new_term(known::WAKE, &[attributes, value]);
        let wakes: Vec<Cell> = self.bound.iter().map(wake).collect();
        heap.new_list(&wakes, Cell::NIL)
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
