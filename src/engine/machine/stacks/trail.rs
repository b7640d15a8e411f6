//! The trail: bindings to be undone.
//!
//! An entry is a cell. `Ref(a)`: the variable at `a` was bound; undoing makes it a self-reference again. `Att(a)`: the
//! same for an attributed variable. `Str(a)`: the cell at `a` was overwritten; the entry below is its old value (the
//! value trail of `setarg/3`, `b_setval/2` and attributes). A cell younger than the newest choice point (address at or
//! above `hb`) is not trailed, since backtracking drops it.

use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

use super::Stacks;

/// A saved state of heap and trail, see [`Stacks::mark`].
#[derive(Clone, Copy, Debug)]
pub struct TrailMark {
    heap: usize,
    trail: usize,
    hb: usize,
}

/// Binds the variable `var`, which is plain and unbound, to `value`.
#[inline(always)]
pub(crate) fn bind(heap: &mut [u64], trail: &mut Vec<u64>, hb: usize, var: Cell, value: Cell) {
    let address = var.address();
    heap[address] = value.bits();
    if address < hb {
        trail.push(var.bits());
    }
}

impl Stacks {
    /// Returns the entries, the newest last.
    pub(crate) fn trail(&self) -> &[u64] {
        &self.trail
    }

    /// Binds the variable `var`, which is unbound, to `value`.
    #[inline(always)]
    pub fn bind(&mut self, heap: &mut Heap, var: Cell, value: Cell) {
        bind(heap.words_mut(), &mut self.trail, self.hb, var, value);
    }

    /// Overwrites the cell at `address`; backtracking restores its old value.
    pub fn assign(&mut self, heap: &mut Heap, address: usize, value: Cell) {
        if address < self.hb {
            self.trail.push(heap.get(address).bits());
            self.trail.push(Cell::structure(address).bits());
        }
        heap.set(address, value);
    }

    /// Undoes all bindings and assignments made since the trail had `length` entries.
    #[inline]
    pub(crate) fn undo(&mut self, heap: &mut Heap, length: usize) {
        while self.trail.len() > length {
            let Some(entry) = self.trail.pop().map(Cell::from_bits) else {
                return;
            };
            match entry.tag() {
                Tag::Ref | Tag::Att => heap.set(entry.address(), entry),
                _ => {
                    let old = self.trail.pop();
                    let old = old.expect("an overwritten cell's old value lies below its entry");
                    heap.set(entry.address(), Cell::from_bits(old));
                }
            }
        }
    }

    /// Begins a trial: until [`Stacks::keep_mark`] or [`Stacks::undo_to_mark`], every binding of an existing variable
    /// is trailed, as if there were a choice point.
    #[inline]
    pub fn mark(&mut self, heap: &Heap) -> TrailMark {
        let mark = TrailMark {
            heap: heap.top(),
            trail: self.trail.len(),
            hb: self.hb,
        };
        self.hb = mark.heap;
        mark
    }

    /// Ends a trial and keeps its bindings.
    #[inline]
    pub fn keep_mark(&mut self, mark: TrailMark) {
        self.hb = mark.hb;
    }

    /// Ends a trial and undoes all bindings and assignments since its beginning.
    #[inline]
    pub(crate) fn undo_to_mark(&mut self, heap: &mut Heap, mark: TrailMark) {
        self.undo(heap, mark.trail);
        heap.set_top(mark.heap);
        self.hb = mark.hb;
    }

    /// Returns the entries since the mark.
    pub fn trail_since(&self, mark: &TrailMark) -> &[u64] {
        &self.trail[mark.trail..]
    }

    /// Makes every binding be trailed, as above a choice point that is younger than all variables.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn trail_everything(&mut self) {
        self.hb = usize::MAX;
    }
}
