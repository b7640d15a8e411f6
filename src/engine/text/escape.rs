//! Quoted items: their ends and their escape sequences (ISO 6.4.2.1).

use super::chars::{self, Class};

/// The result of scanning a quoted item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuoteScan {
    /// The number of bytes after the opening quote, including the closing one.
    pub length: usize,
    /// Whether there are escape sequences or doubled quotes.
    pub escaped: bool,
    /// The offset of the first character that is not allowed unescaped in quotes.
    pub bad: Option<usize>,
}

/// The reason why the end of a quoted item was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenQuote {
    /// The text ends before it.
    Text,
    /// The line ends before it, and no backslash continues the line.
    Line,
}

/// Finds the end of a quoted item; `bytes` begins after the opening quote. With `layout`, line breaks, control
/// characters and what stands for bytes that are not UTF-8 belong to the item.
///
/// # Errors
/// If there is none.
pub fn scan_quoted(bytes: &[u8], quote: u8, layout: bool) -> Result<QuoteScan, OpenQuote> {
    let mut at = 0;
    let (mut escaped, mut bad) = (false, None);
    while let Some(&byte) = bytes.get(at) {
        // Fast path: most bytes are none of those below.
        if byte >= b' ' && byte != quote && byte != b'\\' && byte != 0xEF {
            at += 1;
        } else if byte == b'\\' {
            escaped = true;
            at += escape_length(&bytes[at..]).ok_or(OpenQuote::Text)?;
        } else if byte == quote {
            if bytes.get(at + 1) != Some(&quote) {
                return Ok(QuoteScan {
                    length: at + 1,
                    escaped,
                    bad,
                });
            }
            escaped = true;
            at += 2;
        } else if layout && byte < b' ' {
            at += 1;
        } else if is_newline(&bytes[at..]) {
            return Err(OpenQuote::Line);
        } else {
            if byte < b' ' || !layout && is_replacement(&bytes[at..]) {
                bad = bad.or(Some(at));
            }
            at += 1;
        }
    }
    Err(OpenQuote::Text)
}

fn is_newline(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\n") || bytes.starts_with(b"\r\n")
}

/// Whether `bytes` begin with the replacement character, which denotes bytes that were not UTF-8.
fn is_replacement(bytes: &[u8]) -> bool {
    bytes.starts_with("\u{FFFD}".as_bytes())
}

/// Returns the length of the escape sequence at the start of `bytes`, which begins with a backslash. An invalid one
/// counts as two bytes, so that the scan still finds the closing quote.
fn escape_length(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize, is_digit: fn(&u8) -> bool| {
        let end = from + bytes[from..].iter().take_while(|&byte| is_digit(byte)).count();
        // A missing closing backslash is detected by decoding.
        if end > from && bytes.get(end) == Some(&b'\\') {
            end + 1
        } else {
            end
        }
    };
    Some(match bytes.get(1)? {
        b'x' => digits(2, u8::is_ascii_hexdigit),
        b'0'..=b'7' => digits(1, |byte| (b'0'..=b'7').contains(byte)),
        b'\r' if bytes.get(2) == Some(&b'\n') => 3,
        &other => 1 + utf8_length(other),
    })
}

/// Returns the length of the character after `0'`: a quote is doubled there, as in a quoted name. With `extended`, one
/// quote suffices, and control characters stand for themselves.
pub fn scan_character(bytes: &[u8], extended: bool) -> Option<usize> {
    match bytes.first()? {
        b'\\' if is_newline(&bytes[1..]) => None,
        b'\\' => escape_length(bytes).filter(|&length| length <= bytes.len()),
        b'\'' if bytes.get(1) == Some(&b'\'') => Some(2),
        b'\'' => extended.then_some(1),
        0..b' ' if !extended => None,
        _ if !extended && is_replacement(bytes) => None,
        first => Some(utf8_length(*first)),
    }
}

fn utf8_length(first: u8) -> usize {
    match first {
        0..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    }
}

/// An invalid escape sequence, with its range in the decoded text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadEscape {
    /// Offset of the backslash.
    pub start: usize,
    /// Offset after the sequence.
    pub end: usize,
    /// The reason.
    pub reason: Reason,
}

/// The reason why an escape sequence is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no escape sequence with this character.
    Undefined(char),
    /// The digits are missing or too few.
    MissingDigits,
    /// The backslash after the digits is missing.
    Unclosed,
    /// The digits are not the code of a character.
    NoCharacter,
}

/// Appends the decoded form of `text`, the inside of an item quoted with `quote`, to `out`.
///
/// # Errors
/// If an escape sequence is undefined, or its digits are not a character.
pub fn decode(text: &str, quote: char, extended: bool, out: &mut String) -> Result<(), BadEscape> {
    let mut at = 0;
    while let Some(found) = text[at..].find(['\\', quote]) {
        out.push_str(&text[at..at + found]);
        at += found;
        if !text[at..].starts_with('\\') {
            // A doubled quote: the scan ends at any other.
            out.push(quote);
            at += 2 * quote.len_utf8();
            continue;
        }
        let (length, meaning) = one_escape(&text[at..], extended).map_err(|(length, reason)| BadEscape {
            start: at,
            end: at + length,
            reason,
        })?;
        out.extend(meaning);
        at += length;
    }
    out.push_str(&text[at..]);
    Ok(())
}

/// Decodes the character after `0'`.
///
/// # Errors
/// If it is an escape sequence that does not denote a character.
pub fn decode_character(text: &str, extended: bool) -> Result<char, BadEscape> {
    let mut chars = text.chars();
    match chars.next() {
        Some('\\') => match one_escape(text, extended) {
            Ok((_, Some(c))) => Ok(c),
            Ok((length, None)) => Err(BadEscape {
                start: 0,
                end: length,
                reason: Reason::NoCharacter,
            }),
            Err((length, reason)) => Err(BadEscape {
                start: 0,
                end: length,
                reason,
            }),
        },
        Some(c) => Ok(c),
        None => Err(BadEscape {
            start: 0,
            end: 0,
            reason: Reason::NoCharacter,
        }),
    }
}

/// Decodes the escape sequence at the start of `text`; returns its length and the character, if it denotes one.
/// `extended` adds what the standard does not have.
fn one_escape(text: &str, extended: bool) -> Result<(usize, Option<char>), (usize, Reason)> {
    let Some(letter) = text[1..].chars().next() else {
        return Err((1, Reason::MissingDigits));
    };
    let plain = match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0C',
        'v' => '\x0B',
        '\\' | '\'' | '"' | '`' => letter,
        'e' if extended => '\x1B',
        's' if extended => ' ',
        // The layout that follows is left out.
        'c' if extended => {
            let rest = text[2..].trim_start_matches(|c| chars::class(c) == Class::Layout);
            return Ok((text.len() - rest.len(), None));
        }
        '\n' => return Ok((2, None)),
        // A line can also be continued after a carriage return.
        '\r' if text[2..].starts_with('\n') => return Ok((3, None)),
        'x' => return code(text, 2, 16, Digits::Closed { or_not: extended }),
        '0'..='7' => return code(text, 1, 8, Digits::Closed { or_not: extended }),
        'u' => return code(text, 2, 16, Digits::Exactly(4)),
        'U' => return code(text, 2, 16, Digits::Exactly(8)),
        _ => return Err((1 + letter.len_utf8(), Reason::Undefined(letter))),
    };
    Ok((2, Some(plain)))
}

/// How many digits a code has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    /// So many.
    Exactly(usize),
    /// All up to a closing backslash, which may be missing if `or_not` is set.
    Closed { or_not: bool },
}

/// Decodes a character given by its code, whose digits begin at `from`.
fn code(text: &str, from: usize, radix: u32, digits: Digits) -> Result<(usize, Option<char>), (usize, Reason)> {
    let most = match digits {
        Digits::Exactly(count) => count,
        Digits::Closed { .. } => usize::MAX,
    };
    let count = text[from..]
        .bytes()
        .take(most)
        .take_while(|&byte| char::from(byte).is_digit(radix))
        .count();
    let end = from + count;
    let closed = text[end..].starts_with('\\');
    let length = match digits {
        _ if count == 0 => return Err((end, Reason::MissingDigits)),
        Digits::Exactly(wanted) if count < wanted => return Err((end, Reason::MissingDigits)),
        Digits::Exactly(_) => end,
        Digits::Closed { .. } if closed => end + 1,
        Digits::Closed { or_not: true } => end,
        Digits::Closed { or_not: false } => return Err((end, Reason::Unclosed)),
    };
    match u32::from_str_radix(&text[from..end], radix)
        .ok()
        .and_then(char::from_u32)
    {
        Some(c) => Ok((length, Some(c))),
        None => Err((length, Reason::NoCharacter)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Result<String, Reason> {
        let mut out = String::new();
        decode(text, '\'', false, &mut out)
            .map(|()| out)
            .map_err(|bad| bad.reason)
    }

    #[test]
    fn escapes_stand_for_characters() {
        assert_eq!(
            decoded(r"a\n\t\r\a\b\f\v\\\'\`z").as_deref(),
            Ok("a\n\t\r\x07\x08\x0C\x0B\\'`z")
        );
        assert_eq!(decoded(r"\x41\\x42\\101\é\u00e9\U0001F600").as_deref(), Ok("ABAéé😀"));
        assert_eq!(decoded("it''s a\\\nb\\\r\nc").as_deref(), Ok("it's abc"));
    }

    #[test]
    fn bad_escapes_are_errors() {
        for letter in ['z', 'e', 's', 'c', 'd', '8', ' ', '\t'] {
            assert_eq!(decoded(&format!("\\{letter}")), Err(Reason::Undefined(letter)));
        }
        assert_eq!(decoded(r"\x41"), Err(Reason::Unclosed));
        assert_eq!(decoded(r"\33[m"), Err(Reason::Unclosed));
        assert_eq!(decoded(r"\xg"), Err(Reason::MissingDigits));
        assert_eq!(decoded(r"\u12"), Err(Reason::MissingDigits));
        assert_eq!(decoded(r"\xD800\"), Err(Reason::NoCharacter));
        assert_eq!(decoded(r"\x11000000000000\"), Err(Reason::NoCharacter));
    }

    #[test]
    fn extensions_are_read_where_asked_for() {
        let decoded = |text: &str| {
            let mut out = String::new();
            decode(text, '\'', true, &mut out)
                .map(|()| out)
                .map_err(|bad| bad.reason)
        };
        assert_eq!(decoded("a\\c\n \tb\\c").as_deref(), Ok("ab"));
        assert_eq!(decoded(r"\e\s\x41 b\33[m\101\").as_deref(), Ok("\x1B A b\x1B[mA"));
        for letter in ['z', 'd', '8', ' ', '\t'] {
            assert_eq!(decoded(&format!("\\{letter}")), Err(Reason::Undefined(letter)));
        }
        let scan = |text: &str| scan_quoted(text.as_bytes(), b'\'', true).map(|s| (s.length, s.bad));
        assert_eq!(scan("a\tb\0\r\nc'"), Ok((8, None)));
        assert_eq!(scan("a\u{FFFD}\n'"), Ok((6, None)));
        assert_eq!(scan("a\n"), Err(OpenQuote::Text));
        assert_eq!(
            (scan_character(b"')", true), scan_character(b"''", true)),
            (Some(1), Some(2))
        );
        assert_eq!(
            (scan_character(b"\t", true), scan_character(b"')", false)),
            (Some(1), None)
        );
    }

    #[test]
    fn the_scan_finds_the_closing_quote() {
        let scan = |text: &str| scan_quoted(text.as_bytes(), b'\'', false).map(|s| (s.length, s.escaped, s.bad));
        assert_eq!(scan("abc' x"), Ok((4, false, None)));
        assert_eq!(scan(r"a''b\'c'"), Ok((8, true, None)));
        assert_eq!(scan(r"\x41\'"), Ok((6, true, None)));
        assert_eq!(scan(r"\12\'"), Ok((5, true, None)));
        assert_eq!(scan("a\\\nb\\\r\nc'"), Ok((9, true, None)));
        assert_eq!(scan("a\tb\0c'"), Ok((6, false, Some(1))));
        assert_eq!(scan("a\u{FFFC}\u{FFFD}'"), Ok((8, false, Some(4))));
        assert_eq!(scan("abc"), Err(OpenQuote::Text));
        assert_eq!(scan("abc\\'"), Err(OpenQuote::Text));
        assert_eq!(scan("abc\n'"), Err(OpenQuote::Line));
        assert_eq!(scan("abc\r\n'"), Err(OpenQuote::Line));
    }
}
