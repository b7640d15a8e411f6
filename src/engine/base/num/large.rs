//! Operations that can take seconds on large integers, done in steps of library operations; the watch is polled
//! between steps.

use dashu_base::{BitTest, Sign, UnsignedAbs};
use dashu_int::fast_div::ConstDivisor;
use dashu_int::{IBig, UBig, Word};

use super::digits::divide;
use super::error::NumError;
use super::limbs::{limbs, magnitude};
use super::state::EvalState;
use super::transform;
use crate::base::watch::Watch;

/// Bits of the longer factor of what is multiplied in one step: about 150 milliseconds.
const STEP_BITS: usize = 1 << 25;
/// Bits of the modulus times bits of the exponent up to which a modular power is one step.
const MODULAR_STEP: usize = 1 << 26;

/// Returns an error if the operation is no longer wanted.
pub(super) fn check(watch: &Watch) -> Result<(), NumError> {
    if watch.is_stop_wanted() {
        Err(NumError::Unwanted)
    } else {
        Ok(())
    }
}

/// Returns the product.
pub fn product(watch: &Watch, a: &IBig, b: &IBig) -> Result<IBig, NumError> {
    let (sign_a, x) = a.as_sign_words();
    let (sign_b, y) = b.as_sign_words();
    if x.len().min(y.len()) < transform::LEAST && x.len().max(y.len()) < STEP_BITS / Word::BITS as usize {
        return Ok(a * b);
    }
    let product = product_of(watch, &UBig::from_words(x), &UBig::from_words(y))?;
    Ok(IBig::from_parts(sign_a * sign_b, product))
}

/// Returns the product of two magnitudes.
pub fn product_of(watch: &Watch, a: &UBig, b: &UBig) -> Result<UBig, NumError> {
    // Where memory is short, shorter parts are multiplied at a time.
    let mut step = STEP_BITS;
    while step > 1 << 18 && transform::memory(step / 32) > watch.room() {
        step /= 2;
    }
    product_in_steps(watch, a, if a == b { a } else { b }, step)
}

/// Multiplies by Karatsuba's method until the parts are small enough for one step. If both references are the same
/// object, it squares. The recursion depth is logarithmic in the size.
fn product_in_steps(watch: &Watch, a: &UBig, b: &UBig, step: usize) -> Result<UBig, NumError> {
    let (a, b) = if a.bit_len() < b.bit_len() { (b, a) } else { (a, b) };
    let square = std::ptr::eq(a, b);
    if a.bit_len() <= step {
        check(watch)?;
        let (x, y) = (limbs(a.as_words()), limbs(b.as_words()));
        return Ok(if y.len() >= transform::LEAST {
            magnitude(&transform::product(&x, (!square).then_some(&*y)))
        } else if square {
            a.sqr()
        } else {
            a * b
        });
    }
    let half = a.bit_len().div_ceil(2);
    let (a_low, a_high) = a.clone().split_bits(half);
    if b.bit_len() <= half {
        let low = product_in_steps(watch, &a_low, b, step)?;
        let high = product_in_steps(watch, &a_high, b, step)?;
        return Ok((high << half) + low);
    }
    if square {
        let low = product_in_steps(watch, &a_low, &a_low, step)?;
        let high = product_in_steps(watch, &a_high, &a_high, step)?;
        let sum = a_low + a_high;
        let middle = product_in_steps(watch, &sum, &sum, step)? - &low - &high;
        return Ok((high << (2 * half)) + (middle << half) + low);
    }
    let (b_low, b_high) = b.clone().split_bits(half);
    let low = product_in_steps(watch, &a_low, &b_low, step)?;
    let high = product_in_steps(watch, &a_high, &b_high, step)?;
    let (a_sum, b_sum) = (a_low + a_high, b_low + b_high);
    let middle = product_in_steps(watch, &a_sum, &b_sum, step)? - &low - &high;
    Ok((high << (2 * half)) + (middle << half) + low)
}

/// Returns the power; the caller has checked its size.
pub fn power(watch: &Watch, base: &IBig, exponent: usize) -> Result<IBig, NumError> {
    if base.bit_len().saturating_mul(exponent) <= 64 * transform::LEAST {
        return Ok(base.pow(exponent));
    }
    let (sign, magnitude) = base.clone().into_parts();
    let sign = if exponent % 2 == 1 { sign } else { Sign::Positive };
    // Powers of two are shifts.
    let zeros = magnitude.trailing_zeros().unwrap_or(0);
    let odd = magnitude >> zeros;
    let mut result = UBig::ONE;
    for bit in (0..exponent.bit_len()).rev() {
        result = product_of(watch, &result, &result)?;
        if exponent.bit(bit) {
            result = product_of(watch, &result, &odd)?;
        }
    }
    Ok(IBig::from_parts(sign, result << (zeros * exponent)))
}

/// Returns the power in the ring of residues modulo `modulus`, which is at least 2.
pub fn modular_power(state: &EvalState, base: IBig, exponent: &UBig, modulus: UBig) -> Result<UBig, NumError> {
    let watch = &state.watch;
    let size = modulus.bit_len().saturating_mul(exponent.bit_len());
    let modulus = IBig::from(modulus);
    let mut base = divide(watch, &base, &modulus)?.1;
    if base < IBig::ZERO {
        base += &modulus;
    }
    if modulus.bit_len() > STEP_BITS {
        let mut result = IBig::ONE;
        for bit in (0..exponent.bit_len()).rev() {
            result = divide(watch, &product(watch, &result, &result)?, &modulus)?.1;
            if exponent.bit(bit) {
                result = divide(watch, &product(watch, &result, &base)?, &modulus)?.1;
            }
        }
        return Ok(result.unsigned_abs());
    }
    let ring = ConstDivisor::new(modulus.unsigned_abs());
    let base = ring.reduce(base);
    if size <= MODULAR_STEP {
        return Ok(base.pow(exponent).residue());
    }
    let mut result = ring.reduce(UBig::ONE);
    for bit in (0..exponent.bit_len()).rev() {
        state.check_wanted()?;
        result = result.sqr();
        if exponent.bit(bit) {
            result *= &base;
        }
    }
    Ok(result.residue())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_give_the_same_product() {
        let state = EvalState::default();
        let a = UBig::from(3u8).pow(3000);
        let b = UBig::from(7u8).pow(1500);
        let c = UBig::from(7u8).pow(100);
        assert_eq!(product_in_steps(&state.watch, &a, &b, 100), Ok(&a * &b));
        assert_eq!(product_in_steps(&state.watch, &b, &a, 100), Ok(&a * &b));
        assert_eq!(product_in_steps(&state.watch, &a, &c, 100), Ok(&a * &c));
        assert_eq!(product_in_steps(&state.watch, &a, &a, 100), Ok(a.sqr()));
        assert_eq!(product_in_steps(&state.watch, &a, &UBig::ZERO, 100), Ok(UBig::ZERO));
        let minus = -IBig::from(a.clone());
        assert_eq!(
            product(&state.watch, &minus, &IBig::from(b.clone())),
            Ok(-IBig::from(a * b))
        );
    }

    #[test]
    fn large_powers_are_right() {
        let watch = Watch::default();
        let power = power(&watch, &IBig::from(-12), 5_000_001).expect("nobody stops it");
        assert_eq!(power.sign(), Sign::Negative);
        assert_eq!(power.trailing_zeros(), Some(10_000_002));
        // 12 is 1 modulo 11, and 5 modulo 7, where 5^6 is 1.
        assert_eq!(&power % 11, -1);
        assert_eq!(&power % 7, -(5i32.pow(5_000_001 % 6) % 7));
    }

    #[test]
    fn large_modular_powers_are_right() {
        let state = EvalState::default();
        let modulus = (UBig::ONE << 1279) - 1u8;
        // The modulus is a prime p, and a^(p - 1) is 1.
        let exponent = &modulus - 1u8;
        assert_eq!(
            modular_power(&state, IBig::from(3), &exponent, modulus.clone()),
            Ok(UBig::ONE)
        );
        let long = &exponent << 60_000;
        assert!(long.bit_len() * modulus.bit_len() > MODULAR_STEP);
        assert_eq!(modular_power(&state, IBig::from(3), &long, modulus), Ok(UBig::ONE));
    }

    #[test]
    fn what_is_no_longer_wanted_stops() {
        let state = EvalState::default();
        let a = UBig::from(3u8).pow(3000);
        state.watch.interrupt();
        assert_eq!(product_in_steps(&state.watch, &a, &a, 100), Err(NumError::Unwanted));
        state.watch.clear();
        assert!(product_in_steps(&state.watch, &a, &a, 100).is_ok());
        state.watch.set_deadline(Some(std::time::Instant::now()));
        assert_eq!(product_in_steps(&state.watch, &a, &a, 100), Err(NumError::Unwanted));
    }
}
