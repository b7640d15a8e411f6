//! `ferz check`: texts are loaded, but the program does not run; what is wrong with them is reported.

use std::collections::BTreeSet;
use std::io;

use ferz::{Diagnostic, Engine};
use ferz_tools::explain;

use super::args::CommandLine;
use super::{json, report};

/// The messages that have been shown.
#[derive(Default)]
struct ShownMessages {
    /// The codes of the messages.
    codes: BTreeSet<&'static str>,
    count: usize,
}

/// Checks the files, and returns the exit status: 3 if there are errors, 1 if there are only warnings.
pub(crate) fn run(engine: &mut Engine, arguments: &CommandLine) -> io::Result<u8> {
    let as_json = arguments.json;
    let mut told = ShownMessages::default();
    engine.toplevel().set_checking(true);
    engine.toplevel().keep_messages(true);
    for file in &arguments.files {
        if let Err(error) = engine.consult_file(file) {
            if *error.kind() == ferz::ErrorKind::File && as_json {
                let code = explain::of_error(&error).map(|page| page.code);
                let line = object("error", file.to_str(), None, None, &error.to_string(), code) + "\n";
                engine.toplevel().console().write(&line)?;
            } else {
                report::error(engine, &error)?;
            }
            if report::is_final(&error) {
                return Ok(report::status(&error));
            }
        }
        tell(engine, arguments, &mut told)?;
    }
    if let Err(error) = engine.succeeds("system:'$check_loaded'") {
        report::error(engine, &error)?;
        return Ok(report::status(&error));
    }
    tell(engine, arguments, &mut told)?;
    let (errors, warnings) = engine.toplevel().message_counts();
    if !as_json && errors + warnings > 0 {
        let mut console = engine.toplevel().console();
        console.write_error(&format!(
            "{}, {}\n",
            counted(errors, "error"),
            counted(warnings, "warning")
        ))?;
        // An engine keeps some thousands of messages.
        if errors + warnings > told.count {
            console.write_error("There are more messages than are shown\n")?;
        }
        if !told.codes.is_empty() {
            let codes = Vec::from_iter(told.codes).join(" ");
            console.write_error(&format!("ferz explain {codes} tells more\n"))?;
        }
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

/// Prints the messages that were kept, and adds their codes.
fn tell(engine: &mut Engine, arguments: &CommandLine, told: &mut ShownMessages) -> io::Result<()> {
    for found in engine.toplevel().take_diagnostics() {
        let code = explain::of_diagnostic(&found).map(|page| page.code);
        told.codes.extend(code);
        told.count += 1;
        let mut console = engine.toplevel().console();
        if arguments.json {
            console.write(&(diagnostic(&found, found.message()) + "\n"))?;
            continue;
        }
        let shown = found.to_string();
        let (first, rest) = shown.split_at(shown.find('\n').unwrap_or(shown.len()));
        let code = code.filter(|_| arguments.codes).map(|code| format!(" [{code}]"));
        console.fresh_error_line()?;
        console.write_error(&format!("{first}{}{rest}\n", code.unwrap_or_default()))?;
    }
    Ok(())
}

/// Returns the JSON object of a message, of whose text `text` is shown.
pub(crate) fn diagnostic(found: &Diagnostic, text: &str) -> String {
    let kind = found.severity().to_string();
    let code = explain::of_diagnostic(found).map(|page| page.code);
    object(&kind, found.file(), found.line(), found.column(), text, code)
}

fn object(
    kind: &str,
    file: Option<&str>,
    line: Option<usize>,
    column: Option<usize>,
    text: &str,
    code: Option<&str>,
) -> String {
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
    if let Some(code) = code {
        out.push_str(&format!(",\"code\":\"{code}\""));
    }
    out.push('}');
    out
}
