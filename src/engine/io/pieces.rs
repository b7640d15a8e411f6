//! Reading larger units from a stream: lines, clauses, and the rest.

use std::io;

use super::encoding::decode;
use super::position::Position;
use super::stream::{Encoding, Stream, StreamMode, StreamPiece};

/// The bytes in which the end of a clause is looked for at once.
const AT_HAND: usize = 4096;

/// The bytes that are searched at a time.
const BLOCK: usize = 64;

/// Returns the offset of the first `.` before layout or a comment.
fn first_stop(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    for block in bytes.chunks(BLOCK) {
        // Whether a byte is in a block is found by words.
        if block.contains(&b'.') {
            for (byte, at) in block.iter().zip(at..) {
                if *byte == b'.' && matches!(bytes.get(at + 1), Some(b'\0'..=b' ' | b'%')) {
                    return Some(at);
                }
            }
        }
        at += block.len();
    }
    None
}

impl Stream {
    /// Appends the text up to and including the next newline to `line`, at most about `limit` bytes, so that the
    /// caller can check its limits between calls.
    pub fn read_line(&mut self, line: &mut String, limit: usize) -> io::Result<StreamPiece> {
        let start = line.len();
        loop {
            let more = self.take_piece(&mut |piece| {
                line.push_str(piece);
                piece.len()
            })?;
            if !more && line.is_empty() {
                self.past = true;
                return Ok(StreamPiece::Nothing);
            }
            if !more || line.ends_with('\n') {
                return Ok(StreamPiece::Whole);
            }
            if line.len() - start >= limit {
                return Ok(StreamPiece::Part);
            }
        }
    }

    /// Appends the rest of the stream to `text`, at most about `limit` bytes; returns true if there is more.
    pub fn read_rest(&mut self, text: &mut String, limit: usize) -> io::Result<bool> {
        let start = text.len();
        loop {
            let more = self.take_piece(&mut |piece| {
                text.push_str(piece);
                piece.len()
            })?;
            if !more {
                self.past = true;
                return Ok(false);
            }
            if text.len() - start >= limit {
                return Ok(true);
            }
        }
    }

    /// Skips layout, at most about `limit` bytes; returns true if more may follow.
    pub fn skip_layout(&mut self, limit: usize) -> io::Result<bool> {
        let mut skipped = 0;
        while skipped < limit && self.have_input()? {
            if !self.encoding.is_narrow() {
                match self.peek_char()? {
                    Some(c) if c.is_ascii_whitespace() => skipped += 1,
                    _ => return Ok(false),
                }
                self.get_char()?;
                continue;
            }
            let rest = &self.input[self.next..];
            let layout = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.position
                .pass_text(str::from_utf8(&rest[..layout]).unwrap_or_default());
            self.next += layout;
            skipped += layout;
            if self.next < self.input.len() {
                return Ok(false);
            }
        }
        Ok(skipped >= limit)
    }

    /// Appends the text of a clause to `text`, and nothing after its end, which `find` determines; at most about
    /// `limit` bytes, so that the caller can check its limits between calls.
    ///
    /// `find` is passed the text in pieces of at most a line. It returns the number of bytes of the piece that belong
    /// to the clause, or `None` if the clause continues. At the end of the stream the clause is all that was read.
    pub fn read_clause_text(
        &mut self,
        text: &mut String,
        limit: usize,
        mut find: impl FnMut(&str) -> Option<usize>,
    ) -> io::Result<StreamPiece> {
        let start = text.len();
        let mut found = false;
        loop {
            let more = self.take_piece(&mut |piece| match find(piece) {
                Some(bytes) => {
                    found = true;
                    let taken = piece.get(..bytes).unwrap_or(piece);
                    text.push_str(taken);
                    taken.len()
                }
                None => {
                    text.push_str(piece);
                    piece.len()
                }
            })?;
            if found || !more && !text.is_empty() {
                return Ok(StreamPiece::Whole);
            }
            if !more {
                self.past = true;
                return Ok(StreamPiece::Nothing);
            }
            if text.len() - start >= limit {
                return Ok(StreamPiece::Part);
            }
        }
    }

    /// Returns the text up to the first possible end of a clause, without consuming it, provided that it is UTF-8, already
    /// buffered, and not long; up to the end of the last such line if `whole`. `None` does not mean that there is no such
    /// text.
    pub fn clause_at_hand(&self, whole: bool) -> Option<&str> {
        if self.encoding != Encoding::Utf8 || !self.text || self.mode != StreamMode::Read {
            return None;
        }
        let rest = self.input.get(self.next..)?;
        let rest = &rest[..rest.len().min(AT_HAND)];
        let end = if whole {
            rest.iter().rposition(|&byte| byte == b'\n')?
        } else {
            first_stop(rest)? + 1
        };
        str::from_utf8(&rest[..=end]).ok()
    }

    /// Consumes `bytes` bytes of the text that [`Stream::clause_at_hand`] returned, behind which is the position `at`.
    pub fn pass_at_hand(&mut self, bytes: usize, at: Position) {
        self.position = at;
        self.next += bytes;
    }

    /// Reads the bytes in the buffer, at least one unless the stream has ended.
    pub fn read_bytes(&mut self) -> io::Result<Vec<u8>> {
        self.past = !self.have_input()?;
        let bytes = self.input[self.next..].to_vec();
        self.next = self.input.len();
        self.position.pass_bytes(&bytes);
        Ok(bytes)
    }

    /// Consumes the characters in the buffer of which all bytes fit, and returns them; none that only begin there, and
    /// none beyond ASCII if they are not in UTF-8.
    pub fn take_at_hand(&mut self, mut fits: impl FnMut(u8) -> bool) -> &str {
        let most_byte = match self.decoding() {
            Encoding::Utf8 => u8::MAX,
            Encoding::Latin1 | Encoding::Octet | Encoding::Ascii => 0x7f,
            _ => return "",
        };
        if self.mode != StreamMode::Read {
            return "";
        }
        let rest = &self.input[self.next..];
        let most = rest.iter().position(|&byte| byte > most_byte || !fits(byte));
        let bytes = &rest[..most.unwrap_or(rest.len())];
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        self.position.pass_text(text);
        self.next += text.len();
        text
    }

    /// Passes the text up to the end of the line, or of the buffer, to `take`, which returns the number of bytes to
    /// consume; returns false at the end.
    fn take_piece(&mut self, take: &mut dyn FnMut(&str) -> usize) -> io::Result<bool> {
        if self.look()?.is_none() {
            return Ok(false);
        }
        let rest = &self.input[self.next..];
        let line = rest.iter().position(|&b| b == b'\n').map_or(rest, |end| &rest[..=end]);
        if self.decoding() == Encoding::Utf8 {
            let valid = match str::from_utf8(line) {
                Ok(text) => text,
                Err(error) => str::from_utf8(&line[..error.valid_up_to()]).unwrap_or_default(),
            };
            if !valid.is_empty() {
                let taken = take(valid);
                self.position.pass_text(&valid[..taken]);
                self.next += taken;
            } else if let Some((c, bytes)) = self.look()?
                && take(c.encode_utf8(&mut [0; 4])) > 0
            {
                self.position.pass(c, bytes);
                self.next += bytes;
            }
        } else {
            // A newline of several bytes may end behind this piece; it then comes with the next one.
            let (mut text, mut at) = (String::new(), 0);
            while let Some((c, bytes)) = decode(&line[at..], self.decoding(), false) {
                text.push(c);
                at += bytes;
            }
            if text.is_empty() {
                text.extend(self.look()?.map(|(c, _)| c));
            }
            let taken = take(&text);
            for c in text[..taken].chars() {
                let bytes = decode(&self.input[self.next..], self.decoding(), self.ended).map_or(1, |(_, bytes)| bytes);
                self.position.pass(c, bytes);
                self.next += bytes;
            }
        }
        Ok(true)
    }
}
