//! Conversion between numbers and text: the link from the built-ins on text to the reader and the writer.

use crate::base::num::Number;
use crate::machine::Machine;
use crate::text::extensions::Extensions;
use crate::text::number;

/// Returns the text of a number as it is written.
pub fn number_text(m: &Machine, number: &Number) -> String {
    number.text(&m.heap.watch)
}

/// Parses a Prolog number, with an optional sign directly before it. The caller skips leading layout if it is allowed.
pub fn parse_number(m: &Machine, text: &str) -> Option<Number> {
    if text.starts_with(char::is_whitespace) {
        return None;
    }
    number::parse_number(text, number::Signs::Direct, Extensions::of(m.flags.iso), &m.heap.watch).ok()
}
