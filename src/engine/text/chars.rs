//! Character classes (ISO 6.5), for ASCII and, by general category, for the rest of Unicode.

use unicode_properties::GeneralCategory;

use crate::base::category::category;

/// The class of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Begins a name: a letter that is not upper case.
    Lower,
    /// Begins a variable: an upper case or title case letter, or `_`.
    Upper,
    /// Continues a word but does not begin one: a digit or a mark.
    Digit,
    /// Part of a symbol-character name.
    Symbol,
    /// A token by itself, or the beginning of a quoted item.
    Solo,
    /// White space.
    Layout,
    /// Not allowed outside quotes.
    Illegal,
}

/// The classes of the ASCII characters.
static ASCII: [Class; 128] = ascii_classes();

const fn ascii_classes() -> [Class; 128] {
    let mut classes = [Class::Illegal; 128];
    let mut code = 0;
    while code < 128 {
        classes[code] = ascii_class(code as u8);
        code += 1;
    }
    classes
}

/// Returns the class of an ASCII character.
pub(super) const fn ascii_class(c: u8) -> Class {
    match c {
        b'a'..=b'z' => Class::Lower,
        b'A'..=b'Z' | b'_' => Class::Upper,
        b'0'..=b'9' => Class::Digit,
        b' ' | b'\t' | b'\n' | b'\r' | b'\x0B' | b'\x0C' => Class::Layout,
        b'#' | b'$' | b'&' | b'*' | b'+' | b'-' | b'.' | b'/' | b':' | b'<' | b'=' | b'>' | b'?' | b'@' | b'^'
        | b'~' | b'\\' => Class::Symbol,
        b'!' | b'"' | b'%' | b'\'' | b'(' | b')' | b',' | b';' | b'[' | b']' | b'`' | b'{' | b'|' | b'}' => Class::Solo,
        _ => Class::Illegal,
    }
}

/// Returns the class of `c`.
#[inline]
pub fn class(c: char) -> Class {
    match ASCII.get(c as usize) {
        Some(&class) => class,
        None => class_beyond_ascii(c),
    }
}

fn class_beyond_ascii(c: char) -> Class {
    use GeneralCategory as G;
    match category(c) {
        // The replacement character denotes bytes that were not UTF-8.
        _ if c == char::REPLACEMENT_CHARACTER => Class::Illegal,
        G::UppercaseLetter | G::TitlecaseLetter => Class::Upper,
        G::LowercaseLetter | G::ModifierLetter | G::OtherLetter | G::LetterNumber => Class::Lower,
        G::DecimalNumber | G::OtherNumber | G::NonspacingMark | G::SpacingMark | G::EnclosingMark => Class::Digit,
        G::ConnectorPunctuation => Class::Upper,
        G::MathSymbol | G::CurrencySymbol | G::ModifierSymbol | G::OtherSymbol | G::DashPunctuation => Class::Symbol,
        G::OpenPunctuation
        | G::ClosePunctuation
        | G::InitialPunctuation
        | G::FinalPunctuation
        | G::OtherPunctuation => Class::Solo,
        G::SpaceSeparator | G::LineSeparator | G::ParagraphSeparator => Class::Layout,
        // A byte order mark, and next line.
        G::Format if c == '\u{FEFF}' => Class::Layout,
        G::Control if c.is_whitespace() => Class::Layout,
        // Joiners occur inside words of many scripts.
        G::Format if matches!(c, '\u{200C}' | '\u{200D}') => Class::Digit,
        _ => Class::Illegal,
    }
}

/// Returns the value of a decimal digit of any script: scripts have their ten digits in a row.
pub fn decimal_digit(c: char) -> Option<u32> {
    let is_digit = |code: &u32| char::from_u32(*code).is_some_and(|c| category(c) == GeneralCategory::DecimalNumber);
    let code = u32::from(c);
    is_digit(&code).then(|| (0..code).rev().take_while(is_digit).count() as u32 % 10)
}

/// Whether a `.` before `c` is a full stop: `c` is layout, or the `%` of a comment.
#[inline]
pub fn follows_stop(c: char) -> bool {
    c == '%' || class(c) == Class::Layout
}

/// Whether `c` continues a word.
pub fn is_word(c: char) -> bool {
    matches!(class(c), Class::Lower | Class::Upper | Class::Digit)
}

/// Whether `c` is a symbol character.
pub fn is_symbol(c: char) -> bool {
    class(c) == Class::Symbol
}

/// Returns the length in bytes of the word characters at the start of `text`.
pub fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// Returns the length in bytes of the symbol characters at the start of `text`.
pub fn symbol_length(text: &str) -> usize {
    text.find(|c| !is_symbol(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_scripts_have_a_class() {
        let classes = |text: &str| text.chars().map(class).collect::<Vec<_>>();
        assert_eq!(classes("aéß日α"), [Class::Lower; 5]);
        assert_eq!(classes("AÉΑ_"), [Class::Upper; 4]);
        assert_eq!(classes("+→€∀"), [Class::Symbol; 4]);
        assert_eq!(classes("\u{A0}\u{3000}\n"), [Class::Layout; 3]);
        assert_eq!(classes("\u{FFFD}\0"), [Class::Illegal; 2]);
        assert_eq!(word_length("été_1²+x"), "été_1²".len());
        let digits = |text: &str| text.chars().map(decimal_digit).collect::<Vec<_>>();
        assert_eq!(
            digits("09٣٠९a²"),
            [Some(0), Some(9), Some(3), Some(0), Some(9), None, None]
        );
    }
}
