//! `Console`: an engine's standard streams, for programs that share them with it, such as a prompt.

use std::io;

use crate::io::stream::Stream;
use crate::io::table::{StreamTable, USER_ERROR, USER_INPUT, USER_OUTPUT};

/// The standard streams of an engine. The output of the host is in order with that of the program.
pub struct Console<'e> {
    streams: &'e mut StreamTable,
}

impl<'e> Console<'e> {
    pub(super) fn new(streams: &'e mut StreamTable) -> Console<'e> {
        Console { streams }
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        match self.streams.writer(USER_OUTPUT) {
            Some(stream) => stream.write_text(text),
            None => Ok(()),
        }
    }

    /// Adds a text to the record that a program makes with `protocol/1`, if it does: for hosts that read queries past the
    /// engine's streams.
    pub fn record(&mut self, text: &str) {
        self.streams.note(text);
    }

    /// Ends the line of standard error unless it is empty.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn fresh_error_line(&mut self) -> io::Result<()> {
        if self.streams.get(USER_ERROR).is_some_and(|stream| stream.column() > 0) {
            self.write_error("\n")?;
        }
        Ok(())
    }

    /// Writes to standard error, after flushing standard output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_error(&mut self, text: &str) -> io::Result<()> {
        match self.streams.writer(USER_ERROR) {
            Some(stream) => {
                stream.write_text(text)?;
                stream.flush()
            }
            None => Ok(()),
        }
    }

    /// Ends the line of standard output unless it is empty, and that of standard error, if that is a terminal, which
    /// shows both.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn fresh_line(&mut self) -> io::Result<()> {
        let is_open_terminal = |stream: &Stream| stream.is_terminal() && stream.column() > 0;
        if self.streams.error_is_newest && self.streams.get(USER_ERROR).is_some_and(is_open_terminal) {
            self.write_error("\n")?;
            if self.streams.get(USER_OUTPUT).is_some_and(Stream::is_terminal) {
                self.line_was_typed();
            }
        }
        if self.streams.get(USER_OUTPUT).is_some_and(|stream| stream.column() > 0) {
            self.write("\n")?;
        }
        Ok(())
    }

    /// Flushes all output streams.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.streams.flush_all()
    }

    /// Tells the engine that the cursor is at the beginning of a line, as it is after the user has typed one.
    pub fn line_was_typed(&mut self) {
        if let Some(stream) = self.streams.get_mut(USER_OUTPUT) {
            stream.set_column(0);
        }
    }

    /// Tells the engine that the cursor is not at the beginning of a line, as after the echo of Ctrl-C.
    pub fn key_was_echoed(&mut self) {
        if let Some(stream) = self.streams.get_mut(USER_OUTPUT).filter(|stream| stream.column() == 0) {
            stream.set_column(1);
        }
    }

    /// Takes what was typed at the terminal and not read by a goal. Of a line that a goal has read in part, the rest is
    /// dropped. Nothing is taken from an input that is no terminal.
    pub fn take_typed(&mut self) -> Vec<u8> {
        self.streams.take_typed()
    }

    /// Gives goals that read from the terminal what the host has read from it already. Each line is shown when it is
    /// read. Without a terminal it is dropped.
    pub fn put_typed(&mut self, typed: Vec<u8>) {
        if let Some(keyboard) = self.streams.get_mut(USER_INPUT).and_then(|stream| stream.keyboard()) {
            keyboard.ahead.extend(typed);
        }
    }

    /// Reads a line from standard input, without its end; `None` at the end of the input. A terminal shows `prompt`. The
    /// blank rest of a line that was read in part is skipped.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.flush()?;
        let before = std::mem::replace(&mut self.streams.prompt, prompt.to_owned());
        let line = self.next_line();
        self.streams.prompt = before;
        self.streams.note_typed();
        line
    }

    fn next_line(&mut self) -> io::Result<Option<String>> {
        let Some(stream) = self.streams.reader(USER_INPUT) else {
            return Ok(None);
        };
        while stream.position().column > 0 && stream.peek_char()?.is_some_and(char::is_whitespace) {
            if stream.get_char()? == Some('\n') {
                break;
            }
        }
        let mut line = String::new();
        loop {
            match stream.get_char()? {
                None if line.is_empty() => return Ok(None),
                None | Some('\n') => return Ok(Some(line)),
                Some('\r') => {}
                Some(c) => line.push(c),
            }
        }
    }

    /// Skips layout on standard input and then `line`, if that is the next line; returns whether it is.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn take_line(&mut self, line: &str) -> io::Result<bool> {
        self.flush()?;
        let Some(stream) = self.streams.reader(USER_INPUT) else {
            return Ok(false);
        };
        while stream.peek_char()?.is_some_and(char::is_whitespace) {
            stream.get_char()?;
        }
        // The line, and the character after it, which must end it.
        let found = stream.peek_text(line.chars().count() + 1)?;
        let Some(rest) = found.strip_prefix(line) else {
            return Ok(false);
        };
        if !rest.is_empty() && !rest.starts_with(['\n', '\r']) {
            return Ok(false);
        }
        for _ in line.chars() {
            stream.get_char()?;
        }
        Ok(true)
    }
}
