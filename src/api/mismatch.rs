//! `Mismatch`: why a term is not the Rust value that was asked for.

use std::borrow::Cow;
use std::fmt;

use super::show;
use super::term::Term;
use super::view::{TermRef, TermView};

/// The number of levels of a value: what nests deeper is refused, since reading it takes the stack of the host.
pub(super) const MOST_LEVELS: usize = 500;

/// The most steps of a path that are shown; of a longer one those in the middle are left out.
const SHOWN_STEPS: usize = 20;

/// Why a term could not be converted to a Rust value: the path to the part that does not fit, the type that was
/// wanted, and what was found.
pub struct Mismatch(Box<MismatchInner>);

struct MismatchInner {
    /// From the innermost step outwards.
    path: Vec<PathStep>,
    wanted: Cow<'static, str>,
    /// None for a fault that another's code has told, until the term is known that it is about.
    found: Option<Term>,
    /// Whether `wanted` is a sentence about the term rather than a type.
    is_message: bool,
}

enum PathStep {
    Variable(String),
    Item(usize),
    Argument(usize),
    #[cfg(feature = "serde")]
    Key(Term),
}

impl Mismatch {
    /// Makes the mismatch of a term that is not of the type `wanted`, in the words of `type_error/2`: `integer`.
    pub fn new(wanted: impl Into<Cow<'static, str>>, found: TermRef<'_>) -> Mismatch {
        Mismatch(Box::new(MismatchInner {
            path: Vec::new(),
            wanted: wanted.into(),
            found: Some(found.to_term()),
            is_message: false,
        }))
    }

    /// Makes the mismatch of a term that is in too many others.
    pub(super) fn too_deep(found: TermRef<'_>) -> Mismatch {
        Mismatch::new(format!("value of {MOST_LEVELS} levels at the most"), found)
    }

    /// Makes the mismatch that another's code tells in its own words.
    #[cfg(feature = "serde")]
    pub(super) fn message(text: String) -> Mismatch {
        Mismatch(Box::new(MismatchInner {
            path: Vec::new(),
            wanted: text.into(),
            found: None,
            is_message: true,
        }))
    }

    /// Returns the mismatch as one about this term, unless it is known to be about another.
    #[cfg(feature = "serde")]
    #[must_use]
    pub(super) fn about(mut self, term: TermRef<'_>) -> Mismatch {
        self.0.found.get_or_insert_with(|| term.to_term());
        self
    }

    /// Returns the mismatch as one of the map whose value of this key does not fit.
    #[cfg(feature = "serde")]
    #[must_use]
    pub(super) fn at_key(self, key: TermRef<'_>) -> Mismatch {
        self.within(PathStep::Key(key.to_term()))
    }

    /// Returns the type that was wanted, or what the code of the type says.
    pub fn wanted(&self) -> &str {
        &self.0.wanted
    }

    /// Returns the part that does not fit, if it is a part of a term.
    pub fn found(&self) -> Option<&Term> {
        self.0.found.as_ref()
    }

    /// Returns the mismatch as one of the term whose argument `index`, from 0, does not fit.
    #[must_use]
    pub fn in_argument(self, index: usize) -> Mismatch {
        self.within(PathStep::Argument(index))
    }

    /// Returns the mismatch as one of the list whose item `index`, from 0, does not fit.
    #[must_use]
    pub fn in_item(self, index: usize) -> Mismatch {
        self.within(PathStep::Item(index))
    }

    pub(super) fn in_variable(self, name: &str) -> Mismatch {
        self.within(PathStep::Variable(name.to_owned()))
    }

    fn within(mut self, step: PathStep) -> Mismatch {
        self.0.path.push(step);
        self
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MismatchInner {
            path,
            wanted,
            found,
            is_message,
        } = self.0.as_ref();
        let hidden = path.len().saturating_sub(SHOWN_STEPS);
        let first_hidden = SHOWN_STEPS / 2;
        for (i, step) in path.iter().rev().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            if hidden > 0 && (first_hidden..first_hidden + hidden).contains(&i) {
                if i == first_hidden {
                    write!(f, "{separator}... {hidden} more")?;
                }
                continue;
            }
            match step {
                PathStep::Variable(name) => write!(f, "{separator}{name}")?,
                PathStep::Item(index) => write!(f, "{separator}item {}", index + 1)?,
                PathStep::Argument(index) => write!(f, "{separator}argument {}", index + 1)?,
                #[cfg(feature = "serde")]
                PathStep::Key(key) => write!(f, "{separator}key {}", show::brief_text(key))?,
            }
        }
        let colon = if path.is_empty() { "" } else { ": " };
        let verb = if *is_message { ", in" } else { " expected, found" };
        write!(f, "{colon}{wanted}")?;
        match found.as_ref().map(|found| (found, found.view())) {
            None => Ok(()),
            Some((_, TermView::Var(_))) => write!(f, "{verb} an unbound variable"),
            Some((found, _)) => write!(f, "{verb} `{}`", show::brief_text(found)),
        }
    }
}

impl fmt::Debug for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mismatch({self})")
    }
}

impl std::error::Error for Mismatch {}
