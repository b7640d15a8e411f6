//! The prompt on a terminal: queries and their answers.

use std::io;

use ferz::{Engine, Error, ErrorKind};

use super::answers::{self, Shown};
use super::colour::Colours;
use super::editor::PROMPT;
use super::keyboard::{Keyboard, Line};
use super::report;
use super::signals::Signals;

/// Reads and answers queries until the input ends or a query halts; returns the exit status.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(engine: &mut Engine, quiet: bool, colours: Colours, signals: &Signals) -> io::Result<u8> {
    signals.only_stop_queries();
    if !quiet {
        let version = env!("CARGO_PKG_VERSION");
        engine.console().write(&format!(
            "ferz {version}: end each query with a full stop; halt. or Ctrl-D leaves.\n\n"
        ))?;
    }
    let mut keyboard = Keyboard::new(signals, colours)?;
    loop {
        let mut console = engine.console();
        console.fresh_line()?;
        console.flush()?;
        let line = keyboard.line(engine)?;
        signals.clear();
        engine.console().line_was_typed();
        let text = match line {
            Line::Query(text) if text.is_empty() => continue,
            Line::Query(text) => text,
            Line::Another(text) => {
                let prompt = colours.prompt(PROMPT);
                let text = text.trim();
                engine
                    .console()
                    .write(&format!("{prompt}{}\n", colours.prolog(text, None)))?;
                text.to_owned()
            }
            Line::Interrupted => continue,
            Line::NotText => {
                let message = "ERROR: The line has bytes that are not UTF-8; it is not run\n";
                engine.console().write_error(message)?;
                continue;
            }
            Line::End => return Ok(report::SUCCESS),
        };
        let Err(error) = answer(engine, &text, &mut keyboard, colours)? else {
            let _hinted = engine.once("system:'$untraced'('$after_query')");
            continue;
        };
        if error.halt_status().is_some() {
            return Ok(report::status(&error));
        }
        if *error.kind() == ErrorKind::Interrupted {
            keyboard.forget();
        }
        report::error(engine, &error)?;
    }
}

/// Runs a query and shows its answers.
fn answer(engine: &mut Engine, text: &str, keyboard: &mut Keyboard, colours: Colours) -> io::Result<Result<(), Error>> {
    keyboard.lend(engine.console());
    let mut shown = Shown {
        answer: None,
        is_aborted: false,
    };
    let answered = match engine.query(text) {
        Ok(mut query) => answers::show(&mut query, keyboard, colours, &mut shown)?,
        Err(error) => Err(error),
    };
    keyboard.take_back(engine.console());
    if shown.is_aborted {
        keyboard.forget();
    }
    Ok(answered)
}
