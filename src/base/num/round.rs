//! From floats and rationals to integers (ISO 9.1.1, 9.1.6): truncation, rounding, and the parts
//! before and after the point.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::Number;
use super::error::{NumError, NumResult};
use super::float::checked;
use super::state::EvalState;

/// 2 to the power of 63, the first float above all `i64`.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

/// The integer that a float without a fraction is.
fn whole(value: f64) -> NumResult {
    if (-TWO_63..TWO_63).contains(&value) {
        return Ok(Number::Int(value as i64));
    }
    IBig::try_from(value).map(Number::from).map_err(|_| NumError::UNDEFINED)
}

fn to_integer(a: &Number, float: fn(f64) -> f64, rational: fn(&RBig) -> IBig) -> NumResult {
    match a {
        Number::Float(value) => whole(float(*value)),
        Number::Rational(value) => Ok(Number::from(rational(value))),
        Number::Int(_) | Number::Big(_) => Ok(a.clone()),
    }
}

/// `truncate(X)`: towards zero.
pub fn truncate(_: &mut EvalState, a: &Number) -> NumResult {
    to_integer(a, f64::trunc, RBig::trunc)
}

/// `round(X)`, `integer(X)`: to the nearest, halves away from zero.
pub fn nearest(_: &mut EvalState, a: &Number) -> NumResult {
    to_integer(a, f64::round, RBig::round)
}

/// `ceiling(X)`: up.
pub fn ceiling(_: &mut EvalState, a: &Number) -> NumResult {
    to_integer(a, f64::ceil, RBig::ceil)
}

/// `floor(X)`: down.
pub fn floor(_: &mut EvalState, a: &Number) -> NumResult {
    to_integer(a, f64::floor, RBig::floor)
}

/// `float(X)`.
pub fn float(_: &mut EvalState, a: &Number) -> NumResult {
    a.to_f64().map(Number::Float)
}

/// `float_integer_part(X)`: of the kind of its operand, but an integer for a rational.
pub fn integer_part(state: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Float(value) => checked(state, value.trunc()),
        Number::Rational(value) => Ok(Number::from(value.trunc())),
        Number::Int(_) | Number::Big(_) => Ok(a.clone()),
    }
}

/// `float_fractional_part(X)`: of the kind of its operand, with its sign.
pub fn fractional_part(state: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Float(value) => checked(state, value.fract()),
        Number::Rational(value) => Ok(Number::from(value.fract())),
        Number::Int(_) | Number::Big(_) => Ok(Number::Int(0)),
    }
}
