//! The prompt on a terminal: queries and their answers.

use std::io;
use std::path::{Path, PathBuf};

use ferz::{Answer, Engine, Error, ErrorKind, Term};

use super::answers::{self, Manner, Shown};
use super::args::CommandLine;
use super::colour::Colours;
use super::editor::PROMPT;
use super::input::Line;
use super::keyboard::Keyboard;
use super::recall::{self, Recall, Recalled};
use super::report;
use super::show::Shower;
use super::signals::Signals;

/// Reads and answers queries until the input ends or a query halts; returns the exit status.
///
/// # Errors
/// If the terminal cannot be used.
pub(crate) fn run(engine: &mut Engine, arguments: &CommandLine, colours: Colours, signals: &Signals) -> io::Result<u8> {
    signals.only_stop_queries();
    if !arguments.quiet {
        let version = env!("CARGO_PKG_VERSION");
        engine.toplevel().console().write(&format!(
            "ferz {version}: end each query with a full stop; halt. or Ctrl-D leaves.\n\n"
        ))?;
    }
    engine.toplevel().keep_values();
    let mut session = PromptSession {
        keyboard: Keyboard::new(signals, colours)?,
        colours,
        last: None,
        cut_was_told: false,
        changed: Vec::new(),
        queries: 1,
        recall: Recall::default(),
        shower: Shower::new(arguments, signals),
    };
    #[cfg(unix)]
    super::menu::install(engine, session.keyboard.terminal(), signals, colours);
    loop {
        match session.round(engine, signals, colours) {
            Ok(None) => {}
            Ok(Some(status)) => return Ok(status),
            // Ctrl-C came while something was written, of which the rest is dropped.
            Err(error) if error.kind() == io::ErrorKind::Interrupted && !signals.is_ending() => {
                session.keyboard.take_back(engine.toplevel().console());
                session.forget_typed(engine, signals);
                // If the terminal is gone, the next round finds out.
                let _told = report::aborted(engine);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Shows the last answer in full, if there is one and the program has no `w/0`.
const SHOW_ALL: &str = "w.";

/// The state of the prompt.
struct PromptSession {
    keyboard: Keyboard,
    colours: Colours,
    /// The last answer.
    last: Option<Answer>,
    /// Whether the user knows how to see what was cut from an answer.
    cut_was_told: bool,
    /// The changed files that the user was told of.
    changed: Vec<PathBuf>,
    /// The number of the query.
    queries: u64,
    /// The earlier queries, if the flag `history` wants them.
    recall: Recall,
    /// Shows the searches of goals.
    shower: Shower,
}

impl PromptSession {
    /// Reads a query and answers it; returns the exit status if it is the last.
    fn round(&mut self, engine: &mut Engine, signals: &Signals, colours: Colours) -> io::Result<Option<u8>> {
        let mut console = engine.toplevel().console();
        console.fresh_line()?;
        console.flush()?;
        self.colours = colours.only_if(
            engine
                .flag("color_term")
                .is_none_or(|value| value != Term::atom("false")),
        );
        self.tell_changes(engine)?;
        let prompt = prompt(engine, self.queries);
        let line = self.keyboard.line(engine, &prompt)?;
        signals.clear();
        engine.toplevel().console().line_was_typed();
        let text = match line {
            Line::Query(text) if text.is_empty() => return Ok(None),
            Line::Query(text) => {
                engine.toplevel().console().record(&format!("{prompt}{text}\n"));
                text
            }
            Line::Another(text) => {
                let (prompt, text) = (self.colours.prompt(&prompt), text.trim());
                let text_shown = self.colours.prolog(text, None);
                engine.toplevel().console().write(&format!("{prompt}{text_shown}\n"))?;
                text.to_owned()
            }
            Line::Interrupted => return Ok(None),
            Line::NotText => {
                let message = "ERROR: The line has bytes that are not UTF-8; it is not run\n";
                engine.toplevel().console().write_error(message)?;
                return Ok(None);
            }
            Line::End => return Ok(Some(report::SUCCESS)),
        };
        let Some(text) = self.recalled(engine, text)? else {
            return Ok(None);
        };
        self.queries += 1;
        self.tell_changes(engine)?;
        if text.trim() == SHOW_ALL && self.last.is_some() && !engine.defines("w", 0) {
            self.show_all(engine)?;
            return Ok(None);
        }
        if let Err(error) = self.answer(engine, &text)? {
            if error.halt_status().is_some() {
                return Ok(Some(report::status(&error)));
            }
            if *error.kind() == ErrorKind::Interrupted {
                self.forget_typed(engine, signals);
            }
            report::error(engine, &error)?;
            self.shower.note(engine, Some(&error));
            // Who debugs has seen where it was.
            let is_debugged = engine.debugger().debug_mode() != ferz::debug::DebugMode::Off;
            if is_debugged || !matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::Limit(_)) {
                return Ok(None);
            }
        }
        // A hint about the query; without one nothing is shown.
        let _hinted = engine.once("system:'$untraced'('$after_query')");
        Ok(None)
    }

    /// Drops what was typed for a query that was interrupted.
    fn forget_typed(&mut self, engine: &mut Engine, signals: &Signals) {
        self.keyboard.forget();
        #[cfg(unix)]
        if signals.take_interrupt() {
            engine.toplevel().console().key_was_echoed();
        }
        #[cfg(not(unix))]
        let _nothing_is_echoed = (engine, signals);
    }

    /// Runs a query and shows its answers.
    fn answer(&mut self, engine: &mut Engine, text: &str) -> io::Result<Result<(), Error>> {
        self.keyboard.lend(engine.toplevel().console());
        let mut shown = Shown {
            answer: None,
            is_aborted: false,
        };
        let manner = Manner::of(engine, self.colours);
        let answered = match self.shower.show(engine, text) {
            Ok(Some(searched)) => Ok(searched.map(drop)),
            Ok(None) => match engine.query(text) {
                Ok(mut query) => answers::show(&mut query, &mut self.keyboard, manner, &mut shown),
                Err(error) => Ok(Err(error)),
            },
            Err(error) => Err(error),
        };
        self.keyboard.take_back(engine.toplevel().console());
        if shown.is_aborted {
            self.keyboard.forget();
        }
        if let Some(answer) = shown.answer {
            engine.toplevel().keep(&answer);
            if matches!(answered, Ok(Ok(()))) && answer.is_last() && !self.cut_was_told && is_cut(engine, &answer) {
                self.cut_was_told = true;
                let hint = self.colours.faint("% Cut at `...`: w. shows all of it");
                let mut console = engine.toplevel().console();
                console.write(&format!("{hint}\n\n"))?;
            }
            self.last = Some(answer);
        }
        answered
    }

    /// Returns the query that a line stands for, if there is one.
    fn recalled(&mut self, engine: &mut Engine, line: String) -> io::Result<Option<String>> {
        let most = recall::wanted(engine);
        if most == 0 {
            return Ok(Some(line));
        }
        let query = match self.recall.look(&line, most) {
            Recalled::Plain => line,
            Recalled::Query(query) => {
                engine.toplevel().console().write(&format!("{query}\n"))?;
                query
            }
            Recalled::Text(text) => {
                engine.toplevel().console().write(&text)?;
                return Ok(None);
            }
            Recalled::Unknown => {
                engine
                    .toplevel()
                    .console()
                    .write_error("ERROR: There is no such query\n")?;
                return Ok(None);
            }
        };
        self.recall.keep(self.queries, &query);
        Ok(Some(query))
    }

    /// Tells of files that have changed since they were loaded, once.
    fn tell_changes(&mut self, engine: &mut Engine) -> io::Result<()> {
        let changed = engine.toplevel().changed_files();
        for file in &changed {
            if !self.changed.contains(file) {
                let name = short_name(file);
                let text = self.colours.faint(&format!("% {} has changed: make.", name.display()));
                let mut console = engine.toplevel().console();
                console.write(&format!("{text}\n"))?;
                console.flush()?;
            }
        }
        self.changed = changed;
        Ok(())
    }

    /// Shows the last answer in full.
    fn show_all(&mut self, engine: &mut Engine) -> io::Result<()> {
        let Some(answer) = &self.last else { return Ok(()) };
        match engine.toplevel().answer_text(answer, true) {
            Ok(text) => {
                let text = answers::with_program(answer, text, self.colours);
                engine.toplevel().console().write(&format!("{text}.\n\n"))
            }
            Err(error) => report::error(engine, &error),
        }
    }
}

/// The name of a file relative to the working directory, if it is below that.
fn short_name(file: &Path) -> &Path {
    let directory = std::env::current_dir().and_then(|directory| directory.canonicalize());
    directory
        .ok()
        .and_then(|directory| file.strip_prefix(directory).ok())
        .unwrap_or(file)
}

/// Whether parts of an answer were not shown.
fn is_cut(engine: &mut Engine, answer: &Answer) -> bool {
    // Only then are the long texts of large answers compared.
    let short = engine.toplevel().answer_text(answer, false).unwrap_or_default();
    short.contains("...")
        && engine
            .toplevel()
            .answer_text(answer, true)
            .is_ok_and(|full| full != short)
}

/// Returns what stands before the prompt while something is traced.
#[cfg(unix)]
fn mode(engine: &mut Engine) -> &'static str {
    super::tracer::mode_prefix(engine)
}

/// Returns what stands before the prompt: nothing is traced where there is no tracer.
#[cfg(not(unix))]
fn mode(_engine: &mut Engine) -> &'static str {
    ""
}

/// Returns what stands before the prompt if queries are not run in `user`.
fn module(engine: &mut Engine) -> String {
    match engine.toplevel().query_module() {
        "user" => String::new(),
        name => format!("{}: ", Term::atom(name)),
    }
}

/// Returns the prompt that the flag `toplevel_prompt` asks for.
fn prompt(engine: &mut Engine, number: u64) -> String {
    let format = engine
        .flag("toplevel_prompt")
        .and_then(|value| value.to::<String>().ok());
    let Some(format) = format else {
        return format!("{}{}{PROMPT}", mode(engine), module(engine));
    };
    let mut prompt = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        match c {
            '~' => match chars.next() {
                Some('!') => prompt.push_str(&number.to_string()),
                Some('d') => prompt.push_str(mode(engine)),
                Some('m') => prompt.push_str(&module(engine)),
                // The break level has one value, which is not shown.
                Some('l' | 'q') => {}
                Some(c) => prompt.push(c),
                None => {}
            },
            '\n' | '\r' => prompt.push(' '),
            c => prompt.push(c),
        }
    }
    prompt
}
