//! `Diagnostics`: what loading a program has to say, as values.

use std::fmt;
use std::ops::{Deref, Range};

use super::tokens::tokens;
use crate::machine::outcome::KeptMessage;

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// The program has loaded, but probably does not mean what its text says; or one of its directives has failed.
    Warning,
    /// A part of the program has not loaded, or one of its directives has raised an exception.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// An error or a warning of a load. Its text is what the prompt prints: place, message, and the line of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub(super) severity: Severity,
    pub(super) code: Option<String>,
    pub(super) file: Option<String>,
    pub(super) line: Option<usize>,
    pub(super) column: Option<usize>,
    pub(super) span: Option<Range<usize>>,
    pub(super) message: String,
    pub(super) snippet: Option<String>,
    pub(super) shown: String,
}

impl Diagnostic {
    /// Returns how bad it is.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns the name of its kind, such as `syntax_error`, `singletons`, `existence_error`.
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// Returns the file or the name of the text that it is about.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the line, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// Returns the column in the line, in characters, counted from 1.
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    /// Returns the bytes of the text that it is about: the token at its place. `None` if the place or the text is not
    /// known.
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    /// Returns the message without place and source, of one or more lines.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the line of the source that it is about.
    pub fn snippet(&self) -> Option<&str> {
        self.snippet.as_deref()
    }

    /// Returns a diagnostic without a place.
    pub(super) fn plain(severity: Severity, code: &str, message: String) -> Diagnostic {
        let shown = match severity {
            Severity::Warning => format!("Warning: {message}"),
            Severity::Error => format!("ERROR: {message}"),
        };
        Diagnostic {
            severity,
            code: Some(code.to_owned()),
            file: None,
            line: None,
            column: None,
            span: None,
            message,
            snippet: None,
            shown,
        }
    }

    /// Returns the diagnostic of a message; `None` for messages that are neither errors nor warnings.
    pub(super) fn of(kept: KeptMessage) -> Option<Diagnostic> {
        let severity = match kept.kind.as_str() {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            _ => return None,
        };
        Some(Diagnostic {
            severity,
            code: kept.code,
            file: kept.file,
            line: kept.line,
            column: kept.column,
            span: None,
            message: kept.text,
            snippet: kept.source,
            shown: kept.shown,
        })
    }

    /// Finds the span in the text that it is about.
    pub(super) fn locate(&mut self, text: &str) {
        let (Some(line), Some(column)) = (self.line, self.column) else {
            return;
        };
        let Some(content) = text.split_inclusive('\n').nth(line - 1) else {
            return;
        };
        let start = content.as_ptr().addr() - text.as_ptr().addr();
        let skipped: usize = content.chars().take(column - 1).map(char::len_utf8).sum();
        let start = start + skipped;
        let rest = &text[start..];
        let token = tokens(rest.lines().next().unwrap_or_default()).into_iter().next();
        let length = match token {
            Some((range, _)) if range.start == 0 => range.end,
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
        self.span = Some(start..start + length);
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// The errors and warnings of a load, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Returns the diagnostics of messages.
    pub(super) fn of(kept: impl IntoIterator<Item = KeptMessage>) -> Diagnostics {
        kept.into_iter().filter_map(Diagnostic::of).collect()
    }

    /// Returns the diagnostics, to be completed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.0.iter_mut()
    }

    /// Adds a diagnostic at the end.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns the errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|found| found.severity == Severity::Error)
    }

    /// Returns the warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|found| found.severity == Severity::Warning)
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }
}

impl Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(found: I) -> Diagnostics {
        Diagnostics(found.into_iter().collect())
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, found: I) {
        self.0.extend(found);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, found) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{found}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    /// The reports of loading this text as `t.pl`.
    fn found(text: &str) -> Diagnostics {
        let mut engine = Engine::new();
        engine.toplevel().keep_messages(true);
        let loaded = engine.consult_named("t.pl", text);
        let mut found = engine.toplevel().take_diagnostics();
        assert_eq!(loaded.is_err(), found.has_errors());
        found.0.iter_mut().for_each(|found| found.locate(text));
        found
    }

    #[test]
    fn a_diagnostic_names_its_place_and_shows_its_source() {
        let found = found("ä. p(Xyz) :-\n  q.\n:- foo(1).\nr(]).\n");
        let told: Vec<_> = found
            .iter()
            .map(|one| (one.severity(), one.code(), one.line(), one.column(), one.span()))
            .collect();
        assert_eq!(
            told,
            [
                (Severity::Warning, Some("singletons"), Some(1), Some(6), Some(6..9)),
                (Severity::Error, Some("existence_error"), Some(3), Some(1), Some(19..21)),
                (Severity::Error, Some("syntax_error"), Some(4), Some(3), Some(32..33)),
            ],
            "{found}"
        );
        assert_eq!(found[0].file(), Some("t.pl"));
        assert_eq!(found[0].snippet(), Some("ä. p(Xyz) :-"));
        assert!(found[0].message().starts_with("Singleton variables: [Xyz]"));
        let shown = found[0].to_string();
        assert!(shown.starts_with("t.pl:1:6: warning: Singleton variables: [Xyz]\n    ä. p(Xyz) :-\n         ^"));
        assert_eq!((found.errors().count(), found.warnings().count()), (2, 1));
    }
}
