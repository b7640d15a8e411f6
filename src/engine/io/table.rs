//! `StreamTable`: the open streams, their aliases, and the current ones.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::access::Access;
use super::children::Children;
use super::device::{Device, MemoryInput, MemoryOutput, Nothing};
use super::stream::{Buffering, EofAction, Stream, StreamMode};
use crate::base::atom::Atom;
use crate::base::known;
use crate::base::watch::Watch;

/// The number of a stream, never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StreamId(u32);

impl StreamId {
    /// Returns the id with this number, whether or not the stream is open.
    pub const fn new(number: u32) -> StreamId {
        StreamId(number)
    }

    /// Returns its number.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// The stream `user_input`.
pub const USER_INPUT: StreamId = StreamId(0);
/// The stream `user_output`.
pub const USER_OUTPUT: StreamId = StreamId(1);
/// The stream `user_error`.
pub const USER_ERROR: StreamId = StreamId(2);

/// Bytes of an open stream besides its buffers: the stream, its device, its table entry and its aliases.
pub const STREAM_BYTES: usize = size_of::<Stream>() + 256;

/// The prompt of a goal that reads, unless the program has set another.
const DEFAULT_PROMPT: &str = "|: ";

/// Closed streams are not removed from the table while there are fewer.
const MOST_EMPTY: usize = 16;

/// All streams of one engine.
pub struct StreamTable {
    /// Sorted by number: most programs have few. Closed streams stay as empty entries until there are many.
    streams: Vec<(StreamId, Option<Box<Stream>>)>,
    open: usize,
    /// The recorded bytes of all streams.
    bytes: usize,
    aliases: FxHashMap<Atom, StreamId>,
    next: u32,
    input: StreamId,
    pub(super) output: StreamId,
    pub(super) captures: Vec<Capture>,
    /// Whether a line of progress is on the terminal.
    progress: bool,
    watch: Option<Arc<Watch>>,
    /// The access granted to the engine.
    pub access: Access,
    /// The processes that it has started.
    pub children: Children,
    /// The prompt of a goal that reads a line from a terminal.
    pub prompt: String,
    /// Whether `user_error` was written after `user_output`.
    pub error_is_newest: bool,
}

/// A memory output that replaces the current output.
pub(super) struct Capture {
    stream: StreamId,
    pub(super) before: StreamId,
}

impl Default for StreamTable {
    fn default() -> StreamTable {
        StreamTable::closed()
    }
}

impl StreamTable {
    /// Makes a table whose standard streams are empty and discard output.
    pub fn closed() -> StreamTable {
        StreamTable::with_devices(Box::new(Nothing), Box::new(Nothing), Box::new(Nothing))
    }

    /// Makes a table with these standard streams.
    pub fn with_devices(input: Box<dyn Device>, output: Box<dyn Device>, error: Box<dyn Device>) -> StreamTable {
        let mut table = StreamTable {
            streams: Vec::new(),
            open: 0,
            bytes: 0,
            aliases: FxHashMap::default(),
            next: 0,
            input: USER_INPUT,
            output: USER_OUTPUT,
            captures: Vec::new(),
            progress: false,
            watch: None,
            access: Access::default(),
            children: Children::default(),
            prompt: DEFAULT_PROMPT.to_owned(),
            error_is_newest: false,
        };
        let mut standard = |device, mode, alias| {
            let mut stream = Stream::new(device, mode);
            stream.reposition = false;
            stream.eof_action = EofAction::Reset;
            let id = table.add(stream);
            table.aliases.insert(alias, id);
            id
        };
        standard(input, StreamMode::Read, known::USER_INPUT);
        standard(output, StreamMode::Append, known::USER_OUTPUT);
        let error = standard(error, StreamMode::Append, known::USER_ERROR);
        if let Some(stream) = table.get_mut(error) {
            stream.buffering = Buffering::None;
        }
        table
    }

    /// Replaces the device of a standard stream, after flushing the old one.
    pub fn set_device(&mut self, id: StreamId, device: Box<dyn Device>) -> io::Result<()> {
        let Some(old) = self.get_mut(id) else {
            return Ok(());
        };
        let flushed = old.flush();
        let mut new = Stream::new(device, old.mode());
        new.reposition = false;
        new.eof_action = old.eof_action;
        if id == USER_ERROR {
            new.buffering = Buffering::None;
        }
        new.noted = old.noted;
        new.recorder = old.recorder.take();
        *old = new;
        if let (Some(watch), Some(stream)) = (self.watch.clone(), self.get_mut(id)) {
            stream.device.set_watch(&watch);
        }
        flushed
    }

    /// Closes all streams but the standard ones, which begin anew on their devices, and takes back what the program has
    /// changed: aliases, the prompt, the environment. File names are relative to `directory`.
    pub fn reset(&mut self, directory: Option<PathBuf>) {
        self.abandon_captures(0);
        self.clear_progress();
        for id in self.ids() {
            // Errors of flushing are dropped.
            let _flushed = self.close(id);
        }
        self.aliases.clear();
        self.restore_standard();
        for id in [USER_INPUT, USER_OUTPUT, USER_ERROR] {
            if let Some(stream) = self.get_mut(id) {
                stream.eof_action = EofAction::Reset;
                let device = std::mem::replace(&mut stream.device, Box::new(Nothing));
                let _flushed = self.set_device(id, device);
            }
        }
        self.end_record();
        (self.input, self.output) = (USER_INPUT, USER_OUTPUT);
        self.prompt = DEFAULT_PROMPT.to_owned();
        self.access.reset(directory);
    }

    /// Sets the watch that blocking devices poll.
    pub fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
        for stream in self.streams.iter_mut().filter_map(|(_, stream)| stream.as_mut()) {
            stream.device.set_watch(watch);
        }
    }

    /// Returns the watch that blocking devices poll.
    pub fn watch(&self) -> Option<&Watch> {
        self.watch.as_deref()
    }

    /// Adds a stream.
    pub fn add(&mut self, mut stream: Stream) -> StreamId {
        if let Some(watch) = &self.watch {
            stream.device.set_watch(watch);
        }
        stream.noted = STREAM_BYTES + stream.bytes();
        self.bytes += stream.noted;
        let id = StreamId(self.next);
        self.next = self
            .next
            .checked_add(1)
            .expect("a program cannot open 2^32 streams in its lifetime");
        self.streams.push((id, Some(Box::new(stream))));
        self.open += 1;
        id
    }

    /// Adds an output stream that discards everything.
    pub fn add_null(&mut self) -> StreamId {
        self.add(Stream::new(Box::new(Nothing), StreamMode::Write))
    }

    #[inline]
    fn index_of(&self, id: StreamId) -> Option<usize> {
        // Most often no stream between this one and the last is missing.
        let back = self.streams.last()?.0.0.checked_sub(id.0)? as usize;
        let guess = self.streams.len().checked_sub(back + 1);
        if let Some(guess) = guess.filter(|&guess| self.streams[guess].0 == id) {
            return Some(guess);
        }
        self.streams.binary_search_by_key(&id, |&(id, _)| id).ok()
    }

    fn remove(&mut self, id: StreamId) -> Option<Stream> {
        let index = self.index_of(id)?;
        let stream = self.streams[index].1.take()?;
        self.open -= 1;
        self.bytes -= stream.noted;
        while self.streams.pop_if(|(_, last)| last.is_none()).is_some() {}
        if self.streams.len() > MOST_EMPTY + 2 * self.open {
            self.streams.retain(|(_, stream)| stream.is_some());
        }
        Some(*stream)
    }

    /// Adds an input stream on this text.
    pub fn add_text(&mut self, text: String) -> StreamId {
        let device = MemoryInput::new(text.into_bytes());
        self.add(Stream::new(Box::new(device), StreamMode::Read))
    }

    /// Returns the stream with this number, if it is open.
    #[inline]
    pub fn get(&self, id: StreamId) -> Option<&Stream> {
        self.index_of(id).and_then(|index| self.streams[index].1.as_deref())
    }

    /// Returns the stream with this number, if it is open.
    #[inline]
    pub fn get_mut(&mut self, id: StreamId) -> Option<&mut Stream> {
        self.index_of(id).and_then(|index| self.streams[index].1.as_deref_mut())
    }

    /// Returns a stream for reading. Flushes `user_output` before `user_input` waits for the user.
    pub fn reader(&mut self, id: StreamId) -> Option<&mut Stream> {
        if id == USER_INPUT {
            self.prepare_to_ask();
        }
        self.get_mut(id)
    }

    /// Before `user_input` is read: shows all output, and sets the prompts. What the program has written in the current
    /// line stands for the default prompt.
    fn prepare_to_ask(&mut self) {
        let column = self.get(USER_OUTPUT).map_or(0, Stream::column);
        let prompt = std::mem::take(&mut self.prompt);
        let is_asked = column > 0 && prompt == DEFAULT_PROMPT;
        let is_terminal = self.get(USER_INPUT).is_some_and(Stream::is_terminal);
        let keyboard = self.get_mut(USER_INPUT).and_then(Stream::keyboard);
        let asks = keyboard.is_some();
        if let Some(keyboard) = keyboard {
            let shown = if is_terminal { prompt.as_str() } else { "" };
            keyboard.prompt = if is_asked { String::new() } else { shown.to_owned() };
            shown.clone_into(&mut keyboard.again);
        }
        self.prompt = prompt;
        // A single operation may use up what is in the buffer and wait for a line then.
        if asks || self.get(USER_INPUT).is_some_and(Stream::needs_input) {
            self.flush_quietly(USER_OUTPUT);
        }
    }

    /// After `user_input` was read: notes where the cursor is.
    pub fn note_typed(&mut self) {
        let keyboard = self.get_mut(USER_INPUT).and_then(Stream::keyboard);
        if let Some(column) = keyboard.and_then(|keyboard| keyboard.column.take()) {
            for id in [USER_OUTPUT, USER_ERROR] {
                if let Some(stream) = self.get_mut(id).filter(|stream| stream.is_terminal()) {
                    stream.set_column(column);
                }
            }
        }
    }

    /// Takes what was typed at the terminal and not used.
    pub fn take_typed(&mut self) -> Vec<u8> {
        let Some(stream) = self.get_mut(USER_INPUT) else {
            return Vec::new();
        };
        let ahead = match stream.keyboard() {
            Some(keyboard) => std::mem::take(&mut keyboard.ahead),
            None => return Vec::new(),
        };
        let mut typed = stream.take_unused();
        typed.extend(ahead);
        typed
    }

    /// Returns a stream for writing. Flushes `user_output` before `user_error` is written.
    pub fn writer(&mut self, id: StreamId) -> Option<&mut Stream> {
        if self.progress && id <= USER_ERROR {
            self.clear_progress();
        }
        if id == USER_ERROR {
            self.flush_quietly(USER_OUTPUT);
            self.error_is_newest = true;
        } else if id == USER_OUTPUT {
            self.error_is_newest = false;
        }
        self.get_mut(id)
    }

    /// Shows a line of progress on the terminal of `user_error`, in place of the last one.
    pub fn show_progress(&mut self, text: &str) {
        /// Longer texts would take several lines.
        const MOST: usize = 70;
        let shown: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
        self.flush_quietly(USER_OUTPUT);
        self.progress = true;
        self.write_quietly(&format!("\r{shown}\x1b[K"));
    }

    /// Removes the line of progress.
    pub fn clear_progress(&mut self) {
        if std::mem::replace(&mut self.progress, false) {
            self.write_quietly("\r\x1b[K");
        }
    }

    /// Writes to `user_error`, where the cursor counts as at the beginning of a line; errors are dropped.
    fn write_quietly(&mut self, text: &str) {
        if let Some(stream) = self.get_mut(USER_ERROR) {
            let _dropped = stream.write_text(text).and_then(|()| stream.flush());
            stream.set_column(0);
        }
    }

    /// Flushes a stream without a request by the program, so errors are dropped.
    fn flush_quietly(&mut self, id: StreamId) {
        if let Some(stream) = self.get_mut(id) {
            let _dropped = stream.flush();
        }
    }

    /// Closes a stream: removes its aliases; if it was current, the standard stream becomes current. The standard
    /// streams are only flushed. The error is that of the last flush.
    pub fn close(&mut self, id: StreamId) -> io::Result<()> {
        let Some(stream) = self.get_mut(id) else {
            return Ok(());
        };
        if let Some(pair) = stream.pair {
            return self.close_pair(id, pair);
        }
        let flushed = stream.flush();
        if id <= USER_ERROR {
            return flushed;
        }
        let is_output = stream.is_output();
        let finished = flushed.and_then(|()| if is_output { stream.device.finish() } else { Ok(()) });
        self.forget(id);
        finished
    }

    /// Removes a stream and its aliases without writing what it has buffered. If it was current, the standard stream
    /// becomes current.
    pub(super) fn forget(&mut self, id: StreamId) {
        self.remove(id);
        self.aliases.retain(|_, target| *target != id);
        if self.input == id {
            self.input = USER_INPUT;
        }
        if self.output == id {
            self.output = USER_OUTPUT;
        }
        self.restore_standard();
    }

    /// Restores standard aliases that were moved to a stream now closed.
    fn restore_standard(&mut self) {
        for (alias, id) in [
            (known::USER_INPUT, USER_INPUT),
            (known::USER_OUTPUT, USER_OUTPUT),
            (known::USER_ERROR, USER_ERROR),
        ] {
            self.aliases.entry(alias).or_insert(id);
        }
    }

    /// Returns the stream with this alias.
    pub fn find(&self, alias: Atom) -> Option<StreamId> {
        self.aliases.get(&alias).copied()
    }

    /// Gives a stream an alias, which another stream loses.
    pub fn set_alias(&mut self, alias: Atom, id: StreamId) {
        self.aliases.insert(alias, id);
    }

    /// Returns the aliases of a stream, in no order.
    pub fn aliases(&self, id: StreamId) -> impl Iterator<Item = Atom> {
        self.aliases
            .iter()
            .filter(move |(_, target)| **target == id)
            .map(|(alias, _)| *alias)
    }

    /// Returns the aliases of all streams.
    pub fn alias_atoms(&self) -> impl Iterator<Item = Atom> {
        self.aliases.keys().copied()
    }

    /// Returns all open streams, oldest first.
    pub fn ids(&self) -> Vec<StreamId> {
        let open = self.streams.iter().filter(|(_, stream)| stream.is_some());
        open.map(|&(id, _)| id).collect()
    }

    /// Returns the current input.
    pub fn current_input(&self) -> StreamId {
        self.input
    }

    /// Returns the current output.
    pub fn current_output(&self) -> StreamId {
        self.output
    }

    /// Makes `id` the current input.
    pub fn set_input(&mut self, id: StreamId) {
        self.input = id;
    }

    /// Makes `id` the current output.
    pub fn set_output(&mut self, id: StreamId) {
        self.output = id;
    }

    /// Redirects the current output to memory.
    pub fn start_capture(&mut self) {
        let stream = self.add(Stream::new(Box::new(MemoryOutput::default()), StreamMode::Write));
        self.captures.push(Capture {
            stream,
            before: self.output,
        });
        self.output = stream;
    }

    /// Returns the number of nested captures.
    pub fn captures(&self) -> usize {
        self.captures.len()
    }

    /// Whether the stream is a memory output of a capture.
    pub fn is_capture(&self, id: StreamId) -> bool {
        // The newest is the most likely.
        self.captures.iter().rev().any(|capture| capture.stream == id)
    }

    /// Ends the newest capture: returns the text, and restores the previous current output. `None` if there is no
    /// capture, or its stream was closed.
    pub fn end_capture(&mut self) -> Option<String> {
        let capture = self.captures.pop()?;
        self.output = if self.get(capture.before).is_some() {
            capture.before
        } else {
            USER_OUTPUT
        };
        let mut stream = self.remove(capture.stream)?;
        self.aliases.retain(|_, target| *target != capture.stream);
        self.restore_standard();
        stream.take_text().ok()
    }

    /// Ends captures until `depth` are left, after a run was stopped from outside.
    pub fn abandon_captures(&mut self, depth: usize) {
        while self.captures.len() > depth {
            self.end_capture();
        }
    }

    /// Writes what is buffered. Nobody is there to be told that a device refuses it.
    pub fn flush_written(&mut self) {
        for (_, stream) in &mut self.streams {
            if let Some(stream) = stream.as_deref_mut().filter(|stream| stream.has_output()) {
                let _refused = stream.flush();
            }
        }
    }

    /// Flushes all outputs before halting; returns the first error.
    pub fn flush_all(&mut self) -> io::Result<()> {
        let mut result = Ok(());
        for id in self.ids() {
            let flushed = self.get_mut(id).map_or(Ok(()), Stream::flush);
            result = result.and(flushed);
        }
        result
    }

    /// Records that a stream has grown by `bytes`.
    pub fn note_growth(&mut self, id: StreamId, bytes: usize) {
        if let Some(stream) = self.get_mut(id) {
            stream.noted += bytes;
            self.bytes += bytes;
        }
    }

    /// Returns the bytes that all streams hold, for the budget.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::device::{HostInput, HostOutput};
    use std::sync::{Arc, Mutex};

    #[test]
    fn numbers_are_not_used_again() {
        let mut table = StreamTable::closed();
        let a = table.add_text("x".into());
        table.set_input(a);
        table.close(a).expect("nothing to flush");
        assert_eq!(table.current_input(), USER_INPUT);
        assert!(table.get(a).is_none());
        assert_ne!(table.add_text("y".into()), a);
        table.close(USER_OUTPUT).expect("nothing to flush");
        assert!(table.get(USER_OUTPUT).is_some());
    }

    #[test]
    fn a_reset_leaves_the_standard_streams() {
        let mut table = StreamTable::closed();
        let open = table.add_text("x".into());
        table.set_alias(known::USER_INPUT, open);
        table.set_input(open);
        table.start_capture();
        table.reset(None);
        assert_eq!(table.ids(), [USER_INPUT, USER_OUTPUT, USER_ERROR]);
        assert_eq!(table.find(known::USER_INPUT), Some(USER_INPUT));
        assert_eq!(
            [table.current_input(), table.current_output()],
            [USER_INPUT, USER_OUTPUT]
        );
    }

    #[test]
    fn captures_nest() {
        let mut table = StreamTable::closed();
        let write = |table: &mut StreamTable, text: &str| {
            let id = table.current_output();
            table.writer(id).expect("open").write_text(text).expect("memory");
        };
        table.start_capture();
        write(&mut table, "outer ");
        table.start_capture();
        write(&mut table, "inner");
        assert_eq!(table.end_capture().as_deref(), Some("inner"));
        write(&mut table, "again");
        table.set_output(USER_OUTPUT);
        assert_eq!(table.end_capture().as_deref(), Some("outer again"));
        assert_eq!(table.end_capture(), None);
        assert_eq!(table.current_output(), USER_OUTPUT);
    }

    #[test]
    fn output_is_shown_before_input_is_asked_for() {
        let log = Arc::new(Mutex::new(String::new()));
        let (wrote, asked) = (Arc::clone(&log), Arc::clone(&log));
        let input = HostInput(Box::new(move |_: &mut [u8]| {
            asked.lock().expect("no other thread").push_str("<asked>");
            Ok(0)
        }));
        let output = HostOutput(Box::new(move |bytes: &[u8]| {
            wrote
                .lock()
                .expect("no other thread")
                .push_str(&String::from_utf8_lossy(bytes));
            Ok(())
        }));
        let mut table = StreamTable::with_devices(Box::new(input), Box::new(output), Box::new(Nothing));
        table
            .writer(USER_OUTPUT)
            .expect("open")
            .write_text("prompt")
            .expect("buffered");
        assert_eq!(*log.lock().expect("no other thread"), "");
        assert_eq!(
            table.reader(USER_INPUT).expect("open").get_char().expect("the end"),
            None
        );
        assert_eq!(*log.lock().expect("no other thread"), "prompt<asked>");
    }
}
