//! Numbers: small and unbounded integers, rationals and floats, in one normal form.
//!
//! `function` holds the table of evaluable functors and names the files that compute them; this file holds the type,
//! its conversions and its identity.

pub mod arith;
mod compare;
pub mod digits;
pub mod directed;
mod divisor;
pub mod error;
pub mod float;
mod fraction;
pub mod function;
pub mod int;
pub mod large;
pub mod limbs;
mod power;
mod quotient;
pub mod rational;
pub mod root;
pub mod round;
pub mod state;
#[cfg(test)]
mod tests;
pub mod text;
mod transform;
pub mod words;

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use dashu_int::{IBig, UBig};

use super::iso_error::{Evaluation, Type};

pub use error::{NumError, NumResult};
pub use function::{FunctionId, FunctionTable};
pub use rational::Rational;
pub use state::EvalState;

/// A number in normal form: `Big` never fits into an `i64`, `Rational` is never an integer.
///
/// Equality is identity of terms, as for `==/2`: `1` and `1.0` differ, so do `0.0` and `-0.0`, and a NaN equals
/// itself. [`Number::compare`] compares values.
#[derive(Clone, Debug)]
pub enum Number {
    /// An integer of 64 bits.
    Int(i64),
    /// An integer beyond 64 bits.
    Big(IBig),
    /// A rational that is not an integer, in lowest terms.
    Rational(Rational),
    /// A float of 64 bits.
    Float(f64),
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::Int(value)
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number::Float(value)
    }
}

impl From<usize> for Number {
    fn from(value: usize) -> Number {
        i64::try_from(value).map_or_else(|_| Number::Big(IBig::from(value)), Number::Int)
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

impl From<Rational> for Number {
    fn from(value: Rational) -> Number {
        if value.denominator().is_one() {
            Number::from(value.numerator().clone())
        } else {
            Number::Rational(value)
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a == b,
            (Number::Big(a), Number::Big(b)) => a == b,
            (Number::Rational(a), Number::Rational(b)) => a == b,
            (Number::Float(a), Number::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            _ => false,
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Number::Int(value) => value.hash(state),
            Number::Big(value) => value.hash(state),
            Number::Rational(value) => {
                value.numerator().hash(state);
                value.denominator().hash(state);
            }
            Number::Float(value) if value.is_nan() => f64::NAN.to_bits().hash(state),
            Number::Float(value) => value.to_bits().hash(state),
        }
    }
}

impl Number {
    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        matches!(self, Number::Int(_) | Number::Big(_))
    }

    /// Whether this is a float.
    pub fn is_float(&self) -> bool {
        matches!(self, Number::Float(_))
    }

    /// Whether this is less than zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Number::Int(value) => *value < 0,
            Number::Big(value) => value.sign() == dashu_base::Sign::Negative,
            Number::Rational(value) => value.is_negative(),
            Number::Float(value) => *value < 0.0,
        }
    }

    /// Whether this is zero, of any type and sign.
    pub fn is_zero(&self) -> bool {
        match self {
            Number::Int(value) => *value == 0,
            Number::Float(value) => *value == 0.0,
            Number::Big(_) | Number::Rational(_) => false,
        }
    }

    /// Returns the value of an integer of 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Number::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns an integer as a big one; `None` for a rational or a float.
    pub fn as_big(&self) -> Option<Cow<'_, IBig>> {
        match self {
            Number::Int(value) => Some(Cow::Owned(IBig::from(*value))),
            Number::Big(value) => Some(Cow::Borrowed(value)),
            _ => None,
        }
    }

    /// Returns an integer as a big one, or a type error.
    pub fn integer(&self) -> Result<Cow<'_, IBig>, NumError> {
        self.as_big().ok_or_else(|| NumError::wrong_type(Type::Integer, self))
    }

    /// Returns an integer or rational as a rational; `None` for a float.
    pub fn as_rational(&self) -> Option<Cow<'_, Rational>> {
        match self {
            Number::Int(value) => Some(Cow::Owned(Rational::of_lowest(IBig::from(*value), UBig::ONE))),
            Number::Big(value) => Some(Cow::Owned(Rational::of_lowest(value.clone(), UBig::ONE))),
            Number::Rational(value) => Some(Cow::Borrowed(value)),
            Number::Float(_) => None,
        }
    }

    /// Returns the nearest float, ties to even; an error if it is out of range.
    pub fn to_f64(&self) -> Result<f64, NumError> {
        let near = match self {
            Number::Int(value) => *value as f64,
            Number::Float(value) => return Ok(*value),
            Number::Big(value) => value.to_f64().value(),
            Number::Rational(value) => value.to_f64(),
        };
        if near.is_finite() {
            Ok(near)
        } else {
            Err(NumError::Evaluation(Evaluation::FloatOverflow))
        }
    }

    /// Returns the nearest float; what is out of range is infinite if the flags permit that, and an error otherwise.
    pub fn as_float(&self, state: &EvalState) -> Result<f64, NumError> {
        match self.to_f64() {
            Err(_) if state.infinite => Ok(f64::INFINITY.copysign(if self.is_negative() { -1.0 } else { 1.0 })),
            float => float,
        }
    }
}
