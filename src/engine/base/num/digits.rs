//! Division and decimal digits of large integers, in steps short enough to be interrupted.
//!
//! Digits come from dividing by powers of ten, each the square of the one before; numbers are put together from them in
//! the same way.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::error::NumError;
use super::large::{IS_SMALL, check, product_of};
use super::quotient::Divisor;
use crate::base::watch::Watch;

/// Decimal digits that the library writes in one step.
const STEP_DIGITS: usize = 1 << 13;

/// Returns the quotient, truncated towards zero, and the remainder; `b` is not zero.
pub fn divide(watch: &Watch, a: &IBig, b: &IBig) -> Result<(IBig, IBig), NumError> {
    let ((sign_a, x), (sign_b, y)) = (a.clone().into_parts(), b.clone().into_parts());
    let bits = (x.bit_len() + 1).saturating_sub(y.bit_len());
    let (quotient, rest) = Divisor::once(watch, y, bits)?.divide(watch, x)?;
    Ok((
        IBig::from_parts(sign_a * sign_b, quotient),
        IBig::from_parts(sign_a, rest),
    ))
}

/// Returns the decimal digits, incomplete if the watch wants a stop.
pub fn decimal(watch: &Watch, value: &IBig) -> String {
    in_radix(watch, value, 10)
}

/// Returns the digits in a radix from 2 to 36, in lower case, incomplete if the watch wants a stop.
pub fn in_radix(watch: &Watch, value: &IBig, radix: u8) -> String {
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
    if put_digits(watch, magnitude, radix, &text, &mut out).is_err() {
        let _noted = watch.gives_up();
    }
    out
}

fn put_digits(
    watch: &Watch,
    magnitude: UBig,
    radix: u8,
    text: &impl Fn(&UBig) -> String,
    out: &mut String,
) -> Result<(), NumError> {
    let mut powers = vec![];
    let mut power = UBig::from(radix).pow(STEP_DIGITS);
    while 2 * power.bit_len() <= magnitude.bit_len() + 1 {
        let square = product_of(watch, &power, &power)?;
        powers.push(Divisor::many(watch, power)?);
        power = square;
    }
    if power <= magnitude {
        powers.push(Divisor::many(watch, power)?);
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
            check(watch)?;
            continue;
        }
        let (high, low) = powers[level - 1].divide(watch, part)?;
        let shown = padded || !high.is_zero();
        waiting.push((low, level - 1, shown));
        if shown {
            waiting.push((high, level - 1, padded));
        }
    }
    Ok(())
}

/// Returns the number with these digits in a radix from 2 to 36; `None` if there is anything else, or none.
///
/// # Errors
/// `NumError::Unwanted`.
pub fn from_digits(watch: &Watch, digits: &str, radix: u32) -> Result<Option<UBig>, NumError> {
    let part = |part: &[u8]| UBig::from_str_radix(std::str::from_utf8(part).ok()?, radix).ok();
    if IS_SMALL || digits.len() <= STEP_DIGITS {
        return Ok(part(digits.as_bytes()));
    }
    let mut power = UBig::from(radix).pow(STEP_DIGITS);
    let parts: Option<Vec<UBig>> = digits.as_bytes().rchunks(STEP_DIGITS).map(part).collect();
    let Some(mut parts) = parts else { return Ok(None) };
    while parts.len() > 1 {
        let pairs = parts.chunks(2).map(|pair| match pair {
            [low, high] => Ok(product_of(watch, high, &power)? + low),
            rest => Ok(rest.iter().sum()),
        });
        parts = pairs.collect::<Result<_, _>>()?;
        power = product_of(watch, &power, &power)?;
    }
    Ok(parts.pop())
}

/// Returns the leading ten digits of a magnitude of at least 10^10, and the number of digits that follow them. The
/// other digits are not computed: forty digits of each product are kept, and the result is rounded up at the
/// twenty-fifth.
pub fn leading_digits(value: &UBig) -> (u64, usize) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn power(base: u32, exponent: usize) -> UBig {
        UBig::from(base).pow(exponent)
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
