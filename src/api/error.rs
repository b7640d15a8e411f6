//! `Error`: why a query or a load failed. One opaque word; the kind has the details.

use std::fmt;

use super::convert::IntoTerm;
use super::diagnostics::Diagnostics;
use super::show::brief_text;
use super::term::Term;
use super::view::{TermRef, TermView};
use crate::base::limit::Limit;
use crate::text::error::SyntaxError;
use crate::text::hints::hint;

/// An error of a query or a load. Its text is a message of one or more lines, with the location if there is one; `{:#}` is
/// its first line, with the first error of a text that was loaded.
///
/// ```
/// let mut engine = ferz::Engine::new();
/// let error = engine.consult_str("p(1).\np(.").expect_err("it is no clause");
/// assert!(format!("{error:#}").starts_with("1 error while loading: user:2:3: error: Syntax error"));
/// assert!(!format!("{error:#}").contains('\n') && error.to_string().contains('\n'));
/// ```
pub struct Error(Box<ErrorInner>);

struct ErrorInner {
    kind: ErrorKind,
    /// The message; that of an exception without one is made when it is asked for.
    text: Option<String>,
    /// The ball of a limit.
    ball: Option<Term>,
    backtrace: Vec<Frame>,
    /// Those of a load.
    diagnostics: Diagnostics,
}

/// One of the goals that an uncaught exception has ended: a goal of the program that was running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    predicate: String,
    goal: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

impl Frame {
    /// Returns the predicate as `name/arity`.
    pub fn predicate(&self) -> &str {
        &self.predicate
    }

    /// Returns the goal, abbreviated; arguments whose values were no longer needed are `_`.
    pub fn goal(&self) -> &str {
        &self.goal
    }

    /// Returns the name of the file of the clause that was running, if it was loaded from one.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the line at which the clause was, from 1; of the clause itself if its text is not available.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// Returns the column at which the clause was, in characters from 1, if its text is available.
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    /// Reads a term `frame(Predicate, Goal, File, Line, Column)`, in which 0 and the empty atom mean none.
    pub(super) fn of(term: TermRef<'_>) -> Option<Frame> {
        let TermView::Compound("frame", args) = term.view() else {
            return None;
        };
        let text = |index: usize| match args.get(index)?.view() {
            TermView::Atom(text) | TermView::String(text) => Some(text.to_owned()),
            _ => None,
        };
        let number = |index: usize| match args.get(index)?.view() {
            TermView::Int(number @ 1..) => usize::try_from(number).ok(),
            _ => None,
        };
        Some(Frame {
            predicate: text(0)?,
            goal: text(1)?,
            file: text(2).filter(|file| !file.is_empty()),
            line: number(3),
            column: number(4),
        })
    }
}

/// The kind of an error.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A syntax error.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The message.
        message: String,
    },
    /// An uncaught exception: the ball.
    Exception(Term),
    /// The program called `halt/1` with this exit status.
    Halt(i32),
    /// A text or file was loaded, but contains errors.
    Load {
        /// The number of errors.
        errors: usize,
    },
    /// A file cannot be read.
    File,
    /// A [`Model`](crate::Model) is wrong.
    Model,
    /// The query has no variable of this name, or it was given two values.
    Name(String),
    /// The query was interrupted by another thread.
    Interrupted,
    /// A limit was met. A program cannot raise such an error by itself.
    Limit(Limit),
}

impl Error {
    /// Returns the kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the goals of the program that were running when an uncaught exception was raised, the innermost first. It
    /// is empty for other errors, and for exceptions of goals that ran outside the program's clauses. Clauses that their
    /// last calls have replaced are missing, and of a long chain the middle.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str("total([], 0).\ntotal([X|Xs], T) :- total(Xs, T0), T is T0+X.")?;
    /// let error = engine.once("total([1, a], T)").expect_err("a is no number");
    /// let goals: Vec<&str> = error.backtrace().iter().map(ferz::Frame::goal).collect();
    /// assert_eq!(goals, ["total([a|_],_)", "total([1|_],_)"]);
    /// assert_eq!(error.backtrace()[0].line(), Some(2));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn backtrace(&self) -> &[Frame] {
        &self.0.backtrace
    }

    /// Returns what loading a text has reported, errors and warnings, if this is the error of a load. They are part of
    /// the error's text, too, as far as they are errors.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let error = engine.consult_str("price(tea, 3).\nprice(coffee, .\n").expect_err("it is no clause");
    /// let found = &error.diagnostics()[0];
    /// assert_eq!((found.code(), found.line(), found.column()), (Some("syntax_error"), Some(2), Some(6)));
    /// assert!(error.to_string().starts_with("1 error while loading\nuser:2:6: error: Syntax error"));
    /// ```
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.0.diagnostics
    }

    /// Adds what the load has reported.
    pub(super) fn with_diagnostics(mut self, diagnostics: Diagnostics) -> Error {
        /// Errors that are told in the text.
        const TOLD: usize = 20;
        for found in diagnostics.errors().take(TOLD) {
            self.append(&format!("\n{found}"));
        }
        self.0.diagnostics = diagnostics;
        self
    }

    pub(super) fn with_backtrace(mut self, backtrace: Vec<Frame>) -> Error {
        self.0.backtrace = backtrace;
        self
    }

    /// Returns the ball, if it is an exception, or a limit with an error term: `error(resource_error(memory), _)`.
    pub fn exception(&self) -> Option<&Term> {
        match &self.0.kind {
            ErrorKind::Exception(term) => Some(term),
            _ => self.0.ball.as_ref(),
        }
    }

    /// Returns the first argument of `error(Formal, Context)`, if that was thrown: the error term of the standard,
    /// such as `type_error(integer, a)`.
    pub fn formal(&self) -> Option<Term> {
        match self.exception()?.view() {
            TermView::Compound("error", args) if args.len() == 2 => args.get(0).map(|formal| formal.to_term()),
            _ => None,
        }
    }

    /// Returns the exit status if the program called `halt/1`.
    pub fn halt_status(&self) -> Option<i32> {
        match self.0.kind {
            ErrorKind::Halt(status) => Some(status),
            _ => None,
        }
    }

    /// Returns the limit that was met, if that is the reason.
    pub fn limit(&self) -> Option<Limit> {
        match self.0.kind {
            ErrorKind::Limit(limit) => Some(limit),
            _ => None,
        }
    }

    /// Makes an error that throws `ball`, for host predicates.
    pub fn throw(ball: impl IntoTerm) -> Error {
        Error::exception_of(ball.into_term(), None)
    }

    /// Makes an error that throws `error(formal, _)`, for host predicates.
    pub fn formal_error(formal: impl IntoTerm) -> Error {
        Error::throw(Term::compound("error", [formal.into_term(), Term::var()]))
    }

    /// Makes `type_error(wanted, culprit)`, or `instantiation_error` if the culprit is a variable.
    pub fn type_error(wanted: &str, culprit: impl IntoTerm) -> Error {
        let culprit = culprit.into_term();
        Error::formal_error(match culprit.view() {
            TermView::Var(_) => Term::atom("instantiation_error"),
            _ => Term::compound("type_error", [Term::atom(wanted), culprit]),
        })
    }

    /// Makes `system_error(message)`, for a failure outside of Prolog.
    pub fn system_error(message: impl fmt::Display) -> Error {
        Error::formal_error(Term::compound("system_error", [Term::string(&message.to_string())]))
    }

    /// Returns the ball that represents the error as an exception.
    pub(super) fn ball(&self) -> Term {
        let halt = |status: i32| Term::compound("halt", [Term::int(status.into())]);
        match &self.0.kind {
            ErrorKind::Exception(ball) => ball.clone(),
            ErrorKind::Halt(status) => Term::compound("unwind", [halt(*status)]),
            ErrorKind::Interrupted => Term::atom("$aborted"),
            ErrorKind::Limit(limit) => self.0.ball.clone().unwrap_or_else(|| ball_of(*limit)),
            ErrorKind::Syntax { .. }
            | ErrorKind::Model
            | ErrorKind::Load { .. }
            | ErrorKind::File
            | ErrorKind::Name(_) => Error::system_error(self).ball(),
        }
    }

    pub(super) fn new(kind: ErrorKind, text: impl Into<String>) -> Error {
        Error::with(kind, Some(text.into()))
    }

    fn with(kind: ErrorKind, text: Option<String>) -> Error {
        Error(Box::new(ErrorInner {
            kind,
            text,
            ball: None,
            backtrace: Vec::new(),
            diagnostics: Diagnostics::default(),
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
            // The system's own message ends with its error number, which is useless to readers.
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

    /// Makes the error for a text in which a limit was met, and which was loaded otherwise.
    pub(super) fn load_limit(limit: Limit, errors: usize) -> Error {
        let words = format!("{}, {}", Error::load(errors), limit.row().message);
        Error::met(limit, ball_of(limit), Some(words))
    }

    /// Makes the error for a name that is none of the query's variables.
    pub(super) fn no_variable(name: &str, names: &[String]) -> Error {
        let others = match names {
            [] => "it has none".to_owned(),
            names => format!("it has {}", names.join(", ")),
        };
        let words = format!("the query has no variable {name}; {others}");
        Error::new(ErrorKind::Name(name.to_owned()), words)
    }

    /// Makes the error for a variable that was given two values.
    pub(super) fn two_values(name: &str) -> Error {
        let words = format!("the variable {name} was given two values");
        Error::new(ErrorKind::Name(name.to_owned()), words)
    }

    pub(super) fn interrupted() -> Error {
        Error::new(ErrorKind::Interrupted, "Execution interrupted")
    }

    /// Makes the error for lack of memory to begin.
    pub(super) fn memory() -> Error {
        Error::met(
            Limit::Memory,
            ball_of(Limit::Memory),
            Some("Not enough memory to begin".to_string()),
        )
    }

    /// Makes the error for a limit that was met; `words` is the text of the message system, if any.
    pub(super) fn met(limit: Limit, ball: Term, words: Option<String>) -> Error {
        let mut error = Error::new(
            ErrorKind::Limit(limit),
            words.unwrap_or_else(|| limit.row().message.to_owned()),
        );
        error.0.ball = (limit != Limit::Time).then_some(ball);
        error
    }

    /// Makes the error for a limit that was met, if its exception could not be copied.
    pub(super) fn met_limit(limit: Limit) -> Error {
        Error::met(limit, ball_of(limit), None)
    }

    /// Gives it a text.
    pub(super) fn worded(mut self, words: String) -> Error {
        self.0.text = Some(words);
        self
    }

    /// Adds where it happened.
    pub(super) fn at(mut self, place: &str) -> Error {
        self.0.text = Some(format!("{place}{self}"));
        self
    }

    /// Adds to the message.
    fn append(&mut self, more: &str) {
        self.0.text = Some(format!("{self}{more}"));
    }

    /// Makes the error for an exception that has a kind of its own.
    pub(super) fn of_special(ball: &Term) -> Option<Error> {
        match ball.view() {
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

    /// Makes the error for a ball; `words` is the text of the message system, if any.
    pub(super) fn exception_of(ball: Term, words: Option<String>) -> Error {
        Error::with(ErrorKind::Exception(ball), words)
    }

    /// Makes the error for a syntax error in a query.
    pub(super) fn syntax(text: &str, error: &SyntaxError, hints: bool) -> Error {
        let mut made = Error::syntax_at(text, error.span.start as usize, error.to_string());
        if hints && let Some(hint) = hint(text, error) {
            made.append(&format!("\n  {hint}"));
        }
        made
    }

    /// Makes a syntax error at a byte offset: the message shows the line, with a caret under the position.
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
        let indent: String = before.chars().map(blank).collect();
        let location = if text.trim().contains('\n') {
            format!("line {line}: ")
        } else {
            String::new()
        };
        let mut words = format!("Syntax error: {location}{message}");
        if !shown.trim().is_empty() {
            words.push_str(&format!("\n  {shown}\n  {indent}^"));
        }
        Error::new(ErrorKind::Syntax { line, column, message }, words)
    }
}

/// Returns the ball of a limit.
fn ball_of(limit: Limit) -> Term {
    match limit {
        Limit::Time => Term::atom("time_limit_exceeded"),
        _ => {
            let formal = Term::compound("resource_error", [Term::atom(limit.row().word)]);
            Term::compound("error", [formal, Term::var()])
        }
    }
}

/// Returns layout that takes as many columns of a terminal as the character.
fn blank(c: char) -> &'static str {
    match c {
        '\t' => "\t",
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{20d0}'..='\u{20ff}' => "",
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => "  ",
        _ => " ",
    }
}

/// Returns the end or the beginning of one side of a line, if it is too long to be shown.
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
        let Some(text) = &self.0.text else {
            let ball = self.exception().map(brief_text);
            return write!(f, "Unhandled exception: {}", ball.unwrap_or_default());
        };
        if !f.alternate() {
            return f.write_str(text);
        }
        f.write_str(text.lines().next().unwrap_or_default())?;
        match self.0.diagnostics.errors().next() {
            Some(found) => write!(f, ": {}", found.to_string().lines().next().unwrap_or_default()),
            None => Ok(()),
        }
    }
}

/// The text, so that a `main` which returns the error shows it to people.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const _: () = assert!(size_of::<Error>() == size_of::<usize>());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_syntax_error_shows_its_location() {
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
        let wide = Error::syntax_at("\u{65e5}\u{672c} a b.", 9, "wrong".into());
        assert_eq!(
            wide.to_string(),
            "Syntax error: wrong\n  \u{65e5}\u{672c} a b.\n         ^"
        );
        assert!(matches!(
            Error::syntax_at("", 7, String::new()).kind(),
            ErrorKind::Syntax { line: 1, column: 1, .. }
        ));
    }

    #[test]
    fn some_exceptions_have_a_kind_of_their_own() {
        let halt = Term::compound("unwind", [Term::compound("halt", [Term::int(3)])]);
        assert_eq!(Error::of_special(&halt).and_then(|error| error.halt_status()), Some(3));
        assert!(Error::of_special(&Term::atom("$aborted")).is_none());
        assert!(Error::of_special(&Term::atom("oops")).is_none());
        let error = Error::exception_of(Term::atom("oops"), None);
        assert_eq!(error.to_string(), "Unhandled exception: oops");
        assert_eq!(error.exception(), Some(&Term::atom("oops")));
    }
}
