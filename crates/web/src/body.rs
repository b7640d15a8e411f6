//! Bodies of HTTP messages as they are read: of a known length, in chunks, or up to the end of the connection.

use std::io;

use ferz_engine::native::streams::Device;

use crate::message::Length;

/// The longest line with the length of a chunk, with what is told about it.
pub(crate) const LONGEST_LINE: usize = 4096;
/// The bytes of a body that nobody has read which are read for the sake of keeping the connection.
const SKIPPED: u64 = 64 << 10;

/// Where the reading of a body in chunks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chunk {
    /// Before the length of a chunk.
    Length,
    /// Within a chunk, with so many bytes left.
    Inside(u64),
    /// Behind the bytes of a chunk.
    End,
    /// Behind the last chunk.
    Trailer,
}

/// How much of a body is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyLeft {
    Bytes(u64),
    Chunks(Chunk),
    ToEnd,
    Nothing,
}

/// A body.
pub(crate) struct MessageBody {
    /// The bytes that came already.
    ahead: Vec<u8>,
    next: usize,
    left: BodyLeft,
    /// The bytes that it may have.
    room: u64,
}

impl MessageBody {
    /// Begins to read a body, the first bytes of which came already, of at most so many bytes.
    pub(crate) fn new(length: Length, ahead: Vec<u8>, room: u64) -> MessageBody {
        let left = match length {
            Length::Known(0) => BodyLeft::Nothing,
            Length::Known(length) => BodyLeft::Bytes(length),
            Length::Chunked => BodyLeft::Chunks(Chunk::Length),
            Length::ToEnd => BodyLeft::ToEnd,
        };
        MessageBody {
            ahead,
            next: 0,
            left,
            room,
        }
    }

    /// Reads the next part; nothing at the end.
    pub(crate) fn read(&mut self, connection: &mut dyn Device, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let count = match self.left {
            BodyLeft::Nothing => return Ok(0),
            BodyLeft::Bytes(left) => {
                let count = self.take(connection, buffer, left)?;
                if count == 0 {
                    return Err(early_end());
                }
                self.left = match left - count as u64 {
                    0 => BodyLeft::Nothing,
                    left => BodyLeft::Bytes(left),
                };
                count
            }
            BodyLeft::ToEnd => self.take(connection, buffer, u64::MAX)?,
            BodyLeft::Chunks(_) => self.read_chunk(connection, buffer)?,
        };
        self.room = self.room.checked_sub(count as u64).ok_or_else(|| {
            self.left = BodyLeft::ToEnd;
            io::Error::new(io::ErrorKind::InvalidData, "the body is too large")
        })?;
        Ok(count)
    }

    /// Reads at most so many bytes, of what came already first.
    fn take(&mut self, connection: &mut dyn Device, buffer: &mut [u8], most: u64) -> io::Result<usize> {
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(buffer.len());
        if self.next < self.ahead.len() {
            let count = most.min(self.ahead.len() - self.next);
            buffer[..count].copy_from_slice(&self.ahead[self.next..self.next + count]);
            self.next += count;
            return Ok(count);
        }
        connection.read(&mut buffer[..most])
    }

    /// Reads the next part of a body in chunks. RFC 9112, 7.1.
    fn read_chunk(&mut self, connection: &mut dyn Device, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let BodyLeft::Chunks(state) = self.left else {
                return Ok(0);
            };
            let state = match state {
                Chunk::Inside(left) => {
                    let count = self.take(connection, buffer, left)?;
                    if count == 0 {
                        return Err(early_end());
                    }
                    let left = left - count as u64;
                    self.left = BodyLeft::Chunks(if left == 0 { Chunk::End } else { Chunk::Inside(left) });
                    return Ok(count);
                }
                Chunk::Length => {
                    let line = self.line(connection)?;
                    let digits = line.split([';', ' ', '\t']).next().unwrap_or_default();
                    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                    match u64::from_str_radix(digits, 16) {
                        Ok(0) if is_number => Chunk::Trailer,
                        Ok(length) if is_number => Chunk::Inside(length),
                        _ => return Err(malformed()),
                    }
                }
                Chunk::End => match self.line(connection)?.is_empty() {
                    true => Chunk::Length,
                    false => return Err(malformed()),
                },
                Chunk::Trailer => {
                    if self.line(connection)?.is_empty() {
                        self.left = BodyLeft::Nothing;
                        return Ok(0);
                    }
                    Chunk::Trailer
                }
            };
            self.left = BodyLeft::Chunks(state);
        }
    }

    /// Reads a line, without its end.
    fn line(&mut self, connection: &mut dyn Device) -> io::Result<String> {
        let mut line = Vec::new();
        loop {
            let mut byte = [0];
            if self.next == self.ahead.len() {
                // Some bytes at a time.
                let mut chunk = [0; 1024];
                let count = connection.read(&mut chunk)?;
                self.ahead = chunk[..count].to_vec();
                self.next = 0;
            }
            match self.take(connection, &mut byte, 1)? {
                0 => return Err(early_end()),
                _ if byte[0] == b'\n' => break,
                _ if line.len() >= LONGEST_LINE => return Err(malformed()),
                _ => line.push(byte[0]),
            }
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        String::from_utf8(line).map_err(|_| malformed())
    }

    /// Skips what is left, if it came already and is short. Returns whether the connection can be used further.
    pub(crate) fn skip(&mut self) -> bool {
        match self.left {
            BodyLeft::Nothing => true,
            BodyLeft::Bytes(left) if left <= SKIPPED => {
                let here = (self.ahead.len() - self.next) as u64;
                if here < left {
                    return false;
                }
                self.next += left as usize;
                self.left = BodyLeft::Nothing;
                true
            }
            BodyLeft::Bytes(_) | BodyLeft::ToEnd => false,
            BodyLeft::Chunks(_) => {
                let mut room = SKIPPED;
                let mut sink = [0; 1024];
                let mut nothing = NoMore;
                while let Ok(count) = self.read(&mut nothing, &mut sink) {
                    if count == 0 {
                        return self.left == BodyLeft::Nothing;
                    }
                    room = room.saturating_sub(count as u64);
                    if room == 0 {
                        return false;
                    }
                }
                false
            }
        }
    }

    /// Returns the bytes of memory that it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.ahead.capacity()
    }

    /// Returns the bytes that came and were not read.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.ahead[self.next..]
    }

    /// Takes the bytes that came behind the body.
    pub(crate) fn take_rest(&mut self) -> Vec<u8> {
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.drain(..self.next.min(ahead.len()));
        self.next = 0;
        ahead
    }
}

/// A connection that has nothing more.
struct NoMore;

impl Device for NoMore {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

fn early_end() -> io::Error {
    io::Error::new(
        io::ErrorKind::ConnectionAborted,
        "the connection ended within a message",
    )
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the body is malformed")
}
