//! Floats rounded in a direction: `roundtoward/2`.
//!
//! Sums, differences, products, quotients, square roots and conversions are compared with their exact values. The other
//! functions, of which only the nearest float is known, give the next float in the direction, as SWI-Prolog does.

use std::cmp::Ordering;

use super::error::{NumError, NumResult};
use super::function::{FunctionId, apply1, apply2, apply3};
use super::state::EvalState;
use super::{Number, rational};

/// The direction in which a value that is no float is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest float, halves to the even one.
    Nearest,
    /// Up.
    Positive,
    /// Down.
    Negative,
    /// Towards zero.
    Zero,
}

impl Rounding {
    /// Returns the rounding of a name, such as `to_positive`.
    pub fn of_name(name: &str) -> Option<Rounding> {
        Some(match name {
            "to_nearest" => Rounding::Nearest,
            "to_positive" => Rounding::Positive,
            "to_negative" => Rounding::Negative,
            "to_zero" => Rounding::Zero,
            _ => return None,
        })
    }

    /// Returns the float for an exact value that is below, equal to or above the nearest float; without an order that is
    /// not known.
    fn rounded(self, nearest: f64, exact: Option<Ordering>) -> f64 {
        let is_up = match self {
            Rounding::Nearest => return nearest,
            Rounding::Positive => true,
            Rounding::Negative => false,
            Rounding::Zero => nearest < 0.0,
        };
        match exact {
            None | Some(Ordering::Greater) if is_up => nearest.next_up(),
            None | Some(Ordering::Less) if !is_up => nearest.next_down(),
            _ => nearest,
        }
    }
}

/// Applies a function, and rounds the result in the direction of the state.
pub fn apply(state: &mut EvalState, f: FunctionId, operands: &[Number]) -> NumResult {
    let nearest = match operands {
        [a] => apply1(state, f, a),
        [a, b] => apply2(state, f, a, b),
        [a, b, c] => apply3(state, f, a, b, c),
        _ => Err(NumError::UNDEFINED),
    };
    let (Ok(Number::Float(float)), Some(rounding)) = (&nearest, state.rounding) else {
        return nearest;
    };
    if !float.is_finite() || is_exact(f) {
        return nearest;
    }
    if let (Rounding::Negative, [a, b]) = (rounding, operands)
        && *float == 0.0
        && (f == FunctionId::ADD || f == FunctionId::SUBTRACT)
    {
        // A sum that is 0 is negative when rounded down, but for that of two positive zeros.
        let (a, b) = (a.to_f64()?, b.to_f64()?);
        let b = if f == FunctionId::ADD { b } else { -b };
        let is_positive = a.to_bits() | b.to_bits() == 0;
        return Ok(Number::Float(if is_positive { 0.0 } else { -0.0 }));
    }
    let order = exact_value(state, f, operands)
        .and_then(|exact| exact.compare(&Number::Float(*float)))
        .or_else(|| square_order(state, f, operands, *float));
    Ok(Number::Float(rounding.rounded(*float, order)))
}

/// Whether the function of floats has a float as its exact value.
fn is_exact(f: FunctionId) -> bool {
    [
        FunctionId::NEGATE,
        FunctionId::IDENTITY,
        FunctionId::ABS,
        FunctionId::SIGN,
        FunctionId::MIN,
        FunctionId::MAX,
        FunctionId::MINR,
        FunctionId::MAXR,
        FunctionId::COPYSIGN,
        FunctionId::NEXTTOWARD,
        FunctionId::EVAL,
        FunctionId::FLOAT_INTEGER_PART,
        FunctionId::FLOAT_FRACTIONAL_PART,
    ]
    .contains(&f)
}

/// Returns the exact value of an operation on rationals.
fn exact_value(state: &mut EvalState, f: FunctionId, operands: &[Number]) -> Option<Number> {
    let f = match f {
        FunctionId::DIVIDE => FunctionId::RDIV,
        FunctionId::ADD | FunctionId::PLUS | FunctionId::SUBTRACT | FunctionId::MULTIPLY | FunctionId::FLOAT => f,
        _ => return None,
    };
    let exact: Vec<Number> = operands
        .iter()
        .map(|operand| rational::exact(state, operand).ok())
        .collect::<Option<_>>()?;
    match exact.as_slice() {
        [a] => Some(a.clone()),
        [a, b] => apply2(state, f, a, b).ok(),
        _ => None,
    }
}

/// Returns how the exact square root lies to the nearest float.
fn square_order(state: &mut EvalState, f: FunctionId, operands: &[Number], root: f64) -> Option<Ordering> {
    let ([operand], FunctionId::SQRT) = (operands, f) else {
        return None;
    };
    let (operand, root) = (
        rational::exact(state, operand).ok()?,
        rational::exact(state, &Number::Float(root)).ok()?,
    );
    let square = apply2(state, FunctionId::MULTIPLY, &root, &root).ok()?;
    operand.compare(&square)
}
