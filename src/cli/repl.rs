//! The prompt on a terminal: queries, answers, and the keys after an answer.

use std::io;

use console::Key;
use ferz::{Answer, Engine, Error, Query};

use super::editor::{Line, PROMPT};
use super::keyboard::Keyboard;
use super::report;
use super::signals::Signals;

/// The help on the keys after an answer.
const KEYS: &str = "
Keys after an answer:
  ; n r space Tab   show the next answer
  . c Enter         stop here
  a                 show all the others; Ctrl-C stops it
  w                 write this answer again, in full
  p                 print it again, abbreviated
  h ?               show this help
";

/// Reads and answers queries until the input ends or a query halts; returns the exit status.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(engine: &mut Engine, quiet: bool, signals: &Signals) -> io::Result<u8> {
    signals.only_stop_queries();
    if !quiet {
        let version = env!("CARGO_PKG_VERSION");
        engine.console().write(&format!(
            "ferz {version}: end each query with a full stop; halt. or Ctrl-D leaves.\n\n"
        ))?;
    }
    let keyboard = Keyboard::new(signals)?;
    let mut interrupted_before = false;
    loop {
        let mut console = engine.console();
        console.fresh_line()?;
        console.flush()?;
        let text = match keyboard.line(engine.predicate_names())? {
            Line::Query(text) => text,
            Line::Another(text) => {
                engine.console().write(&format!("{PROMPT}{}\n", text.trim()))?;
                text
            }
            Line::Interrupted if !interrupted_before => {
                interrupted_before = true;
                continue;
            }
            Line::Interrupted | Line::End => return Ok(report::SUCCESS),
        };
        interrupted_before = false;
        signals.clear();
        engine.console().line_was_typed();
        let answered = match engine.query(&text) {
            Ok(query) => answer(query, &keyboard)?,
            Err(error) => Err(error),
        };
        let Err(error) = answered else {
            let _hinted = engine.once("system:'$after_query'");
            continue;
        };
        if error.halt_status().is_some() {
            return Ok(report::status(&error));
        }
        report::error(engine, &error)?;
    }
}

/// The action after an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Next,
    All,
    Stop,
}

fn answer(mut query: Query<'_>, keyboard: &Keyboard) -> io::Result<Result<(), Error>> {
    let mut choice = Choice::Next;
    loop {
        let answer = match query.next() {
            None => {
                let mut console = query.console();
                console.fresh_line()?;
                console.write("false.\n\n")?;
                return Ok(Ok(()));
            }
            Some(Err(error)) => return Ok(Err(error)),
            Some(Ok(answer)) => answer,
        };
        let text = match query.text(&answer, false) {
            Ok(text) => text,
            Err(error) => return Ok(Err(error)),
        };
        let mut console = query.console();
        console.fresh_line()?;
        console.write(&text)?;
        if answer.is_last() {
            console.write(".\n\n")?;
            return Ok(Ok(()));
        }
        if choice != Choice::All {
            choice = match ask(&mut query, &answer, keyboard)? {
                Ok(choice) => choice,
                Err(error) => return Ok(Err(error)),
            };
        }
        let mut console = query.console();
        if choice == Choice::Stop {
            console.write(" .\n\n")?;
            return Ok(Ok(()));
        }
        console.write(" ;\n")?;
    }
}

/// Waits for a key that selects the next action.
fn ask(query: &mut Query<'_>, answer: &Answer, keyboard: &Keyboard) -> io::Result<Result<Choice, Error>> {
    let mut hinted = false;
    loop {
        query.console().flush()?;
        let (before, full) = match keyboard.key()? {
            Key::Char(';' | ' ' | 'n' | 'r') | Key::Tab => return Ok(Ok(Choice::Next)),
            Key::Char('.' | 'c') | Key::Enter | Key::CtrlC | Key::Char('\u{4}') => return Ok(Ok(Choice::Stop)),
            Key::Char('a') => return Ok(Ok(Choice::All)),
            Key::Char('w') => (" [write]", true),
            Key::Char('p') => (" [print]", false),
            Key::Char('h' | '?') => (KEYS, false),
            // The hint is shown once, even if the user goes on typing.
            _ if hinted => continue,
            _ => {
                hinted = true;
                (" (; next, . stop, h help)", false)
            }
        };
        match query.text(answer, full) {
            Ok(text) => query.console().write(&format!("{before}\n{text}"))?,
            Err(error) => return Ok(Err(error)),
        }
    }
}
