//! Constraints over integers that arithmetic on small integers decides; all others are posted by the code behind.

use crate::base::num::function::FunctionId;
use crate::code::comparison::OrderSet;
use crate::code::instr::{Label, Reg};
use crate::machine::eval::small_operation;
use crate::machine::run::hot::Hot;
use crate::term::cell::{Cell, tags};

impl Hot<'_> {
    /// Stores the result of an operation, and branches, if all are small integers.
    #[inline(always)]
    pub(crate) fn fd_operation(
        &mut self,
        to: Reg,
        a: Reg,
        b: Reg,
        done: &Label,
        small: impl Fn(Cell, Cell) -> Option<Cell>,
    ) {
        let (mut x, mut y) = (self.x[a.index()], self.x[b.index()]);
        if !Cell::are_ints(x, y) {
            (x, y) = (self.deref(x), self.deref(y));
            if !Cell::are_ints(x, y) {
                return;
            }
        }
        if let Some(result) = small(x, y) {
            self.x[to.index()] = result;
            self.jump(*done);
        }
    }

    /// As [`Hot::fd_operation`], with a function of two arguments, or with `abs`.
    #[inline(always)]
    pub(crate) fn fd_function(&mut self, to: Reg, a: Reg, b: Reg, done: &Label, function: FunctionId) {
        let (x, y) = self.two(a, b);
        if Cell::are_ints(x, y)
            && let Some(result) = small_value(function, x, y)
        {
            self.x[to.index()] = result;
            self.jump(*done);
        }
    }

    /// As [`Hot::fd_operation`], with a small integer.
    #[inline(always)]
    pub(crate) fn fd_small(
        &mut self,
        to: Reg,
        a: Reg,
        k: i8,
        done: &Label,
        small: impl Fn(Cell, Cell) -> Option<Cell>,
    ) {
        if self.fd_result(to, a, k, small) {
            self.jump(*done);
        }
    }

    /// Stores the result of an operation with a small integer; false if not all are small integers.
    #[inline(always)]
    pub(crate) fn fd_result(&mut self, to: Reg, a: Reg, k: i8, small: impl Fn(Cell, Cell) -> Option<Cell>) -> bool {
        let x = self.operand(a);
        if x.is_int()
            && let Some(result) = small(x, Cell::int(i64::from(k)))
        {
            self.x[to.index()] = result;
            return true;
        }
        false
    }

    /// Branches if two small integers are in one of the orders, and returns false if they are in another. A variable
    /// that is to be equal to a small integer is bound.
    #[inline(always)]
    pub(crate) fn fd_test(&mut self, orders: OrderSet, a: Reg, b: Cell, done: &Label) -> bool {
        let a = self.operand(a);
        if Cell::are_ints(a, b) {
            // Tagged small integers compare as their words do, since all are shifted alike.
            if !orders.has(a.bits() as i64, b.bits() as i64) {
                return false;
            }
            self.jump(*done);
        } else if orders.is_equal() {
            if a.tag_bits() == tags::REF && b.is_int() {
                self.bind(a, b);
                self.jump(*done);
            } else if b.tag_bits() == tags::REF && a.is_int() {
                self.bind(b, a);
                self.jump(*done);
            }
        }
        true
    }
}

/// Kept outside of the loop, whose other code would have fewer registers.
#[cold]
#[inline(never)]
fn small_value(function: FunctionId, a: Cell, b: Cell) -> Option<Cell> {
    match function {
        FunctionId::ABS => a.checked_abs(),
        _ => small_operation(function, a, b),
    }
}
