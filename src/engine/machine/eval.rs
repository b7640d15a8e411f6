//! Evaluation: from an expression on the heap to a number (ISO 9.1).
//!
//! Operands are evaluated from the last to the first: the standard leaves the order open, and of two faulty operands
//! SWI-Prolog tells the last.
//!
//! There is no recursion: pending compound terms are on a stack of cells, one for each level. `Str(a)`: the compound
//! term at `a` needs the value of its last operand. `Lst(a)`: it needs the value of the one before; the value of the
//! last is below. `Att(a)`: the same for the third from the end.
//!
//! Boxed intermediate values are on the heap above `base`, its top when evaluation began, in the order in which they
//! were made. An operation frees the cells of its operands before it writes its result, so that no garbage remains.

pub(super) mod arithmetic;

use crate::base::atom::Functor;
use crate::base::iso_error::{Domain, Type};
use crate::base::known;
use crate::base::num::directed::{self, Rounding};
use crate::base::num::function::{self, FunctionId};
use crate::base::num::int::small_gcd;
use crate::base::num::{NumError, NumResult, Number};
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::term::cell::{BoxKind, Cell, Tag};
use crate::term::heap::Heap;
use crate::term::view::View;

use super::native::Stop;

/// Size of a number in words above which its cells are charged before it is built.
pub(super) const UNCHARGED_WORDS: usize = 1024;
/// Total size of the operands in words above which the temporary memory of an operation is charged, too.
pub(super) const LARGE_WORDS: usize = 1 << 16;
/// Integers up to this magnitude are represented exactly by floats.
const EXACT: i64 = 1 << 53;

/// The roundings by their numbers on the stack.
const ROUNDINGS: [Option<Rounding>; 5] = [
    None,
    Some(Rounding::Nearest),
    Some(Rounding::Positive),
    Some(Rounding::Negative),
    Some(Rounding::Zero),
];

/// The next step for an expression.
enum Visit {
    /// Its value is this number.
    Value(Cell),
    /// It is this compound term, whose operands must be evaluated first.
    Operands(Cell),
}

impl Machine {
    /// Evaluates; boxes of intermediate values are above `base`, and so is the result's.
    #[inline]
    pub(in crate::machine) fn eval_above(&mut self, expr: Cell, base: usize) -> Result<Cell, Stop> {
        let expr = self.heap.deref(expr);
        if expr.is_int() || expr.tag() == Tag::Box && self.heap.get(expr.address()).box_kind() != BoxKind::String {
            return Ok(expr);
        }
        let mut stack = self.arithmetic.take_stack();
        let result = self.eval_loop(expr, base, &mut stack);
        if result.is_err() {
            self.arithmetic.state_mut().rounding = None;
        }
        self.arithmetic.keep_stack(stack);
        result
    }

    fn eval_loop(&mut self, expr: Cell, base: usize, stack: &mut Vec<Cell>) -> Result<Cell, Stop> {
        let mut pace = Pace::new();
        let mut step = self.visit(expr, stack)?;
        loop {
            if pace.is_due() {
                self.poll()?;
                // It may be infinite.
                if stack.len() > base {
                    return Err(self.type_error(Type::Expression, expr));
                }
            }
            step = match step {
                Visit::Operands(term) => {
                    stack.push(term);
                    let arity = self.heap.get(term.address()).as_functor().arity();
                    self.visit(self.heap.get(term.address() + arity), stack)?
                }
                Visit::Value(value) => match stack.pop() {
                    None => return Ok(value),
                    Some(waiting) => self.resume(waiting, value, base, stack)?,
                },
            };
        }
    }

    /// Evaluates an expression, or returns the compound term whose operands are needed first.
    #[inline]
    fn visit(&mut self, expr: Cell, stack: &mut Vec<Cell>) -> Result<Visit, Stop> {
        let expr = self.heap.deref(expr);
        match expr.tag() {
            Tag::Int => Ok(Visit::Value(expr)),
            Tag::Str => {
                let functor = self.heap.get(expr.address()).as_functor();
                // `e()` is `e`.
                if functor.arity() == 0 {
                    return self.visit(Cell::atom(functor.name()), stack);
                }
                match self.arithmetic.functions().lookup(functor.name(), functor.arity()) {
                    Some(_) => Ok(Visit::Operands(expr)),
                    None if functor == Functor::new(known::ROUNDTOWARD, 2) => self.visit_rounded(expr, stack),
                    None => {
                        let indicator = self.heap.indicator(functor);
                        Err(self.type_error(Type::Evaluable, indicator))
                    }
                }
            }
            Tag::Box if self.heap.get(expr.address()).box_kind() != BoxKind::String => Ok(Visit::Value(expr)),
            _ => self.visit_rare(expr),
        }
    }

    /// Evaluates the first operand of `roundtoward/2` with the rounding that the second names. On the stack stays the
    /// rounding that comes back then.
    #[cold]
    fn visit_rounded(&mut self, expr: Cell, stack: &mut Vec<Cell>) -> Result<Visit, Stop> {
        let mode = self.heap.deref(self.heap.get(expr.address() + 2));
        let rounding = match self.view(mode) {
            View::Atom(name) => Rounding::of_name(self.atoms.text(name)),
            _ => return Err(self.type_or_instantiation_error(Type::Atom, mode)),
        };
        let Some(rounding) = rounding else {
            return Err(self.domain_error(Domain::Rounding, mode));
        };
        let state = self.arithmetic.state_mut();
        let before = state.rounding.replace(rounding);
        let number = ROUNDINGS.iter().position(|&one| one == before).unwrap_or(0);
        stack.push(Cell::int(number as i64));
        self.visit(self.heap.get(expr.address() + 1), stack)
    }

    fn visit_rare(&mut self, expr: Cell) -> Result<Visit, Stop> {
        match expr.tag() {
            Tag::Atm => match self.arithmetic.functions().lookup(expr.as_atom(), 0) {
                Some(id) => {
                    let value = function::apply0(self.arithmetic.state_mut(), id);
                    self.finish(value, self.heap.top()).map(Visit::Value)
                }
                None => {
                    let indicator = self.heap.indicator(Functor::new(expr.as_atom(), 0));
                    Err(self.type_error(Type::Evaluable, indicator))
                }
            },
            Tag::Box => match single_char(&self.heap.string(expr)) {
                Some(code) => Ok(Visit::Value(code)),
                None => Err(self.type_error(Type::Character, expr)),
            },
            Tag::Lst => {
                let element = self.heap.deref(self.heap.get(expr.address()));
                if self.heap.deref(self.heap.get(expr.address() + 1)) != Cell::NIL {
                    let indicator = self.heap.indicator(Functor::new(known::DOT, 2));
                    return Err(self.type_error(Type::Evaluable, indicator));
                }
                let code = match self.view(element) {
                    View::Atom(name) => single_char(self.atoms.text(name)),
                    View::Int(0..=0x10_ffff) => Some(element),
                    _ => None,
                };
                match code {
                    Some(code) => Ok(Visit::Value(code)),
                    None => Err(self.type_or_instantiation_error(Type::Character, element)),
                }
            }
            _ => Err(self.instantiation_error()),
        }
    }

    /// Continues with the compound term for which `value` was computed.
    #[inline]
    fn resume(&mut self, waiting: Cell, value: Cell, base: usize, stack: &mut Vec<Cell>) -> Result<Visit, Stop> {
        let is_directed = self.arithmetic.state().rounding.is_some();
        if is_directed && waiting.is_int() {
            self.arithmetic.state_mut().rounding = ROUNDINGS[waiting.as_int() as usize];
            return Ok(Visit::Value(value));
        }
        let address = waiting.address();
        let functor = self.heap.get(address).as_functor();
        let arity = functor.arity();
        let f = self
            .arithmetic
            .functions()
            .lookup(functor.name(), arity)
            .expect("a term that waits was found to be evaluable");
        let (present, mark) = match waiting.tag() {
            Tag::Str => (1, Cell::list(address)),
            Tag::Lst => (2, Cell::attributed(address)),
            _ => (3, waiting),
        };
        if present < arity {
            let operand = self.heap.deref(self.heap.get(address + arity - present));
            if present == 1 && arity == 2 && operand.is_int() && !is_directed {
                return self.apply_two(f, operand, value, base).map(Visit::Value);
            }
            stack.push(value);
            stack.push(mark);
            return self.visit(operand, stack);
        }
        let mut later = || stack.pop().expect("the values of later operands lie below the mark");
        match arity {
            1 if is_directed => self.apply_directed(f, &[value], base),
            2 if is_directed => {
                let second = later();
                self.apply_directed(f, &[value, second], base)
            }
            1 => self.apply_one(f, value, base),
            2 => {
                let second = later();
                self.apply_two(f, value, second, base)
            }
            _ => {
                let (second, third) = (later(), later());
                self.charge_operands(&[value, second, third])?;
                let (a, b, c) = (
                    operand(&self.heap, value),
                    operand(&self.heap, second),
                    operand(&self.heap, third),
                );
                let floor = lowest(&self.heap, &[value, second, third], base);
                let result = function::apply3(self.arithmetic.state_mut(), f, &a, &b, &c);
                self.finish(result, floor)
            }
        }
        .map(Visit::Value)
    }

    /// Applies a function within `roundtoward/2`.
    #[cold]
    fn apply_directed(&mut self, f: FunctionId, operands: &[Cell], base: usize) -> Result<Cell, Stop> {
        self.charge_operands(operands)?;
        let numbers: Vec<Number> = operands.iter().map(|&cell| operand(&self.heap, cell)).collect();
        let floor = lowest(&self.heap, operands, base);
        let result = directed::apply(self.arithmetic.state_mut(), f, &numbers);
        if matches!(result, Err(NumError::ZERO_DIVISOR)) {
            return Err(self.zero_divisor(f));
        }
        self.finish(result, floor)
    }

    pub(in crate::machine) fn apply_one(&mut self, f: FunctionId, a: Cell, base: usize) -> Result<Cell, Stop> {
        self.charge_operands(&[a])?;
        let x = operand(&self.heap, a);
        let floor = lowest(&self.heap, &[a], base);
        let result = function::apply1(self.arithmetic.state_mut(), f, &x);
        self.finish(result, floor)
    }

    #[inline]
    pub(in crate::machine) fn apply_two(&mut self, f: FunctionId, a: Cell, b: Cell, base: usize) -> Result<Cell, Stop> {
        if a.is_int() && b.is_int() {
            if let Some(result) = small_operation(f, a, b) {
                return Ok(result);
            }
        } else if let (Some(x), Some(y)) = (float_of(&self.heap, a), float_of(&self.heap, b))
            && let Some(result) = float_operation(f, x, y)
        {
            let floor = lowest(&self.heap, &[a, b], base);
            self.heap.set_top(floor);
            return Ok(self.heap.new_float(result));
        }
        if let Some(result) = self.integer_operation(f, a, b, base)? {
            return Ok(result);
        }
        self.charge_operands(&[a, b])?;
        let (x, y) = (operand(&self.heap, a), operand(&self.heap, b));
        let floor = lowest(&self.heap, &[a, b], base);
        let result = function::apply2(self.arithmetic.state_mut(), f, &x, &y);
        if matches!(result, Err(NumError::ZERO_DIVISOR)) {
            return Err(self.zero_divisor(f));
        }
        self.finish(result, floor)
    }

    /// Raises the error of a division by zero, in the context of the function.
    #[cold]
    fn zero_divisor(&mut self, f: FunctionId) -> Stop {
        let name = self.atoms.intern(f.row().name);
        let indicator = self.heap.indicator(Functor::new(name, f.arity()));
        let stop = self.number_error(NumError::ZERO_DIVISOR);
        if let View::Struct(_, first) = self.view(self.exceptions.ball()) {
            let note = self.heap.new_var();
            let context = self.heap.new_term(known::CONTEXT, &[indicator, note]);
            self.heap.set(first + 1, context);
        }
        stop
    }

    /// Applies an operation on integers whose result is written directly to the heap.
    fn integer_operation(&mut self, f: FunctionId, a: Cell, b: Cell, base: usize) -> Result<Option<Cell>, Stop> {
        if f == FunctionId::MOD || f == FunctionId::REM {
            let floor = lowest(&self.heap, &[a, b], base);
            return Ok(self.heap.integer_remainder(a, b, f == FunctionId::MOD, floor));
        }
        if !matches!(f, FunctionId::ADD | FunctionId::SUBTRACT | FunctionId::MULTIPLY) {
            return Ok(None);
        }
        let words = self.heap.integer_words(a, b);
        if self.arithmetic.state_mut().permit_bits(64 * words).is_err() {
            return Ok(None);
        }
        if words > UNCHARGED_WORDS {
            self.reserve(words + 2)?;
        }
        let floor = lowest(&self.heap, &[a, b], base);
        Ok(if f == FunctionId::MULTIPLY {
            self.heap.integer_product(a, b, floor)
        } else {
            self.heap.integer_sum(a, b, f == FunctionId::SUBTRACT, floor)
        })
    }

    /// Makes the cell of a result at `floor`.
    fn finish(&mut self, result: NumResult, floor: usize) -> Result<Cell, Stop> {
        match result {
            Ok(number) => {
                self.heap.set_top(floor);
                self.number_cell(&number)
            }
            Err(error) => Err(self.number_error(error)),
        }
    }
}

/// Returns the character code of a text of one character.
fn single_char(text: &str) -> Option<Cell> {
    let mut chars = text.chars();
    let first = chars.next()?;
    if chars.next().is_none() {
        Some(Cell::int(i64::from(u32::from(first))))
    } else {
        None
    }
}

/// Applies a common operation to small integers; `None` if the result is not a small integer, or an error.
#[inline]
pub(super) fn small_operation(f: FunctionId, a: Cell, b: Cell) -> Option<Cell> {
    let (x, y) = (a.as_int(), b.as_int());
    match f {
        FunctionId::ADD => a.checked_add(b),
        FunctionId::SUBTRACT => a.checked_sub(b),
        FunctionId::MULTIPLY => a.checked_mul(b),
        FunctionId::INT_DIVIDE if y != 0 => Cell::try_int(x / y),
        FunctionId::REM if y != 0 => Some(Cell::int(x % y)),
        FunctionId::MOD if y != 0 => {
            let rest = x % y;
            Some(Cell::int(if rest != 0 && (rest < 0) != (y < 0) {
                rest + y
            } else {
                rest
            }))
        }
        FunctionId::DIV if y != 0 => {
            let quotient = x / y;
            Cell::try_int(if x % y != 0 && (x < 0) != (y < 0) {
                quotient - 1
            } else {
                quotient
            })
        }
        FunctionId::MIN => Some(if x <= y { a } else { b }),
        FunctionId::MAX => Some(if x >= y { a } else { b }),
        FunctionId::BIT_AND => Some(Cell::int(x & y)),
        FunctionId::BIT_OR => Some(Cell::int(x | y)),
        FunctionId::XOR => Some(Cell::int(x ^ y)),
        FunctionId::SHIFT_LEFT if (0..60).contains(&y) && x.unsigned_abs().leading_zeros() as i64 > y + 4 => {
            Some(Cell::int(x << y))
        }
        FunctionId::SHIFT_RIGHT if (0..63).contains(&y) => Some(Cell::int(x >> y)),
        FunctionId::CARET => Cell::try_int(x.checked_pow(u32::try_from(y).ok()?)?),
        FunctionId::GCD => i64::try_from(small_gcd(x.unsigned_abs(), y.unsigned_abs()))
            .ok()
            .and_then(Cell::try_int),
        _ => None,
    }
}

/// Applies a common operation to floats; `None` if the result is not finite.
#[inline]
pub(super) fn float_operation(f: FunctionId, x: f64, y: f64) -> Option<f64> {
    let result = match f {
        FunctionId::ADD => x + y,
        FunctionId::SUBTRACT => x - y,
        FunctionId::MULTIPLY => x * y,
        FunctionId::DIVIDE if y != 0.0 => x / y,
        _ => return None,
    };
    finite(result)
}

#[inline]
pub(super) fn finite(value: f64) -> Option<f64> {
    if value.is_finite() { Some(value) } else { None }
}

/// Returns the value as a float if it is a float, or an integer that a float represents exactly.
#[inline]
pub(in crate::machine) fn float_of(heap: &Heap, value: Cell) -> Option<f64> {
    if value.is_int() {
        let int = value.as_int();
        return if (-EXACT..=EXACT).contains(&int) {
            Some(int as f64)
        } else {
            None
        };
    }
    let header = heap.get(value.address());
    let is_float = header.box_kind() == BoxKind::Float;
    if is_float {
        Some(f64::from_bits(heap.get(value.address() + 1).bits()))
    } else {
        None
    }
}

/// Returns the lowest address of a box among these intermediate values; if there is none, the top.
#[inline]
fn lowest(heap: &Heap, values: &[Cell], base: usize) -> usize {
    let boxes = values
        .iter()
        .filter(|value| value.tag() == Tag::Box && value.address() >= base);
    boxes.map(|value| value.address()).min().unwrap_or(heap.top())
}

/// Returns the value of a cell that is a number.
pub(in crate::machine) fn operand(heap: &Heap, value: Cell) -> Number {
    heap.number(value).expect("an operand was evaluated")
}

#[cfg(test)]
mod tests;
