//! The text of numbers.

use crate::base::num::Number;

/// The text of a number. A float has the fewest digits that read back as the same float, always with a point,
/// and an exponent where it has more than 15 digits before the point or many zeros after it.
pub fn number_text(number: &Number) -> String {
    match number {
        Number::Int(value) => value.to_string(),
        Number::Big(value) => value.to_string(),
        Number::Rational(value) => format!("{}r{}", value.numerator(), value.denominator()),
        Number::Float(value) => float_text(*value),
    }
}

fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "1.5NaN".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "1.0Inf" } else { "-1.0Inf" }.to_string();
    }
    let magnitude = value.abs();
    if magnitude == 0.0 || (1e-4..1e15).contains(&magnitude) {
        let plain = value.to_string();
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let short = format!("{value:e}");
    match short.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
        _ => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_look_like_floats() {
        let cases = [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (1e10, "10000000000.0"),
            (1e15, "1.0e15"),
            (0.0001, "0.0001"),
            (1e-5, "1.0e-5"),
            (1.5e300, "1.5e300"),
            (5e-324, "5.0e-324"),
            (123456.75, "123456.75"),
            (f64::NEG_INFINITY, "-1.0Inf"),
            (f64::NAN, "1.5NaN"),
        ];
        for (value, text) in cases {
            assert_eq!(number_text(&Number::Float(value)), text);
        }
    }
}
