//! The keyboard of the prompt: queries, and keys after an answer, in the order in which they were typed.
//!
//! Input that is typed before it is asked for is kept: as text, if a query of several came with it, else as bytes. Goals
//! that read from the terminal get it too.

use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ferz::toplevel::{Completions, Console};
use ferz::{Engine, Term};

use super::colour::{Colours, is_plain_terminal};
use super::editor::{Assistant, Editor, FORGOTTEN, Told};
use super::exchange::{Exchange, Verdict};
use super::input::{Key, Line, first_query};
use super::signals::Signals;
pub(crate) use super::terminal::screen_width;
use super::terminal::{Private, Terminal, Woken};

/// Interval for checking whether a signal terminates the program.
const SLICE: Duration = Duration::from_millis(50);
/// Interval for looking what has become of a key.
const SOON: Duration = Duration::from_millis(5);
/// Time without news after which a key that might have ended the text has not done so.
const QUIET: Duration = Duration::from_millis(250);
/// Time in which a second character makes a word of a letter that is also a key after an answer.
const WORD: Duration = Duration::from_millis(150);
const CONTINUATION: &str = "|    ";

/// The keyboard of a terminal.
pub(crate) struct Keyboard {
    /// Shared with the menu, which is shown while a query runs.
    terminal: Arc<Mutex<Terminal>>,
    signals: Signals,
    smart: Option<Smart>,
    /// The text behind the query that was answered last.
    rest: String,
    /// Whether the user knows that a full stop ends a query.
    is_told: bool,
    /// The input that goals were given to read: the lines of `rest` behind the first, and what else was typed.
    given: Vec<u8>,
}

/// The line editor on its thread.
struct Smart {
    private: Private,
    exchange: Arc<Exchange>,
    requests: Sender<(String, String)>,
    told: Receiver<Told>,
    answers: Sender<Completions>,
    verdicts: Sender<bool>,
    bell: OwnedFd,
}

impl Keyboard {
    /// Starts the keyboard. Without a pseudo-terminal, or on a terminal that can only show text, there is no editor.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(crate) fn new(signals: &Signals, colours: Colours) -> io::Result<Keyboard> {
        let terminal = Terminal::open()?;
        let smart = if is_plain_terminal() {
            None
        } else {
            Smart::start(&terminal, colours).ok()
        };
        Ok(Keyboard {
            terminal: Arc::new(Mutex::new(terminal)),
            signals: signals.clone(),
            smart,
            rest: String::new(),
            is_told: false,
            given: Vec::new(),
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
        let initial = std::mem::take(&mut self.rest);
        let mut terminal = locked(&self.terminal);
        let line = match &mut self.smart {
            Some(smart) => {
                // Before the prompt is shown: what is typed then is not for the terminal to show.
                terminal.set_raw();
                smart.start_line(prompt, initial.trim());
                smart.line(&mut terminal, &self.signals, engine)
            }
            None => {
                let is_told = &mut self.is_told;
                let remark = |text: &str| {
                    let tells = !*is_told && lacks_only_full_stop(engine, text);
                    *is_told |= tells;
                    tells
                };
                plain_line(&mut terminal, &self.signals, prompt, initial, remark)
            }
        };
        terminal.restore();
        drop(terminal);
        let text = match line? {
            Line::Query(text) => text,
            other => return Ok(other),
        };
        self.rest = text;
        match first_query(&mut self.rest) {
            Some(query) => Ok(Line::Query(query)),
            // There was nothing but layout and comments.
            None => {
                self.rest.clear();
                Ok(Line::Query(String::new()))
            }
        }
    }

    /// Returns the next key, or Ctrl-C if a signal terminates the program. A query that was typed with the last one
    /// counts as Enter.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(crate) fn key(&mut self) -> io::Result<Key> {
        let rest = self.rest.trim_start();
        if !rest.is_empty() {
            if let Some(after) = rest.strip_prefix(';')
                && after.starts_with(['\n', '\r'])
            {
                self.rest = after.to_owned();
                return Ok(Key::Char(';'));
            }
            return Ok(Key::Enter);
        }
        let mut terminal = locked(&self.terminal);
        let key = terminal.key(|| self.signals.is_ending())?;
        Ok(key.unwrap_or(if self.signals.is_ending() {
            Key::Interrupt
        } else {
            Key::End
        }))
    }

    /// Whether another character follows a letter so soon that they are the beginning of a word. The same key again and
    /// again is one that is held down.
    pub(crate) fn is_word(&mut self, letter: char) -> bool {
        let mut terminal = locked(&self.terminal);
        terminal.set_raw();
        let follows = terminal.has_character(WORD);
        terminal.restore();
        let other = terminal.ahead.iter().find(|&&byte| char::from(byte) != letter);
        follows && other.is_some_and(|&byte| byte > b' ')
    }

    /// Puts a character back: it begins the next query.
    pub(crate) fn put_back(&mut self, c: char) {
        let mut terminal = locked(&self.terminal);
        let mut bytes = c.to_string().into_bytes();
        bytes.append(&mut terminal.ahead);
        terminal.ahead = bytes;
    }

    /// Returns the terminal, for the menu.
    pub(crate) fn terminal(&self) -> &Arc<Mutex<Terminal>> {
        &self.terminal
    }

    /// Before a query runs: what was typed already is there for goals that read.
    pub(crate) fn lend(&mut self, mut console: Console<'_>) {
        self.given.clear();
        if let Some((_, lines)) = self.rest.split_once('\n')
            && !lines.is_empty()
        {
            self.given.extend_from_slice(lines.as_bytes());
            if !lines.ends_with('\n') {
                self.given.push(b'\n');
            }
        }
        self.given.extend_from_slice(&locked(&self.terminal).ahead);
        console.put_typed(self.given.clone());
    }

    /// When a goal has run: what it has not read is there for the prompt.
    pub(crate) fn take_back(&mut self, mut console: Console<'_>) {
        let typed = console.take_typed();
        if typed == self.given {
            return;
        }
        if let Some(line) = self.rest.find('\n') {
            self.rest.truncate(line);
        }
        locked(&self.terminal).ahead = typed;
    }

    /// Drops what was typed: the user has stopped what it was meant for.
    pub(crate) fn forget(&mut self) {
        self.rest.clear();
        self.given.clear();
        locked(&self.terminal).ahead.clear();
    }
}

/// Whether only the full stop of a text is missing, and hints are wanted.
fn lacks_only_full_stop(engine: &mut Engine, text: &str) -> bool {
    let is_wanted = engine.flag("hints").is_none_or(|value| value != Term::atom("false"));
    is_wanted && engine.toplevel().lacks_only_full_stop(text)
}

/// Reads lines up to the end of a query from a terminal that handles the keys itself. Where `remark` holds of what was
/// typed so far, the user is told that a full stop is missing.
fn plain_line(
    terminal: &mut Terminal,
    signals: &Signals,
    prompt: &str,
    initial: String,
    mut remark: impl FnMut(&str) -> bool,
) -> io::Result<Line> {
    let mut text = initial;
    loop {
        // The terminal itself shows the text after the prompt.
        if terminal.ahead.is_empty() {
            let _typed_before = terminal.wait(None, Duration::ZERO)?;
        }
        let typed_before = line_end(&terminal.ahead);
        show(if ferz::toplevel::is_blank(&text) {
            prompt
        } else {
            CONTINUATION
        })?;
        if let Some(end) = typed_before {
            show(&String::from_utf8_lossy(&terminal.ahead[..end]))?;
            show("\n")?;
        }
        let Some(end) = plain_bytes(terminal, signals)? else {
            let is_end = !signals.take_interrupt() && ferz::toplevel::is_blank(&text);
            show("\n")?;
            return Ok(if is_end { Line::End } else { Line::Interrupted });
        };
        let line: Vec<u8> = terminal.ahead.drain(..end).collect();
        let Ok(line) = String::from_utf8(line) else {
            return Ok(Line::NotText);
        };
        text.push_str(&line.replace('\r', "\n"));
        if ferz::toplevel::clause_end(&text).is_some() || ferz::toplevel::is_blank(&text) {
            return Ok(Line::Query(text));
        }
        if terminal.ahead.is_empty() && remark(&text) {
            show(&format!("{FORGOTTEN}\n"))?;
        }
    }
}

/// Waits for a line and returns its length; `None` for the end of the input, Ctrl-C, or a signal that terminates
/// the program.
fn plain_bytes(terminal: &mut Terminal, signals: &Signals) -> io::Result<Option<usize>> {
    loop {
        if let Some(end) = line_end(&terminal.ahead) {
            return Ok(Some(end + 1));
        }
        if signals.is_ending() || signals.is_interrupted() || terminal.wait(None, SLICE)? == Woken::Gone {
            return Ok(None);
        }
    }
}

/// The length of the first line, without its end.
fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Locks the terminal. Only the thread of the engine does so.
fn locked(terminal: &Mutex<Terminal>) -> MutexGuard<'_, Terminal> {
    terminal.lock().unwrap_or_else(PoisonError::into_inner)
}

fn show(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

impl Smart {
    fn start(terminal: &Terminal, colours: Colours) -> io::Result<Smart> {
        let private = Private::open(terminal)?;
        let (bell, rings) =
            rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC | rustix::pipe::PipeFlags::NONBLOCK)?;
        let exchange = Arc::new(Exchange::new(rings));
        let (requests, incoming) = channel::<(String, String)>();
        let (tell, told) = channel();
        let (answers, answered) = channel();
        let (verdicts, judged) = channel();
        let assistant = Assistant {
            colours,
            exchange: Arc::clone(&exchange),
            questions: tell.clone(),
            answers: answered,
            matching: std::cell::Cell::new(None),
        };
        let (its, real) = (rustix::io::dup(&private.its)?, rustix::io::dup(terminal.input())?);
        let wake = Arc::clone(&exchange);
        thread::Builder::new().name("keyboard".to_owned()).spawn(move || {
            let mut editor = match Editor::new(colours, assistant, judged) {
                Ok(editor) => editor,
                Err(error) => {
                    let _nobody_waits = tell.send(Told::Failed(error));
                    return wake.wake();
                }
            };
            for (prompt, initial) in incoming {
                let entered = rustix::stdio::dup2_stdin(&its);
                let line = match entered {
                    Ok(()) => editor.read(&prompt, &initial),
                    Err(error) => Told::Failed(io::Error::from(error).into()),
                };
                let _back = rustix::stdio::dup2_stdin(&real);
                let is_heard = tell.send(line).is_ok();
                wake.wake();
                if !is_heard {
                    return;
                }
            }
        })?;
        Ok(Smart {
            private,
            exchange,
            requests,
            told,
            answers,
            verdicts,
            bell,
        })
    }

    /// Lets the editor read a text.
    fn start_line(&mut self, prompt: &str, initial: &str) {
        self.private.begin();
        // If the thread has ended, it has sent the reason.
        let _ended = self.requests.send((prompt.to_owned(), initial.to_owned()));
    }

    /// Passes the keys to the editor until it has a text.
    fn line(&mut self, terminal: &mut Terminal, signals: &Signals, engine: &mut Engine) -> io::Result<Line> {
        terminal.set_raw();
        let mut waits: Option<(Instant, u64)> = None;
        loop {
            match self.told.try_recv() {
                Ok(Told::Text(_)) if self.private.replaced => return Ok(Line::NotText),
                Ok(Told::Text(text)) => return Ok(Line::Query(text)),
                Ok(Told::Interrupted) => return Ok(Line::Interrupted),
                Ok(Told::End) => return Ok(Line::End),
                Ok(Told::Failed(error)) => return Err(io::Error::other(error)),
                Ok(Told::Question(text, at)) => {
                    let _nobody_waits = self.answers.send(engine.toplevel().completions(&text, at));
                    continue;
                }
                Ok(Told::Ends(text)) => {
                    let _nobody_waits = self.verdicts.send(lacks_only_full_stop(engine, &text));
                    continue;
                }
                Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                    return Err(io::Error::other("the keyboard is not read any more"));
                }
                Err(std::sync::mpsc::TryRecvError::Empty) => {}
            }
            if signals.is_ending() {
                // The editor is left as it is; the terminal must not mark what is pasted from now on.
                show("\u{1b}[?2004l")?;
                return Ok(Line::End);
            }
            if let Some((since, ticks)) = waits {
                let now = self.exchange.ticks();
                let is_quiet = now == ticks && since.elapsed() > QUIET && self.private.is_read();
                if self.exchange.verdict() == Verdict::GoesOn || self.exchange.verdict() == Verdict::Open && is_quiet {
                    waits = None;
                } else if now != ticks {
                    waits = Some((Instant::now(), now));
                }
            }
            // The editor takes what it has before it gets more: it may wait for an answer to a question.
            if waits.is_none() && !terminal.ahead.is_empty() && self.private.is_read() {
                let ends = terminal.feed(&mut self.private, &self.exchange)?;
                waits = ends.then(|| (Instant::now(), self.exchange.ticks()));
            }
            let is_waiting = waits.is_some() || !terminal.ahead.is_empty();
            let time = if is_waiting { SOON } else { SLICE };
            if terminal.wait(Some(&self.bell), time)? == Woken::Gone {
                return Ok(Line::End);
            }
            let mut rings = [0; 64];
            while rustix::io::read(&self.bell, &mut rings).is_ok_and(|count| count == rings.len()) {}
        }
    }
}
