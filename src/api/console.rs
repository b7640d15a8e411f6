//! `Console`: an engine's standard streams, for programs that share them with it, such as a prompt.

use std::io;

use crate::io::table::{StreamTable, USER_ERROR, USER_INPUT, USER_OUTPUT};

/// The standard streams of an engine. What a host writes here is in order with what the program
/// writes.
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
    /// When it cannot be written.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        match self.streams.writer(USER_OUTPUT) {
            Some(stream) => stream.write_text(text),
            None => Ok(()),
        }
    }

    /// Writes to standard error, after all that was written to standard output.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_error(&mut self, text: &str) -> io::Result<()> {
        match self.streams.writer(USER_ERROR) {
            Some(stream) => {
                stream.write_text(text)?;
                stream.flush()
            }
            None => Ok(()),
        }
    }

    /// Ends the line of standard output, if anything stands on it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn fresh_line(&mut self) -> io::Result<()> {
        if self.streams.get(USER_OUTPUT).is_some_and(|stream| stream.column() > 0) {
            self.write("\n")?;
        }
        Ok(())
    }

    /// Hands on all that was written, also to other streams.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.streams.flush_all()
    }

    /// Tells the engine that the cursor is at the beginning of a line, as it is after a line was typed.
    pub fn line_was_typed(&mut self) {
        if let Some(stream) = self.streams.get_mut(USER_OUTPUT) {
            stream.set_column(0);
        }
    }

    /// Skips layout on standard input and, if the next line is `line`, that line; true if it was.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn take_line(&mut self, line: &str) -> io::Result<bool> {
        self.flush()?;
        let Some(stream) = self.streams.reader(USER_INPUT) else {
            return Ok(false);
        };
        while stream.peek_char()?.is_some_and(char::is_whitespace) {
            stream.get_char()?;
        }
        // The line itself, and what shows that it ends there.
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
