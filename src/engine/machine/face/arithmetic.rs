//! Evaluation of expressions.

use std::cmp::Ordering;

use crate::base::num::Number;
use crate::base::num::function::FunctionId;
use crate::machine::Machine;
use crate::machine::eval::{float_of, operand};
use crate::machine::native::Stop;
use crate::term::cell::Cell;

impl Machine {
    /// Evaluates an expression to a number.
    pub fn eval(&mut self, expr: Cell) -> Result<Number, Stop> {
        let base = self.heap.top();
        let value = self.eval_above(expr, base)?;
        let number = self.heap.number(value).expect("evaluation ends with a number");
        self.heap.set_top(base);
        Ok(number)
    }

    /// Evaluates an expression to a cell.
    #[inline]
    pub fn eval_cell(&mut self, expr: Cell) -> Result<Cell, Stop> {
        self.eval_above(expr, self.heap.top())
    }

    /// Applies the function `f` to the value of one expression.
    pub fn arith1(&mut self, f: FunctionId, a: Cell) -> Result<Cell, Stop> {
        let base = self.heap.top();
        let a = self.eval_above(a, base)?;
        self.apply_one(f, a, base)
    }

    /// Applies the function `f` to the values of two expressions.
    pub fn arith2(&mut self, f: FunctionId, a: Cell, b: Cell) -> Result<Cell, Stop> {
        let base = self.heap.top();
        let b = self.eval_above(b, base)?;
        let a = self.eval_above(a, base)?;
        self.apply_two(f, a, b, base)
    }

    /// Compares the values of two expressions; `None` if one of them is a NaN.
    pub fn compare_numbers(&mut self, a: Cell, b: Cell) -> Result<Option<Ordering>, Stop> {
        let base = self.heap.top();
        let a = self.eval_above(a, base)?;
        let b = self.eval_above(b, base)?;
        if a.is_int() && b.is_int() {
            return Ok(Some(a.as_int().cmp(&b.as_int())));
        }
        let order = match (float_of(&self.heap, a), float_of(&self.heap, b)) {
            (Some(x), Some(y)) => x.partial_cmp(&y),
            _ => {
                let (x, y) = (operand(&self.heap, a), operand(&self.heap, b));
                x.compare(&y)
            }
        };
        self.heap.set_top(base);
        Ok(order)
    }
}
