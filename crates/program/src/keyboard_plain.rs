//! The keyboard of the prompt where there are no pseudo-terminals: the line editor reads the terminal itself, and what
//! is typed while a query runs stays there.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use console::Term as Screen;
use ferz::Engine;
use ferz::toplevel::{Completions, Console};
use rustyline::error::ReadlineError;

use super::colour::Colours;
use super::editor::{Assistant, Editor, Told};
use super::exchange::Exchange;
use super::input::{Key, Line, first_query};
use super::signals::Signals;

/// Interval for checking whether a signal terminates the program.
const SLICE: Duration = Duration::from_millis(50);

/// Returns the columns of the screen; 0 if they are unknown.
pub(crate) fn screen_width() -> usize {
    Screen::stdout().size_checked().map_or(0, |(_, columns)| columns.into())
}

/// The keyboard of a terminal.
pub(crate) struct Keyboard {
    requests: Sender<(String, String)>,
    told: Receiver<Told>,
    answers: Sender<Completions>,
    verdicts: Sender<bool>,
    signals: Signals,
    /// The text behind the query that was answered last.
    rest: String,
    /// The first character of the next query, which was typed after an answer.
    begun: Option<char>,
}

impl Keyboard {
    /// Starts the thread of the line editor.
    ///
    /// # Errors
    /// If there can be no thread.
    pub(crate) fn new(signals: &Signals, colours: Colours) -> io::Result<Keyboard> {
        let (requests, incoming) = channel::<(String, String)>();
        let (tell, told) = channel();
        let (answers, answered) = channel();
        let (verdicts, judged) = channel();
        let assistant = Assistant {
            colours,
            exchange: Arc::new(Exchange::new()),
            questions: tell.clone(),
            answers: answered,
            matching: std::cell::Cell::new(None),
        };
        thread::Builder::new().name("keyboard".to_owned()).spawn(move || {
            let mut editor = match Editor::new(colours, assistant, judged) {
                Ok(editor) => editor,
                Err(error) => return drop(tell.send(Told::Failed(error))),
            };
            for (prompt, initial) in incoming {
                if tell.send(editor.read(&prompt, &initial)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Keyboard {
            requests,
            told,
            answers,
            verdicts,
            signals: signals.clone(),
            rest: String::new(),
            begun: None,
        })
    }

    /// Returns the next query, or the end of the input if a signal terminates the program.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(crate) fn line(&mut self, engine: &mut Engine, prompt: &str) -> io::Result<Line> {
        if let Some(query) = first_query(&mut self.rest) {
            return Ok(Line::Another(query));
        }
        let mut initial = std::mem::take(&mut self.rest).trim().to_owned();
        initial.extend(self.begun.take());
        // If the thread has ended, it has sent the reason.
        let _ended = self.requests.send((prompt.to_owned(), initial));
        let text = loop {
            match self.told.recv_timeout(SLICE) {
                Ok(Told::Text(text)) => break text,
                Ok(Told::Interrupted) => return Ok(Line::Interrupted),
                Ok(Told::End) => return Ok(Line::End),
                Ok(Told::Failed(ReadlineError::Io(error))) if error.kind() == io::ErrorKind::InvalidData => {
                    return Ok(Line::NotText);
                }
                Ok(Told::Failed(error)) => return Err(io::Error::other(error)),
                Ok(Told::Question(text, at)) => {
                    let _nobody_waits = self.answers.send(engine.toplevel().completions(&text, at));
                }
                Ok(Told::Ends(text)) => {
                    let _nobody_waits = self.verdicts.send(engine.toplevel().lacks_only_full_stop(&text));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the keyboard is not read any more"));
                }
                Err(RecvTimeoutError::Timeout) if self.signals.is_ending() => return Ok(Line::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.rest = text;
        Ok(Line::Query(first_query(&mut self.rest).unwrap_or_else(|| {
            self.rest.clear();
            String::new()
        })))
    }

    /// Returns the next key. A query that was typed with the last one counts as Enter.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(crate) fn key(&mut self) -> io::Result<Key> {
        if !self.rest.trim().is_empty() {
            return Ok(Key::Enter);
        }
        Ok(match Screen::stdout().read_key_raw()? {
            console::Key::Char('\u{4}') => Key::End,
            console::Key::Char(c) => Key::Char(c),
            console::Key::Enter => Key::Enter,
            console::Key::Tab => Key::Tab,
            console::Key::CtrlC => Key::Interrupt,
            _ => Key::Other,
        })
    }

    /// Whether a character follows a letter so soon that they are the beginning of a word: unknown here.
    pub(crate) fn is_word(&mut self, _letter: char) -> bool {
        false
    }

    /// Puts a character back: it begins the next query.
    pub(crate) fn put_back(&mut self, c: char) {
        self.begun = Some(c);
    }

    /// Before a query runs: goals read the terminal themselves.
    pub(crate) fn lend(&mut self, _console: Console<'_>) {}

    /// When a goal has run: what is left of a line that it has read is dropped.
    pub(crate) fn take_back(&mut self, mut console: Console<'_>) {
        let _dropped = console.take_typed();
    }

    /// Drops what was typed: the user has stopped what it was meant for.
    pub(crate) fn forget(&mut self) {
        self.rest.clear();
        self.begun = None;
    }
}
