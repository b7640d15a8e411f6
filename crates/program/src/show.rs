//! `ferz show`, and what the prompt answers by tools: `show(Goal).` by the search tree of a goal, `explain.` by the page
//! about the last message.

use std::cell::Cell;
use std::io;

use ferz::{Engine, Error};
use ferz_tools::explain::{self, MessagePage};
use ferz_tools::show::{Bounds, SearchRecord, asked_goal, record, told, write};

use super::args::CommandLine;
use super::report;
use super::signals::Signals;

/// Shows the search of a goal, and returns the exit status.
pub(crate) fn run(engine: &mut Engine, goal: &str, arguments: &CommandLine) -> io::Result<u8> {
    let found = match record(engine, goal, arguments.bounds) {
        Ok(found) => found,
        Err(error) => {
            report::goal_error(engine, &error, goal)?;
            return Ok(report::status(&error));
        }
    };
    match &arguments.output {
        Some(file) => write(&found, file)?,
        None => print(engine, &found, !arguments.sandbox)?,
    }
    engine.toplevel().console().flush()?;
    Ok(status(&found).max(report::loaded(engine)))
}

fn print(engine: &mut Engine, found: &SearchRecord, may_write: bool) -> io::Result<()> {
    let text = told(found, may_write)?;
    let mut console = engine.toplevel().console();
    console.fresh_line()?;
    console.write(&text)
}

fn status(found: &SearchRecord) -> u8 {
    match found {
        SearchRecord { error: Some(_), .. } => report::EXCEPTION,
        SearchRecord { solutions: 0, .. } => report::FAILED,
        _ => report::SUCCESS,
    }
}

/// Shows searches for queries `show(Goal).`, and explains messages, unless the program has a predicate of this name.
pub(crate) struct Shower {
    bounds: Bounds,
    may_write: bool,
    signals: Signals,
    last: Cell<Option<MessagePage>>,
}

impl Shower {
    pub(crate) fn new(arguments: &CommandLine, signals: &Signals) -> Shower {
        Shower {
            bounds: arguments.bounds,
            may_write: !arguments.sandbox,
            signals: signals.clone(),
            last: Cell::new(None),
        }
    }

    /// Keeps what there is to say of the messages since the last query, and of the error that has ended it.
    pub(crate) fn note(&self, engine: &mut Engine, error: Option<&Error>) {
        let found = engine.toplevel().take_diagnostics();
        let last = error.and_then(explain::of_error);
        let last = last.or_else(|| found.iter().rev().find_map(explain::of_diagnostic));
        self.last.set(last.or(self.last.get()));
    }

    /// Shows the search that a query asks for, and returns the exit status; `None` for other queries.
    pub(crate) fn show(&self, engine: &mut Engine, query: &str) -> io::Result<Option<Result<u8, Error>>> {
        self.note(engine, None);
        if explain::is_asked(query) && !engine.defines("explain", 0) {
            let page = self.last.get().map(|page| page.plain());
            let none = "% There was no error and no warning\n".to_owned();
            let mut console = engine.toplevel().console();
            console.fresh_line()?;
            console.write(&format!("{}\n", page.unwrap_or(none)))?;
            return Ok(Some(Ok(report::SUCCESS)));
        }
        let Some(goal) = asked_goal(query) else { return Ok(None) };
        if engine.defines("show", 1) {
            return Ok(None);
        }
        let found = record(engine, goal, self.bounds);
        #[cfg(unix)]
        super::tracer::install(engine, &self.signals);
        #[cfg(not(unix))]
        let _unused = &self.signals;
        let found = match found {
            Ok(found) => found,
            Err(error) => return Ok(Some(Err(error))),
        };
        print(engine, &found, self.may_write)?;
        engine.toplevel().console().write("\n")?;
        Ok(Some(Ok(status(&found))))
    }
}
