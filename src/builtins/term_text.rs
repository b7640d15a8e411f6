//! The text of terms and numbers, and numbers from text: where the predicates on text meet the
//! reader and the writer.

use crate::base::num::Number;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;
use dashu_int::IBig;

/// How a term is written.
#[derive(Clone, Copy, Default, Debug)]
pub struct Style {
    /// Quote atoms where reading them back needs it.
    pub quoted: bool,
    /// Write `'$VAR'(N)` as a variable's name.
    pub numbervars: bool,
    /// Write operators and lists in canonical form.
    pub ignore_ops: bool,
    /// Let the user's `portray/1` write what it wants.
    pub portray: bool,
}

/// The text of a term.
pub fn write_cell(m: &mut Machine, cell: Cell, style: Style) -> String {
    match m.view(cell) {
        View::Atom(atom) => {
            let text = m.atoms.text(atom);
            let plain = text.chars().all(|c| c.is_alphanumeric()) && text.starts_with(char::is_lowercase);
            if style.quoted && !plain {
                format!("'{text}'")
            } else {
                text.to_owned()
            }
        }
        View::String(s) if style.quoted => format!("\"{}\"", m.heap.string(s)),
        View::String(s) => m.heap.string(s),
        _ => m
            .heap
            .number(cell)
            .map_or_else(|| format!("{:?}", m.deref(cell)), |number| number_text(&number)),
    }
}

/// A number as it is written.
pub fn number_text(number: &Number) -> String {
    match number {
        Number::Int(value) => value.to_string(),
        Number::Big(value) => value.to_string(),
        Number::Rational(value) => format!("{}r{}", value.numerator(), value.denominator()),
        Number::Float(value) => format!("{value:?}"),
    }
}

/// The number that `text`, without a sign, denotes in the syntax of Prolog; `None` if it is none.
fn unsigned_number(text: &str) -> Option<Number> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some(quoted) = text.strip_prefix("0'") {
        let mut chars = quoted.chars();
        return chars
            .next()
            .filter(|_| chars.next().is_none())
            .map(|c| Number::Int(i64::from(c as u32)));
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return IBig::from_str_radix(digits, radix).ok().map(Number::from);
        }
    }
    if let Some((over, under)) = text.split_once('r') {
        let (over, under): (IBig, IBig) = (over.parse().ok()?, under.parse().ok()?);
        let under = dashu_int::UBig::try_from(under).ok().filter(|under| !under.is_zero())?;
        return Some(Number::from(dashu_ratio::RBig::from_parts(over, under)));
    }
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse::<IBig>().ok().map(Number::from);
    }
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b)) && !text.ends_with('.');
    text.parse::<f64>()
        .ok()
        .filter(|value| plain && value.is_finite())
        .map(Number::Float)
}

/// The number that `text` denotes: a number of Prolog, directly after a sign or none. Layout in
/// front is for the caller to allow.
pub fn parse_number(text: &str) -> Option<Number> {
    match text.strip_prefix('-') {
        Some(rest) => unsigned_number(rest).map(negate),
        None => unsigned_number(text.strip_prefix('+').unwrap_or(text)),
    }
}

fn negate(number: Number) -> Number {
    match number {
        Number::Int(value) => value
            .checked_neg()
            .map_or_else(|| Number::from(-IBig::from(value)), Number::Int),
        Number::Big(value) => Number::from(-value),
        Number::Rational(value) => Number::from(-value),
        Number::Float(value) => Number::Float(-value),
    }
}
