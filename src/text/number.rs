//! Numbers: the value of a number token (ISO 6.4.4, 6.4.5), and numbers given as text.

use dashu_int::{IBig, UBig};
use logos::Logos;

use super::chars;
use super::error::SyntaxKind;
use super::escape;
use super::extensions::Extensions;
use super::token::Token;
use crate::base::num::{Number, Rational};

/// Returns the value of a number token; it is never negative.
///
/// # Errors
/// If there is no such number: see [`SyntaxKind::IllegalNumber`]; or with the fault of an escape sequence.
pub fn of_token(token: Token, text: &str, extensions: Extensions) -> Result<Number, SyntaxKind> {
    match token {
        Token::Integer => integer(text, 10),
        Token::RadixInteger => match text.as_bytes()[1] {
            b'x' => integer(&text[2..], 16),
            b'o' => integer(&text[2..], 8),
            b'b' => integer(&text[2..], 2),
            // `16'FF` is not in the standard (6.4.4): there the quote begins a name, which is unterminated.
            _ if !extensions.numbers => Err(SyntaxKind::OtherRadix),
            _ => {
                let (radix, digits) = text.split_once('\'').ok_or(SyntaxKind::IllegalNumber)?;
                match radix.parse() {
                    Ok(radix @ 2..=36) => integer(digits, radix),
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
            let denominator = magnitude(denominator, 10)?;
            if denominator == UBig::ZERO {
                return Err(SyntaxKind::IllegalNumber);
            }
            Ok(Number::from(Rational::new(
                IBig::from(magnitude(numerator, 10)?),
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
pub fn parse_number(text: &str, signs: Signs, extensions: Extensions) -> Result<Number, SyntaxKind> {
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
    if !extensions.numbers && text[span.clone()].contains(char::is_whitespace) {
        return Err(SyntaxKind::IllegalNumber);
    }
    let number = of_token(token, &text[span], extensions)?;
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

fn integer(digits: &str, radix: u32) -> Result<Number, SyntaxKind> {
    // Eighteen decimal digits fit into an `i64`; those of a larger radix may not.
    if radix <= 10 && digits.len() <= 18 {
        let mut value = 0;
        for byte in digits.bytes().filter(|&byte| byte != b'_') {
            let digit = i64::from(byte) - i64::from(b'0');
            if !(0..i64::from(radix)).contains(&digit) {
                return integer_in_words(digits, radix);
            }
            value = value * i64::from(radix) + digit;
        }
        return Ok(Number::Int(value));
    }
    integer_in_words(digits, radix)
}

fn integer_in_words(digits: &str, radix: u32) -> Result<Number, SyntaxKind> {
    Ok(Number::from(IBig::from(magnitude(digits, radix)?)))
}

fn magnitude(digits: &str, radix: u32) -> Result<UBig, SyntaxKind> {
    let plain = without_groups(digits);
    UBig::from_str_radix(&plain, radix).map_err(|_| SyntaxKind::IllegalNumber)
}

fn float(text: &str) -> Result<f64, SyntaxKind> {
    if text.ends_with("Inf") {
        return Ok(f64::INFINITY);
    }
    if text.ends_with("NaN") {
        return Ok(f64::NAN);
    }
    match without_groups(text).parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(SyntaxKind::IllegalNumber),
    }
}

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

    fn shown(text: &str) -> String {
        match parse_number(text, Signs::Direct, Extensions::ALL) {
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
            let read = |extensions| parse_number(text, Signs::OfTerms, extensions).is_ok();
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
                parse_number(text, Signs::OfTerms, Extensions::NONE),
                Ok(Number::Int(-1)),
                "{text}"
            );
        }
        for text in ["+1", "'+'1", "- -1", "-", "'-", "'a'1", "'-'", "(-)1", "-(1)", "- 1 "] {
            assert!(parse_number(text, Signs::OfTerms, Extensions::NONE).is_err(), "{text}");
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
                parse_number(text, Signs::Direct, Extensions::ALL).is_err(),
                "{text}: {}",
                shown(text)
            );
        }
    }
}
