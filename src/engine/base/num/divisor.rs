//! The greatest common divisor of large integers, in steps short enough to be interrupted.
//!
//! The leading halves of two numbers determine most of the quotients of Euclid's method until the numbers are half as
//! long. These quotients make a matrix, which is computed recursively and then applied to the whole numbers. The last
//! quotients may be wrong, which does no harm: the matrix has determinant 1 or -1, so it preserves the common divisors
//! of two numbers whatever its quotients were.

use dashu_base::{BitTest, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::digits::divide;
use super::error::NumError;
use super::large::product;
use crate::base::watch::Watch;

/// Bits up to which the library computes the divisor in one step: a few milliseconds.
const STEP_BITS: usize = 1 << 17;
/// Bits of numbers that are processed as machine words.
const WORD_BITS: usize = 127;

/// Returns the greatest common divisor of two magnitudes.
pub(super) fn greatest_common(watch: &Watch, a: &UBig, b: &UBig) -> Result<UBig, NumError> {
    if a.is_one() || b.is_one() {
        return Ok(UBig::ONE);
    }
    in_steps(watch, a, b, STEP_BITS)
}

fn in_steps(watch: &Watch, a: &UBig, b: &UBig, step: usize) -> Result<UBig, NumError> {
    let (mut a, mut b) = if a < b {
        (b.clone(), a.clone())
    } else {
        (a.clone(), b.clone())
    };
    while b.bit_len() > step {
        let bits = a.bit_len();
        if b.bit_len() > bits / 2 + WORD_BITS {
            let low = bits / 2;
            let matrix = halve(watch, &a >> low, &b >> low)?;
            (a, b) = matrix.apply(watch, a, b)?.0;
        }
        if b.is_zero() {
            return Ok(a);
        }
        let rest = divide(watch, &IBig::from(a), &IBig::from(b.clone()))?.1.unsigned_abs();
        (a, b) = (b, rest);
    }
    if b.is_zero() {
        return Ok(a);
    }
    let rest = divide(watch, &IBig::from(a), &IBig::from(b.clone()))?.1.unsigned_abs();
    Ok(b.gcd(rest))
}

/// A linear map of two numbers to two others, by rows.
struct Matrix([[IBig; 2]; 2]);

impl Matrix {
    /// Applies the matrix to `a` and `b`. Returns the two magnitudes, the greater first, and the matrix adjusted in
    /// row order and signs to give exactly these.
    fn apply(self, watch: &Watch, a: UBig, b: UBig) -> Result<((UBig, UBig), Matrix), NumError> {
        let (a, b) = (IBig::from(a), IBig::from(b));
        let row = |[x, y]: [IBig; 2]| -> Result<(UBig, [IBig; 2]), NumError> {
            let sum = product(watch, &x, &a)? + product(watch, &y, &b)?;
            let negative = sum < IBig::ZERO;
            Ok((sum.unsigned_abs(), if negative { [-x, -y] } else { [x, y] }))
        };
        let [first, second] = self.0;
        let (first, second) = (row(first)?, row(second)?);
        let (greater, less) = if first.0 < second.0 {
            (second, first)
        } else {
            (first, second)
        };
        Ok(((greater.0, less.0), Matrix([greater.1, less.1])))
    }

    /// Returns this matrix followed by one step of Euclid's method with the quotient `by`.
    fn then_divide(self, watch: &Watch, by: &IBig) -> Result<Matrix, NumError> {
        let [[p, q], [r, s]] = self.0;
        let (less_p, less_q) = (p - product(watch, by, &r)?, q - product(watch, by, &s)?);
        Ok(Matrix([[r, s], [less_p, less_q]]))
    }

    /// Returns the composition: this matrix, then `next`.
    fn then(&self, watch: &Watch, next: &Matrix) -> Result<Matrix, NumError> {
        let [[p, q], [r, s]] = &self.0;
        let row = |[x, y]: &[IBig; 2]| -> Result<[IBig; 2], NumError> {
            Ok([
                product(watch, x, p)? + product(watch, y, r)?,
                product(watch, x, q)? + product(watch, y, s)?,
            ])
        };
        let [first, second] = &next.0;
        Ok(Matrix([row(first)?, row(second)?]))
    }
}

/// Returns a matrix that reduces `a` and `b`, which is not the greater, to about half their length. The recursion
/// depth is logarithmic in the length.
fn halve(watch: &Watch, a: UBig, b: UBig) -> Result<Matrix, NumError> {
    let bits = a.bit_len();
    if bits <= WORD_BITS {
        return Ok(halve_words(
            u128::try_from(a).unwrap_or_default(),
            u128::try_from(b).unwrap_or_default(),
            bits,
        ));
    }
    if watch.is_stop_wanted() {
        return Err(NumError::Unwanted);
    }
    let (half, low) = (bits / 2, bits / 2);
    let matrix = halve(watch, &a >> low, &b >> low)?;
    let ((a, b), matrix) = matrix.apply(watch, a, b)?;
    if b.is_zero() {
        return Ok(matrix);
    }
    let (quotient, rest) = divide(watch, &IBig::from(a), &IBig::from(b.clone()))?;
    let matrix = matrix.then_divide(watch, &quotient)?;
    let (a, b) = (b, rest.unsigned_abs());
    let left = a.bit_len();
    if left <= half + 2 || b.is_zero() {
        return Ok(matrix);
    }
    let low = (2 * half).saturating_sub(left);
    let next = halve(watch, a >> low, b >> low)?;
    matrix.then(watch, &next)
}

/// As [`halve`], on words: Euclid's method until the second number is half as long.
fn halve_words(mut a: u128, mut b: u128, bits: usize) -> Matrix {
    let [mut first, mut second] = [[1i128, 0], [0, 1]];
    while b >> (bits / 2) != 0 {
        let quotient = a / b;
        (a, b) = (b, a % b);
        // No factor is longer than half of the bits.
        let by = quotient as i128;
        (first, second) = (second, [first[0] - by * second[0], first[1] - by * second[1]]);
    }
    Matrix([first.map(IBig::from), second.map(IBig::from)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::limbs::magnitude;

    fn random(rng: &mut fastrand::Rng, bits: usize) -> UBig {
        let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.u64(..)).collect();
        magnitude(&words) >> (bits.div_ceil(64) * 64 - bits)
    }

    #[test]
    fn the_divisor_is_that_of_the_library() {
        let (watch, mut rng) = (Watch::default(), fastrand::Rng::with_seed(5));
        for round in 0..2_000 {
            let [m, n] = [0; 2].map(|_| rng.usize(0..3_000));
            let shared = rng.usize(0..500);
            let common = random(&mut rng, shared);
            let (a, b) = (random(&mut rng, m) * &common, random(&mut rng, n) * &common);
            let expected = if a.is_zero() && b.is_zero() {
                UBig::ZERO
            } else {
                (&a).gcd(&b)
            };
            assert_eq!(in_steps(&watch, &a, &b, 64), Ok(expected), "{round}: {a} {b}");
        }
    }

    #[test]
    fn quotients_of_all_sizes_are_right() {
        let watch = Watch::default();
        let (mut a, mut b) = (UBig::ONE, UBig::ZERO);
        for exponent in (0..60).chain([700, 1, 1, 90, 2000]) {
            (a, b) = (&a * (UBig::ONE << exponent) + &b, a);
        }
        let common = UBig::from(3u8).pow(100);
        let (x, y) = (&a * &common, &b * &common);
        assert_eq!(in_steps(&watch, &x, &y, 64), Ok(common.clone()));
        assert_eq!(in_steps(&watch, &y, &x, 64), Ok(common));
        assert_eq!(in_steps(&watch, &x, &x, 64), Ok(x.clone()));
        assert_eq!(in_steps(&watch, &x, &UBig::ZERO, 64), Ok(x.clone()));
        assert_eq!(in_steps(&watch, &x, &UBig::ONE, 64), Ok(UBig::ONE));
    }

    #[test]
    fn large_ones_are_found_and_can_be_stopped() {
        let (watch, mut rng) = (Watch::default(), fastrand::Rng::with_seed(6));
        let common = random(&mut rng, 1_000);
        let bits = 2 * STEP_BITS;
        let (a, b) = (random(&mut rng, bits) * &common, random(&mut rng, bits) * &common);
        let found = greatest_common(&watch, &a, &b).expect("nobody stops it");
        assert!((&found % &common).is_zero() && (&a % &found).is_zero() && (&b % &found).is_zero());
        assert_eq!((a.clone() / &found).gcd(b.clone() / &found), UBig::ONE);
        watch.interrupt();
        assert_eq!(greatest_common(&watch, &a, &b), Err(NumError::Unwanted));
    }
}
