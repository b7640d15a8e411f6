//! How bytes are characters, and characters bytes.

/// How bytes are characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// A byte is the character with that code, 0 to 255.
    Latin1,
    /// Bytes below 128; others are read as Latin 1.
    Ascii,
}

/// The first character of `bytes` and its length; `None` if more bytes are needed, never at the end
/// unless `bytes` is empty.
pub(super) fn decode(bytes: &[u8], encoding: Encoding, at_end: bool) -> Option<(char, usize)> {
    let &first = bytes.first()?;
    if first < 0x80 || encoding != Encoding::Utf8 {
        return Some((first as char, 1));
    }
    let head = &bytes[..bytes.len().min(4)];
    let (valid, invalid) = match str::from_utf8(head) {
        Ok(text) => (text, None),
        Err(error) => (
            str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
            error.error_len(),
        ),
    };
    match (valid.chars().next(), invalid) {
        (Some(c), _) => Some((c, c.len_utf8())),
        (None, Some(length)) => Some((char::REPLACEMENT_CHARACTER, length)),
        (None, None) if at_end => Some((char::REPLACEMENT_CHARACTER, head.len())),
        (None, None) => None,
    }
}

/// Appends the characters of `text` as single bytes, those above `last` as escapes.
pub(super) fn encode(bytes: &mut Vec<u8>, text: &str, last: u32) {
    for c in text.chars() {
        match u8::try_from(c as u32) {
            Ok(byte) if c as u32 <= last => bytes.push(byte),
            _ => bytes.extend_from_slice(format!("\\x{:x}\\", c as u32).as_bytes()),
        }
    }
}
