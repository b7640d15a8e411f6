//! The flag `occurs_check`: unification that fails, or raises an error, if it would make a cyclic term.
//!
//! The run loop does not know the flag. While it is on, clauses of programs run from their terms, so that all their
//! unifications are made outside of the loop; native predicates that unify are not run inline. The library runs as
//! compiled.

use crate::base::flag::{Flags, OccursCheck};
use crate::machine::native::Inline;
use crate::machine::stacks::Stacks;
use crate::machine::stacks::trail::TrailMark;
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;
use crate::term::walk::is_acyclic;

/// Whether it may bind a variable to an existing compound.
pub(crate) fn makes_bindings(inline: Inline) -> bool {
    matches!(inline, Inline::Unify | Inline::Arg)
}

impl Stacks {
    /// Whether the bindings of plain variables since the mark closed no cycle. A cycle would go through a compound
    /// bound since. `None` if other variables were bound.
    pub(in crate::machine) fn made_no_cycle(&self, heap: &Heap, mark: &TrailMark) -> Option<bool> {
        for &entry in self.trail_since(mark) {
            let entry = Cell::from_bits(entry);
            if !entry.is_ref() {
                return None;
            }
            let value = heap.deref(entry);
            if matches!(value.tag(), Tag::Lst | Tag::Str) && !is_acyclic(heap, value) {
                return Some(false);
            }
        }
        Some(true)
    }
}

impl Flags {
    /// Whether the loop may run a native predicate inline.
    pub(in crate::machine) fn runs_inline(&self, inline: Inline) -> bool {
        self.occurs_check == OccursCheck::False || !makes_bindings(inline)
    }
}
