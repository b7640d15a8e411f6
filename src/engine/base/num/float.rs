//! The functions on floats (ISO 9.3): roots, logarithms, trigonometry, and special functions.
//! An infinite or undefined result is an evaluation error, unless a flag says otherwise.

use super::Number;
use super::error::{NumError, NumResult};
use super::state::EvalState;

/// Returns the result of a computation, or an error if it is infinite or NaN and the flags do not permit that.
#[inline]
pub fn checked(state: &EvalState, value: f64) -> NumResult {
    if value.is_finite() || value.is_nan() && state.undefined || value.is_infinite() && state.infinite {
        Ok(Number::Float(value))
    } else if value.is_nan() {
        Err(NumError::UNDEFINED)
    } else {
        Err(NumError::FLOAT_OVERFLOW)
    }
}

/// Returns the result of a function that is undefined for its operand.
pub fn undefined(state: &EvalState) -> NumResult {
    checked(state, f64::NAN)
}

/// Returns the quotient of two floats; division by zero is an error.
#[inline]
pub fn divide_floats(state: &EvalState, x: f64, y: f64) -> NumResult {
    if y != 0.0 {
        return checked(state, x / y);
    }
    if x == 0.0 || x.is_nan() {
        undefined(state)
    } else {
        by_zero(state, x / y)
    }
}

/// Returns the infinite value of a function at a division by zero.
pub fn by_zero(state: &EvalState, value: f64) -> NumResult {
    if state.divide_by_zero {
        Ok(Number::Float(value))
    } else {
        Err(NumError::ZERO_DIVISOR)
    }
}

/// Defines functions of one float, each with its doc.
macro_rules! of_one {
    ($($(#[$doc:meta])* $name:ident = $f:expr;)*) => {
        $($(#[$doc])* pub fn $name(state: &mut EvalState, a: &Number) -> NumResult {
            let f: fn(f64) -> f64 = $f;
            checked(state, f(a.as_float(state)?))
        })*
    };
}

of_one! {
    /// `sqrt(X)`.
    square_root = f64::sqrt;
    /// `exp(X)`.
    exponential = f64::exp;
    /// `sin(X)`.
    sine = f64::sin;
    /// `cos(X)`.
    cosine = f64::cos;
    /// `tan(X)`.
    tangent = f64::tan;
    /// `asin(X)`.
    arc_sine = f64::asin;
    /// `acos(X)`.
    arc_cosine = f64::acos;
    /// `atan(X)`.
    arc_tangent = f64::atan;
    /// `cot(X)`; undefined at 0.
    cotangent = |x| if x == 0.0 { f64::NAN } else { 1.0 / x.tan() };
    /// `acot(X)`: the arc tangent of the inverse.
    arc_cotangent = |x| (1.0 / x).atan();
    /// `sinh(X)`.
    hyperbolic_sine = f64::sinh;
    /// `cosh(X)`.
    hyperbolic_cosine = f64::cosh;
    /// `tanh(X)`.
    hyperbolic_tangent = f64::tanh;
    /// `asinh(X)`.
    area_sine = libm::asinh;
    /// `acosh(X)`.
    area_cosine = libm::acosh;
    /// `atanh(X)`; undefined at 1 and -1.
    area_tangent = |x| if x.abs() == 1.0 { f64::NAN } else { libm::atanh(x) };
    /// `erf(X)`.
    error_function = libm::erf;
    /// `erfc(X)`.
    complementary_error = libm::erfc;
    /// `gamma(X)`; undefined at 0 and the negative integers.
    gamma = |x| if is_pole(x) { f64::NAN } else { libm::tgamma(x) };
    /// `lgamma(X)`; undefined at 0 and the negative integers.
    log_gamma = |x| if is_pole(x) { f64::NAN } else { libm::lgamma(x) };
}

/// True if the gamma function has a pole at `x`.
fn is_pole(x: f64) -> bool {
    x <= 0.0 && x == x.floor()
}

/// Returns the logarithm by `f` of a positive number, which may be an integer beyond the range of floats.
fn logarithm(state: &EvalState, a: &Number, f: fn(f64) -> f64) -> NumResult {
    use dashu_base::BitTest;
    if let Number::Big(value) = a
        && !a.is_negative()
    {
        // value = high * 2^low, where high keeps every bit that a float can hold.
        let low = value.bit_len().saturating_sub(64);
        let high = (value >> low).to_f64().value();
        return checked(state, f(high) + low as f64 * f(2.0));
    }
    let x = a.as_float(state)?;
    if x <= 0.0 {
        undefined(state)
    } else {
        checked(state, f(x))
    }
}

/// `log(X)`: the natural logarithm.
pub fn natural_log(state: &mut EvalState, a: &Number) -> NumResult {
    logarithm(state, a, f64::ln)
}

/// `log2(X)`.
pub fn binary_log(state: &mut EvalState, a: &Number) -> NumResult {
    logarithm(state, a, f64::log2)
}

/// `log10(X)`.
pub fn decimal_log(state: &mut EvalState, a: &Number) -> NumResult {
    logarithm(state, a, f64::log10)
}

/// `log(B, X)`: the logarithm of `X` to the base `B`.
pub fn log_to_base(state: &mut EvalState, base: &Number, a: &Number) -> NumResult {
    let (x, b) = (natural_log(state, a)?.to_f64()?, natural_log(state, base)?.to_f64()?);
    divide_floats(state, x, b)
}

/// `atan2(Y, X)`, `atan(Y, X)`: the angle of the point (X, Y); at the origin it is undefined.
pub fn arc_tangent2(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let (y, x) = (a.as_float(state)?, b.as_float(state)?);
    if x == 0.0 && y == 0.0 {
        undefined(state)
    } else {
        checked(state, y.atan2(x))
    }
}

/// `nexttoward(X, Y)`: the float next to `X` in the direction of `Y`.
pub fn next_toward(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let x = a.as_float(state)?;
    match Number::Float(x).compare(b) {
        None => undefined(state),
        Some(std::cmp::Ordering::Less) => checked(state, x.next_up()),
        Some(std::cmp::Ordering::Equal) => checked(state, b.as_float(state)?),
        Some(std::cmp::Ordering::Greater) => checked(state, x.next_down()),
    }
}
