//! The numbers of `format/2`: digit groups, decimals, exponents, radices.

use dashu_base::UnsignedAbs as _;
use dashu_int::IBig;

use crate::base::num::{NumError, Number, digits, large};
use crate::base::watch::Watch;

/// Maximum number of decimals of a 64-bit float; all further ones are zeros.
const FLOAT_DECIMALS: usize = 1100;

/// Returns the integer in a number; `None` for any other number.
pub(crate) fn integer(number: &Number) -> Option<IBig> {
    match number {
        Number::Int(value) => Some(IBig::from(*value)),
        Number::Big(value) => Some(value.clone()),
        Number::Rational(_) | Number::Float(_) => None,
    }
}

/// Returns the digits of an integer with a point before the last `decimals`, and `separator` between groups of
/// `group` digits before the point.
pub(crate) fn fixed_integer(watch: &Watch, value: &IBig, decimals: usize, separator: &str, group: usize) -> String {
    let mut digits = digits::decimal(watch, &IBig::from(value.unsigned_abs()));
    if digits.len() <= decimals {
        digits.insert_str(0, &"0".repeat(decimals + 1 - digits.len()));
    }
    let (whole, part) = digits.split_at(digits.len() - decimals);
    let mut text = String::with_capacity(digits.len() * 2);
    if *value < IBig::ZERO {
        text.push('-');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(group) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    if decimals > 0 {
        text.push('.');
        text.push_str(part);
    }
    text
}

/// Returns an integer in a radix from 2 to 36.
pub(crate) fn in_radix(watch: &Watch, value: &IBig, radix: u8, upper: bool) -> String {
    let mut text = digits::in_radix(watch, value, radix);
    if upper {
        text.make_ascii_uppercase();
    }
    text
}

/// Returns a number with this many decimals: exact for integers and rationals, which are rounded half away
/// from zero.
///
/// # Errors
/// If the watch gives up.
pub(crate) fn fixed(watch: &Watch, number: &Number, decimals: usize) -> Result<String, NumError> {
    let (numerator, denominator) = match number {
        Number::Float(value) => return Ok(fixed_float(*value, decimals)),
        Number::Int(value) => return Ok(with_zeros(watch, &IBig::from(*value), decimals)),
        Number::Big(value) => return Ok(with_zeros(watch, value, decimals)),
        Number::Rational(value) => (value.numerator().clone(), value.denominator().clone()),
    };
    let scale = large::power(watch, &IBig::from(10), decimals)?;
    let negative = numerator < IBig::ZERO;
    let scaled = large::product(watch, &IBig::from(numerator.unsigned_abs()), &scale)?;
    let below = IBig::from(denominator);
    let (rounded, _) = digits::divide(watch, &(scaled * 2 + &below), &(below * 2))?;
    let text = fixed_integer(watch, &rounded, decimals, "", 3);
    Ok(if negative { format!("-{text}") } else { text })
}

/// Returns an integer with this many zero decimals.
fn with_zeros(watch: &Watch, value: &IBig, decimals: usize) -> String {
    let mut text = digits::decimal(watch, value);
    if decimals > 0 {
        text.push('.');
        text.extend(std::iter::repeat_n('0', decimals));
    }
    text
}

fn fixed_float(value: f64, decimals: usize) -> String {
    if let Some(text) = special(value) {
        return text;
    }
    let mut text = format!("{value:.*}", decimals.min(FLOAT_DECIMALS));
    text.extend(std::iter::repeat_n('0', decimals.saturating_sub(FLOAT_DECIMALS)));
    text
}

/// Returns the name of an infinity or NaN.
fn special(value: f64) -> Option<String> {
    if value.is_nan() {
        Some("nan".to_owned())
    } else if value.is_infinite() {
        Some(if value > 0.0 { "inf" } else { "-inf" }.to_owned())
    } else {
        None
    }
}

/// Returns a float as one digit, this many decimals, and an exponent of at least two digits.
pub(crate) fn exponential(value: f64, decimals: usize) -> String {
    if let Some(text) = special(value) {
        return text;
    }
    let text = format!("{value:.*e}", decimals.min(FLOAT_DECIMALS));
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent
        .strip_prefix('-')
        .map_or(('+', exponent), |exponent| ('-', exponent));
    let zeros = "0".repeat(decimals.saturating_sub(FLOAT_DECIMALS));
    format!("{digits}{zeros}e{sign}{exponent:0>2}")
}

/// Returns a float with this many significant digits, in the shorter of the two forms.
pub(crate) fn general(value: f64, digits: usize) -> String {
    if let Some(text) = special(value) {
        return text;
    }
    let digits = digits.clamp(1, FLOAT_DECIMALS);
    let scientific = exponential(value, digits - 1);
    let exponent = scientific
        .rsplit_once('e')
        .and_then(|(_, e)| e.parse::<i64>().ok())
        .unwrap_or(0);
    if exponent < -4 || exponent >= digits as i64 {
        let (mantissa, exponent) = scientific.rsplit_once('e').unwrap_or((&scientific, "+00"));
        return format!("{}e{exponent}", without_zeros(mantissa));
    }
    without_zeros(&fixed_float(value, (digits as i64 - 1 - exponent) as usize)).to_owned()
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// Returns the nearest float.
pub(crate) fn to_float(number: &Number) -> f64 {
    match number {
        Number::Int(value) => *value as f64,
        Number::Big(value) => value.to_f64().value(),
        Number::Rational(value) => value.to_f64(),
        Number::Float(value) => *value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::Rational;

    fn ratio(over: i64, under: u64) -> Number {
        Number::from(Rational::new(IBig::from(over), IBig::from(under)))
    }

    #[test]
    fn integers_are_grouped_and_pointed() {
        let group = |n: i64, d| fixed_integer(&Watch::default(), &IBig::from(n), d, ",", 3);
        assert_eq!(group(1_234_567, 0), "1,234,567");
        assert_eq!(group(1_234_567, 2), "12,345.67");
        assert_eq!(group(-5, 2), "-0.05");
        assert_eq!(group(0, 1), "0.0");
        assert_eq!(group(-1234, 0), "-1,234");
        assert_eq!(in_radix(&Watch::default(), &IBig::from(-255), 16, true), "-FF");
    }

    #[test]
    fn fixed_points_are_exact() {
        let fixed =
            |number: &Number, decimals| super::fixed(&Watch::default(), number, decimals).expect("it is wanted");
        assert_eq!(fixed(&Number::Int(10), 2), "10.00");
        assert_eq!(fixed(&ratio(2, 3), 3), "0.667");
        assert_eq!(fixed(&ratio(1, 20), 1), "0.1");
        assert_eq!(fixed(&ratio(-1, 2), 0), "-1");
        assert_eq!(fixed(&ratio(-1, 1000), 2), "-0.00");
        assert_eq!(fixed(&Number::Float(0.1), 20), "0.10000000000000000555");
        assert_eq!(fixed(&Number::Float(2.5), 0), "2");
        assert_eq!(fixed(&Number::Float(f64::INFINITY), 3), "inf");
        assert_eq!(fixed(&Number::Float(0.5), 2000).len(), 2002);
        let big: IBig = "123456789012345678901234567890".parse().expect("digits");
        assert_eq!(fixed(&Number::from(big), 2), "123456789012345678901234567890.00");
    }

    #[test]
    fn exponents() {
        assert_eq!(exponential(1.5, 6), "1.500000e+00");
        assert_eq!(exponential(12.0, 3), "1.200e+01");
        assert_eq!(exponential(1.25e-7, 0), "1e-07");
        assert_eq!(general(1.5, 6), "1.5");
        assert_eq!(general(1e8, 6), "1e+08");
        assert_eq!(general(0.00001234, 3), "1.23e-05");
        assert_eq!(general(100.0, 6), "100");
        assert_eq!(to_float(&ratio(1, 4)), 0.25);
    }
}
