//! Division and decimal digits of large integers, in steps short enough to be stopped between.
//!
//! Division is Burnikel and Ziegler's, down to a size that the library divides at once; digits come
//! from dividing by powers of ten, each the square of the one before.

use dashu_int::{IBig, UBig};

use super::error::NumError;
use super::large::product_of;
use crate::base::watch::Watch;

/// Bits of a divisor that the library divides by in one step: a few milliseconds.
const STEP_BITS: usize = 1 << 20;
/// Decimal digits that the library writes in one step.
const STEP_DIGITS: usize = 1 << 14;

fn check(watch: &Watch) -> Result<(), NumError> {
    if watch.is_stop_wanted() {
        Err(NumError::Unwanted)
    } else {
        Ok(())
    }
}

/// Quotient, truncated towards zero, and remainder; `b` is not zero.
pub fn divide(watch: &Watch, a: &IBig, b: &IBig) -> Result<(IBig, IBig), NumError> {
    let ((sign_a, x), (sign_b, y)) = (a.clone().into_parts(), b.clone().into_parts());
    let (quotient, rest) = divide_magnitudes(watch, x, &y, STEP_BITS)?;
    Ok((
        IBig::from_parts(sign_a * sign_b, quotient),
        IBig::from_parts(sign_a, rest),
    ))
}

fn divide_magnitudes(watch: &Watch, a: UBig, b: &UBig, step: usize) -> Result<(UBig, UBig), NumError> {
    use dashu_base::{BitTest, DivRem};
    let (bits, divisor_bits) = (a.bit_len(), b.bit_len());
    if divisor_bits <= step && bits <= 16 * step || bits < divisor_bits {
        return Ok(a.div_rem(b));
    }
    // A divisor of a size that can be halved down to one step, with its highest bit set.
    let mut halvings = 0;
    while divisor_bits.div_ceil(1 << halvings) > step {
        halvings += 1;
    }
    let size = divisor_bits.div_ceil(1 << halvings) << halvings;
    let shift = size - divisor_bits;
    let divisor = b.clone() << shift;
    let mut rest = a << shift;
    let mut blocks = Vec::new();
    while rest.bit_len() > size {
        let (low, high) = rest.split_bits(size);
        blocks.push(low);
        rest = high;
    }
    if rest >= divisor {
        blocks.push(rest);
        rest = UBig::ZERO;
    }
    let mut quotient = UBig::ZERO;
    while let Some(block) = blocks.pop() {
        let (digit, next) = two_by_one(watch, (rest << size) + block, &divisor, size, step)?;
        quotient = (quotient << size) + digit;
        rest = next;
    }
    Ok((quotient, rest >> shift))
}

/// Divides what is less than `b << size` by `b`, which has exactly `size` bits.
fn two_by_one(watch: &Watch, a: UBig, b: &UBig, size: usize, step: usize) -> Result<(UBig, UBig), NumError> {
    use dashu_base::DivRem;
    if size <= step {
        check(watch)?;
        return Ok(a.div_rem(b));
    }
    let half = size / 2;
    let (low, high) = a.split_bits(half);
    let (first, rest) = three_by_two(watch, high, b, half, step)?;
    let (second, rest) = three_by_two(watch, (rest << half) + low, b, half, step)?;
    Ok(((first << half) + second, rest))
}

/// Divides three halves by two.
fn three_by_two(watch: &Watch, a: UBig, b: &UBig, half: usize, step: usize) -> Result<(UBig, UBig), NumError> {
    let (b_low, b_high) = b.clone().split_bits(half);
    let (a_low, a_high) = a.split_bits(half);
    let (mut quotient, rest) = if (&a_high >> half) < b_high {
        two_by_one(watch, a_high, &b_high, half, step)?
    } else {
        ((UBig::ONE << half) - 1u8, a_high + &b_high - (b_high << half))
    };
    let taken = product_of(watch, &quotient, &b_low)?;
    let mut rest = IBig::from((rest << half) + a_low) - IBig::from(taken);
    while rest < IBig::ZERO {
        rest += b;
        quotient -= 1u8;
    }
    Ok((quotient, rest.into_parts().1))
}

/// The decimal digits; where they are no longer wanted, less of them.
pub fn decimal(watch: &Watch, value: &IBig) -> String {
    use dashu_base::BitTest;
    let (sign, magnitude) = value.clone().into_parts();
    let mut out = String::new();
    if sign == dashu_base::Sign::Negative {
        out.push('-');
    }
    if magnitude.bit_len() < 3 * STEP_DIGITS {
        out.push_str(&magnitude.to_string());
        return out;
    }
    let mut powers = vec![UBig::from(10u8).pow(STEP_DIGITS)];
    while let Some(last) = powers.last()
        && 2 * last.bit_len() <= magnitude.bit_len() + 1
    {
        match product_of(watch, last, last) {
            Ok(square) => powers.push(square),
            Err(_) => return give_up(watch, out),
        }
    }
    // Parts still to be written, the highest last: how many powers go below each.
    let mut waiting = vec![(magnitude, powers.len(), false)];
    while let Some((part, level, padded)) = waiting.pop() {
        if level == 0 {
            let digits = part.to_string();
            if padded {
                out.extend(std::iter::repeat_n('0', STEP_DIGITS - digits.len()));
            }
            out.push_str(&digits);
            if watch.is_stop_wanted() {
                return give_up(watch, out);
            }
            continue;
        }
        match divide_magnitudes(watch, part, &powers[level - 1], STEP_BITS) {
            Ok((high, low)) => {
                let shown = padded || !high.is_zero();
                waiting.push((low, level - 1, shown));
                if shown {
                    waiting.push((high, level - 1, padded));
                }
            }
            Err(_) => return give_up(watch, out),
        }
    }
    out
}

fn give_up(watch: &Watch, text: String) -> String {
    let _noted = watch.gives_up();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(base: u32, exponent: usize) -> UBig {
        UBig::from(base).pow(exponent)
    }

    #[test]
    fn steps_give_the_same_quotient() {
        use dashu_base::DivRem;
        let watch = Watch::default();
        for (a, b) in [
            (power(3, 5000), power(7, 900)),
            (power(3, 5000), power(7, 1800)),
            (power(2, 6400) - 1u8, power(2, 640) - 1u8),
            (power(2, 6400), power(2, 640)),
            (power(2, 1281) - 1u8, power(2, 1280) - 1u8),
            (power(5, 100), power(7, 900)),
            (power(7, 900), power(7, 900)),
        ] {
            let divided = divide_magnitudes(&watch, a.clone(), &b, 64);
            assert_eq!(divided, Ok(a.clone().div_rem(&b)), "{a} / {b}");
        }
        let (a, b) = (-IBig::from(power(3, 500)), IBig::from(power(7, 100)));
        assert_eq!(divide(&watch, &a, &b), Ok((&a / &b, &a % &b)));
        watch.interrupt();
        let stopped = divide_magnitudes(&watch, power(3, 5000), &power(7, 900), 64);
        assert_eq!(stopped, Err(NumError::Unwanted));
    }

    #[test]
    fn digits_are_all_there() {
        let watch = Watch::default();
        for value in [
            power(3, 200_000),
            power(10, 120_000),
            power(10, 65_536) - 1u8,
            power(10, 65_536),
        ] {
            let value = -IBig::from(value);
            assert!(decimal(&watch, &value) == value.to_string());
        }
        assert_eq!(decimal(&watch, &IBig::ZERO), "0");
        watch.interrupt();
        assert!(decimal(&watch, &IBig::from(power(3, 200_000))).len() < 90_000);
        assert!(watch.has_given_up());
    }
}
