//! The prompt on a terminal: queries, answers, and what to do after an answer.

use std::io;

use console::{Key, Term as Terminal};
use ferz::{Answer, Console, Engine, Error, Query};

use super::editor::{Editor, Line, PROMPT};
use super::report;

/// What the keys after an answer do.
const KEYS: &str = "
Keys after an answer:
  ; n r space Tab   show the next answer
  . c Enter         stop here
  a                 show all the others; Ctrl-C stops it
  w                 write this answer again, in full
  p                 print it again, abbreviated
  h ?               show this help
";

/// Reads and answers queries until the input ends or a query halts; the exit status.
///
/// # Errors
/// When the terminal cannot be used.
pub fn run(engine: &mut Engine, quiet: bool) -> io::Result<u8> {
    let interrupter = engine.interrupter();
    let signal = interrupter.clone();
    // Another handler can only have been set by this function; then it is as good.
    let _set_before = ctrlc::set_handler(move || signal.interrupt());
    if !quiet {
        let version = env!("CARGO_PKG_VERSION");
        engine.console().write(&format!(
            "ferz {version}: end each query with a full stop; halt. or Ctrl-D leaves.\n\n"
        ))?;
    }
    let mut editor = Editor::new().map_err(io::Error::other)?;
    let mut interrupted_before = false;
    loop {
        let mut console = engine.console();
        console.fresh_line()?;
        console.flush()?;
        editor.set_names(engine.predicate_names());
        let text = match editor.read().map_err(io::Error::other)? {
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
        interrupter.clear();
        engine.console().line_was_typed();
        let answered = match engine.query(&text) {
            Ok(query) => answer(query)?,
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            if error.halt_status().is_some() {
                return Ok(report::status(&error));
            }
            report::error(engine, &error)?;
        }
    }
}

/// What to do after an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Next,
    All,
    Stop,
}

fn answer(mut query: Query<'_>) -> io::Result<Result<(), Error>> {
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
        let mut console = query.console();
        console.fresh_line()?;
        console.write(&answer.to_string())?;
        if answer.is_last() {
            console.write(".\n\n")?;
            return Ok(Ok(()));
        }
        if choice != Choice::All {
            choice = ask(&mut console, &answer)?;
        }
        if choice == Choice::Stop {
            console.write(" .\n\n")?;
            return Ok(Ok(()));
        }
        console.write(" ;\n")?;
    }
}

/// Waits for a key that says how to go on.
fn ask(console: &mut Console<'_>, answer: &Answer) -> io::Result<Choice> {
    let terminal = Terminal::stdout();
    let mut hinted = false;
    loop {
        console.flush()?;
        let shown = match terminal.read_key_raw()? {
            Key::Char(';' | ' ' | 'n' | 'r') | Key::Tab => return Ok(Choice::Next),
            Key::Char('.' | 'c') | Key::Enter | Key::CtrlC | Key::Char('\u{4}') => return Ok(Choice::Stop),
            Key::Char('a') => return Ok(Choice::All),
            Key::Char('w') => format!(" [write]\n{answer:#}"),
            Key::Char('p') => format!(" [print]\n{answer}"),
            Key::Char('h' | '?') => format!("{KEYS}\n{answer}"),
            // Who goes on typing, a query maybe, has been told.
            _ if hinted => continue,
            _ => {
                hinted = true;
                format!(" (; next, . stop, h help)\n{answer}")
            }
        };
        console.write(&shown)?;
    }
}
