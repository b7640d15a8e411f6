//! The uses of a record: it is printed, or written to a file.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use ferz::toplevel::{TokenKind, tokens};

use super::{SearchRecord, html, svg, text};

/// The most rows of a tree that is printed.
const MOST_LINES: usize = 60;
/// The most names that are tried for a page.
const MOST_NAMES: usize = 1_000;

/// Writes a record to a file: an SVG or a text if its name ends so (`.svg`, `.txt`), else a page.
///
/// # Errors
/// If the file cannot be written.
pub fn write(record: &SearchRecord, file: &Path) -> io::Result<()> {
    let written = match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => svg(record),
        Some("txt") => text(record),
        _ => html(record),
    };
    std::fs::write(file, written)
}

/// Returns the text of a small tree, and for a larger one where its page was written; a program that `may_write` nothing
/// gets the size.
///
/// # Errors
/// If the page cannot be written.
pub fn told(record: &SearchRecord, may_write: bool) -> io::Result<String> {
    if record.rows.len() <= MOST_LINES * 2 {
        let text = text(record);
        if text.lines().count() <= MOST_LINES {
            return Ok(text);
        }
    }
    let steps = record.rows.len() - 1;
    let mut told = match may_write {
        true => format!(
            "% {steps} steps: {}\n",
            page_in(&std::env::temp_dir(), &html(record))?.display()
        ),
        false => format!("% {steps} steps, too many to be printed\n"),
    };
    for sentence in &record.left_out {
        told.push_str(&format!("% {sentence}\n"));
    }
    Ok(told)
}

/// Writes a page to a new file of a folder, and returns its name.
pub(crate) fn page_in(folder: &Path, page: &str) -> io::Result<PathBuf> {
    // The page has the program in it: it is its user's.
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    for number in 1..MOST_NAMES {
        let file = folder.join(format!("ferz-show-{}-{number}.html", std::process::id()));
        // A file that is there, a link of somebody else's too, is not written to.
        match options.open(&file) {
            Ok(mut new) => {
                new.write_all(page.as_bytes())?;
                return Ok(file);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Returns the goal of a query that asks for its search: the argument of `show(Goal).`
pub fn asked_goal(query: &str) -> Option<&str> {
    let tokens = tokens(query);
    let mut tokens = tokens.iter();
    let (name, kind) = tokens.next()?;
    if *kind != TokenKind::Functor || &query[name.clone()] != "show" {
        return None;
    }
    let mut depth = 0_usize;
    let mut begin = None;
    for (range, kind) in tokens.by_ref() {
        match kind {
            TokenKind::Open => {
                depth += 1;
                begin.get_or_insert(range.end);
            }
            TokenKind::Close => depth = depth.checked_sub(1)?,
            TokenKind::Separator if depth == 1 && query[range.clone()].starts_with(',') => return None,
            _ => {}
        }
        if depth == 0 {
            let goal = query.get(begin?..range.start)?.trim();
            let ends = tokens.all(|(_, kind)| matches!(kind, TokenKind::End | TokenKind::Comment));
            return (ends && !goal.is_empty()).then_some(goal);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::asked_goal;

    #[test]
    fn a_query_that_asks_for_its_search_is_told_from_others() {
        assert_eq!(asked_goal("show(p(X))."), Some("p(X)"));
        assert_eq!(
            asked_goal(" show( (p(X), q([X|_], \")\")) ). "),
            Some("(p(X), q([X|_], \")\"))")
        );
        assert_eq!(asked_goal("show(p)"), Some("p"));
        for other in [
            "show(p), q.",
            "show.",
            "show(a, b).",
            "shows(p).",
            "show (p).",
            "X = show(p).",
            "show().",
            "show(p",
        ] {
            assert_eq!(asked_goal(other), None, "{other}");
        }
    }
}
