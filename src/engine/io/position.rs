//! Stream positions: counts of bytes, characters and lines, and the column.

/// A position in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Bytes before the position.
    pub byte: u64,
    /// Characters before the position.
    pub char: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// The column, counted from 0; a tab advances to the next multiple of 8.
    pub column: u64,
}

/// Texts below this length, in bytes, are counted fastest byte by byte.
const SHORT: usize = 24;

impl Default for Position {
    fn default() -> Position {
        Position {
            byte: 0,
            char: 0,
            line: 1,
            column: 0,
        }
    }
}

impl Position {
    /// Advances by a character of `bytes` bytes.
    #[inline]
    pub fn pass(&mut self, c: char, bytes: usize) {
        self.byte += bytes as u64;
        self.char += 1;
        if c == '\n' {
            self.line += 1;
        }
        self.column = column_after(self.column, c);
    }

    /// Advances by a text that was read from, or written as, UTF-8.
    pub fn pass_text(&mut self, text: &str) {
        // Most texts are short and have one byte and one column for each character.
        if text.len() < SHORT && text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
            self.byte += text.len() as u64;
            self.char += text.len() as u64;
            for byte in text.bytes() {
                self.column += 1;
                if byte == b'\n' {
                    self.line += 1;
                    self.column = 0;
                }
            }
            return;
        }
        // Without a branch, so that many bytes are looked at together.
        let is_plain = |byte: u8| (byte.wrapping_sub(b' ') <= b'~' - b' ') | (byte == b'\n');
        if text.bytes().fold(true, |plain, byte| plain & is_plain(byte)) {
            self.byte += text.len() as u64;
            self.char += text.len() as u64;
            self.column = match text.rfind('\n') {
                Some(last) => {
                    let before = text[..last].bytes().filter(|&byte| byte == b'\n').count();
                    self.line += before as u64 + 1;
                    (text.len() - last - 1) as u64
                }
                None => self.column + text.len() as u64,
            };
            return;
        }
        for c in text.chars() {
            self.pass(c, c.len_utf8());
        }
    }

    /// Advances by a byte of a binary stream.
    pub fn pass_byte(&mut self, byte: u8) {
        self.pass(byte as char, 1);
    }

    /// Advances by bytes of a binary stream.
    pub fn pass_bytes(&mut self, bytes: &[u8]) {
        match str::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => self.pass_text(text),
            _ => bytes.iter().for_each(|&byte| self.pass_byte(byte)),
        }
    }
}

/// Returns the column after `c` was written at `column`.
#[inline]
pub fn column_after(column: u64, c: char) -> u64 {
    match c {
        '\n' | '\r' => 0,
        '\t' => (column | 7) + 1,
        '\u{8}' => column.saturating_sub(1),
        _ => column + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_tabs_and_lines() {
        let mut p = Position::default();
        p.pass_text("a\tb\né");
        assert_eq!(
            p,
            Position {
                byte: 6,
                char: 5,
                line: 2,
                column: 1
            }
        );
        assert_eq!(column_after(7, '\t'), 8);
        assert_eq!(column_after(8, '\t'), 16);
    }
}
