//! `ferz check`: texts are loaded, but the program does not run; what is wrong with them is reported.

use std::io;
use std::path::PathBuf;

use ferz::{Diagnostic, Engine};

use super::{json, report};

/// Checks the files, and returns the exit status: 3 if there are errors, 1 if there are only warnings.
pub(crate) fn run(engine: &mut Engine, files: &[PathBuf], as_json: bool) -> io::Result<u8> {
    engine.toplevel().set_checking(true);
    engine.toplevel().keep_messages(as_json);
    for file in files {
        if let Err(error) = engine.consult_file(file) {
            if *error.kind() == ferz::ErrorKind::File && as_json {
                let line = object("error", file.to_str(), None, None, &error.to_string()) + "\n";
                engine.toplevel().console().write(&line)?;
            } else {
                report::error(engine, &error)?;
            }
            if report::is_final(&error) {
                return Ok(report::status(&error));
            }
        }
        tell(engine)?;
    }
    if let Err(error) = engine.succeeds("system:'$check_loaded'") {
        report::error(engine, &error)?;
        return Ok(report::status(&error));
    }
    tell(engine)?;
    let (errors, warnings) = engine.toplevel().message_counts();
    if !as_json && errors + warnings > 0 {
        let mut console = engine.toplevel().console();
        console.write_error(&format!(
            "{}, {}\n",
            counted(errors, "error"),
            counted(warnings, "warning")
        ))?;
    }
    engine.toplevel().console().flush()?;
    let found = match (errors, warnings) {
        (0, 0) => report::SUCCESS,
        (0, _) => report::FAILED,
        _ => report::LOAD,
    };
    Ok(found.max(report::loaded(engine)))
}

fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// Prints the messages that were kept.
fn tell(engine: &mut Engine) -> io::Result<()> {
    for found in engine.toplevel().take_diagnostics() {
        let line = line(&found);
        engine.toplevel().console().write(&line)?;
    }
    Ok(())
}

fn line(found: &Diagnostic) -> String {
    let kind = found.severity().to_string();
    object(&kind, found.file(), found.line(), found.column(), found.message()) + "\n"
}

/// Returns the JSON object of a message.
pub(crate) fn object(kind: &str, file: Option<&str>, line: Option<usize>, column: Option<usize>, text: &str) -> String {
    let number = |number: Option<usize>| number.map_or("null".to_owned(), |number| number.to_string());
    let mut out = String::from("{\"file\":");
    match file {
        Some(file) => json::string(file, &mut out),
        None => out.push_str("null"),
    }
    out.push_str(&format!(
        ",\"line\":{},\"column\":{},\"kind\":",
        number(line),
        number(column)
    ));
    json::string(kind, &mut out);
    out.push_str(",\"text\":");
    json::string(text, &mut out);
    out.push('}');
    out
}
