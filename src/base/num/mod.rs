//! Numbers: small and unbounded integers, rationals and floats, in one normal form.

use dashu_int::IBig;
use dashu_ratio::RBig;

/// A number in normal form: `Big` never fits into an `i64`, `Rational` is never an integer.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An integer of 64 bits.
    Int(i64),
    /// An integer beyond 64 bits.
    Big(IBig),
    /// A rational that is no integer, in lowest terms.
    Rational(RBig),
    /// A float of 64 bits.
    Float(f64),
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::Int(value)
    }
}

impl From<IBig> for Number {
    fn from(value: IBig) -> Number {
        match i64::try_from(&value) {
            Ok(small) => Number::Int(small),
            Err(_) => Number::Big(value),
        }
    }
}

impl From<RBig> for Number {
    fn from(value: RBig) -> Number {
        if value.is_int() { Number::from(value.into_parts().0) } else { Number::Rational(value) }
    }
}
