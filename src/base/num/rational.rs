//! Rationals: making them exactly or nearly from floats, and back.

use dashu_base::BitTest;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::base::iso_error::Type;

use super::Number;
use super::error::{NumError, NumResult};
use super::state::EvalState;

/// Quotients of a continued fraction after which no float is left unmatched.
const MOST_QUOTIENTS: usize = 64;

/// The size of numerator and denominator together, in bits.
pub fn bits(value: &RBig) -> usize {
    value.numerator().bit_len() + value.denominator().bit_len()
}

/// The float next to a rational, ties to even.
pub fn to_f64(value: &RBig) -> f64 {
    value.to_f64().value()
}

/// `X rdiv Y`: the quotient as a rational.
pub fn divide(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let wrong = |culprit| NumError::wrong_type(Type::Rational, culprit);
    let x = a.as_rational().ok_or_else(|| wrong(a))?;
    let y = b.as_rational().ok_or_else(|| wrong(b))?;
    if y.is_zero() {
        return Err(NumError::ZERO_DIVISOR);
    }
    state.permit_bits(bits(&x) + bits(&y))?;
    Ok(Number::from(x.as_ref() / y.as_ref()))
}

/// `rational(X)`: the rational that has exactly the value of a float.
pub fn exact(_: &mut EvalState, a: &Number) -> NumResult {
    let Number::Float(value) = a else { return Ok(a.clone()) };
    RBig::try_from(*value)
        .map(Number::from)
        .map_err(|_| NumError::UNDEFINED)
}

/// `rationalize(X)`: a rational with small parts that is this float when rounded: the first
/// convergent of its continued fraction that is.
pub fn simplest(state: &mut EvalState, a: &Number) -> NumResult {
    let Number::Float(value) = a else { return Ok(a.clone()) };
    if !value.is_finite() {
        return Err(NumError::UNDEFINED);
    }
    // The quotients are computed in floats, which is why `1.0e-20` becomes `1r100000000000000000000`
    // and not the fraction nearest to the float's exact value.
    let (mut above, mut above_before) = (IBig::ONE, IBig::ZERO);
    let (mut below, mut below_before) = (IBig::ZERO, IBig::ONE);
    let mut rest = value.abs();
    for _ in 0..MOST_QUOTIENTS {
        let whole = rest.floor();
        let Ok(quotient) = IBig::try_from(whole) else { break };
        (above, above_before) = (&quotient * &above + above_before, above);
        (below, below_before) = (quotient * &below + below_before, below);
        let convergent = RBig::from_parts_signed(above.clone(), below.clone());
        if to_f64(&convergent) == value.abs() {
            return Ok(Number::from(if *value < 0.0 { -convergent } else { convergent }));
        }
        rest = (rest - whole).recip();
    }
    exact(state, a)
}
