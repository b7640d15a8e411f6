//! `Mismatch`: why a term is not the Rust value that was asked for.

use std::borrow::Cow;
use std::fmt;

use super::show;
use super::term::Term;
use super::view::{TermRef, TermView};

/// Why a term could not be converted to a Rust value: the path to the part that does not fit, the type that was
/// wanted, and what was found.
pub struct Mismatch(Box<Inner>);

struct Inner {
    /// From the innermost step outwards.
    path: Vec<Step>,
    wanted: Cow<'static, str>,
    found: Term,
}

enum Step {
    Variable(String),
    Item(usize),
    Argument(usize),
}

impl Mismatch {
    /// Makes the mismatch of a term that is not of the type `wanted`, in the words of `type_error/2`: `integer`.
    pub fn new(wanted: impl Into<Cow<'static, str>>, found: TermRef<'_>) -> Mismatch {
        Mismatch(Box::new(Inner {
            path: Vec::new(),
            wanted: wanted.into(),
            found: found.to_term(),
        }))
    }

    /// Returns the type that was wanted.
    pub fn wanted(&self) -> &str {
        &self.0.wanted
    }

    /// Returns the part that does not fit.
    pub fn found(&self) -> &Term {
        &self.0.found
    }

    /// Returns the mismatch as one of the term whose argument `index`, from 0, does not fit.
    #[must_use]
    pub fn in_argument(self, index: usize) -> Mismatch {
        self.within(Step::Argument(index))
    }

    /// Returns the mismatch as one of the list whose item `index`, from 0, does not fit.
    #[must_use]
    pub fn in_item(self, index: usize) -> Mismatch {
        self.within(Step::Item(index))
    }

    pub(super) fn in_variable(self, name: &str) -> Mismatch {
        self.within(Step::Variable(name.to_owned()))
    }

    fn within(mut self, step: Step) -> Mismatch {
        self.0.path.push(step);
        self
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { path, wanted, found } = self.0.as_ref();
        for (i, step) in path.iter().rev().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            match step {
                Step::Variable(name) => write!(f, "{separator}{name}")?,
                Step::Item(index) => write!(f, "{separator}item {}", index + 1)?,
                Step::Argument(index) => write!(f, "{separator}argument {}", index + 1)?,
            }
        }
        let colon = if path.is_empty() { "" } else { ": " };
        write!(f, "{colon}{wanted} expected, found ")?;
        match found.view() {
            TermView::Var(_) => f.write_str("an unbound variable"),
            _ => write!(f, "`{}`", show::ball_text(found)),
        }
    }
}

impl fmt::Debug for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mismatch({self})")
    }
}

impl std::error::Error for Mismatch {}
