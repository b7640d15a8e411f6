//! The keyboard, on a separate thread, so that the prompt can end while it waits for a line or a key.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use console::{Key, Term as Terminal};

use super::editor::{Editor, Line};
use super::signals::Signals;

/// Interval for checking whether a signal terminates the program.
const SLICE: Duration = Duration::from_millis(50);

/// A request to the thread.
enum Request {
    /// A query; with the names for completion.
    Line(Vec<String>),
    /// A key.
    Key,
}

/// The input for a request.
enum Typed {
    Line(Line),
    Key(Key),
}

/// The keyboard of a terminal.
pub struct Keyboard {
    requests: Sender<Request>,
    typed: Receiver<io::Result<Typed>>,
    signals: Signals,
    #[cfg(unix)]
    settings: Option<rustix::termios::Termios>,
}

impl Keyboard {
    /// Starts the keyboard thread.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn new(signals: &Signals) -> io::Result<Keyboard> {
        #[cfg(unix)]
        let settings = rustix::termios::tcgetattr(io::stdin()).ok();
        let (requests, incoming) = channel();
        let (results, typed) = channel();
        thread::Builder::new().name("keyboard".to_owned()).spawn(move || {
            let mut editor = match Editor::new().map_err(io::Error::other) {
                Ok(editor) => editor,
                Err(error) => return drop(results.send(Err(error))),
            };
            for request in incoming {
                let typed = match request {
                    Request::Line(names) => {
                        editor.set_names(names);
                        editor.read().map(Typed::Line).map_err(io::Error::other)
                    }
                    Request::Key => Terminal::stdout().read_key_raw().map(Typed::Key),
                };
                if results.send(typed).is_err() {
                    return;
                }
            }
        })?;
        Ok(Keyboard {
            requests,
            typed,
            signals: signals.clone(),
            #[cfg(unix)]
            settings,
        })
    }

    /// Returns the next query, or the end of the input if a signal terminates the program.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub fn line(&self, names: Vec<String>) -> io::Result<Line> {
        match self.wait(Request::Line(names))? {
            Some(Typed::Line(line)) => Ok(line),
            Some(Typed::Key(_)) | None => Ok(Line::End),
        }
    }

    /// Returns the next key, or Ctrl-C if a signal terminates the program.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub fn key(&self) -> io::Result<Key> {
        match self.wait(Request::Key)? {
            Some(Typed::Key(key)) => Ok(key),
            Some(Typed::Line(_)) | None => Ok(Key::CtrlC),
        }
    }

    /// Returns the input for a request; `None` if a signal terminates the program first.
    fn wait(&self, request: Request) -> io::Result<Option<Typed>> {
        let gone = || io::Error::other("the keyboard is not read any more");
        // If the thread has ended, it has sent the reason.
        let _ended = self.requests.send(request);
        loop {
            match self.typed.recv_timeout(SLICE) {
                Ok(typed) => return typed.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if self.signals.is_ending() => {
                    self.restore();
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Restores the settings of the terminal, which the thread that reads a line or a key has changed and cannot
    /// restore.
    fn restore(&self) {
        #[cfg(unix)]
        if let Some(settings) = &self.settings {
            let now = rustix::termios::OptionalActions::Now;
            // An error means that the terminal is gone; it is ignored.
            let _gone = rustix::termios::tcsetattr(io::stdin(), now, settings);
        }
    }
}
