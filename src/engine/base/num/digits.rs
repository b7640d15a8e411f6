//! Division and decimal digits of large integers, in steps short enough to be interrupted.
//!
//! Division is Burnikel and Ziegler's, down to a size that the library divides at once; digits come from dividing by
//! powers of ten, each the square of the one before.

use dashu_int::{IBig, UBig, Word};

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

/// Returns the quotient, truncated towards zero, and the remainder; `b` is not zero.
pub fn divide(watch: &Watch, a: &IBig, b: &IBig) -> Result<(IBig, IBig), NumError> {
    let ((sign_a, x), (sign_b, y)) = (a.clone().into_parts(), b.clone().into_parts());
    let (quotient, rest) = divide_magnitudes(watch, x, &y, STEP_BITS)?;
    Ok((
        IBig::from_parts(sign_a * sign_b, quotient),
        IBig::from_parts(sign_a, rest),
    ))
}

/// Cuts the dividend into blocks of the divisor's size, or of one step if that is more, and divides from the highest
/// block down; the remainder of each block is put in front of the next.
fn divide_magnitudes(watch: &Watch, a: UBig, b: &UBig, step: usize) -> Result<(UBig, UBig), NumError> {
    use dashu_base::{BitTest, DivRem};
    const WORD: usize = Word::BITS as usize;
    let (bits, divisor_bits) = (a.bit_len(), b.bit_len());
    if bits < divisor_bits {
        return Ok((UBig::ZERO, a));
    }
    if divisor_bits <= step && bits <= 2 * step {
        return Ok(a.div_rem(b));
    }
    // A long divisor is shifted left until its highest bit is set and its size can be halved down to one step.
    let mut halvings = 0;
    while divisor_bits.div_ceil(1 << halvings) > step {
        halvings += 1;
    }
    let unit = WORD << halvings;
    let size = divisor_bits.max(step).div_ceil(unit) * unit;
    let shift = if halvings == 0 { 0 } else { size - divisor_bits };
    let divisor = b.clone() << shift;
    let dividend = a << shift;
    let words = dividend.as_words();
    let mut quotient = vec![0; words.len()];
    let mut rest = UBig::ZERO;
    for (at, block) in words.chunks(size / WORD).enumerate().rev() {
        let part = UBig::from_words(&[block, rest.as_words()].concat());
        let (digit, next) = if halvings == 0 {
            check(watch)?;
            part.div_rem(&divisor)
        } else if part < divisor {
            (UBig::ZERO, part)
        } else {
            two_by_one(watch, part, &divisor, size, step)?
        };
        let at = at * (size / WORD);
        quotient[at..at + digit.as_words().len()].copy_from_slice(digit.as_words());
        rest = next;
    }
    Ok((UBig::from_words(&quotient), rest >> shift))
}

/// Divides `a`, which is less than `b << size`, by `b`, which has exactly `size` bits.
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

/// Returns the decimal digits, incomplete if the watch wants a stop.
pub fn decimal(watch: &Watch, value: &IBig) -> String {
    in_radix(watch, value, 10)
}

/// Returns the digits in a radix from 2 to 36, in lower case, incomplete if the watch wants a stop.
pub fn in_radix(watch: &Watch, value: &IBig, radix: u8) -> String {
    use dashu_base::BitTest;
    let (sign, magnitude) = value.clone().into_parts();
    let text = |part: &UBig| match radix {
        10 => part.to_string(),
        _ => part.in_radix(radix).to_string(),
    };
    let mut out = String::new();
    if sign == dashu_base::Sign::Negative {
        out.push('-');
    }
    if magnitude.bit_len() < 3 * STEP_DIGITS {
        out.push_str(&text(&magnitude));
        return out;
    }
    let mut powers = vec![UBig::from(radix).pow(STEP_DIGITS)];
    while let Some(last) = powers.last()
        && 2 * last.bit_len() <= magnitude.bit_len() + 1
    {
        match product_of(watch, last, last) {
            Ok(square) => powers.push(square),
            Err(_) => return give_up(watch, out),
        }
    }
    // Parts still to be written, the highest last; each with the number of powers below it and whether it is
    // zero-padded.
    let mut waiting = vec![(magnitude, powers.len(), false)];
    while let Some((part, level, padded)) = waiting.pop() {
        if level == 0 {
            let digits = text(&part);
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

/// Returns the leading ten digits of a magnitude of at least 10^10, and the number of digits that follow them. The
/// other digits are not computed: forty digits of each product are kept, and the result is rounded up at the
/// twenty-fifth.
pub fn leading_digits(value: &UBig) -> (u64, usize) {
    use dashu_base::BitTest;
    const KEPT: usize = 40;
    let cut = |mut number: UBig, mut follow: usize, keep: usize| {
        let least = UBig::from(10u8).pow(keep);
        while number >= least {
            number /= 10u8;
            follow += 1;
        }
        (number, follow)
    };
    let below = value.bit_len().saturating_sub(160);
    let (mut number, mut follow) = (UBig::ONE, 0_usize);
    for bit in (0..below.bit_len()).rev() {
        (number, follow) = cut(number.sqr() * if below.bit(bit) { 2u8 } else { 1u8 }, 2 * follow, KEPT);
    }
    let (number, follow) = cut(number * (value >> below), follow, KEPT);
    // The truncation error may be all that separates the value from a power of ten; it is at about the thirtieth
    // digit.
    let lacking = UBig::from(if follow > 0 { 10u8 } else { 0 }).pow(KEPT - 25);
    let (number, follow) = cut(number + lacking, follow, 10);
    (u64::try_from(number).unwrap_or(0), follow)
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
            (power(3, 5000), UBig::from(7u8)),
            (power(3, 5000), UBig::ONE),
            (power(2, 6400), power(2, 64)),
            (power(2, 6400), power(2, 63)),
            (power(2, 6400) - 1u8, power(2, 65) - 1u8),
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
    fn leading_digits_are_those_of_the_whole() {
        for value in [
            power(3, 50),
            power(7, 30_000),
            power(10, 4000),
            power(10, 60),
            power(2, 999),
        ] {
            let text = value.to_string();
            let expected = (text[..10].parse().expect("digits"), text.len() - 10);
            assert_eq!(leading_digits(&value), expected);
        }
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
        let value = IBig::from(power(3, 200_000));
        for radix in [2, 8, 16, 36] {
            assert!(in_radix(&watch, &value, radix) == value.in_radix(radix).to_string());
        }
        watch.interrupt();
        assert!(decimal(&watch, &IBig::from(power(3, 200_000))).len() < 90_000);
        assert!(watch.walk_ended_early());
    }
}
