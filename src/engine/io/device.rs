//! Devices of streams: a file, a standard stream of the process, memory, or a function of the host.

use std::any::Any;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::Arc;
use std::time::Duration;

use super::wait;
use crate::base::watch::Watch;

/// A source or sink of bytes. Each method reports failure as a value; none may panic.
pub trait Device: Send {
    /// Reads bytes into `buffer` and returns their number; 0 at the end.
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Writes all of `bytes`.
    fn write(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Flushes the device's own buffers.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Ends the output: called once, when the stream closes.
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Returns the digest of the bytes that have passed, if it makes one.
    fn digest(&self) -> Option<Vec<u8>> {
        None
    }

    /// Seeks to a byte offset.
    fn seek(&mut self, _offset: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Ends the file at a byte offset.
    fn truncate(&mut self, _offset: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the size in bytes, if known.
    fn size(&mut self) -> Option<u64> {
        None
    }

    /// Whether it can seek.
    fn can_seek(&self) -> bool {
        false
    }

    /// Whether it is a terminal.
    fn is_terminal(&self) -> bool {
        false
    }

    /// Whether reading may block.
    fn may_wait(&self) -> bool {
        true
    }

    /// Whether reading returns at once; true if that is unknown.
    fn is_ready(&self) -> bool {
        true
    }

    /// Returns the number of bytes left to read, if known without blocking.
    fn left(&self) -> Option<usize> {
        None
    }

    /// Takes the bytes written so far from a memory output.
    fn take_memory(&mut self) -> Option<Vec<u8>> {
        None
    }

    /// Returns the bytes of memory that it holds.
    fn bytes(&self) -> usize {
        0
    }

    /// Returns the file under it, for another process.
    fn file(&self) -> Option<File> {
        None
    }

    /// Sets the watch that the device polls while it waits.
    fn set_watch(&mut self, _watch: &Arc<Watch>) {}

    /// Sets how long a read or a write may wait before it is an error of the kind `TimedOut`; `None` for no end. A device
    /// that never waits for others need not know.
    fn set_timeout(&mut self, _timeout: Option<Duration>) {}

    /// Waits for one key of a terminal and returns its character, without showing it; `None` at the end.
    fn key(&mut self) -> io::Result<Option<char>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns what it stands on, for the package that has made it.
    fn value(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }

    /// Returns another device that writes to the same, if this one is made for that.
    fn common(&self) -> Option<Box<dyn Device>> {
        None
    }

    /// Returns the keyboard part of a device that is a terminal for input.
    fn keyboard(&mut self) -> Option<&mut TerminalInput> {
        None
    }
}

/// The state of a terminal for input: the prompts, and the input that was typed before it was asked for.
#[derive(Default)]
pub struct TerminalInput {
    /// Shown before the next line.
    pub prompt: String,
    /// Shown before each line after that.
    pub again: String,
    /// Input that the host has read from the terminal, which comes first. It has not been shown yet.
    pub ahead: Vec<u8>,
    /// Where the cursor is since the terminal was last read: at the beginning of a line if the user has ended one.
    pub column: Option<u64>,
}

impl TerminalInput {
    /// Takes the first line of the input that came before it was asked for, and shows it on `screen`, after the prompt.
    fn take_ahead(&mut self, buffer: &mut [u8], screen: &mut dyn io::Write) -> io::Result<usize> {
        let line = self.ahead.iter().position(|&byte| matches!(byte, b'\n' | b'\r'));
        let length = line.map_or(self.ahead.len(), |end| end + 1).min(buffer.len());
        let taken = &mut buffer[..length];
        taken.copy_from_slice(&self.ahead[..length]);
        self.ahead.drain(..length);
        if let Some(last @ b'\r') = taken.last_mut() {
            *last = b'\n';
        }
        self.show_prompt(screen)?;
        screen.write_all(taken)?;
        screen.flush()?;
        self.note(taken);
        Ok(length)
    }

    /// Takes the first character of the input that came before it was asked for.
    fn take_char(&mut self) -> Option<char> {
        let most = self.ahead.len().min(4);
        let length = (1..=most).find(|&length| str::from_utf8(&self.ahead[..length]).is_ok());
        let bytes: Vec<u8> = self.ahead.drain(..length.unwrap_or(most.min(1))).collect();
        String::from_utf8_lossy(&bytes).chars().next()
    }

    /// Notes where the cursor is when these bytes were typed.
    fn note(&mut self, bytes: &[u8]) {
        if bytes.ends_with(b"\n") {
            self.column = Some(0);
        }
    }

    fn show_prompt(&mut self, screen: &mut dyn io::Write) -> io::Result<()> {
        let prompt = std::mem::replace(&mut self.prompt, self.again.clone());
        // The end of the input, or Ctrl-C, leaves the cursor behind it.
        self.column = Some(1);
        screen.write_all(prompt.as_bytes())?;
        screen.flush()
    }
}

/// A file.
pub struct FileDevice {
    file: File,
    regular: bool,
    watch: Option<Arc<Watch>>,
}

impl FileDevice {
    /// Makes the device of an open file.
    pub fn new(file: File) -> FileDevice {
        let regular = file.metadata().is_ok_and(|data| data.is_file());
        FileDevice {
            file,
            regular,
            watch: None,
        }
    }
}

impl Device for FileDevice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.regular {
            return retry(|| self.file.read(buffer));
        }
        loop {
            wait::readable(&self.file, self.watch.as_deref())?;
            match retry(|| self.file.read(buffer)) {
                // Another process has read the input first.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return done,
            }
        }
    }
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.regular {
            return self.file.write_all(bytes);
        }
        wait::write_all(&self.file, bytes, self.watch.as_deref())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(offset)).map(|_| ())
    }
    fn truncate(&mut self, offset: u64) -> io::Result<()> {
        if !self.regular {
            return Err(io::ErrorKind::Unsupported.into());
        }
        self.file.set_len(offset)
    }
    fn size(&mut self) -> Option<u64> {
        self.file.metadata().ok().map(|data| data.len())
    }
    fn can_seek(&self) -> bool {
        self.regular
    }
    fn is_terminal(&self) -> bool {
        self.file.is_terminal()
    }
    fn may_wait(&self) -> bool {
        !self.regular
    }
    fn is_ready(&self) -> bool {
        self.regular || wait::is_ready(&self.file)
    }
    fn file(&self) -> Option<File> {
        self.file.try_clone().ok()
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
    }
}

/// Retries reads that were interrupted by a signal.
fn retry(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// The standard input of the process.
///
/// It is waited for in slices, where that is possible; input that the host has buffered through [`std::io::stdin`] and
/// not used is then seen only when more arrives.
pub struct StandardInput {
    watch: Option<Arc<Watch>>,
    /// Present if it is a terminal.
    keyboard: Option<TerminalInput>,
}

impl Default for StandardInput {
    fn default() -> StandardInput {
        StandardInput {
            watch: None,
            keyboard: io::stdin().is_terminal().then(TerminalInput::default),
        }
    }
}

impl StandardInput {
    fn read_device(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut input = io::stdin().lock();
        loop {
            wait::readable(io::stdin(), self.watch.as_deref())?;
            match retry(|| input.read(buffer)) {
                // The descriptor is non-blocking; another process may have set that.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return done,
            }
        }
    }
}

impl Device for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(keyboard) = &mut self.keyboard {
            if !keyboard.ahead.is_empty() {
                return keyboard.take_ahead(buffer, &mut io::stdout().lock());
            }
            // Reading goes on if the prompt cannot be shown.
            let _shown = keyboard.show_prompt(&mut io::stdout().lock());
        }
        let count = self.read_device(buffer)?;
        if let Some(keyboard) = &mut self.keyboard {
            keyboard.note(&buffer[..count]);
        }
        Ok(count)
    }
    fn is_terminal(&self) -> bool {
        self.keyboard.is_some()
    }
    fn is_ready(&self) -> bool {
        let is_ahead = |keyboard: &TerminalInput| !keyboard.ahead.is_empty();
        self.keyboard.as_ref().is_some_and(is_ahead) || wait::is_ready(io::stdin())
    }
    fn key(&mut self) -> io::Result<Option<char>> {
        let ahead = self.keyboard.as_mut().and_then(|keyboard| keyboard.take_char());
        match ahead {
            Some(c) => Ok(Some(c)),
            None => wait::key(io::stdin(), self.watch.as_deref()),
        }
    }
    fn keyboard(&mut self) -> Option<&mut TerminalInput> {
        self.keyboard.as_mut()
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
    }
}

/// The standard output of the process.
pub struct StandardOutput {
    regular: bool,
    watch: Option<Arc<Watch>>,
}

impl Default for StandardOutput {
    fn default() -> StandardOutput {
        StandardOutput {
            regular: wait::is_regular(io::stdout()),
            watch: None,
        }
    }
}

impl Device for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.regular {
            out.write_all(bytes)?;
            return out.flush();
        }
        // Output that the host has buffered goes first.
        out.flush()?;
        wait::write_all(out, bytes, self.watch.as_deref())
    }
    fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
    }
}

/// The standard error of the process.
pub struct StandardError;

impl Device for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        io::stderr().write_all(bytes)
    }
    fn is_terminal(&self) -> bool {
        io::stderr().is_terminal()
    }
}

/// Bytes in memory as input.
pub struct MemoryInput {
    bytes: Vec<u8>,
    next: usize,
}

impl MemoryInput {
    /// Makes an input of these bytes.
    pub fn new(bytes: Vec<u8>) -> MemoryInput {
        MemoryInput { bytes, next: 0 }
    }
}

impl Device for MemoryInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.bytes[self.next..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.next += count;
        Ok(count)
    }
    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.next = self.bytes.len().min(usize::try_from(offset).unwrap_or(usize::MAX));
        Ok(())
    }
    fn size(&mut self) -> Option<u64> {
        Some(self.bytes.len() as u64)
    }
    fn left(&self) -> Option<usize> {
        Some(self.bytes.len() - self.next)
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn may_wait(&self) -> bool {
        false
    }
    fn bytes(&self) -> usize {
        self.bytes.capacity()
    }
}

/// Memory as output.
#[derive(Default)]
pub struct MemoryOutput {
    bytes: Vec<u8>,
}

impl Device for MemoryOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes
            .try_reserve(bytes.len())
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
    fn take_memory(&mut self) -> Option<Vec<u8>> {
        Some(std::mem::take(&mut self.bytes))
    }
    fn bytes(&self) -> usize {
        self.bytes.capacity()
    }
}

/// A host function that fills a buffer and returns the number of bytes; 0 at the end.
pub type ReadFunction = Box<dyn FnMut(&mut [u8]) -> io::Result<usize> + Send>;
/// A host function that takes bytes.
pub type WriteFunction = Box<dyn FnMut(&[u8]) -> io::Result<()> + Send>;

/// A host function as input.
pub struct HostInput(pub ReadFunction);

impl Device for HostInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A host that returns more than the room it was given must not cause a panic.
        let room = buffer.len();
        retry(|| (self.0)(buffer)).map(|count| count.min(room))
    }
}

/// A host function as output.
pub struct HostOutput(pub WriteFunction);

impl Device for HostOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        (self.0)(bytes)
    }
}

/// An empty input and discarding output.
pub struct Nothing;

impl Device for Nothing {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
    fn write(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn may_wait(&self) -> bool {
        false
    }
}
