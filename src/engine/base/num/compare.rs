//! Comparison of numbers: by value, exactly, and in the standard order of terms (ISO 7.2).
//!
//! An integer and a float are compared as real numbers: `9007199254740993` is greater than `9007199254740992.0`,
//! although conversion to a float would make them equal.

use std::cmp::Ordering;

use dashu_base::Sign;
use dashu_int::IBig;

use super::Number;
use super::rational::Rational;

/// 2 to the power of 63, the first float above all `i64`.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

impl Number {
    /// Compares by value, exactly; `None` if one of them is a NaN.
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
            (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
            (a, Number::Float(b)) => a.compare_to_float(*b),
            (Number::Float(a), b) => b.compare_to_float(*a).map(Ordering::reverse),
            (Number::Int(_), Number::Big(b)) => Some(if is_negative(b) {
                Ordering::Greater
            } else {
                Ordering::Less
            }),
            (Number::Big(a), Number::Int(_)) => Some(if is_negative(a) {
                Ordering::Less
            } else {
                Ordering::Greater
            }),
            (Number::Big(a), Number::Big(b)) => Some(a.cmp(b)),
            (a, b) => Some(a.as_rational()?.cmp(&b.as_rational()?)),
        }
    }

    /// Compares in the standard order of terms: by value, then a float before an integer or rational of the same
    /// value; a NaN before all other numbers, and `-0.0` before `0.0`.
    pub fn standard_order(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Float(a), Number::Float(b)) => a
                .partial_cmp(b)
                .filter(|order| order.is_ne())
                .unwrap_or_else(|| float_rank(*a, *b)),
            (Number::Float(a), _) if a.is_nan() => Ordering::Less,
            (_, Number::Float(b)) if b.is_nan() => Ordering::Greater,
            _ => {
                let by_value = self.compare(other).unwrap_or(Ordering::Equal);
                by_value.then_with(|| other.is_float().cmp(&self.is_float()))
            }
        }
    }

    fn compare_to_float(&self, float: f64) -> Option<Ordering> {
        if float.is_nan() {
            return None;
        }
        if float.is_infinite() {
            return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
        }
        Some(match self {
            Number::Int(value) => compare_int(*value, float),
            // A big integer is beyond every float that could equal an i64.
            Number::Big(value) => {
                if float.abs() < TWO_63 {
                    if is_negative(value) {
                        Ordering::Less
                    } else {
                        Ordering::Greater
                    }
                } else {
                    value.cmp(&IBig::try_from(float).unwrap_or_default())
                }
            }
            Number::Rational(value) => value.cmp(&Rational::of_float(float)?),
            Number::Float(value) => return value.partial_cmp(&float),
        })
    }
}

fn is_negative(value: &IBig) -> bool {
    value.sign() == Sign::Negative
}

/// Compares with a finite float.
fn compare_int(value: i64, float: f64) -> Ordering {
    if float >= TWO_63 {
        return Ordering::Less;
    }
    if float < -TWO_63 {
        return Ordering::Greater;
    }
    let whole = float.trunc();
    // If the integer parts are equal, the fraction decides.
    value
        .cmp(&(whole as i64))
        .then_with(|| 0.0f64.partial_cmp(&(float - whole)).unwrap_or(Ordering::Equal))
}

/// Orders two floats that are equal in value or of which one is a NaN.
fn float_rank(a: f64, b: f64) -> Ordering {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => a.to_bits().cmp(&b.to_bits()),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => b.is_sign_negative().cmp(&a.is_sign_negative()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering::{Equal, Greater, Less};

    fn int(value: i64) -> Number {
        Number::Int(value)
    }

    fn float(value: f64) -> Number {
        Number::Float(value)
    }

    fn ratio(numerator: i64, denominator: u64) -> Number {
        Number::from(Rational::new(IBig::from(numerator), denominator.into()))
    }

    #[test]
    fn values_are_compared_exactly() {
        let two_53 = 1i64 << 53;
        assert_eq!(int(two_53 + 1).compare(&float(two_53 as f64)), Some(Greater));
        assert_eq!(int(two_53).compare(&float(two_53 as f64)), Some(Equal));
        assert_eq!(float(two_53 as f64).compare(&int(two_53 + 1)), Some(Less));
        assert_eq!(int(i64::MAX).compare(&float(TWO_63)), Some(Less));
        assert_eq!(int(i64::MIN).compare(&float(-TWO_63)), Some(Equal));
        assert_eq!(int(1).compare(&float(1.5)), Some(Less));
        assert_eq!(int(-1).compare(&float(-1.5)), Some(Greater));
        assert_eq!(int(0).compare(&float(-0.0)), Some(Equal));
        assert_eq!(int(1).compare(&float(f64::INFINITY)), Some(Less));
        assert_eq!(int(1).compare(&float(f64::NEG_INFINITY)), Some(Greater));
        assert_eq!(int(1).compare(&float(f64::NAN)), None);
        assert_eq!(ratio(1, 3).compare(&float(1.0 / 3.0)), Some(Greater));
        assert_eq!(ratio(1, 2).compare(&float(0.5)), Some(Equal));
        assert_eq!(ratio(1, 10).compare(&float(0.1)), Some(Less));
        assert_eq!(ratio(-1, 2).compare(&int(0)), Some(Less));
        let big = Number::from(IBig::from(10).pow(400));
        assert_eq!(big.compare(&float(f64::MAX)), Some(Greater));
        assert_eq!(big.compare(&float(f64::INFINITY)), Some(Less));
        assert_eq!(big.compare(&int(5)), Some(Greater));
        assert_eq!(int(5).compare(&big), Some(Less));
        let exact = Number::from(IBig::from(1) << 70);
        assert_eq!(exact.compare(&float(2f64.powi(70))), Some(Equal));
        assert_eq!(
            Number::from((IBig::from(1) << 70) + 1).compare(&float(2f64.powi(70))),
            Some(Greater)
        );
        assert_eq!(ratio(1, 3).compare(&ratio(1, 2)), Some(Less));
    }

    #[test]
    fn the_standard_order_tells_floats_from_integers() {
        assert_eq!(int(1).standard_order(&float(1.0)), Greater);
        assert_eq!(float(1.0).standard_order(&int(1)), Less);
        assert_eq!(int(2).standard_order(&float(1.0)), Greater);
        assert_eq!(ratio(1, 2).standard_order(&float(0.5)), Greater);
        assert_eq!(float(0.0).standard_order(&float(-0.0)), Greater);
        assert_eq!(float(f64::NAN).standard_order(&float(f64::NEG_INFINITY)), Less);
        assert_eq!(float(1.0).standard_order(&float(f64::NAN)), Greater);
        assert_eq!(float(f64::NAN).standard_order(&int(1)), Less);
        assert_eq!(int(1).standard_order(&float(f64::NAN)), Greater);
        assert_eq!(float(f64::NAN).standard_order(&float(f64::NAN)), Equal);
        assert_eq!(int(0).standard_order(&float(-0.0)), Greater);
        assert_eq!(int(3).standard_order(&int(3)), Equal);
    }
}
