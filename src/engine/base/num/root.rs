//! Integer roots of large integers, in steps short enough to be interrupted.
//!
//! The root of the leading digits is computed first, which gives half of the digits of the whole root; Newton's method
//! then doubles them. So the total cost is little more than that of the last step.

use dashu_base::{BitTest, Sign, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::digits::divide;
use super::error::NumError;
use super::large::power;
use crate::base::watch::Watch;

/// Bits up to which the library computes the root in one step.
const STEP_BITS: usize = 1 << 12;

/// Returns the integer root of degree `degree` (at least 1), rounded towards zero, and the remainder. `None` for an
/// even root of a negative number.
pub fn root_and_remainder(watch: &Watch, degree: usize, value: &IBig) -> Result<Option<(IBig, IBig)>, NumError> {
    let negative = value.sign() == Sign::Negative;
    if negative && degree.is_multiple_of(2) {
        return Ok(None);
    }
    let magnitude = value.unsigned_abs();
    let root = root(watch, degree, &magnitude, STEP_BITS)?;
    let full = if root.is_one() {
        IBig::ONE
    } else {
        power(watch, &IBig::from(root.clone()), degree)?
    };
    let rest = IBig::from(magnitude) - full;
    let root = IBig::from(root);
    Ok(Some(if negative { (-root, -rest) } else { (root, rest) }))
}

/// Returns the root, rounded down. The recursion depth is logarithmic in the length of the root.
fn root(watch: &Watch, degree: usize, value: &UBig, step: usize) -> Result<UBig, NumError> {
    let bits = value.bit_len();
    if degree == 1 {
        return Ok(value.clone());
    }
    if degree >= bits {
        // 2 to this degree is already greater.
        return Ok(if value.is_zero() { UBig::ZERO } else { UBig::ONE });
    }
    if bits <= step {
        return Ok(value.nth_root(degree));
    }
    let root_bits = bits.div_ceil(degree);
    // A step of Newton's method loses about as many bits as the degree has.
    let lost = degree.bit_len();
    let above = if root_bits <= 2 * lost + 8 {
        estimate(value, degree)
    } else {
        let left_out = (root_bits - lost) / 2 - 1;
        (root(watch, degree, &(value >> (left_out * degree)), step)? + 1u8) << left_out
    };
    // Started from above, the iteration decreases to the root and then no further.
    let value = IBig::from(value.clone());
    let mut found = IBig::from(above);
    loop {
        if watch.is_stop_wanted() {
            return Err(NumError::Unwanted);
        }
        let (quotient, _) = divide(watch, &value, &power(watch, &found, degree - 1)?)?;
        let next = (&found * (degree - 1) + quotient) / degree;
        if next >= found {
            return Ok(found.unsigned_abs());
        }
        found = next;
    }
}

/// Returns an upper bound close to the root, which has fewer than 64 bits.
fn estimate(value: &UBig, degree: usize) -> UBig {
    let below = value.bit_len().saturating_sub(64);
    let leading = u64::try_from(value >> below).unwrap_or(u64::MAX);
    let logarithm = (leading as f64).log2() + below as f64;
    let root = (logarithm / degree as f64).exp2();
    UBig::from((root * (1.0 + 2f64.powi(-40))) as u64) + 2u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::limbs::magnitude;

    fn check(value: &UBig, degree: usize, step: usize) {
        let found = root(&Watch::default(), degree, value, step).expect("nobody stops it");
        assert!(found.pow(degree) <= *value, "{value}, {degree}: {found}");
        assert!((found + 1u8).pow(degree) > *value, "{value}, {degree}");
    }

    #[test]
    fn roots_are_right() {
        let mut rng = fastrand::Rng::with_seed(7);
        for round in 0..400 {
            let words: Vec<u64> = (0..rng.usize(1..40)).map(|_| rng.u64(..)).collect();
            let value = magnitude(&words);
            let degree = if round % 2 == 0 {
                rng.usize(2..9)
            } else {
                rng.usize(2..700)
            };
            check(&value, degree, 64);
            let exact = magnitude(&words[..words.len().div_ceil(8)]).pow(degree.min(40));
            check(&exact, degree.min(40), 64);
            check(&(exact - 1u8), degree.min(40), 64);
        }
        for degree in [2, 3, 1000, 9_999, 50_000] {
            check(&UBig::from(3u8).pow(100_000), degree, STEP_BITS);
            check(&(UBig::from(3u8).pow(100_000) - 1u8), degree, STEP_BITS);
        }
    }

    #[test]
    fn signs_and_small_ones() {
        let watch = Watch::default();
        let of = |degree, value: i64| root_and_remainder(&watch, degree, &IBig::from(value));
        let both = |a: i64, b: i64| Ok(Some((IBig::from(a), IBig::from(b))));
        assert_eq!(of(2, 17), both(4, 1));
        assert_eq!(of(3, -17), both(-2, -9));
        assert_eq!(of(2, -1), Ok(None));
        assert_eq!(of(1, -5), both(-5, 0));
        assert_eq!(of(100, 5), both(1, 4));
        assert_eq!(of(100, 0), both(0, 0));
        watch.interrupt();
        let value = IBig::from(UBig::from(3u8).pow(100_000));
        assert_eq!(root_and_remainder(&watch, 3, &value), Err(NumError::Unwanted));
    }
}
