//! Arithmetic for native predicates: values of expressions, numbers as cells, and their errors.

use std::cmp::Ordering;

use crate::base::known;
use crate::base::num::function::FunctionId;
use crate::base::num::limbs::limbs;
use crate::base::num::state::TEMPORARY;
use crate::base::num::{NumError, Number};
use crate::machine::Machine;
use crate::machine::eval::{LARGE_WORDS, UNCHARGED_WORDS, float_of, operand};
use crate::machine::memory::budget::Budget;
use crate::machine::native::{Step, Stop};
use crate::term::cell::{Cell, Tag};

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

    /// Returns the cell of a number; a large one is charged to the budget first.
    pub fn number_cell(&mut self, number: &Number) -> Result<Cell, Stop> {
        let words = match number {
            Number::Int(_) | Number::Float(_) => 0,
            Number::Big(value) => limbs(value.as_sign_words().1).len(),
            Number::Rational(value) => {
                limbs(value.numerator().as_sign_words().1).len() + limbs(value.denominator().as_words()).len()
            }
        };
        if words > UNCHARGED_WORDS {
            self.reserve(words + 2)?;
        }
        Ok(self.heap.new_number(number))
    }

    /// Throws the error term for an evaluation without a result.
    #[cold]
    pub fn number_error(&mut self, error: NumError) -> Stop {
        match error {
            NumError::Type(kind, culprit) => {
                let culprit = self.heap.new_number(&culprit);
                self.type_error(kind, culprit)
            }
            NumError::Domain(domain, culprit) => {
                let culprit = self.heap.new_number(&culprit);
                self.domain_error(domain, culprit)
            }
            NumError::Evaluation(what) => self.evaluation_error(what),
            NumError::Resource(what) => self.resource_error(what),
            NumError::NoClock => {
                let words = ["access", "clock", "time"].map(|word| Cell::atom(self.atoms.intern(word)));
                let formal = self.heap.new_term(known::PERMISSION_ERROR, &words);
                self.throw_error(formal)
            }
            // The limit that stopped it raises its own error.
            NumError::Unwanted => match self.poll() {
                Err(stop) => stop,
                Ok(()) => self.throw(Cell::atom(known::ABORT)),
            },
        }
    }

    /// Charges the temporary memory of an operation on these numbers, if they are large.
    ///
    /// # Errors
    /// `resource_error(memory)`.
    #[inline]
    pub fn charge_operands(&mut self, values: &[Cell]) -> Step {
        let boxes = values.iter().filter(|value| value.tag() == Tag::Box);
        let words: usize = boxes.map(|&value| self.heap.box_words(value).len()).sum();
        if words > LARGE_WORDS {
            let bytes = TEMPORARY * words * 8;
            if self.charged_bytes() + bytes > self.limits.memory() {
                self.give_back_memory();
            }
            self.charge(Budget::Stacks, bytes)?;
        }
        Ok(())
    }
}
