//! How operands must be written to be read as the same term.

use super::Writer;
use crate::base::known;
use crate::term::cell::{BoxKind, Cell};
use crate::term::view::View;
use crate::text::ops::OpDef;

impl Writer<'_> {
    /// Whether the operand of a minus, written without brackets, would begin with a digit, so that the minus would be
    /// read as a sign.
    pub(super) fn begins_with_digit(&self, cell: Cell, most: u16) -> bool {
        let (mut cell, mut most) = (self.heap.deref(cell), most);
        loop {
            if self.name(cell).is_some() || self.cyclic.contains_key(&cell) {
                return false;
            }
            let (functor, first) = match self.heap.view(cell) {
                View::Int(value) => return value >= 0,
                View::Float(value) => return value.is_nan() || value.is_sign_positive(),
                View::BigInt(cell) | View::Rational(cell) => return !self.is_negative(cell),
                View::Struct(functor, first) => (functor, first),
                _ => return false,
            };
            let ops = self.lexicon.ops;
            let op = match functor.arity() {
                // `'$VAR'(0)` is written `A`, even if it is an operator.
                1 if self.options.numbervars && functor.name() == known::DOLLAR_VAR => return false,
                1 if ops.prefix(functor.name()).is_none() => ops.postfix(functor.name()),
                2 => ops.infix(functor.name()),
                _ => None,
            };
            match op {
                Some(op) if op.priority <= most => {
                    most = op.left_max();
                    cell = self.heap.deref(self.heap.get(first));
                }
                _ => return false,
            }
        }
    }

    fn is_negative(&self, cell: Cell) -> bool {
        let header = self.heap.get(cell.address());
        matches!(header.box_kind(), BoxKind::Int | BoxKind::Rational) && header.box_extra() == 1
    }

    /// Returns the maximum priority of the argument before an operator without brackets. If the argument ends with an
    /// operand of the same priority (`fy` or `xfy`), the reader would attach the operator to that operand.
    pub(super) fn most_on_the_left(&self, op: OpDef, address: usize) -> u16 {
        let most = op.left_max();
        let cell = self.heap.deref(self.heap.get(address));
        let View::Struct(functor, _) = self.heap.view(cell) else {
            return most;
        };
        let ops = self.lexicon.ops;
        let inner = match functor.arity() {
            1 => ops.prefix(functor.name()),
            2 => ops.infix(functor.name()),
            _ => None,
        };
        let takes_it = inner.is_some_and(|inner| inner.priority == most && inner.right_max() == most);
        most - u16::from(takes_it)
    }
}
