//! Writing to a stream: encoding, buffering, and the column.

use std::io;

use super::encoding::{Encoding, encode};
use super::stream::{Buffering, Stream};

/// Bytes that a buffer collects before they go to the device.
const CAPACITY: usize = 16 * 1024;

impl Stream {
    /// Writes a text.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        match self.encoding {
            Encoding::Utf8 => self.output.extend_from_slice(text.as_bytes()),
            other => encode(&mut self.output, text, other),
        }
        if self.encoding == Encoding::Utf8 {
            self.position.pass_text(text);
        } else {
            for c in text.chars() {
                self.position.pass(c, self.encoding.width(c));
            }
        }
        self.flush_if_due(self.buffering == Buffering::Line && text.contains('\n'))
    }

    /// Writes an ASCII character to a text stream, if that takes no more than appending it to the buffer.
    #[inline]
    pub fn quick_put(&mut self, c: char) -> bool {
        let fits = c.is_ascii()
            && self.output.len() < self.output.capacity().min(CAPACITY - 1)
            && self.text
            && self.encoding.is_narrow()
            && self.buffering == Buffering::Full
            && self.is_output();
        if fits {
            self.output.push(c as u8);
            self.position.pass(c, 1);
        }
        fits
    }

    /// Writes a character.
    pub fn write_char(&mut self, c: char) -> io::Result<()> {
        self.write_text(c.encode_utf8(&mut [0; 4]))
    }

    /// Writes a byte.
    pub fn write_byte(&mut self, byte: u8) -> io::Result<()> {
        self.output.push(byte);
        self.position.pass_byte(byte);
        self.flush_if_due(byte == b'\n')
    }

    /// Writes bytes.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.extend_from_slice(bytes);
        self.position.pass_bytes(bytes);
        self.flush_if_due(bytes.contains(&b'\n'))
    }

    /// Begins a text with the byte order mark of its encoding, which does not count as a character.
    pub fn write_mark(&mut self) -> io::Result<()> {
        let mark = self.encoding.mark();
        self.output.extend_from_slice(&mark);
        self.position.byte += mark.len() as u64;
        self.marked = true;
        self.flush_if_due(false)
    }

    /// Moves to the end of the device, so that positions count from the start of the file.
    pub fn go_to_end(&mut self) -> io::Result<()> {
        let size = self.device.size().unwrap_or(0);
        (self.position.byte, self.position.char) = (size, size);
        self.device.seek(size)
    }

    /// Returns the column, counted from 0.
    pub fn column(&self) -> u64 {
        self.position.column
    }

    /// Sets the column, for instance after the terminal's own echo.
    pub fn set_column(&mut self, column: u64) {
        self.position.column = column;
    }

    /// Whether there is buffered output.
    pub fn has_output(&self) -> bool {
        !self.output.is_empty()
    }

    /// Writes all buffered output to the device.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.output.is_empty() {
            return if self.is_output() { self.device.flush() } else { Ok(()) };
        }
        let written = self.device.write(&self.output);
        if let Some(recorder) = &self.recorder {
            recorder.write(&self.output);
        }
        // Unwritten bytes are dropped: retrying for ever would make the stream unusable.
        self.output.clear();
        written?;
        self.device.flush()
    }

    /// Takes the text written to a memory output so far.
    pub fn take_text(&mut self) -> io::Result<String> {
        if !self.output.is_empty() {
            let written = self.device.write(&self.output);
            self.output.clear();
            written?;
        }
        let bytes = self.device.take_memory().unwrap_or_default();
        Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    fn flush_if_due(&mut self, line: bool) -> io::Result<()> {
        let now = match self.buffering {
            Buffering::None => true,
            Buffering::Line => line || self.output.len() >= CAPACITY,
            Buffering::Full => self.output.len() >= CAPACITY,
        };
        if now { self.flush() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::device::{HostOutput, MemoryOutput};
    use super::super::stream::StreamMode;
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn memory_keeps_what_was_written() {
        let mut s = Stream::new(Box::new(MemoryOutput::default()), StreamMode::Write);
        s.write_text("aé\n\tb").expect("memory takes all");
        assert_eq!(s.column(), 9);
        assert!(s.bytes() >= 6);
        assert_eq!(s.take_text().expect("memory"), "aé\n\tb");
        assert_eq!(s.take_text().expect("memory"), "");
    }

    #[test]
    fn narrow_encodings_escape() {
        let mut s = Stream::new(Box::new(MemoryOutput::default()), StreamMode::Write);
        s.encoding = Encoding::Ascii;
        s.write_text("aé€").expect("memory");
        assert_eq!(s.take_text().expect("memory"), "a\\xe9\\\\x20ac\\");
    }

    #[test]
    fn lines_go_out_at_once_and_errors_are_values() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&seen);
        let write = move |bytes: &[u8]| {
            let mut seen = sink.lock().expect("no other thread");
            if seen.len() >= 2 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            seen.extend_from_slice(bytes);
            Ok(())
        };
        let mut s = Stream::new(Box::new(HostOutput(Box::new(write))), StreamMode::Write);
        s.buffering = Buffering::Line;
        s.write_text("a").expect("buffered");
        assert!(seen.lock().expect("no other thread").is_empty());
        s.write_text("\n").expect("written");
        assert_eq!(*seen.lock().expect("no other thread"), b"a\n");
        assert_eq!(
            s.write_text("b\n").expect_err("closed").kind(),
            io::ErrorKind::BrokenPipe
        );
        s.flush().expect("nothing is left to write");
    }
}
