//! The functions on integers: division with remainder, bits and shifts, divisors (ISO 9.1, 9.4). The bits of a
//! negative integer are those of its infinite two's complement.

use dashu_base::{BitTest, Sign, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::base::iso_error::{Domain, Type};

use super::digits::divide;
use super::divisor::greatest_common;
use super::error::{NumError, NumResult};
use super::state::EvalState;
use super::{Number, large};

/// Applies a function of two integers: `small` if both are small and it has a value, else `big`.
fn on_integers(
    a: &Number,
    b: &Number,
    small: impl Fn(i64, i64) -> Option<i64>,
    big: impl Fn(&IBig, &IBig) -> IBig,
) -> NumResult {
    if let (Number::Int(x), Number::Int(y)) = (a, b)
        && let Some(result) = small(*x, *y)
    {
        return Ok(Number::Int(result));
    }
    let (x, y) = (a.integer()?, b.integer()?);
    Ok(Number::from(big(&x, &y)))
}

fn division(
    a: &Number,
    b: &Number,
    small: impl Fn(i64, i64) -> Option<i64>,
    big: impl Fn(&IBig, &IBig) -> Result<IBig, NumError>,
) -> NumResult {
    if let Number::Int(0) = b {
        a.integer()?;
        return Err(NumError::ZERO_DIVISOR);
    }
    if let (Number::Int(x), Number::Int(y)) = (a, b)
        && let Some(result) = small(*x, *y)
    {
        return Ok(Number::Int(result));
    }
    let (x, y) = (a.integer()?, b.integer()?);
    big(&x, &y).map(Number::from)
}

/// `X // Y`, truncated towards zero.
pub fn quotient(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    division(a, b, i64::checked_div, |x, y| Ok(divide(&state.watch, x, y)?.0))
}

/// `X rem Y`, with the sign of `X`.
pub fn remainder(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    division(
        a,
        b,
        |x, y| Some(x.wrapping_rem(y)),
        |x, y| Ok(divide(&state.watch, x, y)?.1),
    )
}

/// `X mod Y`, with the sign of `Y`.
pub fn modulo(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let small = |x: i64, y: i64| {
        let rest = x.wrapping_rem(y);
        Some(if rest != 0 && (rest < 0) != (y < 0) {
            rest + y
        } else {
            rest
        })
    };
    division(a, b, small, |x, y| Ok(floor_division(state, x, y)?.1))
}

/// `X div Y`, rounded down.
pub fn floor_quotient(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let small = |x: i64, y: i64| {
        let quotient = x.checked_div(y)?;
        Some(if x.wrapping_rem(y) != 0 && (x < 0) != (y < 0) {
            quotient - 1
        } else {
            quotient
        })
    };
    division(a, b, small, |x, y| Ok(floor_division(state, x, y)?.0))
}

/// Returns the quotient rounded down, and the remainder with the sign of `y`, which is not zero.
pub fn floor_division(state: &EvalState, x: &IBig, y: &IBig) -> Result<(IBig, IBig), NumError> {
    let (quotient, rest) = divide(&state.watch, x, y)?;
    Ok(if !rest.is_zero() && rest.sign() != y.sign() {
        (quotient - 1, rest + y)
    } else {
        (quotient, rest)
    })
}

/// `X /\ Y`.
pub fn bit_and(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    on_integers(a, b, |x, y| Some(x & y), |x, y| x & y)
}

/// `X \/ Y`.
pub fn bit_or(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    on_integers(a, b, |x, y| Some(x | y), |x, y| x | y)
}

/// `X xor Y`.
pub fn bit_xor(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    on_integers(a, b, |x, y| Some(x ^ y), |x, y| x ^ y)
}

/// `\ X`.
pub fn bit_not(_: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Int(x) => Ok(Number::Int(!x)),
        _ => Ok(Number::from(!a.integer()?.into_owned())),
    }
}

/// `X << Y`; a negative `Y` shifts to the right.
pub fn shift_left(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    shift(state, a, b, false)
}

/// `X >> Y`, keeping the sign; a negative `Y` shifts to the left.
pub fn shift_right(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    shift(state, a, b, true)
}

fn shift(state: &EvalState, a: &Number, b: &Number, right: bool) -> NumResult {
    let x = a.integer()?;
    let by = b.integer()?.into_owned().unsigned_abs();
    let right = right != b.is_negative();
    let by = usize::try_from(&by).unwrap_or(usize::MAX);
    if right {
        // All bits are shifted out; the sign is left.
        if by >= x.bit_len() {
            return Ok(Number::Int(if a.is_negative() { -1 } else { 0 }));
        }
        return Ok(match a {
            Number::Int(small) => Number::Int(small >> by),
            _ => Number::from(x.as_ref() >> by),
        });
    }
    if x.is_zero() {
        return Ok(Number::Int(0));
    }
    state.permit_bits(x.bit_len().saturating_add(by))?;
    Ok(Number::from(x.as_ref() << by))
}

/// Returns the magnitude of an integer of at least `least` (0 or 1), or a domain error.
fn at_least(least: u8, a: &Number) -> Result<UBig, NumError> {
    let value = a.integer()?;
    if value.sign() == Sign::Negative || (least == 1 && value.is_zero()) {
        let domain = if least == 1 {
            Domain::NotLessThanOne
        } else {
            Domain::NotLessThanZero
        };
        return Err(NumError::wrong_domain(domain, a));
    }
    Ok(value.into_owned().unsigned_abs())
}

/// `msb(X)`: the position of the highest bit that is set.
pub fn highest_bit(_: &mut EvalState, a: &Number) -> NumResult {
    Ok(Number::from(at_least(1, a)?.bit_len() - 1))
}

/// `lsb(X)`: the position of the lowest bit that is set.
pub fn lowest_bit(_: &mut EvalState, a: &Number) -> NumResult {
    Ok(Number::from(at_least(1, a)?.trailing_zeros().unwrap_or(0)))
}

/// `popcount(X)`: the number of bits that are set.
pub fn count_bits(_: &mut EvalState, a: &Number) -> NumResult {
    Ok(Number::from(at_least(0, a)?.count_ones()))
}

/// `getbit(X, N)`: the bit at position `N`.
pub fn get_bit(_: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let (value, position) = (at_least(0, a)?, at_least(0, b)?);
    let set = usize::try_from(&position).is_ok_and(|position| value.bit(position));
    Ok(Number::Int(i64::from(set)))
}

/// `gcd(X, Y)`: the greatest common divisor, never negative; 0 for two zeros.
pub fn greatest_divisor(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    if let (Number::Int(x), Number::Int(y)) = (a, b) {
        return Ok(Number::from(IBig::from(small_gcd(x.unsigned_abs(), y.unsigned_abs()))));
    }
    let (x, y) = (a.integer()?, b.integer()?);
    let divisor = greatest_common(
        &state.watch,
        &x.into_owned().unsigned_abs(),
        &y.into_owned().unsigned_abs(),
    )?;
    Ok(Number::from(IBig::from(divisor)))
}

/// Returns the greatest common divisor of two small numbers.
pub fn small_gcd(mut x: u64, mut y: u64) -> u64 {
    if x == 0 || y == 0 {
        return x | y;
    }
    let twos = (x | y).trailing_zeros();
    x >>= x.trailing_zeros();
    loop {
        y >>= y.trailing_zeros();
        if x > y {
            std::mem::swap(&mut x, &mut y);
        }
        y -= x;
        if y == 0 {
            return x << twos;
        }
    }
}

/// `lcm(X, Y)`: the least common multiple, never negative.
pub fn least_multiple(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let (x, y) = (a.integer()?, b.integer()?);
    if x.is_zero() || y.is_zero() {
        return Ok(Number::Int(0));
    }
    state.permit_bits(x.bit_len() + y.bit_len())?;
    let divisor = greatest_common(
        &state.watch,
        &x.clone().into_owned().unsigned_abs(),
        &y.clone().into_owned().unsigned_abs(),
    )?;
    let (quotient, _) = divide(&state.watch, &x, &IBig::from(divisor))?;
    let multiple = large::product(&state.watch, &quotient, &y)?;
    Ok(Number::from(IBig::from(multiple.unsigned_abs())))
}

/// `powm(X, Y, M)`: `X^Y mod M`.
pub fn modular_power(state: &mut EvalState, a: &Number, b: &Number, m: &Number) -> NumResult {
    let base = a.integer()?;
    let exponent = at_least(0, b)?;
    let modulus = at_least(1, m)?;
    if modulus.is_one() {
        return Ok(Number::Int(0));
    }
    let power = large::modular_power(&state.watch, &base, &exponent, &modulus)?;
    Ok(Number::from(IBig::from(power)))
}

/// `numerator(X)` of an integer or rational.
pub fn numerator(_: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Rational(x) => Ok(Number::from(x.numerator().clone())),
        Number::Float(_) => Err(NumError::wrong_type(Type::Rational, a)),
        _ => Ok(a.clone()),
    }
}

/// `denominator(X)` of an integer or rational.
pub fn denominator(_: &mut EvalState, a: &Number) -> NumResult {
    match a {
        Number::Rational(x) => Ok(Number::from(IBig::from(x.denominator().clone()))),
        Number::Float(_) => Err(NumError::wrong_type(Type::Rational, a)),
        _ => Ok(Number::Int(1)),
    }
}
