//! `Error`: why a query or a load did not go well. One opaque word; the kind tells more.

use std::fmt;

use super::convert::IntoTerm;
use super::show::ball_text;
use super::term::{Term, TermView};
use crate::base::limit::Limit;
use crate::text::error::SyntaxError;

/// Why something did not go well. Its text says what is wrong and where, in one line or several.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    text: String,
}

/// What kind of error it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text that cannot be read.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// An exception that nothing caught: the term that was thrown.
    Exception(Term),
    /// The program asked to end, with this exit status.
    Halt(i32),
    /// A text or file was loaded, but not all of it is right.
    Load {
        /// How many errors there were.
        errors: usize,
    },
    /// A file cannot be read.
    File,
    /// Another thread stopped the query.
    Interrupted,
    /// The time limit was reached.
    TimeLimit,
}

impl Error {
    /// What kind of error it is.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The term that was thrown, if it is an exception.
    pub fn exception(&self) -> Option<&Term> {
        match &self.0.kind {
            ErrorKind::Exception(term) => Some(term),
            _ => None,
        }
    }

    /// The first argument of `error(Formal, Context)`, if that was thrown: what the standard says about
    /// the error, such as `type_error(integer, a)`.
    pub fn formal(&self) -> Option<Term> {
        match self.exception()?.view() {
            TermView::Compound("error", args) if args.len() == 2 => args.get(0).map(|formal| formal.to_term()),
            _ => None,
        }
    }

    /// The exit status that a program asked for by `halt/1`.
    pub fn halt_status(&self) -> Option<i32> {
        match self.0.kind {
            ErrorKind::Halt(status) => Some(status),
            _ => None,
        }
    }

    /// The error that throws `ball` as an exception, for predicates of the host.
    pub fn throw(ball: impl IntoTerm) -> Error {
        Error::exception_of(ball.into_term(), None)
    }

    /// The error that throws `error(formal, _)`, for predicates of the host.
    pub fn formal_error(formal: impl IntoTerm) -> Error {
        Error::throw(Term::compound("error", [formal.into_term(), Term::var()]))
    }

    /// `type_error(wanted, culprit)`, or `instantiation_error` if the culprit is a variable.
    pub fn type_error(wanted: &str, culprit: impl IntoTerm) -> Error {
        let culprit = culprit.into_term();
        Error::formal_error(match culprit.view() {
            TermView::Var(_) => Term::atom("instantiation_error"),
            _ => Term::compound("type_error", [Term::atom(wanted), culprit]),
        })
    }

    /// `system_error(message)`: something outside of Prolog went wrong.
    pub fn system_error(message: impl fmt::Display) -> Error {
        Error::formal_error(Term::compound("system_error", [Term::string(&message.to_string())]))
    }

    /// The term that the error is as an exception.
    pub(super) fn ball(&self) -> Term {
        let halt = |status: i32| Term::compound("halt", [Term::int(status.into())]);
        match &self.0.kind {
            ErrorKind::Exception(ball) => ball.clone(),
            ErrorKind::Halt(status) => Term::compound("unwind", [halt(*status)]),
            ErrorKind::Interrupted => Term::atom("$aborted"),
            ErrorKind::TimeLimit => Term::atom("time_limit_exceeded"),
            ErrorKind::Syntax { .. } | ErrorKind::Load { .. } | ErrorKind::File => Error::system_error(self).ball(),
        }
    }

    pub(super) fn new(kind: ErrorKind, text: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            text: text.into(),
        }))
    }

    pub(super) fn halt(status: i32) -> Error {
        Error::new(
            ErrorKind::Halt(status),
            format!("the program ended with exit status {status}"),
        )
    }

    pub(super) fn file(name: &str, error: &std::io::Error) -> Error {
        let words = match error.kind() {
            std::io::ErrorKind::NotFound => format!("File `{name}' does not exist"),
            // The system's own sentence ends with its number for it, which tells nobody anything.
            _ => {
                let text = error.to_string();
                let text = text.split(" (os error").next().unwrap_or_default();
                format!("File `{name}' cannot be read: {text}")
            }
        };
        Error::new(ErrorKind::File, words)
    }

    pub(super) fn load(errors: usize) -> Error {
        let text = match errors {
            1 => "1 error while loading".to_string(),
            _ => format!("{errors} errors while loading"),
        };
        Error::new(ErrorKind::Load { errors }, text)
    }

    pub(super) fn interrupted() -> Error {
        Error::new(ErrorKind::Interrupted, "Execution interrupted")
    }

    /// There is no room to begin.
    pub(super) fn memory() -> Error {
        let formal = Term::compound("resource_error", [Term::atom("memory")]);
        let ball = Term::compound("error", [formal, Term::var()]);
        Error::exception_of(ball, Some("Not enough memory to begin".to_string()))
    }

    /// The error for an exception that has a kind of its own.
    pub(super) fn of_special(ball: &Term) -> Option<Error> {
        match ball.view() {
            TermView::Atom("$aborted") => Some(Error::interrupted()),
            TermView::Atom("time_limit_exceeded") => Some(Error::new(ErrorKind::TimeLimit, Limit::Time.row().message)),
            TermView::Compound("unwind", args) => match args.get(0)?.view() {
                TermView::Compound("halt", status) => match status.get(0)?.view() {
                    TermView::Int(status) => Some(Error::halt(i32::try_from(status).unwrap_or(1))),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The error for a term that was thrown; `words` are those of the message system, if it has any.
    pub(super) fn exception_of(ball: Term, words: Option<String>) -> Error {
        let text = words.unwrap_or_else(|| format!("Unhandled exception: {}", ball_text(&ball)));
        Error::new(ErrorKind::Exception(ball), text)
    }

    /// The error for a query's text.
    pub(super) fn syntax(text: &str, error: &SyntaxError) -> Error {
        Error::syntax_at(text, error.span.start as usize, error.to_string())
    }

    /// A syntax error at a byte offset: the message shows the line, with a caret under the place.
    pub(super) fn syntax_at(text: &str, offset: usize, message: String) -> Error {
        let mut offset = offset.min(text.trim_end().len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let shown = text[start..].lines().next().unwrap_or_default();
        let line = text[..start].matches('\n').count() + 1;
        let before = &text[start..offset];
        let column = before.chars().count() + 1;
        let (before, after) = (window(before, true), window(&shown[offset - start..], false));
        let shown = format!("{before}{after}").replace(|c: char| c.is_control() && c != '\t', "\u{fffd}");
        let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let place = if text.trim().contains('\n') {
            format!("line {line}: ")
        } else {
            String::new()
        };
        let mut words = format!("Syntax error: {place}{message}");
        if !shown.trim().is_empty() {
            words.push_str(&format!("\n  {shown}\n  {indent}^"));
        }
        Error::new(ErrorKind::Syntax { line, column, message }, words)
    }
}

/// The end or the beginning of one side of a line, if the line is too long to be shown.
fn window(side: &str, is_end: bool) -> String {
    const MOST: usize = 100;
    let length = side.chars().count();
    if length <= MOST {
        side.to_owned()
    } else if is_end {
        let end: String = side.chars().skip(length - MOST).collect();
        format!("...{end}")
    } else {
        let start: String = side.chars().take(MOST).collect();
        format!("{start}...")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("text", &self.0.text)
            .finish()
    }
}

impl std::error::Error for Error {}

const _: () = assert!(size_of::<Error>() == size_of::<usize>());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_syntax_error_shows_its_place() {
        let error = Error::syntax_at("foo(a b).\n", 6, "expected an operator before `b`".into());
        assert_eq!(
            error.to_string(),
            "Syntax error: expected an operator before `b`\n  foo(a b).\n        ^"
        );
        let error = Error::syntax_at("foo,\n\té b.\n", 9, "wrong".into());
        assert!(
            matches!(error.kind(), ErrorKind::Syntax { line: 2, column: 4, .. }),
            "{error:?}"
        );
        assert_eq!(error.to_string(), "Syntax error: line 2: wrong\n  \té b.\n  \t  ^");
        assert!(matches!(
            Error::syntax_at("", 7, String::new()).kind(),
            ErrorKind::Syntax { line: 1, column: 1, .. }
        ));
    }

    #[test]
    fn some_exceptions_have_a_kind_of_their_own() {
        let halt = Term::compound("unwind", [Term::compound("halt", [Term::int(3)])]);
        assert_eq!(Error::of_special(&halt).and_then(|error| error.halt_status()), Some(3));
        let aborted = Error::of_special(&Term::atom("$aborted")).expect("a kind of its own");
        assert_eq!(aborted.kind(), &ErrorKind::Interrupted);
        assert!(Error::of_special(&Term::atom("oops")).is_none());
        let error = Error::exception_of(Term::atom("oops"), None);
        assert_eq!(error.to_string(), "Unhandled exception: oops");
        assert_eq!(error.exception(), Some(&Term::atom("oops")));
    }
}
