//! Streams over other streams: a filter changes the bytes between them, such as compression, or looks at them.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::device::{Device, Nothing};
use super::stream::{Stream, StreamMode};
use super::table::{StreamId, StreamTable};
use crate::base::watch::Watch;

/// A change of the bytes between two streams.
pub trait Filter: Send {
    /// Takes bytes, and appends to `out` what becomes of them. Returns how many were taken; none if the filter has come
    /// to its end, after which the rest belongs to the stream below.
    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<usize>;

    /// Appends what is left when there are no more bytes.
    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()>;

    /// Returns the bytes of memory that it takes.
    fn bytes(&self) -> usize {
        0
    }

    /// Returns the digest of the bytes so far, if it makes one.
    fn digest(&self) -> Option<Vec<u8>> {
        None
    }
}

/// The device below, with bytes that were read from it and not used.
struct Lower {
    device: Box<dyn Device>,
    ahead: Vec<u8>,
}

/// A device of two streams: the one above and the one that was there before.
#[derive(Clone)]
struct Below(Arc<Mutex<Lower>>);

impl Below {
    fn lower(&self) -> MutexGuard<'_, Lower> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Device for Below {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut lower = self.lower();
        if lower.ahead.is_empty() {
            return lower.device.read(buffer);
        }
        let count = lower.ahead.len().min(buffer.len());
        buffer[..count].copy_from_slice(&lower.ahead[..count]);
        lower.ahead.drain(..count);
        Ok(count)
    }
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.lower().device.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.lower().device.flush()
    }
    fn finish(&mut self) -> io::Result<()> {
        self.lower().device.finish()
    }
    fn take_memory(&mut self) -> Option<Vec<u8>> {
        self.lower().device.take_memory()
    }
    fn bytes(&self) -> usize {
        let lower = self.lower();
        lower.ahead.capacity() + lower.device.bytes()
    }
    fn is_terminal(&self) -> bool {
        self.lower().device.is_terminal()
    }
    fn may_wait(&self) -> bool {
        self.lower().device.may_wait()
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.lower().device.set_watch(watch);
    }
}

/// Bytes that are read from below at once. What becomes of them is read before the next.
const CHUNK: usize = 1024;

/// A filter over a device.
struct Filtered {
    filter: Box<dyn Filter>,
    below: Below,
    /// Whether the device below ends with this one.
    owns: bool,
    /// The bytes that have been read, from `next` on, or are to be written.
    ready: Vec<u8>,
    next: usize,
    ended: bool,
    watch: Option<Arc<Watch>>,
}

impl Filtered {
    /// Reads from below once; sets `ended` at the end.
    fn fill(&mut self) -> io::Result<()> {
        let mut chunk = [0; CHUNK];
        let count = self.below.read(&mut chunk)?;
        if count == 0 {
            self.ended = true;
            return self.filter.finish(&mut self.ready);
        }
        let mut rest = &chunk[..count];
        while !rest.is_empty() {
            let taken = self.filter.pass(rest, &mut self.ready)?;
            if taken == 0 {
                self.ended = true;
                let mut lower = self.below.lower();
                lower.ahead.splice(..0, rest.iter().copied());
                return Ok(());
            }
            rest = &rest[taken.min(rest.len())..];
        }
        Ok(())
    }

    fn write_ready(&mut self) -> io::Result<()> {
        let written = match self.ready.is_empty() {
            true => Ok(()),
            false => self.below.write(&self.ready),
        };
        self.ready.clear();
        written
    }
}

impl Device for Filtered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.next == self.ready.len() && !self.ended {
            if self.watch.as_ref().is_some_and(|watch| watch.gives_up()) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            self.ready.clear();
            self.next = 0;
            self.fill()?;
        }
        let rest = &self.ready[self.next..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.next += count;
        Ok(count)
    }
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = self.filter.pass(rest, &mut self.ready)?;
            if taken == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            rest = &rest[taken.min(rest.len())..];
        }
        self.write_ready()
    }
    fn flush(&mut self) -> io::Result<()> {
        self.below.flush()
    }
    fn finish(&mut self) -> io::Result<()> {
        self.filter.finish(&mut self.ready)?;
        self.write_ready()?;
        self.below.flush()?;
        if self.owns { self.below.finish() } else { Ok(()) }
    }
    fn bytes(&self) -> usize {
        let below = if self.owns { self.below.bytes() } else { 0 };
        self.ready.capacity() + self.filter.bytes() + below
    }
    fn may_wait(&self) -> bool {
        self.below.may_wait()
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
        self.below.set_watch(watch);
    }
    fn digest(&self) -> Option<Vec<u8>> {
        self.filter.digest()
    }
}

impl Stream {
    /// Returns the digest of the bytes that have passed, if the stream makes one.
    pub fn digest(&self) -> Option<Vec<u8>> {
        self.device.digest()
    }

    /// Splits the device off, with what was read ahead.
    fn split(&mut self) -> Below {
        let device = std::mem::replace(&mut self.device, Box::new(Nothing));
        let ahead = self.input.split_off(self.next.min(self.input.len()));
        self.input.clear();
        self.next = 0;
        Below(Arc::new(Mutex::new(Lower { device, ahead })))
    }
}

impl StreamTable {
    /// Adds the pair of two streams, which closes both.
    pub fn add_pair(&mut self, input: StreamId, output: StreamId) -> StreamId {
        let mut pair = Stream::new(Box::new(Nothing), StreamMode::Read);
        pair.pair = Some((input, output));
        self.add(pair)
    }

    /// Closes a pair, and those of its streams that are open.
    pub(super) fn close_pair(&mut self, id: StreamId, (input, output): (StreamId, StreamId)) -> io::Result<()> {
        let written = self.close(output);
        let read = self.close(input);
        self.forget(id);
        written.and(read)
    }

    /// Adds a stream that reads or writes through a filter; `None` if the one below is not open. That one stays open if
    /// it is to be kept, or else is no longer there, and ends with the new one.
    ///
    /// # Errors
    /// If what the stream below has buffered cannot be written.
    pub fn add_filter(&mut self, id: StreamId, filter: Box<dyn Filter>, keep: bool) -> io::Result<Option<StreamId>> {
        let Some(stream) = self.get_mut(id) else {
            return Ok(None);
        };
        if stream.is_output() {
            stream.flush()?;
        }
        let below = stream.split();
        let mode = if stream.is_output() {
            StreamMode::Write
        } else {
            StreamMode::Read
        };
        let (text, encoding, file_name) = (stream.text, stream.encoding, stream.file_name.clone());
        if keep {
            stream.device = Box::new(below.clone());
        } else {
            self.forget(id);
        }
        let mut stream = Stream::new(
            Box::new(Filtered {
                filter,
                below,
                owns: !keep,
                ready: Vec::new(),
                next: 0,
                ended: false,
                watch: None,
            }),
            mode,
        );
        (stream.text, stream.encoding, stream.file_name) = (text, encoding, file_name);
        Ok(Some(self.add(stream)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::device::{MemoryInput, MemoryOutput};

    /// Doubles each byte, and ends before a `.`.
    struct Double;

    impl Filter for Double {
        fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<usize> {
            let end = bytes.iter().position(|&b| b == b'.').unwrap_or(bytes.len());
            out.extend(bytes[..end].iter().flat_map(|&b| [b, b]));
            Ok(end)
        }
        fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
            out.push(b'!');
            Ok(())
        }
    }

    #[test]
    fn what_a_filter_does_not_take_is_left() {
        let mut table = StreamTable::closed();
        let device = MemoryInput::new(b"xab.cd".to_vec());
        let below = table.add(Stream::new(Box::new(device), StreamMode::Read));
        let stream = table.get_mut(below).expect("it is open");
        assert_eq!(stream.get_char().expect("memory"), Some('x'));
        let above = table
            .add_filter(below, Box::new(Double), true)
            .expect("no output")
            .expect("open");
        let mut text = String::new();
        let stream = table.get_mut(above).expect("it is open");
        stream.read_rest(&mut text, usize::MAX).expect("memory");
        assert_eq!(text, "aabb");
        table.close(above).expect("no output");
        let stream = table.get_mut(below).expect("it is open");
        text.clear();
        stream.read_rest(&mut text, usize::MAX).expect("memory");
        assert_eq!(text, ".cd");
    }

    #[test]
    fn the_end_is_written_when_the_stream_closes() {
        let mut table = StreamTable::closed();
        let below = table.add(Stream::new(Box::new(MemoryOutput::default()), StreamMode::Write));
        table.get_mut(below).expect("open").write_text("x").expect("memory");
        let above = table
            .add_filter(below, Box::new(Double), true)
            .expect("memory")
            .expect("open");
        table.get_mut(above).expect("open").write_text("ab").expect("memory");
        table.close(above).expect("memory");
        assert_eq!(
            table.get_mut(below).expect("open").take_text().expect("memory"),
            "xaabb!"
        );
        let above = table
            .add_filter(below, Box::new(Double), false)
            .expect("memory")
            .expect("open");
        assert!(table.get(below).is_none() && table.get(above).is_some());
    }
}
