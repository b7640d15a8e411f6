//! Operations that can take seconds on large integers, done in steps of library operations; the watch is polled
//! between steps.

use dashu_base::{BitTest, Sign, UnsignedAbs};
#[cfg(target_family = "wasm")]
use dashu_int::fast_div::ConstDivisor as Ring;
#[cfg(not(target_family = "wasm"))]
use dashu_int::monty::MontgomeryRepr as Ring;
use dashu_int::{IBig, UBig, Word};

use super::digits::divide;
use super::error::NumError;
use super::limbs::{limbs, magnitude};
use super::quotient::Divisor;
use super::transform;
use crate::base::watch::Watch;

/// Bits of the longer factor of what is multiplied by one transform, which takes 100 MB.
const STEP_BITS: usize = if IS_SMALL { 1 << 21 } else { 1 << 25 };
/// Bits of the modulus times bits of the exponent up to which a modular power is one step.
const MODULAR_STEP: usize = 1 << 26;
/// Bits of a modulus from which on products and its reciprocal are faster than Montgomery's method.
const LARGE_MODULUS: usize = 1 << 15;

/// The package for browsers has the library's methods only, which are there anyway.
pub(super) const IS_SMALL: bool = cfg!(target_family = "wasm");

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
        return Ok(if !IS_SMALL && y.len() >= transform::LEAST {
            magnitude(&transform::product(watch, &x, (!square).then_some(&*y))?)
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
pub fn modular_power(watch: &Watch, base: &IBig, exponent: &UBig, modulus: &UBig) -> Result<UBig, NumError> {
    let whole = IBig::from(modulus.clone());
    let rest = divide(watch, base, &whole)?.1;
    let base = if rest < IBig::ZERO { rest + whole } else { rest }.unsigned_abs();
    if !IS_SMALL && modulus.bit_len() >= LARGE_MODULUS {
        let divisor = Divisor::many(watch, modulus.clone())?;
        let times = |a: &UBig, b: &UBig| Ok(divisor.divide(watch, product_of(watch, a, b)?)?.1);
        return power_by(exponent, base, UBig::ONE, times);
    }
    // Montgomery's method is for odd moduli. What is left of the modulus is a power of two.
    let zeros = modulus.trailing_zeros().filter(|_| !IS_SMALL).unwrap_or(0);
    let odd = modulus >> zeros;
    let power = if odd.is_one() {
        UBig::ZERO
    } else {
        let ring = Ring::new(odd.clone());
        let base = ring.reduce(base.clone());
        if odd.bit_len().saturating_mul(exponent.bit_len()) <= MODULAR_STEP {
            base.pow(exponent).residue()
        } else {
            let one = ring.reduce(UBig::ONE);
            power_by(exponent, base, one, |a, b| check(watch).map(|()| a * b))?.residue()
        }
    };
    if zeros == 0 {
        return Ok(power);
    }
    let low = |value: UBig| value.split_bits(zeros).0;
    let other = if zeros <= 64 {
        let (lowest, _) = base.split_bits(64);
        let word = u64::try_from(lowest).unwrap_or_default();
        low(UBig::from(power_by(exponent, word, 1, |a, b| Ok(a.wrapping_mul(*b)))?))
    } else {
        power_by(exponent, low(base), UBig::ONE, |a, b| product_of(watch, a, b).map(low))?
    };
    // The inverse of the odd part modulo the power of two: each step doubles the bits that are right.
    let (mut inverse, mut right) = (UBig::ONE, 1);
    while right < zeros {
        right *= 2;
        let lacking = (UBig::ONE << (zeros + 1)) + 2_u32 - low(&odd * &inverse);
        inverse = low(inverse * lacking);
    }
    let less = (UBig::ONE << zeros) + other - low(power.clone());
    Ok(power + odd * low(low(less) * inverse))
}

/// Returns the power, by some bits of the exponent at a time.
fn power_by<T>(exponent: &UBig, base: T, one: T, times: impl Fn(&T, &T) -> Result<T, NumError>) -> Result<T, NumError> {
    let width = if exponent.bit_len() < 32 { 1 } else { 4 };
    let mut powers = vec![base];
    for exponent in 2..1 << width {
        powers.push(times(&powers[exponent - 2], &powers[0])?);
    }
    let mut result = one;
    for lowest in (0..exponent.bit_len()).step_by(width).rev() {
        let mut digit = 0;
        for bit in (lowest..lowest + width).rev() {
            result = times(&result, &result)?;
            digit = 2 * digit + usize::from(exponent.bit(bit));
        }
        if digit > 0 {
            result = times(&result, &powers[digit - 1])?;
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::state::EvalState;
    use dashu_int::fast_div::ConstDivisor;

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
    fn modular_powers_are_those_of_the_library() {
        let (watch, mut rng) = (Watch::default(), fastrand::Rng::with_seed(12));
        let mut random = |bits: usize| {
            let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.u64(..)).collect();
            magnitude(&words) >> (words.len() * 64 - bits)
        };
        for bits in [2, 3, 30, 64, 65, 128, 200, 1000] {
            for zeros in [0, 1, 2, 63, 64, 100] {
                let modulus = (random(bits) | UBig::ONE) << zeros;
                if modulus.is_one() {
                    continue;
                }
                let (base, exponent) = (random(bits + 10), random(bits / 2 + 1));
                let ring = ConstDivisor::new(modulus.clone());
                let expected = ring.reduce(base.clone()).pow(&exponent);
                let power = modular_power(&watch, &IBig::from(base), &exponent, &modulus);
                assert_eq!(power, Ok(expected.residue()), "{modulus}");
            }
        }
        let minus = modular_power(&watch, &IBig::from(-3), &UBig::from(5u8), &UBig::from(1u8 << 7));
        assert_eq!(minus, Ok(UBig::from(128_u32 * 2 - 243)));
    }

    #[test]
    fn large_modular_powers_are_right() {
        let watch = Watch::default();
        let modulus = (UBig::ONE << 1279) - 1u8;
        // The modulus is a prime p, and a^(p - 1) is 1.
        let exponent = &modulus - 1u8;
        let power = |exponent: &UBig, modulus: &UBig| modular_power(&watch, &IBig::from(3), exponent, modulus);
        assert_eq!(power(&exponent, &modulus), Ok(UBig::ONE));
        let long = &exponent << 60_000;
        assert!(long.bit_len() * modulus.bit_len() > MODULAR_STEP);
        assert_eq!(power(&long, &modulus), Ok(UBig::ONE));
        // Modulo a product, too: the power is 1 modulo each factor.
        let large = (UBig::ONE << LARGE_MODULUS) + 1_u32;
        let rest = power(&UBig::from(100_000_u32), &large).expect("nobody stops it");
        assert_eq!(rest, UBig::from(3u8).pow(100_000) % &large);
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
