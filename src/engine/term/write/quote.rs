//! Which atoms need quotes, and how quoted text is escaped (ISO 6.4.2, 7.10.5).

use std::fmt::{Result, Write};

use crate::text::chars::{Class, class, is_symbol, is_word};

/// Whether an atom with this text must be quoted to be read back.
pub fn needs_quotes(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return true };
    match class(first) {
        Class::Lower => !text.chars().all(is_word),
        // A single `.` would end a clause, and `/*` would begin a comment.
        Class::Symbol => text == "." || text.starts_with("/*") || !text.chars().all(is_symbol),
        _ => !matches!(text, "[]" | "{}" | "!" | ";"),
    }
}

/// Writes `text` between quotes.
pub fn write_quoted(out: &mut impl Write, text: &str, quote: char) -> Result {
    out.write_char(quote)?;
    for c in text.chars() {
        match c {
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\t' => out.write_str("\\t")?,
            '\r' => out.write_str("\\r")?,
            '\x07' => out.write_str("\\a")?,
            '\x08' => out.write_str("\\b")?,
            '\x0b' => out.write_str("\\v")?,
            '\x0c' => out.write_str("\\f")?,
            _ if c == quote => write!(out, "\\{c}")?,
            ' '..='~' => out.write_char(c)?,
            // It stands for bytes that were no UTF-8, and shows where they were.
            char::REPLACEMENT_CHARACTER => out.write_char(c)?,
            _ if matches!(class(c), Class::Layout | Class::Illegal) => write!(out, "\\x{:X}\\", u32::from(c))?,
            _ => out.write_char(c)?,
        }
    }
    out.write_char(quote)
}

/// Whether two adjacent tokens with these last and first characters would merge.
pub(super) fn run_together(last: char, first: char) -> bool {
    (is_word(last) && is_word(first))
        || (is_symbol(last) && is_symbol(first))
        // `0'a` is a character code, `'a''b'` one atom, and `1.` the end of a clause.
        || (last.is_numeric() && matches!(first, '\'' | '.'))
        || (last == first && matches!(first, '\'' | '"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_read_back_are_bare() {
        for text in [
            "a", "aB_1", "é", "日本", "[]", "{}", "!", ";", "+", "=..", "//", "*/", "→", "..",
        ] {
            assert!(!needs_quotes(text), "{text}");
        }
        for text in [
            "", "A", "_a", "1a", "a b", "a.b", ",", "|", ".", "/*", "/**/", "%", "É", "+a", "a+", "[", "!!",
        ] {
            assert!(needs_quotes(text), "{text}");
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        let quoted = |text: &str, quote| {
            let mut out = String::new();
            write_quoted(&mut out, text, quote).map(|()| out)
        };
        assert_eq!(quoted("don't\n\\\t", '\'').as_deref(), Ok("'don\\'t\\n\\\\\\t'"));
        assert_eq!(quoted("don't \"x\"", '"').as_deref(), Ok("\"don't \\\"x\\\"\""));
        assert_eq!(
            quoted("\0\u{1b}\u{7f}\u{a0}é", '\'').as_deref(),
            Ok("'\\x0\\\\x1B\\\\x7F\\\\xA0\\é'")
        );
    }

    #[test]
    fn tokens_that_would_merge_are_told() {
        for (a, b) in [
            ('a', 'b'),
            ('1', 'a'),
            ('-', '-'),
            ('0', '\''),
            ('\'', '\''),
            ('1', '.'),
            ('_', 'X'),
        ] {
            assert!(run_together(a, b), "{a}{b}");
        }
        for (a, b) in [
            ('a', '-'),
            ('-', 'a'),
            ('a', '['),
            (')', '-'),
            (',', ','),
            ('a', '\''),
            ('"', '\''),
        ] {
            assert!(!run_together(a, b), "{a}{b}");
        }
    }
}
