//! From floats and rationals to integers (ISO 9.1.1, 9.1.6): truncation, rounding, and the parts
//! before and after the point.

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};

use crate::base::iso_error::Type;

use super::error::{NumError, NumResult};
use super::float::checked;
use super::state::EvalState;
use super::{Number, Rational};

/// 2 to the power of 63, the first float above all `i64`.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

/// Converts a float without a fraction to an integer; infinity and NaN stay, unless the flag `iso` is set.
fn whole(state: &EvalState, value: f64) -> NumResult {
    if !value.is_finite() && !state.iso {
        return Ok(Number::Float(value));
    }
    if (-TWO_63..TWO_63).contains(&value) {
        return Ok(Number::Int(value as i64));
    }
    IBig::try_from(value).map(Number::from).map_err(|_| NumError::UNDEFINED)
}

/// `rational` returns the correction (-1, 0 or 1) of the truncated quotient, given the remainder and the denominator.
fn to_integer(state: &EvalState, a: &Number, float: fn(f64) -> f64, rational: fn(&IBig, &UBig) -> i8) -> NumResult {
    match a {
        Number::Float(value) => whole(state, float(*value)),
        Number::Rational(value) => {
            let (quotient, rest) = value.parts(&state.watch)?;
            Ok(Number::from(quotient + rational(&rest, value.denominator())))
        }
        Number::Int(_) | Number::Big(_) => of_integer(state, a, a.clone()),
    }
}

/// Returns `value`, the result for the integer `a`. With the flag `iso` these functions take floats only (9.1.7).
fn of_integer(state: &EvalState, a: &Number, value: Number) -> NumResult {
    if state.iso {
        return Err(NumError::wrong_type(Type::Float, a));
    }
    Ok(value)
}

/// `truncate(X)`: towards zero.
pub fn truncate(state: &mut EvalState, a: &Number) -> NumResult {
    to_integer(state, a, f64::trunc, |_, _| 0)
}

/// `round(X)`: to the nearest, halves up (9.1.6.1: the floor of X + 1/2).
pub fn half_up(state: &mut EvalState, a: &Number) -> NumResult {
    let float = |value: f64| {
        let below = value.floor();
        // Adding 0.5 to the value would round.
        if value - below < 0.5 { below } else { below + 1.0 }
    };
    to_integer(state, a, float, |rest, below| {
        let twice = rest.clone().unsigned_abs() * 2u8;
        if sign(rest) > 0 {
            i8::from(twice >= *below)
        } else {
            -i8::from(twice > *below)
        }
    })
}

/// `integer(X)`: to the nearest, halves away from zero.
pub fn nearest(state: &mut EvalState, a: &Number) -> NumResult {
    if a.is_integer() {
        return Ok(a.clone());
    }
    to_integer(state, a, f64::round, |rest, below| {
        let away = rest.clone().unsigned_abs() * 2u8 >= *below;
        i8::from(away) * sign(rest)
    })
}

/// `ceiling(X)`: rounds up.
pub fn ceiling(state: &mut EvalState, a: &Number) -> NumResult {
    to_integer(state, a, f64::ceil, |rest, _| sign(rest).max(0))
}

/// `floor(X)`: rounds down.
pub fn floor(state: &mut EvalState, a: &Number) -> NumResult {
    to_integer(state, a, f64::floor, |rest, _| sign(rest).min(0))
}

/// Returns the sign of a value that is not zero.
fn sign(value: &IBig) -> i8 {
    if *value < IBig::ZERO { -1 } else { 1 }
}

/// `float(X)`.
pub fn float(state: &mut EvalState, a: &Number) -> NumResult {
    a.as_float(state).map(Number::Float)
}

/// `float_integer_part(X)`: the type of the operand, but an integer for a rational.
pub fn integer_part(state: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Float(value) => checked(state, value.trunc()),
        Number::Rational(value) => Ok(Number::from(value.parts(&state.watch)?.0)),
        Number::Int(_) | Number::Big(_) => of_integer(state, a, a.clone()),
    }
}

/// `float_fractional_part(X)`: the type and sign of the operand.
pub fn fractional_part(state: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Float(value) if value.is_infinite() => Ok(Number::Float(0.0_f64.copysign(*value))),
        Number::Float(value) => checked(state, value.fract().copysign(*value)),
        Number::Rational(value) => {
            let rest = value.parts(&state.watch)?.1;
            Ok(Number::from(Rational::of_lowest(rest, value.denominator().clone())))
        }
        Number::Int(_) | Number::Big(_) => of_integer(state, a, Number::Int(0)),
    }
}
