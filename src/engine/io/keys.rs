//! Single keys of the terminal.

use std::io;

use super::stream::Stream;
use super::table::{StreamTable, USER_INPUT, USER_OUTPUT};

impl StreamTable {
    /// Reads a character of `user_input`; `None` at the end. Of a terminal, that is a single key without Enter, and what
    /// is left of the line that was read last is dropped, as at the prompt. Of another stream, it is the first character
    /// of the next line that is not blank, and the rest of the line is dropped: input that is made for the terminal has
    /// Enter behind each key if it comes from a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn key(&mut self) -> io::Result<Option<char>> {
        if !self.get(USER_INPUT).is_some_and(Stream::has_keys) {
            return self.reader(USER_INPUT).map_or(Ok(None), first_of_line);
        }
        if let Some(output) = self.get_mut(USER_OUTPUT) {
            // The key is read even if nothing can be shown.
            let _not_shown = output.flush();
        }
        let typed = self.take_typed();
        let Some(stream) = self.get_mut(USER_INPUT) else {
            return Ok(None);
        };
        if let Some(keyboard) = stream.keyboard() {
            keyboard.ahead = typed;
        }
        match stream.key() {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => stream.get_char(),
            done => done,
        }
    }
}

/// Reads a line and returns its first character that is no blank; an empty line is the character for its end.
fn first_of_line(stream: &mut Stream) -> io::Result<Option<char>> {
    let mut first = stream.get_char()?;
    while matches!(first, Some(' ' | '\t')) {
        first = stream.get_char()?;
    }
    let mut last = first;
    while !matches!(last, None | Some('\n')) {
        last = stream.get_char()?;
    }
    Ok(first)
}
