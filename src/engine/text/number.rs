//! Numbers: the value of a number token (ISO 6.4.4, 6.4.5), and numbers given as text.

use dashu_int::{IBig, UBig};
use logos::Logos;

use super::chars;
use super::error::SyntaxKind;
use super::escape;
use super::extensions::Extensions;
use super::lexer::{digits_of_the_standard, is_standard};
use super::token::Token;
use crate::base::num::digits::from_digits;
use crate::base::num::{Number, Rational};
use crate::base::watch::Watch;

/// Returns the value of a number token; it is never negative.
///
/// # Errors
/// If there is no such number: see [`SyntaxKind::IllegalNumber`]; or with the fault of an escape sequence.
pub fn of_token(token: Token, text: &str, extensions: Extensions, watch: &Watch) -> Result<Number, SyntaxKind> {
    match token {
        Token::Integer => integer(text, 10, watch),
        Token::RadixInteger => match text.as_bytes()[1] {
            b'x' => integer(&text[2..], 16, watch),
            b'o' => integer(&text[2..], 8, watch),
            b'b' => integer(&text[2..], 2, watch),
            // `16'FF` is not in the standard (6.4.4): there the quote begins a name, which is unterminated.
            _ if !extensions.numbers => Err(SyntaxKind::OtherRadix),
            _ => {
                let (radix, digits) = text.split_once('\'').ok_or(SyntaxKind::IllegalNumber)?;
                match radix.parse() {
                    Ok(radix @ 2..=36) => integer(digits, radix, watch),
                    _ => Err(SyntaxKind::IllegalNumber),
                }
            }
        },
        Token::CharacterCode => match escape::decode_character(&text[2..], extensions.escapes) {
            Ok(c) => Ok(Number::Int(i64::from(u32::from(c)))),
            Err(bad) => Err(bad.reason.into()),
        },
        Token::Float => float(text).map(Number::Float),
        Token::Rational => {
            let (numerator, denominator) = text.split_once('r').ok_or(SyntaxKind::IllegalNumber)?;
            let denominator = magnitude(denominator, 10, watch)?;
            if denominator == UBig::ZERO {
                return Err(SyntaxKind::IllegalNumber);
            }
            Ok(Number::from(Rational::new(
                IBig::from(magnitude(numerator, 10, watch)?),
                IBig::from(denominator),
            )))
        }
        _ => Err(SyntaxKind::IllegalNumber),
    }
}

/// Returns the number with the opposite sign.
pub fn negated(number: Number) -> Number {
    match number {
        Number::Int(value) => match value.checked_neg() {
            Some(negative) => Number::Int(negative),
            None => Number::from(-IBig::from(value)),
        },
        Number::Big(value) => Number::from(-value),
        Number::Rational(value) => Number::Rational(value.negated()),
        Number::Float(value) => Number::Float(-value),
    }
}

/// The syntax of a sign before a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    /// `-` or `+`, directly before the digits.
    Direct,
    /// As in a term (6.3.1.2): the name `-`, quoted or not, with or without layout before the digits.
    OfTerms,
}

/// Parses one number: optional layout, an optional sign, the number, and nothing after it.
///
/// # Errors
/// If the text is anything else.
pub fn parse_number(text: &str, signs: Signs, extensions: Extensions, watch: &Watch) -> Result<Number, SyntaxKind> {
    let mut tokens = Token::lexer_with_extras(text, extensions);
    let mut next = || match tokens.next() {
        Some(Ok(token)) => Ok((token, tokens.span())),
        _ => Err(SyntaxKind::IllegalNumber),
    };
    let (mut token, mut span) = next()?;
    let is_minus = is_minus(token, &text[span.clone()], signs);
    let is_plus = &text[span.clone()] == "+" && (signs == Signs::Direct || extensions.numbers);
    if is_minus || is_plus {
        let end = span.end;
        (token, span) = next()?;
        if (signs == Signs::Direct || is_plus) && span.start != end {
            return Err(SyntaxKind::IllegalNumber);
        }
    }
    if !token.is_number() || span.end != text.len() {
        return Err(SyntaxKind::IllegalNumber);
    }
    let text = &text[span];
    if !extensions.numbers && (!is_standard(token, text) || digits_of_the_standard(text).is_some()) {
        return Err(SyntaxKind::IllegalNumber);
    }
    let number = of_token(token, text, extensions, watch)?;
    Ok(if is_minus { negated(number) } else { number })
}

/// Whether this token is the sign `-`.
fn is_minus(token: Token, text: &str, signs: Signs) -> bool {
    if signs == Signs::Direct || !token.is_quoted_name() {
        return text == "-";
    }
    let mut name = String::new();
    let inner = text.get(1..text.len() - 1).unwrap_or_default();
    escape::decode(inner, '\'', false, &mut name).is_ok() && name == "-"
}

fn integer(digits: &str, radix: u32, watch: &Watch) -> Result<Number, SyntaxKind> {
    // Eighteen decimal digits fit into an `i64`; those of a larger radix may not.
    if radix <= 10 && digits.len() <= 18 {
        let mut value = 0;
        for byte in digits.bytes().filter(|&byte| byte != b'_') {
            let digit = i64::from(byte) - i64::from(b'0');
            if !(0..i64::from(radix)).contains(&digit) {
                return integer_in_words(digits, radix, watch);
            }
            value = value * i64::from(radix) + digit;
        }
        return Ok(Number::Int(value));
    }
    integer_in_words(digits, radix, watch)
}

fn integer_in_words(digits: &str, radix: u32, watch: &Watch) -> Result<Number, SyntaxKind> {
    Ok(Number::from(IBig::from(magnitude(digits, radix, watch)?)))
}

/// Returns the value of digits; the watch records if it is not wanted any more.
fn magnitude(digits: &str, radix: u32, watch: &Watch) -> Result<UBig, SyntaxKind> {
    from_digits(watch, &without_groups(digits), radix)
        .inspect_err(|_| _ = watch.gives_up())
        .ok()
        .flatten()
        .ok_or(SyntaxKind::IllegalNumber)
}

fn float(text: &str) -> Result<f64, SyntaxKind> {
    if text.ends_with("Inf") {
        return Ok(f64::INFINITY);
    }
    if text.ends_with("NaN") {
        return Ok(f64::NAN);
    }
    match decimal(&without_groups(text)) {
        Some(value) if value.is_finite() => Ok(value),
        Some(_) => Err(SyntaxKind::FloatOverflow),
        None => Err(SyntaxKind::IllegalNumber),
    }
}

/// Returns the float that is next to a decimal number without a sign.
#[cfg(not(target_family = "wasm"))]
pub fn decimal(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The same without the tables of std, which are a hundredth of what a browser downloads.
#[cfg(any(test, target_family = "wasm"))]
pub fn exact_decimal(text: &str) -> Option<f64> {
    /// The greatest power of ten that is a float.
    const POWER: u64 = 22;
    /// More digits than the number in the middle between two floats can have.
    const DIGITS: usize = 800;
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut significant = digits.trim_start_matches('0').to_owned();
    let beyond = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    let mut exponent = exponent.parse().unwrap_or(beyond).saturating_sub(fraction.len() as i64);
    // The number is below this power of ten, and not below a tenth of it.
    let power = exponent.saturating_add(significant.len() as i64);
    if significant.is_empty() || power < -400 {
        return Some(0.0);
    } else if power > 400 {
        return Some(f64::INFINITY);
    }
    if significant.len() > DIGITS {
        // The digits that follow say only that the number is above the one with these digits.
        exponent += (significant.len() - DIGITS - 1) as i64;
        significant.truncate(DIGITS);
        significant.push('1');
    }
    let size = exponent.unsigned_abs();
    if let Ok(value @ ..0x20_0000_0000_0000) = significant.parse::<u64>()
        && size <= POWER
    {
        let scale = 10_f64.powi(size as i32);
        let value = value as f64;
        return Some(if exponent < 0 { value / scale } else { value * scale });
    }
    let value = IBig::from(UBig::from_str_radix(&significant, 10).ok()?);
    let scale = IBig::from(10).pow(size as usize);
    Some(if exponent < 0 {
        Rational::new(value, scale).to_f64()
    } else {
        Rational::new(value * scale, IBig::ONE).to_f64()
    })
}

#[cfg(target_family = "wasm")]
pub use exact_decimal as decimal;

/// Returns the digits without what stands between their groups, in ASCII.
fn without_groups(digits: &str) -> std::borrow::Cow<'_, str> {
    if digits.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'_') {
        return digits.into();
    }
    let kept = digits.chars().filter(|&c| c != '_' && !c.is_ascii_whitespace());
    let plain = kept.map(|c| match chars::decimal_digit(c) {
        Some(value) if !c.is_ascii() => char::from_digit(value, 10).unwrap_or(c),
        _ => c,
    });
    plain.collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_decimals_are_those_of_std() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut texts: Vec<String> = [
            "0.0",
            "00.10",
            "1.0e10",
            "1.0E+22",
            "9007199254740993.0",
            "9007199254740993.00000000000000000001",
            "5.0e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1.0e400",
            "1.0e-400",
            "1.0e99999999999",
            "1.0e99999999999999999999",
            "0.0e99999999999999999999",
            "1.0e-99999999999999999999",
            "0.1e-9999999999",
        ]
        .map(str::to_owned)
        .to_vec();
        texts.push(format!("0.{}1", "0".repeat(2000)));
        texts.push(format!("{}.0e-5000", "7".repeat(5000)));
        texts.push(format!("9007199254740993.{}1", "0".repeat(1000)));
        texts.push(format!("9007199254740992.{}", "9".repeat(1000)));
        for _ in 0..3000 {
            let value = f64::from_bits(random.u64(..));
            if value.is_finite() {
                texts.extend([
                    format!("{:e}", value.abs()),
                    format!("{:.3e}", value.abs()),
                    format!("{:.20}", value.abs()),
                ]);
            }
        }
        for text in texts {
            let std = text.parse::<f64>().expect("a number");
            match exact_decimal(&text) {
                Some(value) => assert_eq!(value.to_bits(), std.to_bits(), "{text}"),
                None => assert!(!std.is_finite(), "{text}"),
            }
        }
    }

    fn shown(text: &str) -> String {
        match parse_number(text, Signs::Direct, Extensions::ALL, &Watch::default()) {
            Ok(Number::Int(value)) => format!("{value}"),
            Ok(Number::Big(value)) => format!("big {value}"),
            Ok(Number::Rational(value)) => format!("{}r{}", value.numerator(), value.denominator()),
            Ok(Number::Float(value)) => format!("{value:?}"),
            Err(kind) => kind.name().to_owned(),
        }
    }

    #[test]
    fn numbers_are_read_from_text() {
        let cases = [
            ("1", "1"),
            ("+1", "1"),
            ("-1", "-1"),
            (" \n7", "7"),
            ("/* c */ 7", "7"),
            ("0'a", "97"),
            ("-0'a", "-97"),
            ("0'''", "39"),
            ("0'\\n", "10"),
            ("0'\\x41\\", "65"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("0b101", "5"),
            ("1_000_000", "1000000"),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("9223372036854775808", "big 9223372036854775808"),
            ("0xFFFFFFFFFFFFFFFF", "big 18446744073709551615"),
            ("1.5", "1.5"),
            ("1e10", "10000000000.0"),
            ("1.0e-3", "0.001"),
            ("0.1", "0.1"),
            ("1.0Inf", "inf"),
            ("-1.0Inf", "-inf"),
            ("1.5NaN", "NaN"),
            ("2r6", "1r3"),
            ("-1r3", "-1r3"),
            ("4r2", "2"),
            ("1 000 000", "1000000"),
            ("1_000_\n 000", "1000000"),
            ("1 000.5", "1000.5"),
            ("1E10", "10000000000.0"),
            ("16'FF", "255"),
            ("36'zZ", "1295"),
            ("2'101", "5"),
            ("0''", "39"),
            ("0'\t", "9"),
            ("0'\\s", "32"),
            ("0'\\x41", "65"),
            ("٣٤", "34"),
            ("१२३४५६७८९०१२३४५६७८९०", "big 12345678901234567890"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn the_standard_has_fewer_numbers() {
        for text in ["16'FF", "0''", "0'\t", "0'\\s", "+1"] {
            let read = |extensions| parse_number(text, Signs::OfTerms, extensions, &Watch::default()).is_ok();
            assert!(read(Extensions::ALL) && !read(Extensions::NONE), "{text}");
        }
    }

    #[test]
    fn signs_are_those_of_terms_where_asked_for() {
        for text in [
            "-1",
            "- 1",
            " -1",
            "'-'1",
            "'-' 1",
            "- /**/1",
            "-%\n1",
            "'\\\n-' 1",
            "'\\x2d\\'1",
        ] {
            assert_eq!(
                parse_number(text, Signs::OfTerms, Extensions::NONE, &Watch::default()),
                Ok(Number::Int(-1)),
                "{text}"
            );
        }
        for text in ["+1", "'+'1", "- -1", "-", "'-", "'a'1", "'-'", "(-)1", "-(1)", "- 1 "] {
            assert!(
                parse_number(text, Signs::OfTerms, Extensions::NONE, &Watch::default()).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn anything_else_is_an_illegal_number() {
        let cases = [
            "", " ", "-", "- 1", "--1", "1 ", "1.", "3x", "a", "'1'", "1e400", "1r0", "2'12", "37'1", "1'0", "1.5e",
            "0'", "1  000", "1 ", "1_ ", "+ 1", "\"1\"", "1  2", "0'\\q", "1.0e400", "foo(1)", "_", "0'ab",
        ];
        for text in cases {
            assert!(
                parse_number(text, Signs::Direct, Extensions::ALL, &Watch::default()).is_err(),
                "{text}: {}",
                shown(text)
            );
        }
    }
}
