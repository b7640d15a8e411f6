//! Powers: `**` and `^` (ISO 9.3.1 and 9.3.10).

use dashu_base::BitTest;
use dashu_int::IBig;

use crate::base::iso_error::Type;

use super::error::{NumError, NumResult};
use super::float::{by_zero, checked, undefined};
use super::root::root_and_remainder;
use super::state::EvalState;
use super::{Number, Rational, large};

/// `X ** Y`: an integer for integers, or a float if the exponent is negative; with the flag `iso` always a float. Zero
/// to a negative power is a division by zero, as in SWI-Prolog, but undefined with the flag `iso`, as for `^`.
pub(super) fn power(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    if let (Some(base), Some(_)) = (a.as_big(), b.as_big())
        && !state.iso
        && (!b.is_negative() || is_unit(&base))
    {
        return integer_power(state, a, &base, b);
    }
    if a.is_zero() && b.is_negative() {
        return if state.iso {
            undefined(state)
        } else {
            // Negative for an odd power of -0.0, if the exponent is an integer.
            let exponent = if b.is_integer() { b.as_float(state)? } else { -2.0 };
            by_zero(state, a.to_f64()?.powf(exponent))
        };
    }
    if let Number::Rational(exponent) = b {
        return fractional_power(state, a, exponent, !state.iso);
    }
    general_power(state, a, b)
}

/// `X ^ Y`: an integer for integers, or an error if the power is not an integer.
pub(super) fn caret(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    if let (Some(base), Some(_)) = (a.as_big(), b.as_big()) {
        if b.is_negative() && !is_unit(&base) {
            if state.prefer_rationals && !base.is_zero() {
                return general_power(state, a, b);
            }
            return Err(if base.is_zero() {
                NumError::UNDEFINED
            } else {
                NumError::wrong_type(Type::Float, a)
            });
        }
        return integer_power(state, a, &base, b);
    }
    if let Number::Rational(exponent) = b {
        return fractional_power(state, a, exponent, true);
    }
    general_power(state, a, b)
}

/// Returns a power with a rational exponent, as in SWI-Prolog: a rational if `exact` is set and the roots are exact,
/// else a float. A negative base has roots of odd degree only, which are negative.
fn fractional_power(state: &EvalState, a: &Number, exponent: &Rational, exact: bool) -> NumResult {
    let degree = exponent.denominator();
    if a.is_negative() && !degree.bit(0) {
        return undefined(state);
    }
    let negative = a.is_negative() && exponent.numerator().bit(0);
    if exact && let Some(base) = a.as_rational() {
        if base.is_zero() {
            return if exponent.is_negative() {
                by_zero(state, f64::INFINITY)
            } else {
                Ok(Number::Int(0))
            };
        }
        let (above, below) = (base.numerator(), IBig::from(base.denominator().clone()));
        if is_unit(above) && below.is_one() {
            return Ok(Number::Int(if negative { -1 } else { 1 }));
        }
        let root = |value: &IBig| -> Result<Option<IBig>, NumError> {
            let Ok(degree) = usize::try_from(degree) else {
                return Ok(None);
            };
            let found = root_and_remainder(&state.watch, degree, value)?;
            Ok(found.filter(|(_, rest)| rest.is_zero()).map(|(root, _)| root))
        };
        if let (Some(above), Some(below)) = (root(above)?, root(&below)?) {
            return exact_power(
                state,
                &Rational::new(above, below),
                &Number::from(exponent.numerator().clone()),
            );
        }
    }
    let (base, exponent) = (a.as_float(state)?, exponent.to_f64());
    if base == 0.0 && exponent < 0.0 {
        return undefined(state);
    }
    let magnitude = base.abs().powf(exponent);
    checked(state, if negative { -magnitude } else { magnitude })
}

/// True for 1 and -1, of which every power is an integer.
fn is_unit(base: &IBig) -> bool {
    base.is_one() || (-base).is_one()
}

/// Returns a power that is an integer: `exponent` is an integer, negative only if the base is a unit.
fn integer_power(state: &EvalState, a: &Number, base: &IBig, exponent: &Number) -> NumResult {
    if is_unit(base) {
        let odd = exponent.as_big().is_some_and(|e| e.bit(0));
        return Ok(Number::Int(if odd && a.is_negative() { -1 } else { 1 }));
    }
    if base.is_zero() {
        return Ok(Number::Int(i64::from(exponent.as_i64() == Some(0))));
    }
    let exponent = exponent.as_i64().and_then(|exponent| usize::try_from(exponent).ok());
    let exponent = exponent.ok_or(NumError::TOO_LARGE)?;
    if let (Number::Int(small), Ok(e)) = (a, u32::try_from(exponent))
        && let Some(result) = small.checked_pow(e)
    {
        return Ok(Number::Int(result));
    }
    state.permit_bits((base.bit_len() - 1).saturating_mul(exponent))?;
    large::power(&state.watch, base, exponent).map(Number::from)
}

/// Returns a power that is a rational or a float.
fn general_power(state: &EvalState, a: &Number, b: &Number) -> NumResult {
    let exact = matches!(a, Number::Rational(_)) || state.prefer_rationals && !state.iso && !a.is_zero();
    if exact && let (Some(base), Some(_)) = (a.as_rational(), b.as_big()) {
        return exact_power(state, &base, b);
    }
    let (base, exponent) = (a.as_float(state)?, b.as_float(state)?);
    if base == 0.0 && exponent < 0.0 {
        return undefined(state);
    }
    checked(state, base.powf(exponent))
}

/// Returns a power of a rational that is a rational: `exponent` is an integer, not negative if `base` is zero.
fn exact_power(state: &EvalState, base: &Rational, exponent: &Number) -> NumResult {
    let exponent = exponent.as_i64().ok_or(NumError::TOO_LARGE)?;
    let size = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    state.permit_bits(base.bits().saturating_mul(size))?;
    let exponent = isize::try_from(exponent).map_err(|_| NumError::TOO_LARGE)?;
    base.power(&state.watch, exponent).map(Number::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Number {
        Number::Int(value)
    }

    fn float(value: f64) -> Number {
        Number::Float(value)
    }

    #[test]
    fn powers_of_integers() {
        let mut s = EvalState::default();
        assert_eq!(power(&mut s, &int(2), &int(3)), Ok(int(8)));
        assert_eq!(power(&mut s, &int(2), &int(-1)), Ok(float(0.5)));
        assert_eq!(power(&mut s, &int(-2), &int(-1)), Ok(float(-0.5)));
        assert_eq!(power(&mut s, &int(1), &int(-1)), Ok(int(1)));
        assert_eq!(power(&mut s, &int(-1), &int(-3)), Ok(int(-1)));
        assert_eq!(power(&mut s, &int(0), &int(0)), Ok(int(1)));
        assert_eq!(power(&mut s, &int(0), &int(-1)), Err(NumError::ZERO_DIVISOR));
        assert_eq!(power(&mut s, &int(2), &float(3.0)), Ok(float(8.0)));
        assert_eq!(power(&mut s, &int(2), &float(-1.0)), Ok(float(0.5)));
        assert_eq!(
            power(&mut s, &int(2), &int(100)).map(|n| n.to_string()),
            Ok("1267650600228229401496703205376".into())
        );
        assert_eq!(caret(&mut s, &int(2), &int(3)), Ok(int(8)));
        assert_eq!(
            caret(&mut s, &int(2), &int(-1)),
            Err(NumError::wrong_type(Type::Float, &int(2)))
        );
        assert_eq!(caret(&mut s, &int(1), &int(-1)), Ok(int(1)));
        assert_eq!(caret(&mut s, &int(-1), &int(-1)), Ok(int(-1)));
        assert_eq!(caret(&mut s, &int(-1), &int(-2)), Ok(int(1)));
        assert_eq!(caret(&mut s, &int(0), &int(-1)), Err(NumError::UNDEFINED));
        assert_eq!(caret(&mut s, &int(0), &int(0)), Ok(int(1)));
        assert_eq!(caret(&mut s, &int(-3), &int(3)), Ok(int(-27)));
        assert_eq!(caret(&mut s, &int(i64::MIN), &int(1)), Ok(int(i64::MIN)));
        s.iso = true;
        assert_eq!(power(&mut s, &int(2), &int(3)), Ok(float(8.0)));
        assert_eq!(caret(&mut s, &int(2), &int(3)), Ok(int(8)));
    }

    #[test]
    fn powers_that_would_not_fit_are_refused() {
        let mut s = EvalState::default();
        let huge = caret(&mut s, &int(10), &int(30)).expect("10^30 is small");
        assert_eq!(caret(&mut s, &int(7), &huge), Err(NumError::TOO_LARGE));
        assert_eq!(caret(&mut s, &int(7), &int(i64::MAX)), Err(NumError::TOO_LARGE));
        assert_eq!(power(&mut s, &int(3), &int(1 << 40)), Err(NumError::TOO_LARGE));
        assert_eq!(caret(&mut s, &int(1), &huge), Ok(int(1)));
        assert_eq!(caret(&mut s, &int(-1), &huge), Ok(int(1)));
        assert_eq!(caret(&mut s, &int(0), &huge), Ok(int(0)));
        s.max_bits = 100;
        assert_eq!(caret(&mut s, &int(2), &int(101)), Err(NumError::TOO_LARGE));
        assert!(caret(&mut s, &int(2), &int(99)).is_ok());
    }

    #[test]
    fn powers_of_floats_and_rationals() {
        let mut s = EvalState::default();
        assert_eq!(caret(&mut s, &float(2.0), &int(3)), Ok(float(8.0)));
        assert_eq!(caret(&mut s, &int(2), &float(0.5)), Ok(float(2f64.sqrt())));
        assert_eq!(power(&mut s, &float(0.0), &int(0)), Ok(float(1.0)));
        assert_eq!(power(&mut s, &float(0.0), &int(-1)), Err(NumError::ZERO_DIVISOR));
        assert_eq!(power(&mut s, &float(-8.0), &float(0.5)), Err(NumError::UNDEFINED));
        assert_eq!(power(&mut s, &float(1e200), &int(2)), Err(NumError::FLOAT_OVERFLOW));
        assert_eq!(power(&mut s, &float(10.0), &int(-400)), Ok(float(0.0)));
        let two_thirds = super::super::text::make_rational(&int(2), &int(3)).expect("3 is not 0");
        assert_eq!(
            caret(&mut s, &two_thirds, &int(2)).map(|n| n.to_string()),
            Ok("4r9".into())
        );
        assert_eq!(
            power(&mut s, &two_thirds, &int(-2)).map(|n| n.to_string()),
            Ok("9r4".into())
        );
        assert_eq!(caret(&mut s, &two_thirds, &int(i64::MAX)), Err(NumError::TOO_LARGE));
        assert_eq!(power(&mut s, &int(4), &float(0.5)), Ok(float(2.0)));
    }
}
