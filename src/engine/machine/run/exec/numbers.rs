//! Numbers other than small integers in the run loop: floats, and integers of one word beside their sign. `None` means
//! that the slow path must take over: it has the large numbers, and raises the errors.
//!
//! These functions are kept outside of the loop and take what they need by value: if they were inlined, or were passed
//! the loop's state, all other code in the loop would have fewer registers.

use crate::base::num::function::{Compute, FunctionId};
use crate::base::num::{EvalState, Number};
use crate::machine::eval::{finite, float_operation, small_operation};
use crate::term::cell::{BoxKind, Cell, tags};

/// The cells of a box of one word.
pub(super) const BOX_CELLS: usize = 2;

/// The largest integer up to which all are represented exactly by floats.
const EXACT: i64 = 1 << 53;

/// Returns the value of a dereferenced cell that is a float, or an integer that a float represents exactly.
#[inline(always)]
fn float_of(heap: &[u64], cell: Cell) -> Option<f64> {
    match cell.tag_bits() {
        tags::INT => {
            let value = cell.as_int();
            (-EXACT..=EXACT).contains(&value).then_some(value as f64)
        }
        tags::BOX if heap[cell.address()] == Cell::FLOAT_HEADER.bits() => {
            Some(f64::from_bits(heap[cell.address() + 1]))
        }
        _ => None,
    }
}

/// Returns the value of an integer whose magnitude is one word.
#[inline(always)]
fn integer_of(heap: &[u64], cell: Cell) -> Option<i128> {
    if cell.is_int() {
        return Some(cell.as_int().into());
    }
    if cell.tag_bits() != tags::BOX {
        return None;
    }
    let header = Cell::from_bits(heap[cell.address()]);
    if header.box_kind() != BoxKind::Int || header.box_words() != 1 {
        return None;
    }
    let magnitude = i128::from(heap[cell.address() + 1]);
    Some(if header.box_extra() == 1 { -magnitude } else { magnitude })
}

/// Writes a float in a box at `h`.
#[inline(always)]
fn new_float(heap: &mut [u64], h: usize, value: f64) -> Cell {
    heap[h] = Cell::FLOAT_HEADER.bits();
    heap[h + 1] = value.to_bits();
    Cell::boxed(h)
}

/// Returns the cell of an integer, which is written in a box at `h` if it is not small.
#[inline(always)]
fn new_integer(heap: &mut [u64], h: usize, value: i128) -> Option<Cell> {
    if let Some(cell) = i64::try_from(value).ok().and_then(Cell::try_int) {
        return Some(cell);
    }
    heap[h + 1] = u64::try_from(value.unsigned_abs()).ok()?;
    heap[h] = Cell::box_header(BoxKind::Int, 1, u16::from(value < 0)).bits();
    Some(Cell::boxed(h))
}

/// Returns the cell of a number that is small enough.
fn new_number(heap: &mut [u64], h: usize, value: Number) -> Option<Cell> {
    match value {
        Number::Int(value) => new_integer(heap, h, value.into()),
        Number::Float(value) => Some(new_float(heap, h, value)),
        _ => None,
    }
}

/// Returns a float, or a small integer, as the functions take them.
fn number_of(heap: &[u64], cell: Cell) -> Option<Number> {
    match cell.tag_bits() {
        tags::INT => Some(Number::Int(cell.as_int())),
        tags::BOX if heap[cell.address()] == Cell::FLOAT_HEADER.bits() => {
            Some(Number::Float(f64::from_bits(heap[cell.address() + 1])))
        }
        _ => None,
    }
}

/// Applies a common function to integers of one word.
fn integer_operation(state: &EvalState, function: FunctionId, x: i128, y: i128) -> Option<i128> {
    match function {
        FunctionId::ADD => Some(x + y),
        FunctionId::SUBTRACT => Some(x - y),
        FunctionId::MULTIPLY => x.checked_mul(y),
        FunctionId::INT_DIVIDE if y != 0 => Some(x / y),
        FunctionId::REM if y != 0 => Some(x % y),
        FunctionId::MOD if y != 0 => {
            let rest = x % y;
            Some(if rest != 0 && (rest < 0) != (y < 0) {
                rest + y
            } else {
                rest
            })
        }
        FunctionId::DIV if y != 0 => Some(x / y - i128::from(x % y != 0 && (x < 0) != (y < 0))),
        FunctionId::DIVIDE if y != 0 && !state.iso && x % y == 0 => Some(x / y),
        FunctionId::BIT_AND => Some(x & y),
        FunctionId::BIT_OR => Some(x | y),
        FunctionId::XOR => Some(x ^ y),
        FunctionId::SHIFT_RIGHT if (0..127).contains(&y) => Some(x >> y),
        FunctionId::SHIFT_LEFT if (0..63).contains(&y) => Some(x << y),
        FunctionId::MIN => Some(x.min(y)),
        FunctionId::MAX => Some(x.max(y)),
        _ => None,
    }
}

/// Whether a function of two integers may have a large result, which must not be computed twice.
fn may_be_large(function: FunctionId) -> bool {
    matches!(
        function,
        FunctionId::POWER | FunctionId::CARET | FunctionId::SHIFT_LEFT | FunctionId::MULTIPLY
    )
}

/// Applies a function to two dereferenced cells; a box of the result is at `h`, which has room for it. The rare cases are
/// apart, since they need all registers.
#[cold]
#[inline(never)]
pub(super) fn apply_two(
    heap: &mut [u64],
    h: usize,
    state: &mut EvalState,
    function: FunctionId,
    a: Cell,
    b: Cell,
) -> Option<Cell> {
    if !Cell::are_ints(a, b)
        && let (Some(x), Some(y)) = (float_of(heap, a), float_of(heap, b))
        && let Some(result) = float_operation(function, x, y)
    {
        return Some(new_float(heap, h, result));
    }
    apply_rare(heap, h, state, function, a, b)
}

/// Applies a common function to small integers, if the result is one.
#[cold]
#[inline(never)]
pub(super) fn of_small(function: FunctionId, a: Cell, b: Cell) -> Option<Cell> {
    small_operation(function, a, b)
}

#[inline(never)]
fn apply_rare(
    heap: &mut [u64],
    h: usize,
    state: &mut EvalState,
    function: FunctionId,
    a: Cell,
    b: Cell,
) -> Option<Cell> {
    let are_small = Cell::are_ints(a, b);
    if are_small && let Some(result) = small_operation(function, a, b) {
        return Some(result);
    }
    if !are_small
        && let (Some(x), Some(y)) = (float_of(heap, a), float_of(heap, b))
        && let Some(result) = float_operation(function, x, y)
    {
        return Some(new_float(heap, h, result));
    }
    if let (Some(x), Some(y)) = (integer_of(heap, a), integer_of(heap, b)) {
        // The flag max_integer_size may not permit even these.
        if state.max_bits >= 128
            && let Some(result) = integer_operation(state, function, x, y)
        {
            return new_integer(heap, h, result);
        }
        if may_be_large(function) {
            return None;
        }
    }
    let (x, y) = (number_of(heap, a)?, number_of(heap, b)?);
    let Compute::Two(compute) = function.row().compute else {
        return None;
    };
    new_number(heap, h, compute(state, &x, &y).ok()?)
}

/// As [`apply_two`], for a function of one number.
#[cold]
#[inline(never)]
pub(super) fn apply_one(
    heap: &mut [u64],
    h: usize,
    state: &mut EvalState,
    function: FunctionId,
    a: Cell,
) -> Option<Cell> {
    if a.is_int() {
        let value = a.as_int();
        let result = match function {
            FunctionId::NEGATE => Cell::try_int(-value),
            FunctionId::SIGN => Some(Cell::int(value.signum())),
            FunctionId::BIT_NOT => Some(Cell::int(!value)),
            FunctionId::IDENTITY | FunctionId::INTEGER => Some(a),
            FunctionId::MSB if value > 0 => Some(Cell::int(value.ilog2().into())),
            _ => None,
        };
        if result.is_some() {
            return result;
        }
    }
    if let Some(x) = float_of(heap, a) {
        let result = match function {
            FunctionId::FLOAT => Some(x),
            FunctionId::SQRT if x >= 0.0 => finite(x.sqrt()),
            FunctionId::NEGATE if !a.is_int() => finite(-x),
            FunctionId::ABS if !a.is_int() => finite(x.abs()),
            _ => None,
        };
        if let Some(result) = result {
            return Some(new_float(heap, h, result));
        }
    }
    apply_rare_one(heap, h, state, function, a)
}

#[inline(never)]
fn apply_rare_one(heap: &mut [u64], h: usize, state: &mut EvalState, function: FunctionId, a: Cell) -> Option<Cell> {
    let value = number_of(heap, a)?;
    let Compute::One(compute) = function.row().compute else {
        return None;
    };
    new_number(heap, h, compute(state, &value).ok()?)
}

/// Returns two floats in the order of two dereferenced numbers.
#[cold]
#[inline(never)]
pub(super) fn in_order(heap: &[u64], a: Cell, b: Cell) -> Option<(f64, f64)> {
    if let (Some(x), Some(y)) = (float_of(heap, a), float_of(heap, b)) {
        return Some((x, y));
    }
    let order = integer_of(heap, a)?.cmp(&integer_of(heap, b)?);
    Some((f64::from(order as i8), 0.0))
}
