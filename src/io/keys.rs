//! Single keys of the terminal.

use std::io;

use super::stream::Stream;
use super::table::{StreamTable, USER_INPUT, USER_OUTPUT};

impl StreamTable {
    /// Reads a character of `user_input`, of a terminal a single key without Enter; `None` at the end. What is left of
    /// the line that was read last is dropped, as at the prompt.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn key(&mut self) -> io::Result<Option<char>> {
        if !self.get(USER_INPUT).is_some_and(Stream::has_keys) {
            return self.reader(USER_INPUT).map_or(Ok(None), Stream::get_char);
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
