//! The command, and the query `explain.` of the prompt.

use std::io::{self, Write};
use std::path::PathBuf;

use ferz::toplevel::{TokenKind, tokens};

use super::{called, explanations};

/// There is no such code.
const UNKNOWN: u8 = 1;

/// Prints the pages of codes, or of names of kinds of messages, or a list of all. Returns the exit status: 1 if a code is unknown.
///
/// # Errors
/// If `out` or `errors` cannot be written to.
pub fn run(codes: &[PathBuf], out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<u8> {
    let mut status = 0;
    if codes.is_empty() {
        for page in explanations() {
            writeln!(out, "{}  {}", page.code, page.title)?;
        }
    }
    let mut pages = Vec::new();
    for word in codes {
        let word = word.to_string_lossy();
        let found = called(&word);
        if found.is_empty() {
            writeln!(errors, "ferz explain: there is no code {word}; ferz explain lists all")?;
            status = UNKNOWN;
        }
        pages.extend(found.iter().map(super::MessagePage::plain));
    }
    out.write_all(pages.join("\n").as_bytes())?;
    out.flush()?;
    Ok(status)
}

/// Whether a query asks for an explanation of the last message: `explain.`
pub fn is_asked(query: &str) -> bool {
    let tokens = tokens(query);
    let mut tokens = tokens.iter().filter(|(_, kind)| *kind != TokenKind::Comment);
    let is_word = tokens
        .next()
        .is_some_and(|(range, _)| &query[range.clone()] == "explain");
    is_word && tokens.all(|(_, kind)| *kind == TokenKind::End)
}
