//! The functions on numbers of all types: sum, difference, product, quotient, sign, minimum and maximum (ISO 9.1,
//! 9.3). With operands of mixed types, rationals take precedence over integers and floats over both.

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::IBig;

use super::digits::divide as divide_integers;
use super::error::{NumError, NumResult};
use super::float::{by_zero, checked, divide_floats, undefined};
use super::rational::Rational;
use super::state::EvalState;
use super::{Number, large};

/// Integers up to this magnitude are exact as floats.
const EXACT: u64 = 1 << 53;

/// Two operands converted to a common type, unless both are small or both are floats.
enum Pair<'a> {
    Integers(std::borrow::Cow<'a, IBig>, std::borrow::Cow<'a, IBig>),
    Rationals(std::borrow::Cow<'a, Rational>, std::borrow::Cow<'a, Rational>),
    Floats(f64, f64),
}

impl Pair<'_> {
    fn of<'a>(state: &EvalState, a: &'a Number, b: &'a Number) -> Result<Pair<'a>, NumError> {
        if let (Some(a), Some(b)) = (a.as_big(), b.as_big()) {
            return Ok(Pair::Integers(a, b));
        }
        if let (Some(a), Some(b)) = (a.as_rational(), b.as_rational()) {
            return Ok(Pair::Rationals(a, b));
        }
        Ok(Pair::Floats(a.as_float(state)?, b.as_float(state)?))
    }
}

/// `X + Y`.
pub fn add(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    if let (Number::Int(x), Number::Int(y)) = (a, b)
        && let Some(sum) = x.checked_add(*y)
    {
        return Ok(Number::Int(sum));
    }
    match Pair::of(state, a, b)? {
        Pair::Integers(x, y) => Ok(Number::from(x.as_ref() + y.as_ref())),
        Pair::Rationals(x, y) => x.plus(&state.watch, &y).map(Number::from),
        Pair::Floats(x, y) => checked(state, x + y),
    }
}

/// `X - Y`.
pub fn subtract(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    if let (Number::Int(x), Number::Int(y)) = (a, b)
        && let Some(difference) = x.checked_sub(*y)
    {
        return Ok(Number::Int(difference));
    }
    match Pair::of(state, a, b)? {
        Pair::Integers(x, y) => Ok(Number::from(x.as_ref() - y.as_ref())),
        Pair::Rationals(x, y) => x.minus(&state.watch, &y).map(Number::from),
        Pair::Floats(x, y) => checked(state, x - y),
    }
}

/// `X * Y`.
pub fn multiply(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    if let (Number::Int(x), Number::Int(y)) = (a, b)
        && let Some(product) = x.checked_mul(*y)
    {
        return Ok(Number::Int(product));
    }
    match Pair::of(state, a, b)? {
        Pair::Integers(x, y) => {
            state.permit_bits(x.bit_len() + y.bit_len())?;
            large::product(&state.watch, &x, &y).map(Number::from)
        }
        Pair::Rationals(x, y) => {
            state.permit_bits(x.bits() + y.bits())?;
            x.times(&state.watch, &y).map(Number::from)
        }
        Pair::Floats(x, y) => checked(state, x * y),
    }
}

/// `X / Y`: for integers an integer if the division is exact, else a float; with the flag `iso` always a float, with
/// `prefer_rationals` a rational.
pub fn divide(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    if let (Number::Int(x), Number::Int(y)) = (a, b)
        && *y != 0
    {
        if !state.iso
            && x.checked_rem(*y) == Some(0)
            && let Some(quotient) = x.checked_div(*y)
        {
            return Ok(Number::Int(quotient));
        }
        // Both are exact as floats, so the quotient is rounded only once.
        if !state.prefer_rationals && x.unsigned_abs() <= EXACT && y.unsigned_abs() <= EXACT {
            return checked(state, *x as f64 / *y as f64);
        }
    }
    match Pair::of(state, a, b)? {
        Pair::Integers(_, y) if y.is_zero() => divide_by_zero(state, a),
        Pair::Integers(x, y) => {
            let (quotient, rest) = divide_integers(&state.watch, &x, &y)?;
            if !state.iso && rest.is_zero() {
                return Ok(Number::from(quotient));
            }
            let quotient = Rational::reduced(&state.watch, x.into_owned(), y.into_owned())?;
            if state.prefer_rationals && !state.iso {
                return Ok(Number::from(quotient));
            }
            Number::from(quotient).as_float(state).map(Number::Float)
        }
        Pair::Rationals(_, y) if y.is_zero() => divide_by_zero(state, a),
        Pair::Rationals(x, y) => {
            state.permit_bits(x.bits() + y.bits())?;
            x.divided_by(&state.watch, &y).map(Number::from)
        }
        Pair::Floats(x, y) => divide_floats(state, x, y),
    }
}

/// Divides an exact number by an exact zero: an error, unless the flags for floats ask for a value.
fn divide_by_zero(state: &EvalState, a: &Number) -> NumResult {
    if a.is_zero() {
        undefined(state).map_err(|_| NumError::ZERO_DIVISOR)
    } else if a.is_negative() {
        by_zero(state, f64::NEG_INFINITY)
    } else {
        by_zero(state, f64::INFINITY)
    }
}

/// `- X`.
pub fn negate(_: &mut EvalState, a: &Number) -> NumResult {
    Ok(match a {
        Number::Int(x) => match x.checked_neg() {
            Some(negative) => Number::Int(negative),
            None => Number::from(-IBig::from(*x)),
        },
        Number::Big(x) => Number::from(-x),
        Number::Rational(x) => Number::Rational(x.negated()),
        Number::Float(x) => Number::Float(-x),
    })
}

/// `+ X`.
pub fn identity(_: &mut EvalState, a: &Number) -> NumResult {
    Ok(a.clone())
}

/// `abs(X)`.
pub fn absolute(state: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Float(x) => Ok(Number::Float(x.abs())),
        _ if a.is_negative() => negate(state, a),
        _ => Ok(a.clone()),
    }
}

/// `sign(X)`: the type of the operand, but 1 or -1 for a rational.
pub fn sign(_: &mut EvalState, a: &Number) -> NumResult {
    Ok(match a {
        Number::Float(x) if *x == 0.0 => Number::Float(0.0),
        Number::Float(x) if x.is_nan() => Number::Float(*x),
        Number::Float(x) => Number::Float(x.signum()),
        Number::Int(x) => Number::Int(x.signum()),
        Number::Big(_) | Number::Rational(_) => Number::Int(if a.is_negative() { -1 } else { 1 }),
    })
}

/// `max(X, Y)`. For an integer and a float of equal value it is the float, but 0 is above -0.0; for a number and a NaN
/// it is the number.
pub fn maximum(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    Ok(extreme(a, b, Ordering::Greater).clone())
}

/// `min(X, Y)`. For an integer and a float of equal value it is the float; for a number and a NaN it is the number.
pub fn minimum(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    Ok(extreme(a, b, Ordering::Less).clone())
}

/// `cmpr(X, Y)`: -1, 0 or 1, as X is less than, equal to or greater than Y; undefined for a NaN.
pub fn exact_order(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    match a.compare(b) {
        Some(order) => Ok(Number::Int(order as i64)),
        None => undefined(state),
    }
}

/// `maxr(X, Y)`. Of a rational and a float of equal value it is the rational.
pub fn exact_maximum(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    Ok(exact_extreme(a, b, Ordering::Greater).clone())
}

/// `minr(X, Y)`. Of a rational and a float of equal value it is the rational.
pub fn exact_minimum(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    Ok(exact_extreme(a, b, Ordering::Less).clone())
}

fn exact_extreme<'a>(a: &'a Number, b: &'a Number, wanted: Ordering) -> &'a Number {
    match (a, b) {
        (Number::Float(_), Number::Float(_)) => extreme(a, b, wanted),
        _ if a.compare(b) == Some(Ordering::Equal) => match a {
            Number::Float(_) => b,
            _ => a,
        },
        _ => extreme(a, b, wanted),
    }
}

fn extreme<'a>(a: &'a Number, b: &'a Number, wanted: Ordering) -> &'a Number {
    match a.compare(b) {
        Some(Ordering::Equal) => match (a, b) {
            (Number::Float(_), Number::Float(_)) => {
                if a.standard_order(b) == wanted {
                    a
                } else {
                    b
                }
            }
            // An integer zero has no sign and counts as 0.0.
            (_, Number::Float(x)) if x.is_sign_positive() || *x != 0.0 || wanted == Ordering::Less => b,
            (Number::Float(x), _) if x.is_sign_positive() || *x != 0.0 || wanted == Ordering::Less => a,
            (Number::Float(_), _) => b,
            _ => a,
        },
        Some(order) if order == wanted => a,
        Some(_) => b,
        None if matches!(a, Number::Float(x) if x.is_nan()) => b,
        None => a,
    }
}

/// `succ(X)`: the next integer.
pub fn successor(state: &mut EvalState, a: &Number) -> NumResult {
    a.integer()?;
    add(state, a, &Number::Int(1))
}

/// `copysign(X, Y)`: the magnitude of `X` with the sign of `Y`, and the type of `X`.
pub fn copy_sign(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let is_signed = |number: &Number| match number {
        Number::Float(x) => x.is_sign_negative(),
        number => number.is_negative(),
    };
    if is_signed(a) == is_signed(b) {
        Ok(a.clone())
    } else {
        negate(state, a)
    }
}
