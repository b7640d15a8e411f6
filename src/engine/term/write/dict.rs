//! Writing dicts: `Tag{k: v}`.

use super::{ARGUMENT, Task, Writer};
use crate::base::atom::Functor;
use crate::base::known;
use crate::term::view::View;

impl Writer<'_> {
    /// Writes a dict; returns false for another term of its name.
    pub(super) fn dict(&mut self, functor: Functor, first: usize, depth: u32) -> bool {
        let end = first + functor.arity();
        let tag = self.heap.deref(self.heap.get(first));
        let is_key = |at: usize| matches!(self.heap.view(self.heap.get(at)), View::Atom(_) | View::Int(_));
        let is_tag = match self.heap.view(tag) {
            View::Atom(_) => true,
            View::Struct(f, _) => f == Functor::new(known::DOLLAR_VAR, 1) && self.options.numbervars,
            _ => tag.is_variable(),
        };
        if functor.arity().is_multiple_of(2) || !is_tag || !(first + 1..end).step_by(2).all(is_key) {
            return false;
        }
        self.term(tag, 0, depth, false);
        self.punctuation("{");
        self.pairs(first + 1, end, depth);
        true
    }

    /// Writes the pairs from the address `next` on, and the closing brace.
    pub(super) fn pairs(&mut self, next: usize, end: usize, depth: u32) {
        if next >= end {
            return self.punctuation("}");
        }
        self.work.push(Task::Pairs {
            next: next + 2,
            end,
            depth,
        });
        if next + 2 < end {
            self.work.push(Task::Text(self.comma()));
        }
        self.work.push(Task::Term {
            cell: self.heap.get(next + 1),
            most: ARGUMENT - 400,
            depth: depth.saturating_add(1),
            operand: true,
        });
        self.term(self.heap.get(next), 0, depth, false);
        self.punctuation(":");
    }
}
