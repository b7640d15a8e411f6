//! Conversion between numbers and text.
//!
//! A float is written with the fewest digits that read back as the same float, always with a point, and with an
//! exponent if it is below 0.0001 or has more than 15 digits before the point.

use std::fmt::{self, Display, Write as _};

use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::IBig;

use super::{Number, digits};
use crate::base::watch::Watch;

/// Digits before the point above which an exponent is written.
const MOST_PLAIN_DIGITS: i32 = 15;
/// Zeros after the point up to which no exponent is written.
const MOST_LEADING_ZEROS: i32 = 3;

/// Appends the text of an integer.
pub fn push_int(out: &mut String, value: i64) {
    let mut digits = [0; 20];
    let (mut at, mut rest) = (digits.len(), value.unsigned_abs());
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        out.push('-');
    }
    out.push_str(str::from_utf8(&digits[at..]).unwrap_or_default());
}

/// Returns the text of a float, as `write/1` shows it: `1.0`, `1.0e+15`, `1.0e-7`, `1.0Inf`, `-1.0Inf`, `1.5NaN`.
pub fn format_float(value: f64) -> String {
    if value.is_nan() {
        return "1.5NaN".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "1.0Inf" } else { "-1.0Inf" }.to_string();
    }
    // In this range Rust's form is the same.
    if value == 0.0 || (1e-4..1e15).contains(&value.abs()) {
        return format!("{value:?}");
    }
    // Rust's exponent form has the shortest digits that round trip: `-1.25e-7`.
    let shortest = format!("{:e}", value.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = even_digits(value.abs(), &digits).unwrap_or(digits);
    let sign = if value.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}", insert_point(&digits, exponent + 1))
}

/// Returns the digits below the shortest ones of a float, if it is halfway between the two and these are even: of two
/// texts that are as near, the even one is written.
fn even_digits(value: f64, shortest: &str) -> Option<String> {
    // Shorter texts are nearer to the float than half a unit of their last digit.
    if shortest.len() < 16 {
        return None;
    }
    let (bits, exponent) = (
        value.to_bits() & ((1 << 52) - 1) | 1 << 52,
        (value.to_bits() >> 52) as i32 - 1075,
    );
    let (odd, exponent) = (bits >> bits.trailing_zeros(), exponent + bits.trailing_zeros() as i32);
    let (exact, places) = match exponent {
        0..=64 => (u128::from(odd) << exponent, 0),
        -30..0 => (u128::from(odd) * 5_u128.pow(exponent.unsigned_abs()), -exponent),
        _ => return None,
    };
    let exact = exact.to_string();
    let exponent = exact.len() as i32 - 1 - places;
    let half = exact.trim_end_matches('0');
    let lower = half.strip_suffix('5').filter(|lower| lower.len() == shortest.len())?;
    let is_even = matches!(lower.as_bytes().last(), Some(b'0' | b'2' | b'4' | b'6' | b'8'));
    let text = format!("{}.{}e{exponent}", &lower[..1], &lower[1..]);
    (is_even && text.parse() == Ok(value)).then(|| lower.to_owned())
}

/// Returns `digits` with the point after the first `before` of them.
fn insert_point(digits: &str, before: i32) -> String {
    let count = digits.len() as i32;
    if before < -MOST_LEADING_ZEROS || (before > MOST_PLAIN_DIGITS && before >= count) {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        return format!("{first}.{rest}e{:+}", before - 1);
    }
    if before <= 0 {
        return format!("0.{}{digits}", "0".repeat(-before as usize));
    }
    if before >= count {
        return format!("{digits}{}.0", "0".repeat((before - count) as usize));
    }
    let (whole, fraction) = digits.split_at(before as usize);
    format!("{whole}.{fraction}")
}

/// Returns the digits of an integer in a radix, clamped to 2 to 36, with a minus sign if it is negative.
#[cfg(any(test, feature = "testing"))]
pub fn format_radix(value: &IBig, radix: u8, uppercase: bool) -> String {
    let text = value.in_radix(radix.clamp(2, 36)).to_string();
    if uppercase {
        text.to_ascii_uppercase()
    } else {
        text.to_ascii_lowercase()
    }
}

/// Returns the integer with these digits in a radix from 2 to 36; a sign may come first. `None` if the text contains
/// anything else.
pub fn parse_integer(digits: &str, radix: u32) -> Option<Number> {
    if let Ok(small) = i64::from_str_radix(digits, radix) {
        return Some(Number::Int(small));
    }
    let unsigned = digits.strip_prefix(['-', '+']).unwrap_or(digits);
    if unsigned.is_empty() || !unsigned.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    IBig::from_str_radix(digits, radix).ok().map(Number::from)
}

/// Returns the float written as `digits.digits`, with or without an exponent; `None` if it is out of range or not of
/// this form.
#[cfg(any(test, feature = "testing"))]
pub fn parse_float(text: &str) -> Option<f64> {
    let plain = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !plain.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Returns the rational `numerator/denominator`; `None` if the denominator is zero or not an integer.
pub fn make_rational(numerator: &Number, denominator: &Number) -> Option<Number> {
    let (above, below) = (numerator.as_big()?, denominator.as_big()?);
    if below.is_zero() {
        return None;
    }
    Some(Number::from(super::Rational::new(
        above.into_owned(),
        below.into_owned(),
    )))
}

impl Number {
    /// Returns the text of the number, incomplete if it is long and the watch wants a stop.
    pub fn text(&self, watch: &Watch) -> String {
        match self {
            Number::Big(value) => digits::decimal(watch, value),
            Number::Int(value) => {
                let mut text = String::new();
                push_int(&mut text, *value);
                text
            }
            Number::Rational(value) => {
                let below = IBig::from(value.denominator().clone());
                digits::decimal(watch, value.numerator()) + "r" + &digits::decimal(watch, &below)
            }
            Number::Float(value) => format_float(*value),
        }
    }

    /// Returns the bits of an integer, or of a rational's numerator and denominator together; 0 for a float.
    pub fn bits(&self) -> usize {
        match self {
            Number::Int(value) => 64 - value.unsigned_abs().leading_zeros() as usize,
            Number::Big(value) => value.bit_len(),
            Number::Rational(value) => value.bits(),
            Number::Float(_) => 0,
        }
    }

    /// As [`Number::text`], but for integers of more than `most_bits` only the leading digits, then `...`.
    pub fn short_text(&self, watch: &Watch, most_bits: usize) -> String {
        let leading = |value: &IBig| {
            let sign = if *value < IBig::ZERO { "-" } else { "" };
            format!("{sign}{}...", digits::leading_digits(&value.unsigned_abs()).0)
        };
        match self {
            Number::Big(value) if value.bit_len() > most_bits => leading(value),
            Number::Rational(value) if value.bits() > most_bits => {
                let part = |value: IBig| Number::from(value).short_text(watch, most_bits / 2);
                part(value.numerator().clone()) + "r" + &part(IBig::from(value.denominator().clone()))
            }
            _ => self.text(watch),
        }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(value) => Display::fmt(value, f),
            Number::Big(value) => Display::fmt(value, f),
            Number::Rational(value) => {
                Display::fmt(value.numerator(), f)?;
                f.write_char('r')?;
                Display::fmt(value.denominator(), f)
            }
            Number::Float(value) => f.write_str(&format_float(*value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_a_point_and_no_digit_too_many() {
        let cases: &[(f64, &str)] = &[
            (1.0, "1.0"),
            (-1.0, "-1.0"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e10, "10000000000.0"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1e16, "1.0e+16"),
            (1e22, "1.0e+22"),
            (1.0e23, "1.0e+23"),
            (999_999_999_999_999.9, "999999999999999.9"),
            (123_456_789.125, "123456789.125"),
            (123_456_789_012_345_680.0, "1.2345678901234568e+17"),
            (0.0001, "0.0001"),
            (0.00012345, "0.00012345"),
            (0.00001, "1.0e-5"),
            (1e-7, "1.0e-7"),
            (1.25e-7, "1.25e-7"),
            (5e-324, "5.0e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (1501199875790165.2, "1501199875790165.2"),
            (1501199875790165.8, "1501199875790165.8"),
            (f64::INFINITY, "1.0Inf"),
            (f64::NEG_INFINITY, "-1.0Inf"),
            (f64::NAN, "1.5NaN"),
            (std::f64::consts::PI, "3.141592653589793"),
            (100.0, "100.0"),
            (1.5, "1.5"),
            (2_500_000.0, "2500000.0"),
        ];
        for (value, text) in cases {
            assert_eq!(format_float(*value), *text);
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let value = f64::from_bits(rng.u64(..));
            if value.is_finite() {
                let read = parse_float(&format_float(value)).map(f64::to_bits);
                assert_eq!(read, Some(value.to_bits()), "{value}");
            }
        }
    }

    #[test]
    fn small_integers() {
        for value in [0, 7, -7, 10, 99, 1234567890, i64::MAX, i64::MIN] {
            assert_eq!(Number::Int(value).text(&Watch::default()), value.to_string());
        }
    }

    #[test]
    fn integers_in_any_radix() {
        let big = IBig::from(1) << 100;
        assert_eq!(Number::from(big.clone()).to_string(), "1267650600228229401496703205376");
        assert_eq!(format_radix(&big, 16, false), "10000000000000000000000000");
        assert_eq!(format_radix(&IBig::from(-255), 16, true), "-FF");
        assert_eq!(format_radix(&IBig::from(35), 36, false), "z");
        assert_eq!(parse_integer("ff", 16), Some(Number::Int(255)));
        assert_eq!(parse_integer("-12", 10), Some(Number::Int(-12)));
        assert_eq!(
            parse_integer("1267650600228229401496703205376", 10),
            Some(Number::from(big))
        );
        assert_eq!(parse_integer("9223372036854775807", 10), Some(Number::Int(i64::MAX)));
        assert_eq!(parse_integer("1_000_000_000_000_000_000_000", 10), None);
        assert_eq!(parse_integer("", 10), None);
        assert_eq!(parse_integer("12", 2), None);
    }

    #[test]
    fn rationals_and_floats_are_read() {
        let third = make_rational(&Number::Int(2), &Number::Int(6));
        assert_eq!(third.map(|n| n.to_string()), Some("1r3".to_string()));
        assert_eq!(make_rational(&Number::Int(2), &Number::Int(0)), None);
        assert_eq!(make_rational(&Number::Int(-4), &Number::Int(2)), Some(Number::Int(-2)));
        assert_eq!(parse_float("1.5e3"), Some(1500.0));
        assert_eq!(parse_float("1.0e999"), None);
        assert_eq!(parse_float("inf"), None);
        assert_eq!(parse_float("-0.5"), Some(-0.5));
        assert_eq!(Number::Float(1.0).to_string(), "1.0");
    }
}
