//! `Stream`: a device with buffers, an encoding, a position, and an action at the end.
//!
//! Text streams decode bytes by their encoding; an invalid byte is read as U+FFFD, and its position is recorded.
//! Reading past the end is reported as an [`io::Error`] of kind `UnexpectedEof`, which no device returns for anything
//! else. Writing is in `output`.

use std::any::Any;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::device::{Device, TerminalInput};
pub use super::encoding::Encoding;
use super::encoding::decode;
use super::position::Position;
use super::record::Recorder;
use super::table::StreamId;

/// The mode in which a stream was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamMode {
    /// For input.
    Read,
    /// For output to an empty file.
    Write,
    /// For output, appending.
    Append,
    /// For output from the start, overwriting.
    Update,
}

/// The action of reading past the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EofAction {
    /// An error.
    Error,
    /// Returns the end again.
    #[default]
    EofCode,
    /// Reads from the device again: there may be more.
    Reset,
}

/// When the output buffer is flushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buffering {
    /// When the buffer is full.
    Full,
    /// Also after each line.
    Line,
    /// After each write.
    None,
}

/// The state of a stream at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOfStream {
    /// Before the end, as far as is known.
    Not,
    /// At the end: nothing is left.
    At,
    /// Past the end: the end was read.
    Past,
}

/// The result of reading a line or a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamPiece {
    /// The end of the stream: there was no line, or clause.
    Nothing,
    /// All of it, up to its end or that of the stream.
    Whole,
    /// A part, up to the limit: it continues.
    Part,
}

const CHUNK: usize = 16 * 1024;

/// An open stream.
pub struct Stream {
    pub(super) device: Box<dyn Device>,
    pub(super) mode: StreamMode,
    /// Whether it is a text stream; else it is binary.
    pub text: bool,
    /// The character encoding.
    pub encoding: Encoding,
    /// The action of reading past the end.
    pub eof_action: EofAction,
    /// When the output buffer is flushed.
    pub buffering: Buffering,
    /// The name of the file, if it has one.
    pub file_name: Option<String>,
    /// Whether it may be repositioned.
    pub reposition: bool,
    /// Whether it begins with a byte order mark.
    pub marked: bool,
    /// The streams for reading and writing of which this is the pair.
    pub pair: Option<(StreamId, StreamId)>,
    /// Whether the program has said that it is a terminal.
    pub tty: Option<bool>,
    pub(super) position: Position,
    pub(super) output: Vec<u8>,
    pub(super) input: Vec<u8>,
    pub(super) next: usize,
    pub(super) ended: bool,
    pub(super) past: bool,
    /// The bytes that the table has recorded for it.
    pub(super) noted: usize,
    invalid: Option<Position>,
    /// Where what passes is recorded.
    pub(super) recorder: Option<Recorder>,
}

impl Stream {
    /// Makes a text stream over `device`.
    pub fn new(device: Box<dyn Device>, mode: StreamMode) -> Stream {
        let buffering = if device.is_terminal() {
            Buffering::Line
        } else {
            Buffering::Full
        };
        let reposition = device.can_seek() && mode != StreamMode::Append;
        Stream {
            device,
            mode,
            text: true,
            encoding: Encoding::Utf8,
            eof_action: EofAction::default(),
            buffering,
            file_name: None,
            reposition,
            marked: false,
            pair: None,
            tty: None,
            position: Position::default(),
            output: Vec::new(),
            input: Vec::new(),
            next: 0,
            ended: false,
            past: false,
            noted: 0,
            invalid: None,
            recorder: None,
        }
    }

    /// Returns the mode.
    pub fn mode(&self) -> StreamMode {
        self.mode
    }

    /// Whether it can be read.
    pub fn is_input(&self) -> bool {
        self.mode == StreamMode::Read && self.pair.is_none()
    }

    /// Whether it can be written.
    pub fn is_output(&self) -> bool {
        self.mode != StreamMode::Read
    }

    /// Returns the file under it, for another process.
    pub fn file(&self) -> Option<std::fs::File> {
        self.device.file()
    }

    /// Returns what the device stands on, if that is of this type.
    pub fn value<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.device.value()?.downcast().ok()
    }

    /// Sets how long the device may wait; `None` for no end.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.device.set_timeout(timeout);
    }

    /// Whether it counts as a terminal: the device is one, unless the program has said something else.
    pub fn is_terminal(&self) -> bool {
        self.tty.unwrap_or_else(|| self.device.is_terminal())
    }

    /// Whether the device is a terminal that delivers single keys.
    pub fn has_keys(&self) -> bool {
        self.is_terminal() && self.device.is_terminal()
    }

    /// Waits for one key of a terminal; `None` at the end.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn key(&mut self) -> io::Result<Option<char>> {
        self.device.key()
    }

    /// Returns the keyboard part of the device, if it is a terminal for input.
    pub fn keyboard(&mut self) -> Option<&mut TerminalInput> {
        self.device.keyboard()
    }

    /// Takes the lines that were read from the device and not asked for. What is left of the last that was asked for
    /// is dropped.
    pub fn take_unused(&mut self) -> Vec<u8> {
        let mut unused = self.input.split_off(self.next.min(self.input.len()));
        if !unused.is_empty() {
            let line = unused.iter().position(|&byte| byte == b'\n');
            unused.drain(..line.map_or(unused.len(), |end| end + 1));
        }
        self.input.clear();
        self.next = 0;
        self.position.column = 0;
        (self.ended, self.past) = (false, false);
        unused
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the bytes of memory that it holds.
    pub fn bytes(&self) -> usize {
        self.input.capacity() + self.output.capacity() + self.device.bytes()
    }

    /// Returns the bytes of its buffers.
    pub fn buffer_bytes(&self) -> usize {
        self.input.capacity() + self.output.capacity()
    }

    /// Whether the buffer is empty, so that the next read goes to the device.
    pub fn needs_input(&self) -> bool {
        self.next == self.input.len()
    }

    /// Whether reading returns at once, as far as that is known.
    pub fn is_ready(&self) -> bool {
        !self.needs_input() || self.device.is_ready()
    }

    /// Returns the next character of a text if it is ASCII and already buffered, and consumes it unless `peek`. `None`
    /// does not mean that there is no character.
    #[inline]
    pub fn quick_char(&mut self, peek: bool) -> Option<char> {
        match self.input.get(self.next) {
            Some(&byte) if byte < 0x80 && self.text && self.encoding.is_narrow() && self.mode == StreamMode::Read => {
                let c = char::from(byte);
                if !peek {
                    self.next += 1;
                    self.position.pass(c, 1);
                }
                Some(c)
            }
            _ => None,
        }
    }

    /// Reads the next character; `None` at the end.
    pub fn get_char(&mut self) -> io::Result<Option<char>> {
        match self.look()? {
            Some((c, bytes)) => {
                self.next += bytes;
                self.position.pass(c, bytes);
                Ok(Some(c))
            }
            None => {
                self.past = true;
                Ok(None)
            }
        }
    }

    /// Returns the next character without consuming it; `None` at the end.
    pub fn peek_char(&mut self) -> io::Result<Option<char>> {
        Ok(self.look()?.map(|(c, _)| c))
    }

    /// Reads the next byte; `None` at the end.
    pub fn get_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek_byte()?;
        match byte {
            Some(byte) => {
                self.next += 1;
                self.position.pass_byte(byte);
            }
            None => self.past = true,
        }
        Ok(byte)
    }

    /// Returns the next byte without consuming it; `None` at the end.
    pub fn peek_byte(&mut self) -> io::Result<Option<u8>> {
        Ok(if self.have_input()? {
            Some(self.input[self.next])
        } else {
            None
        })
    }

    /// Returns up to `count` characters without consuming them.
    pub fn peek_text(&mut self, count: usize) -> io::Result<String> {
        let mut text = String::new();
        let mut at = self.next;
        let mut found = 0;
        while found < count {
            match decode(&self.input[at..], self.decoding(), self.ended) {
                Some((c, bytes)) => {
                    text.push(c);
                    at += bytes;
                    found += 1;
                }
                None if self.ended => break,
                None => {
                    let done = at - self.next;
                    self.fill()?;
                    at = self.next + done;
                }
            }
        }
        Ok(text)
    }

    /// Marks the end as read, for a reader that found only layout before it.
    pub fn set_past(&mut self) {
        if self.next == self.input.len() && self.ended {
            self.past = true;
        }
    }

    /// Returns the state at the end; reads ahead if `look` is set or the device cannot block.
    pub fn end_of_stream(&mut self, look: bool) -> io::Result<EndOfStream> {
        if self.past {
            return Ok(EndOfStream::Past);
        }
        let known = self.next < self.input.len() || self.ended;
        if !known && (look || !self.device.may_wait()) {
            self.fill()?;
        }
        let at = self.next == self.input.len() && self.ended;
        Ok(if at { EndOfStream::At } else { EndOfStream::Not })
    }

    /// Moves to a position that the stream had before.
    pub fn set_position(&mut self, to: Position) -> io::Result<()> {
        if self.is_output() {
            self.flush()?;
        }
        self.device.seek(to.byte)?;
        self.input.clear();
        self.next = 0;
        self.ended = false;
        self.past = false;
        self.position = to;
        Ok(())
    }

    /// Ends the stream at the current position; what comes after it is lost.
    pub fn end_here(&mut self) -> io::Result<()> {
        self.flush()?;
        self.device.truncate(self.position.byte)
    }

    /// Returns the size of the device in bytes, if known.
    pub fn size(&mut self) -> Option<u64> {
        self.device.size()
    }

    /// Skips a byte order mark at the start and sets the encoding accordingly; returns whether there is one.
    pub fn skip_mark(&mut self) -> io::Result<bool> {
        if self.position.byte != 0 {
            return Ok(false);
        }
        while self.input.len() < 4 && !self.ended {
            self.fill()?;
        }
        if let Some((encoding, bytes)) = Encoding::marked(&self.input) {
            self.encoding = encoding;
            self.next = bytes;
            self.position.byte = bytes as u64;
            self.marked = true;
        }
        Ok(self.marked)
    }

    /// Returns the encoding of what is read as text: on a binary stream each byte is a character.
    pub(super) fn decoding(&self) -> Encoding {
        if self.text { self.encoding } else { Encoding::Octet }
    }

    /// Returns the next character and its length in bytes.
    #[inline]
    pub(super) fn look(&mut self) -> io::Result<Option<(char, usize)>> {
        if let Some(&byte) = self.input.get(self.next)
            && byte < 0x80
            && self.encoding.is_narrow()
        {
            return Ok(Some((byte as char, 1)));
        }
        while self.have_input()? {
            if let Some((c, bytes)) = decode(&self.input[self.next..], self.decoding(), self.ended) {
                if c == char::REPLACEMENT_CHARACTER
                    && self.decoding() == Encoding::Utf8
                    && &self.input[self.next..self.next + bytes] != "\u{fffd}".as_bytes()
                {
                    self.invalid.get_or_insert(self.position);
                }
                return Ok(Some((c, bytes)));
            }
            self.fill()?;
        }
        Ok(None)
    }

    /// Fills the buffer if it is empty; returns false at the end.
    pub(super) fn have_input(&mut self) -> io::Result<bool> {
        if self.next < self.input.len() {
            return Ok(true);
        }
        if self.past {
            match self.eof_action {
                EofAction::Error => return Err(io::ErrorKind::UnexpectedEof.into()),
                EofAction::EofCode => return Ok(false),
                EofAction::Reset => {
                    self.past = false;
                    self.ended = false;
                }
            }
        }
        if !self.ended {
            self.fill()?;
        }
        Ok(self.next < self.input.len())
    }

    /// Reads more from the device.
    fn fill(&mut self) -> io::Result<()> {
        self.input.drain(..self.next);
        self.next = 0;
        let start = self.input.len();
        let chunk = self.device.left().map_or(CHUNK, |left| left.min(CHUNK));
        let room = if start == 0 {
            self.input.try_reserve_exact(chunk)
        } else {
            self.input.try_reserve(chunk)
        };
        room.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        self.input.resize(start + chunk, 0);
        let count = self.device.read(&mut self.input[start..]);
        let read = *count.as_ref().unwrap_or(&0);
        self.input.truncate(start + read);
        self.ended = count? == 0;
        if let Some(recorder) = &self.recorder {
            recorder.write(&self.input[start..]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::device::{HostInput, MemoryInput};

    fn over(bytes: &[u8]) -> Stream {
        Stream::new(Box::new(MemoryInput::new(bytes.to_vec())), StreamMode::Read)
    }

    /// A device that returns one byte at a time.
    fn drop_by_drop(text: &'static str) -> Stream {
        let mut rest = text.as_bytes();
        let read = move |buffer: &mut [u8]| {
            let count = rest.len().min(1);
            buffer[..count].copy_from_slice(&rest[..count]);
            rest = &rest[count..];
            Ok(count)
        };
        Stream::new(Box::new(HostInput(Box::new(read))), StreamMode::Read)
    }

    #[test]
    fn characters_are_decoded_across_reads() {
        let mut s = drop_by_drop("aé😀");
        assert_eq!(s.peek_text(9).expect("memory can be read"), "aé😀");
        assert_eq!(s.get_char().expect("memory"), Some('a'));
        assert_eq!(s.peek_char().expect("memory"), Some('é'));
        assert_eq!(s.get_char().expect("memory"), Some('é'));
        assert_eq!(s.get_char().expect("memory"), Some('😀'));
        assert_eq!(
            s.position(),
            Position {
                byte: 7,
                char: 3,
                line: 1,
                column: 3
            }
        );
        assert_eq!(s.end_of_stream(true).expect("memory"), EndOfStream::At);
        assert_eq!(s.get_char().expect("memory"), None);
        assert_eq!(s.end_of_stream(true).expect("memory"), EndOfStream::Past);
    }

    #[test]
    fn invalid_bytes_are_replaced_and_noted() {
        let mut s = over(b"a\xff\xe2\x82b\xe2\x82");
        let mut text = String::new();
        assert!(!s.read_rest(&mut text, usize::MAX).expect("memory"));
        assert_eq!(text, "a\u{fffd}\u{fffd}b\u{fffd}");
        assert_eq!(s.invalid.map(|p| (p.byte, p.column)), Some((1, 1)));
        assert_eq!(s.position().byte, 7);
    }

    #[test]
    fn the_end_is_met_as_the_stream_says() {
        let mut s = over(b"");
        s.eof_action = EofAction::Error;
        assert_eq!(s.peek_char().expect("memory"), None);
        assert_eq!(s.get_char().expect("memory"), None);
        assert_eq!(
            s.get_char().expect_err("past the end").kind(),
            io::ErrorKind::UnexpectedEof
        );
        let mut left = vec![Some(b'a'), None, Some(b'b')].into_iter();
        let read = move |buffer: &mut [u8]| Ok(left.next().flatten().map_or(0, |b| (buffer[0] = b, 1).1));
        let mut s = Stream::new(Box::new(HostInput(Box::new(read))), StreamMode::Read);
        s.eof_action = EofAction::Reset;
        let all: Vec<_> = (0..4).map(|_| s.get_char().expect("memory")).collect();
        assert_eq!(all, [Some('a'), None, Some('b'), None]);
    }

    #[test]
    fn clause_text_stops_after_the_end() {
        let mut s = drop_by_drop(" \n a :-\n b. c.\nd");
        let mut end = |piece: &str| piece.find('.').map(|i| i + 1);
        let mut read = |s: &mut Stream| {
            let mut text = String::new();
            let piece = s.read_clause_text(&mut text, usize::MAX, &mut end).expect("memory");
            (piece, text)
        };
        while s.skip_layout(1).expect("memory") {}
        assert_eq!(read(&mut s), (StreamPiece::Whole, "a :-\n b.".to_owned()));
        assert_eq!(s.position().line, 3);
        assert_eq!(s.peek_char().expect("memory"), Some(' '));
        assert_eq!(read(&mut s), (StreamPiece::Whole, " c.".to_owned()));
        assert_eq!(read(&mut s), (StreamPiece::Whole, "\nd".to_owned()));
        assert_eq!(read(&mut s), (StreamPiece::Nothing, String::new()));
        assert_eq!(s.end_of_stream(false).expect("memory"), EndOfStream::Past);
    }

    #[test]
    fn a_long_clause_comes_in_parts() {
        let mut s = over(&[b'a'; 100_000]);
        let mut text = String::new();
        let mut read = |text: &mut String| s.read_clause_text(text, 1000, |_| None).expect("memory");
        assert_eq!(read(&mut text), StreamPiece::Part);
        assert!((1000..50_000).contains(&text.len()));
        while read(&mut text) == StreamPiece::Part {}
        assert_eq!(text.len(), 100_000);
        assert_eq!(read(&mut String::new()), StreamPiece::Nothing);
    }

    #[test]
    fn lines_and_positions() {
        let mut s = over("ä\nb\n\nlast".as_bytes());
        let mut line = String::new();
        assert_eq!(s.read_line(&mut line, usize::MAX).expect("memory"), StreamPiece::Whole);
        assert_eq!(line, "ä\n");
        let here = s.position();
        let mut rest = String::new();
        s.read_rest(&mut rest, usize::MAX).expect("memory");
        assert_eq!(rest, "b\n\nlast");
        assert_eq!(s.position().line, 4);
        s.set_position(here).expect("memory can seek");
        assert_eq!(s.get_char().expect("memory"), Some('b'));
    }

    #[test]
    fn latin_1_is_a_byte_a_character() {
        let mut s = over(b"\xe4\n");
        s.encoding = Encoding::Latin1;
        let mut line = String::new();
        assert_eq!(s.read_line(&mut line, usize::MAX).expect("memory"), StreamPiece::Whole);
        assert_eq!(line, "ä\n");
        assert_eq!(s.position().byte, 2);
    }
}
