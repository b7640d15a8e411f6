//! The text of numbers, and numbers from text: where the predicates on text meet the reader and the
//! writer.

use crate::base::num::Number;
use crate::machine::Machine;
use crate::text::number;

/// A number as it is written.
pub fn number_text(m: &Machine, number: &Number) -> String {
    number.text(&m.heap.watch)
}

/// The number that `text` denotes: a number of Prolog, directly after a sign or none. Layout in
/// front is for the caller to allow.
pub fn parse_number(text: &str) -> Option<Number> {
    if text.starts_with(char::is_whitespace) {
        return None;
    }
    number::parse_number(text, number::Signs::Direct).ok()
}
