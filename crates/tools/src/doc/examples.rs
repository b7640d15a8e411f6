//! `ferz test --doc`: the examples in comments are run, and their answers compared.

use std::fs;
use std::io;
use std::path::PathBuf;

use ferz::{Engine, Error, Term, TermView};

use super::program::ProgramDocs;
use super::wiki::DocExample;

/// All examples have passed.
const SUCCESS: u8 = 0;
/// One has not, or there is none.
const FAILED: u8 = 1;
/// A file cannot be read.
const LOAD: u8 = 3;

/// Runs the examples in the comments of files that the engine has loaded, and prints those that do not have their answers,
/// and how many there are. Returns the exit status: 0, or 1 if an example has failed or there is none.
///
/// # Errors
/// If the console cannot be written to.
pub fn test(engine: &mut Engine, files: &[PathBuf]) -> io::Result<u8> {
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                let message = format!("ferz test: {}: {error}\n", file.display());
                engine.toplevel().console().write_error(&message)?;
                return Ok(LOAD);
            }
        };
        let docs = ProgramDocs::of(&text, file);
        for example in docs.examples() {
            match fault(engine, docs.module.as_deref(), example) {
                Ok(None) => passed += 1,
                Ok(Some(found)) => {
                    failed += 1;
                    tell(engine, &file.display().to_string(), example, &found)?;
                }
                // `halt/1`, Ctrl-C.
                Err(status) => return Ok(status),
            }
        }
    }
    let mut console = engine.toplevel().console();
    console.fresh_line()?;
    console.write_error(&match (passed, failed) {
        (0, 0) => "% There are no examples in the comments\n".to_owned(),
        (1, 0) => "% The example passed\n".to_owned(),
        (_, 0) => format!("% All {passed} examples passed\n"),
        _ => format!("% {failed} of the examples failed, {passed} passed\n"),
    })?;
    console.flush()?;
    Ok(if failed == 0 && passed > 0 { SUCCESS } else { FAILED })
}

fn tell(engine: &mut Engine, file: &str, example: &DocExample, found: &str) -> io::Result<()> {
    let DocExample { goal, answer, line } = example;
    let wanted = if answer.is_empty() { "true" } else { answer };
    let mut console = engine.toplevel().console();
    console.fresh_error_line()?;
    console.write_error(&format!(
        "{file}:{line}: error: the example has another answer\n    ?- {}.\n    wanted: {}.\n    found:  {}.\n",
        goal.replace('\n', "\n    "),
        wanted.replace('\n', " "),
        found.replace('\n', " ")
    ))
}

/// Runs an example; returns its answers if they are not those that it has, or the exit status if the run ends.
fn fault(engine: &mut Engine, module: Option<&str>, example: &DocExample) -> Result<Option<String>, u8> {
    let goal = match module {
        Some(module) => format!("{}:(\n{}\n)", Term::atom(module), example.goal),
        None => example.goal.clone(),
    };
    let wanted = bare(&example.answer);
    let is_open = wanted.ends_with("...");
    let wanted = wanted.trim_end_matches("...").trim_end_matches([';', '|']);
    let most = example.answer.matches(';').count() + 2;
    let found = answers(engine, &goal, if example.answer.is_empty() { 1 } else { most });
    let found = match found {
        Ok(found) => found,
        Err(error) if error.halt_status().is_some() || *error.kind() == ferz::ErrorKind::Interrupted => {
            return Err(error
                .halt_status()
                .map_or(FAILED, |status| status.rem_euclid(256) as u8));
        }
        Err(error) => {
            let is_wanted = match example.answer.strip_prefix("ERROR: ") {
                Some(text) => bare(&error.to_string()).starts_with(bare(text).trim_end_matches("...")),
                None => formal(&error).is_some_and(|formal| bare(&formal) == wanted),
            };
            return Ok((!is_wanted).then(|| format!("ERROR: {error}")));
        }
    };
    let told = bare(&found.join(" ; "));
    let is_wanted = match (example.answer.is_empty(), is_open) {
        (true, _) => told != "false",
        (_, true) => told.starts_with(wanted),
        _ => told == wanted || told == format!("{wanted};false"),
    };
    Ok((!is_wanted).then(|| found.join(" ; ")))
}

/// Returns at most so many answers, as they are printed; `false` behind them if the search has ended so.
fn answers(engine: &mut Engine, goal: &str, most: usize) -> Result<Vec<String>, Error> {
    let mut query = engine.query(goal)?;
    let mut found = Vec::new();
    while found.len() < most {
        match query.next().transpose()? {
            Some(answer) => {
                found.push(query.text(&answer, true)?);
                if answer.is_last() {
                    return Ok(found);
                }
            }
            None if found.is_empty() => found.push("false".to_owned()),
            None => return Ok(found),
        }
        if found.last().is_some_and(|last| last == "false") {
            break;
        }
    }
    Ok(found)
}

/// Returns the formal term of an error.
fn formal(error: &Error) -> Option<String> {
    match error.exception()?.view() {
        TermView::Compound("error", arguments) => arguments.get(0).map(|formal| formal.to_term().to_string()),
        _ => error.exception().map(ToString::to_string),
    }
}

/// Returns answers so that they can be compared: without layout, and without the names of variables that have no value.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().filter(|c| !c.is_whitespace()).peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '_' && out.chars().rev().nth(1).is_none_or(|before| !before.is_alphanumeric()) {
            while chars.next_if(|c| c.is_alphanumeric() || *c == '_').is_some() {}
        }
    }
    out.trim_end_matches(";false").to_owned()
}
