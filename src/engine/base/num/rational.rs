//! Rationals: the type, its arithmetic, and exact or approximate conversion from and to floats.
//!
//! Long operations are done in steps; the watch is polled between them.

use std::cmp::Ordering;

use dashu_base::{BitTest, DivRem, Sign, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::base::iso_error::Type;
use crate::base::watch::Watch;

use super::Number;
use super::digits;
use super::divisor::greatest_common;
use super::error::{NumError, NumResult};
use super::fraction::{self, Fraction, Wide};
use super::int::small_gcd;
use super::large::{self, product};
use super::state::EvalState;

/// Quotients of a continued fraction after which every float is matched.
const MOST_QUOTIENTS: usize = 64;
/// Bits of a float's significand, and the exponent of the smallest float.
const FLOAT_BITS: usize = 53;
const SMALLEST: i64 = -1074;

/// Bits of a fraction up to which a small one is added in one step.
const SHORT_BITS: usize = 1 << 17;

/// A fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rational {
    numerator: IBig,
    denominator: UBig,
}

impl Rational {
    /// Makes a rational of two numbers without a common divisor.
    pub fn of_lowest(numerator: IBig, denominator: UBig) -> Rational {
        Rational { numerator, denominator }
    }

    /// Makes a rational of two numbers, the second of which is not zero.
    pub fn new(numerator: IBig, denominator: IBig) -> Rational {
        // No other thread has this watch.
        Rational::reduced(&Watch::default(), numerator, denominator).expect("nobody stops it")
    }

    /// As [`Rational::new`], for numbers where it may take long.
    ///
    /// # Errors
    /// [`NumError::Unwanted`].
    pub fn reduced(watch: &Watch, numerator: IBig, denominator: IBig) -> Result<Rational, NumError> {
        let (sign, below) = denominator.into_parts();
        let divisor = greatest_common(watch, &numerator.clone().unsigned_abs(), &below)?;
        Ok(Rational {
            numerator: exact_quotient(watch, numerator, &divisor)? * sign,
            denominator: exact_quotient(watch, IBig::from(below), &divisor)?.unsigned_abs(),
        })
    }

    /// Returns the numerator.
    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    /// Returns the denominator, which is positive.
    pub fn denominator(&self) -> &UBig {
        &self.denominator
    }

    /// Returns the size of numerator and denominator together, in bits.
    pub fn bits(&self) -> usize {
        self.numerator.bit_len() + self.denominator.bit_len()
    }

    /// Whether the rational is zero.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether the rational is less than zero.
    pub fn is_negative(&self) -> bool {
        self.numerator.sign() == Sign::Negative
    }

    /// Returns the rational with the opposite sign.
    pub fn negated(&self) -> Rational {
        Rational {
            numerator: -&self.numerator,
            denominator: self.denominator.clone(),
        }
    }

    /// Returns the reciprocal of a rational that is not zero.
    fn inverted(&self) -> Rational {
        let (sign, above) = self.numerator.clone().into_parts();
        Rational {
            numerator: IBig::from_parts(sign, self.denominator.clone()),
            denominator: above,
        }
    }

    /// Returns the rational if it is small.
    fn small(&self) -> Option<Fraction> {
        let above = i64::try_from(&self.numerator).ok()?;
        Some((above, i64::try_from(&self.denominator).ok()?))
    }

    fn of_wide((above, below): Wide) -> Rational {
        Rational::of_lowest(IBig::from(above), UBig::from(below.unsigned_abs()))
    }

    /// Returns the sum.
    pub fn plus(&self, watch: &Watch, other: &Rational) -> Result<Rational, NumError> {
        if let (Some(a), Some(b)) = (self.small(), other.small()) {
            return Ok(Rational::of_wide(fraction::sum(a, b)));
        }
        for (one, small) in [(self, other.small()), (other, self.small())] {
            if let Some(small) = small
                && one.bits() <= SHORT_BITS
            {
                return Ok(one.plus_small(small));
            }
        }
        // The sum can have a divisor in common with the denominator only if both denominators have it.
        let common = greatest_common(watch, &self.denominator, &other.denominator)?;
        let mine = exact_quotient(watch, IBig::from(self.denominator.clone()), &common)?;
        let others = exact_quotient(watch, IBig::from(other.denominator.clone()), &common)?;
        let sum = product(watch, &self.numerator, &others)? + product(watch, &other.numerator, &mine)?;
        let divisor = greatest_common(watch, &sum.clone().unsigned_abs(), &common)?;
        let rest = exact_quotient(watch, IBig::from(other.denominator.clone()), &divisor)?;
        Ok(Rational {
            numerator: exact_quotient(watch, sum, &divisor)?,
            denominator: product(watch, &mine, &rest)?.unsigned_abs(),
        })
    }

    /// Returns the sum with a small fraction.
    fn plus_small(&self, (above, below): Fraction) -> Rational {
        let below = below.unsigned_abs();
        let common = small_gcd(&self.denominator % below, below);
        let mine = match common {
            1 => self.denominator.clone(),
            _ => &self.denominator / common,
        };
        let mut numerator = &self.numerator * (below / common) + &mine * IBig::from(above);
        let divisor = match common {
            1 => 1,
            _ => small_gcd(
                (&numerator % IBig::from(common)).unsigned_abs().try_into().unwrap_or(0),
                common,
            ),
        };
        if divisor != 1 {
            numerator /= divisor;
        }
        Rational {
            numerator,
            denominator: mine * (below / divisor),
        }
    }

    /// Returns the difference.
    pub fn minus(&self, watch: &Watch, other: &Rational) -> Result<Rational, NumError> {
        self.plus(watch, &other.negated())
    }

    /// Returns the product.
    pub fn times(&self, watch: &Watch, other: &Rational) -> Result<Rational, NumError> {
        if let (Some(a), Some(b)) = (self.small(), other.small()) {
            return Ok(Rational::of_wide(fraction::product(a, b)));
        }
        let across = |above: &IBig, below: &UBig| -> Result<(IBig, IBig), NumError> {
            let divisor = greatest_common(watch, &above.clone().unsigned_abs(), below)?;
            Ok((
                exact_quotient(watch, above.clone(), &divisor)?,
                exact_quotient(watch, IBig::from(below.clone()), &divisor)?,
            ))
        };
        let (a, d) = across(&self.numerator, &other.denominator)?;
        let (c, b) = across(&other.numerator, &self.denominator)?;
        Ok(Rational {
            numerator: product(watch, &a, &c)?,
            denominator: product(watch, &b, &d)?.unsigned_abs(),
        })
    }

    /// Returns the quotient; `other` is not zero.
    pub fn divided_by(&self, watch: &Watch, other: &Rational) -> Result<Rational, NumError> {
        self.times(watch, &other.inverted())
    }

    /// Returns the power; a negative exponent requires a rational that is not zero.
    pub fn power(&self, watch: &Watch, exponent: isize) -> Result<Rational, NumError> {
        let base = if exponent < 0 { self.inverted() } else { self.clone() };
        let exponent = exponent.unsigned_abs();
        let denominator = large::power(watch, &IBig::from(base.denominator), exponent)?;
        Ok(Rational {
            numerator: large::power(watch, &base.numerator, exponent)?,
            denominator: denominator.unsigned_abs(),
        })
    }

    /// Returns the integer part, truncated towards zero, and the numerator of the remainder.
    pub fn parts(&self, watch: &Watch) -> Result<(IBig, IBig), NumError> {
        digits::divide(watch, &self.numerator, &IBig::from(self.denominator.clone()))
    }

    /// Returns the nearest float, ties to even; infinite if it is out of range.
    pub fn to_f64(&self) -> f64 {
        let above = self.numerator.clone().unsigned_abs();
        // The quotient has two bits more than a float; a further bit is set if the division left a remainder.
        let length = above.bit_len() as i64 - self.denominator.bit_len() as i64;
        let unit = (length - FLOAT_BITS as i64).max(SMALLEST) - 2;
        let shift = unit.unsigned_abs() as usize;
        let (quotient, rest) = if unit < 0 {
            (above << shift).div_rem(&self.denominator)
        } else {
            above.div_rem(&self.denominator << shift)
        };
        let bits = u64::try_from(quotient).unwrap_or(u64::MAX) << 1 | u64::from(!rest.is_zero());
        let drop = (u64::BITS - bits.leading_zeros())
            .saturating_sub(FLOAT_BITS as u32)
            .max(3);
        let (kept, dropped, half) = (bits >> drop, bits & ((1 << drop) - 1), 1 << (drop - 1));
        let up = dropped > half || dropped == half && kept & 1 == 1;
        let value = times_power_of_two((kept + u64::from(up)) as f64, unit - 1 + i64::from(drop));
        if self.is_negative() { -value } else { value }
    }

    /// Returns the exact value of a finite float.
    pub fn of_float(value: f64) -> Option<Rational> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let (whole, exponent) = match exponent {
            0 => (fraction, SMALLEST),
            _ => (fraction | 1 << 52, exponent - 1 - -SMALLEST),
        };
        let whole = if value < 0.0 {
            -IBig::from(whole)
        } else {
            IBig::from(whole)
        };
        let shift = exponent.unsigned_abs() as usize;
        Some(if exponent < 0 {
            Rational::new(whole, IBig::ONE << shift)
        } else {
            Rational::of_lowest(whole << shift, UBig::ONE)
        })
    }
}

/// Returns `value` times a power of two, which is a float, infinite or zero.
fn times_power_of_two(value: f64, exponent: i64) -> f64 {
    let power = |exponent: i64| f64::from_bits(((exponent + 1023) as u64) << 52);
    match exponent {
        1024.. => f64::INFINITY,
        -1022.. => value * power(exponent),
        // In two steps, the first of which is exact.
        _ => value * power(exponent + 1000) * power(-1000),
    }
}

/// Returns the quotient of an exact division; mostly the divisor is 1.
fn exact_quotient(watch: &Watch, value: IBig, by: &UBig) -> Result<IBig, NumError> {
    if by.is_one() {
        return Ok(value);
    }
    Ok(digits::divide(watch, &value, &IBig::from(by.clone()))?.0)
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let (a, b) = (self.is_negative(), other.is_negative());
        if a != b {
            return b.cmp(&a);
        }
        if let (Some(a), Some(b)) = (self.small(), other.small()) {
            return fraction::compare(a, b);
        }
        let (x, y) = (
            self.numerator.clone().unsigned_abs(),
            other.numerator.clone().unsigned_abs(),
        );
        // A product has as many bits as its factors together, or one less.
        let bits = |above: &UBig, below: &UBig| {
            if above.is_zero() {
                0
            } else {
                above.bit_len() + below.bit_len()
            }
        };
        let (low, high) = (bits(&x, &other.denominator), bits(&y, &self.denominator));
        let magnitudes = if low.abs_diff(high) > 1 {
            low.cmp(&high)
        } else if x == y && self.denominator == other.denominator {
            Ordering::Equal
        } else {
            let by_leading = compare_leading([&x, &other.denominator], [&y, &self.denominator]);
            by_leading.unwrap_or_else(|| (x * &other.denominator).cmp(&(y * &self.denominator)))
        };
        if a { magnitudes.reverse() } else { magnitudes }
    }
}

/// Compares two products by the leading bits of their factors; `None` if these do not decide.
fn compare_leading(a: [&UBig; 2], b: [&UBig; 2]) -> Option<Ordering> {
    const LEADING: usize = 256;
    let least = |factors: [&UBig; 2]| {
        let below = factors.map(|factor| factor.bit_len().saturating_sub(LEADING));
        let [x, y] = [factors[0] >> below[0], factors[1] >> below[1]];
        let more = (&x + 1u8) * (&y + 1u8);
        (x * y, more, below[0] + below[1])
    };
    let ((low_a, high_a, below_a), (low_b, high_b, below_b)) = (least(a), least(b));
    // The lengths differ by at most one bit, so the shifts are short.
    let common = below_a.min(below_b);
    if below_a.abs_diff(below_b) > 2 * LEADING {
        return None;
    }
    let (shift_a, shift_b) = (below_a - common, below_b - common);
    if low_a << shift_a >= high_b << shift_b {
        Some(Ordering::Greater)
    } else if low_b << shift_b >= high_a << shift_a {
        Some(Ordering::Less)
    } else {
        None
    }
}

/// `X rdiv Y`: the quotient as a rational.
pub fn divide(state: &mut EvalState, a: &Number, b: &Number) -> NumResult {
    let wrong = |culprit| NumError::wrong_type(Type::Rational, culprit);
    let x = a.as_rational().ok_or_else(|| wrong(a))?;
    let y = b.as_rational().ok_or_else(|| wrong(b))?;
    if y.is_zero() {
        return Err(NumError::ZERO_DIVISOR);
    }
    state.permit_bits(x.bits() + y.bits())?;
    x.divided_by(&state.watch, &y).map(Number::from)
}

/// `rational(X)`: the rational that has exactly the value of a float.
pub fn exact(_: &mut EvalState, a: &Number) -> NumResult {
    let Number::Float(value) = a else { return Ok(a.clone()) };
    Rational::of_float(*value).map(Number::from).ok_or(NumError::UNDEFINED)
}

/// `rationalize(X)`: a rational with a small numerator and denominator that rounds to this float: the first such
/// convergent of its continued fraction.
pub fn simplest(state: &mut EvalState, a: &Number) -> NumResult {
    let Number::Float(value) = a else { return Ok(a.clone()) };
    if !value.is_finite() {
        return Err(NumError::UNDEFINED);
    }
    // The quotients are computed in floats, which is why `1.0e-20` becomes `1r100000000000000000000` and not the
    // fraction nearest to the float's exact value.
    let (mut above, mut above_before) = (IBig::ONE, IBig::ZERO);
    let (mut below, mut below_before) = (IBig::ZERO, IBig::ONE);
    let mut rest = value.abs();
    for _ in 0..MOST_QUOTIENTS {
        let whole = rest.floor();
        let Ok(quotient) = IBig::try_from(whole) else { break };
        (above, above_before) = (&quotient * &above + above_before, above);
        (below, below_before) = (quotient * &below + below_before, below);
        let convergent = Rational::new(above.clone(), below.clone());
        if convergent.to_f64() == value.abs() {
            return Ok(Number::from(if *value < 0.0 {
                convergent.negated()
            } else {
                convergent
            }));
        }
        rest = (rest - whole).recip();
    }
    exact(state, a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::limbs::magnitude;

    /// A number whose length is likely to be anything up to `most` bits.
    fn random(rng: &mut fastrand::Rng, most: usize) -> IBig {
        let bits = rng.usize(1..most);
        let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.u64(..)).collect();
        let magnitude = IBig::from(magnitude(&words) >> (bits.div_ceil(64) * 64 - bits));
        if rng.bool() { -magnitude } else { magnitude }
    }

    fn ratio(rng: &mut fastrand::Rng, most: usize) -> Rational {
        let below = random(rng, most);
        let below = if below.is_zero() { IBig::ONE } else { below };
        Rational::new(random(rng, most), below)
    }

    #[test]
    fn the_rules_of_arithmetic_hold_in_lowest_terms() {
        let (watch, mut rng) = (Watch::default(), fastrand::Rng::with_seed(3));
        for round in 0..3_000 {
            let most = [4, 12, 70, 200][round % 4];
            let [a, b, c] = [0; 3].map(|_| ratio(&mut rng, most));
            let is_lowest = |x: &Rational| Rational::new(x.numerator.clone(), x.denominator.clone().into()) == *x;
            let (sum, product) = (
                a.plus(&watch, &b).expect("unwatched"),
                a.times(&watch, &b).expect("unwatched"),
            );
            assert!(is_lowest(&sum) && is_lowest(&product), "{a:?} {b:?}");
            assert_eq!(sum.minus(&watch, &b).as_ref(), Ok(&a));
            let apart = product.plus(&watch, &a.times(&watch, &c).expect("unwatched"));
            let together = a.times(&watch, &b.plus(&watch, &c).expect("unwatched"));
            assert_eq!(apart, together);
            if !b.is_zero() {
                assert_eq!(product.divided_by(&watch, &b).as_ref(), Ok(&a));
            }
            let difference = a.minus(&watch, &b).expect("unwatched");
            let order = if difference.is_zero() {
                Ordering::Equal
            } else if difference.is_negative() {
                Ordering::Less
            } else {
                Ordering::Greater
            };
            assert_eq!(a.cmp(&b), order, "{a:?} {b:?}");
            let square = a.times(&watch, &a).expect("unwatched");
            assert_eq!(a.power(&watch, 2), Ok(square));
        }
    }

    #[test]
    fn floats_are_rationals_and_the_nearest_to_themselves() {
        let mut rng = fastrand::Rng::with_seed(4);
        let special = [
            0.0,
            1.0,
            -0.5,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::from_bits(1),
            -f64::from_bits(0xf_ffff_ffff_ffff),
        ];
        let random = (0..3_000).map(|_| f64::from_bits(rng.u64(..)));
        for value in special.into_iter().chain(random).filter(|value| value.is_finite()) {
            let ratio = Rational::of_float(value).expect("it is finite");
            assert_eq!(ratio.to_f64(), value);
            // Half of the way to the next float goes to the even one, a little more or less to the nearer.
            let next = f64::from_bits(value.to_bits() + 1);
            let watch = Watch::default();
            let Some(other) = Rational::of_float(next) else {
                continue;
            };
            let half = Rational::new(IBig::ONE, IBig::from(2));
            let sum = ratio
                .plus(&watch, &other)
                .and_then(|sum| sum.times(&watch, &half))
                .expect("unwatched");
            let even = if value.to_bits() % 2 == 0 { value } else { next };
            assert_eq!(sum.to_f64(), even, "{value}");
            let little = Rational::new(IBig::ONE, IBig::ONE << 1200);
            let away = if value.is_sign_negative() {
                sum.minus(&watch, &little)
            } else {
                sum.plus(&watch, &little)
            };
            assert_eq!(away.expect("unwatched").to_f64(), next, "{value}");
        }
        let huge = Rational::new(IBig::ONE << 1024, IBig::ONE);
        assert_eq!(huge.to_f64(), f64::INFINITY);
        assert_eq!(huge.inverted().negated().to_f64(), -f64::from_bits(1 << 50));
        assert_eq!(Rational::new(IBig::from(-1), IBig::ONE << 3000).to_f64(), 0.0);
        assert_eq!(Rational::of_float(f64::NAN), None);
    }
}
