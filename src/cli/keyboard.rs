//! The keyboard, on a thread of its own, so that the prompt can end while it waits for a line or a key.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use console::{Key, Term as Terminal};

use super::editor::{Editor, Line};
use super::signals::Signals;

/// How long a signal that ends the program may go unseen.
const SLICE: Duration = Duration::from_millis(50);

/// What is asked for.
enum Asked {
    /// A query; these are the names to complete.
    Line(Vec<String>),
    /// A key.
    Key,
}

/// What was typed.
enum Typed {
    Line(Line),
    Key(Key),
}

/// The keyboard of a terminal.
pub struct Keyboard {
    ask: Sender<Asked>,
    typed: Receiver<io::Result<Typed>>,
    signals: Signals,
    #[cfg(unix)]
    settings: Option<rustix::termios::Termios>,
}

impl Keyboard {
    /// The keyboard, for as long as no signal ends the program.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub fn new(signals: &Signals) -> io::Result<Keyboard> {
        #[cfg(unix)]
        let settings = rustix::termios::tcgetattr(io::stdin()).ok();
        let (ask, asked) = channel();
        let (type_it, typed) = channel();
        thread::Builder::new().name("keyboard".to_owned()).spawn(move || {
            let mut editor = match Editor::new().map_err(io::Error::other) {
                Ok(editor) => editor,
                Err(error) => return drop(type_it.send(Err(error))),
            };
            for asked in asked {
                let typed = match asked {
                    Asked::Line(names) => {
                        editor.set_names(names);
                        editor.read().map(Typed::Line).map_err(io::Error::other)
                    }
                    Asked::Key => Terminal::stdout().read_key_raw().map(Typed::Key),
                };
                if type_it.send(typed).is_err() {
                    return;
                }
            }
        })?;
        Ok(Keyboard {
            ask,
            typed,
            signals: signals.clone(),
            #[cfg(unix)]
            settings,
        })
    }

    /// The next query; the end of the input where a signal ends the program.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub fn line(&self, names: Vec<String>) -> io::Result<Line> {
        match self.wait(Asked::Line(names))? {
            Some(Typed::Line(line)) => Ok(line),
            Some(Typed::Key(_)) | None => Ok(Line::End),
        }
    }

    /// The next key; Ctrl-C where a signal ends the program.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub fn key(&self) -> io::Result<Key> {
        match self.wait(Asked::Key)? {
            Some(Typed::Key(key)) => Ok(key),
            Some(Typed::Line(_)) | None => Ok(Key::CtrlC),
        }
    }

    /// What was typed; `None` if a signal ends the program first.
    fn wait(&self, asked: Asked) -> io::Result<Option<Typed>> {
        let gone = || io::Error::other("the keyboard is not read any more");
        // If the thread has ended, it has left behind why.
        let _ended = self.ask.send(asked);
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

    /// Whoever reads a line or a key has changed the settings of the terminal, and does not come to change them back.
    fn restore(&self) {
        #[cfg(unix)]
        if let Some(settings) = &self.settings {
            let now = rustix::termios::OptionalActions::Now;
            // A terminal that is gone needs no settings.
            let _gone = rustix::termios::tcsetattr(io::stdin(), now, settings);
        }
    }
}
