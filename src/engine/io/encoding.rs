//! Character encodings: decoding and encoding.

/// A character encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// Each byte is the character with that code, 0 to 255.
    Latin1,
    /// As `Latin1`, on a stream that also reads and writes bytes.
    Octet,
    /// Bytes below 128; others are read as Latin 1.
    Ascii,
    /// Units of two bytes, big endian.
    Utf16Be,
    /// Units of two bytes, little endian.
    Utf16Le,
    /// Units of four bytes, big endian.
    Utf32Be,
    /// Units of four bytes, little endian.
    Utf32Le,
}

/// The encodings with the names in the stream property, and other accepted names.
const NAMES: &[(Encoding, &str, &[&str])] = &[
    (Encoding::Utf8, "utf8", &["utf-8", "text", "UTF-8"]),
    (Encoding::Latin1, "iso_latin_1", &["ISO-8859-1", "iso_8859_1"]),
    (Encoding::Octet, "octet", &[]),
    (Encoding::Ascii, "ascii", &["us_ascii", "US-ASCII"]),
    (Encoding::Utf16Be, "utf16be", &["unicode_be", "UTF-16BE", "UTF-16"]),
    (Encoding::Utf16Le, "utf16le", &["unicode_le", "UTF-16LE"]),
    (Encoding::Utf32Be, "utf32be", &["UTF-32BE", "UTF-32"]),
    (Encoding::Utf32Le, "utf32le", &["UTF-32LE", "wchar_t"]),
];

impl Encoding {
    /// Returns the encoding with this name.
    pub fn named(name: &str) -> Option<Encoding> {
        NAMES
            .iter()
            .find(|(_, first, others)| *first == name || others.contains(&name))
            .map(|(encoding, ..)| *encoding)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        NAMES
            .iter()
            .find(|(encoding, ..)| *encoding == self)
            .map_or("", |(_, name, _)| name)
    }

    /// Whether an ASCII character is one byte, and such a byte always that character.
    #[inline]
    pub fn is_narrow(self) -> bool {
        (self as u8) <= Encoding::Ascii as u8
    }

    /// Returns the number of bytes of a character.
    pub(super) fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Latin1 | Encoding::Octet | Encoding::Ascii => 1,
            Encoding::Utf16Be | Encoding::Utf16Le => 2 * c.len_utf16(),
            Encoding::Utf32Be | Encoding::Utf32Le => 4,
        }
    }

    /// Returns the byte order mark, the encoding of U+FEFF; empty if the encoding lacks that character.
    pub(super) fn mark(self) -> Vec<u8> {
        let mut mark = Vec::new();
        if !matches!(self, Encoding::Latin1 | Encoding::Ascii) {
            let written_as = if self == Encoding::Octet { Encoding::Utf8 } else { self };
            encode(&mut mark, "\u{feff}", written_as);
        }
        mark
    }

    /// Returns the encoding whose mark `bytes` begin with, and the length of the mark.
    pub fn marked(bytes: &[u8]) -> Option<(Encoding, usize)> {
        use Encoding::{Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
        // The mark of UTF-32 in this order begins with that of UTF-16, so it comes first.
        [Utf32Le, Utf32Be, Utf8, Utf16Be, Utf16Le]
            .into_iter()
            .find_map(|encoding| {
                let mark = encoding.mark();
                bytes.starts_with(&mark).then_some((encoding, mark.len()))
            })
    }
}

/// Returns the first character of `bytes` and its length; `None` if more bytes are needed. At the end it is `None`
/// only if `bytes` is empty.
pub(super) fn decode(bytes: &[u8], encoding: Encoding, at_end: bool) -> Option<(char, usize)> {
    let &first = bytes.first()?;
    let head = &bytes[..bytes.len().min(4)];
    let (c, needed) = match encoding {
        Encoding::Utf8 if first >= 0x80 => decode_utf8(head),
        Encoding::Utf8 | Encoding::Latin1 | Encoding::Octet | Encoding::Ascii => return Some((first as char, 1)),
        Encoding::Utf16Be => decode_utf16(head, u16::from_be_bytes),
        Encoding::Utf16Le => decode_utf16(head, u16::from_le_bytes),
        Encoding::Utf32Be => decode_utf32(head, u32::from_be_bytes),
        Encoding::Utf32Le => decode_utf32(head, u32::from_le_bytes),
    };
    if needed <= head.len() {
        Some((c.unwrap_or(char::REPLACEMENT_CHARACTER), needed))
    } else if at_end {
        Some((char::REPLACEMENT_CHARACTER, head.len()))
    } else {
        None
    }
}

/// Returns the first character, if valid, and its length, which exceeds the bytes present if some are missing.
fn decode_utf8(head: &[u8]) -> (Option<char>, usize) {
    match str::from_utf8(head) {
        Ok(text) => first_of(text),
        Err(error) if error.valid_up_to() > 0 => {
            first_of(str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default())
        }
        Err(error) => (None, error.error_len().unwrap_or(head.len() + 1)),
    }
}

fn first_of(text: &str) -> (Option<char>, usize) {
    let c = text.chars().next();
    (c, c.map_or(1, char::len_utf8))
}

fn decode_utf16(head: &[u8], unit: impl Fn([u8; 2]) -> u16) -> (Option<char>, usize) {
    let mut units = head.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let Some(first) = units.next() else { return (None, 2) };
    match (first, units.next()) {
        (0xd800..0xdc00, None) => (None, 4),
        (0xd800..0xdc00, Some(second @ 0xdc00..0xe000)) => {
            let code = 0x1_0000 + ((u32::from(first) & 0x3ff) << 10) + (u32::from(second) & 0x3ff);
            (char::from_u32(code), 4)
        }
        _ => (char::from_u32(u32::from(first)), 2),
    }
}

fn decode_utf32(head: &[u8], unit: impl Fn([u8; 4]) -> u32) -> (Option<char>, usize) {
    (head.try_into().ok().and_then(|bytes| char::from_u32(unit(bytes))), 4)
}

/// Appends the characters of `text` as bytes; characters that the encoding lacks as escapes.
pub(super) fn encode(bytes: &mut Vec<u8>, text: &str, encoding: Encoding) {
    if encoding == Encoding::Utf8 || encoding.is_narrow() && text.is_ascii() {
        return bytes.extend_from_slice(text.as_bytes());
    }
    let last = if encoding == Encoding::Ascii { 0x7f } else { 0xff };
    for c in text.chars() {
        match encoding {
            Encoding::Utf8 => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Encoding::Latin1 | Encoding::Octet | Encoding::Ascii => match u8::try_from(c as u32) {
                Ok(byte) if c as u32 <= last => bytes.push(byte),
                _ => bytes.extend_from_slice(format!("\\x{:x}\\", c as u32).as_bytes()),
            },
            Encoding::Utf16Be => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    bytes.extend_from_slice(&unit.to_be_bytes());
                }
            }
            Encoding::Utf16Le => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    bytes.extend_from_slice(&unit.to_le_bytes());
                }
            }
            Encoding::Utf32Be => bytes.extend_from_slice(&u32::from(c).to_be_bytes()),
            Encoding::Utf32Le => bytes.extend_from_slice(&u32::from(c).to_le_bytes()),
        }
    }
}

/// Encodes a text; `None` if the encoding lacks one of its characters.
pub fn to_bytes(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    let last = match encoding {
        Encoding::Ascii => '\x7f',
        Encoding::Latin1 | Encoding::Octet => '\u{ff}',
        _ => char::MAX,
    };
    let mut bytes = Vec::new();
    encode(&mut bytes, text, encoding);
    (last == char::MAX || text.chars().all(|c| c <= last)).then_some(bytes)
}

/// Decodes bytes; invalid ones become U+FFFD.
pub fn from_bytes(bytes: &[u8], encoding: Encoding) -> String {
    if encoding.is_narrow()
        && let Ok(text) = str::from_utf8(bytes)
        && (encoding == Encoding::Utf8 || text.is_ascii())
    {
        return text.to_owned();
    }
    let (mut text, mut at) = (String::with_capacity(bytes.len()), 0);
    if matches!(encoding, Encoding::Latin1 | Encoding::Octet | Encoding::Ascii) {
        text.extend(bytes.iter().map(|&byte| char::from(byte)));
        return text;
    }
    while let Some((c, length)) = decode(&bytes[at..], encoding, true) {
        text.push(c);
        at += length;
    }
    text
}

/// Decodes the text of a program: UTF-8, or the encoding of its byte order mark; a text that is not valid UTF-8 may
/// begin with `:- encoding(Name).`
pub fn program_text(bytes: Vec<u8>) -> String {
    if let Some((encoding, mark)) = Encoding::marked(&bytes) {
        return from_bytes(&bytes[mark..], encoding);
    }
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let bytes = error.as_bytes();
            let declared = bytes
                .strip_prefix(b":- encoding(")
                .and_then(|rest| rest.split(|&b| b == b')').next())
                .and_then(|name| Encoding::named(str::from_utf8(name).ok()?.trim_matches('\'')));
            from_bytes(bytes, declared.unwrap_or(Encoding::Utf8))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        for &(encoding, name, _) in NAMES {
            assert_eq!(Encoding::named(name), Some(encoding));
            let text = if encoding.mark().is_empty() || encoding == Encoding::Octet {
                "a\nb"
            } else {
                "a\né€😀"
            };
            let mut bytes = Vec::new();
            encode(&mut bytes, text, encoding);
            let (mut at, mut read) = (0, String::new());
            while let Some((c, length)) = decode(&bytes[at..], encoding, false) {
                assert_eq!(length, encoding.width(c));
                read.push(c);
                at += length;
            }
            assert_eq!((read.as_str(), at), (text, bytes.len()), "{name}");
        }
    }

    #[test]
    fn parts_of_characters_wait_or_are_replaced() {
        let lone = Some((char::REPLACEMENT_CHARACTER, 2));
        assert_eq!(decode(b"\xd8\x3d\x00\x61", Encoding::Utf16Be, false), lone);
        assert_eq!(decode(b"\xd8\x3d", Encoding::Utf16Be, false), None);
        assert_eq!(decode(b"\xd8\x3d", Encoding::Utf16Be, true), lone);
        assert_eq!(decode(b"a", Encoding::Utf16Le, false), None);
        assert_eq!(decode(b"\xe2\x82", Encoding::Utf8, false), None);
        assert_eq!(decode(b"\xe2\x82", Encoding::Utf8, true), lone);
        assert_eq!(
            decode(b"\xff\xff\xff\xff", Encoding::Utf32Le, false),
            Some(('\u{fffd}', 4))
        );
    }

    #[test]
    fn marks_tell_encodings() {
        assert_eq!(Encoding::marked(b"\xff\xfe\0\0a\0\0\0"), Some((Encoding::Utf32Le, 4)));
        assert_eq!(Encoding::marked(b"\xff\xfea\0"), Some((Encoding::Utf16Le, 2)));
        assert_eq!(Encoding::marked(b"\xef\xbb\xbfa"), Some((Encoding::Utf8, 3)));
        assert_eq!(Encoding::marked(b"abc"), None);
    }
}
