//! Why a goal has no answer, as a value for the host: what `Engine::explain` finds out.

use std::fmt;

use super::term::Term;
use super::view::{Args, TermRef, TermView};

/// Why a goal has no answer, as far as it was found out: the goals furthest from it for which there is no solution, as
/// `why/0` shows them.
#[derive(Clone, Debug)]
pub struct Failure {
    lines: Vec<String>,
    goals: Vec<FailedGoal>,
    changes: Vec<String>,
}

impl Failure {
    pub(super) fn of(args: &Args<'_>) -> Failure {
        let goals = args.get(1).and_then(TermRef::items).unwrap_or_default();
        Failure {
            lines: args.to(0).unwrap_or_default(),
            goals: goals.into_iter().filter_map(FailedGoal::of).collect(),
            changes: args.to(2).unwrap_or_default(),
        }
    }

    /// Returns a failure of which only the lines are known.
    pub(super) fn told(lines: Vec<String>) -> Failure {
        Failure {
            lines,
            goals: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Returns the lines of `why/0`. The first says also why goals may be missing: the search was long, or calls something
    /// that has effects, and so is not run again.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Returns the lines of `why/0` about changes of the goal and about constraints, if [`Question::changes`](super::explain::Question::changes) wants them.
    pub fn changes(&self) -> &[String] {
        &self.changes
    }

    /// Returns the goals that have no solution, at most five.
    pub fn goals(&self) -> &[FailedGoal] {
        &self.goals
    }
}

/// Its lines.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))?;
        self.changes.iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

/// A goal that has no solution.
#[derive(Clone, Debug)]
pub struct FailedGoal {
    goal: Term,
    head: Option<Term>,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    reasons: Vec<String>,
}

impl FailedGoal {
    /// Reads a term `failed(Goal, Head, File, Line, Column, Reasons)`.
    fn of(term: TermRef<'_>) -> Option<FailedGoal> {
        let TermView::Compound("failed", args) = term.view() else {
            return None;
        };
        let head = args.get(1)?;
        Some(FailedGoal {
            goal: args.get(0)?.to_term(),
            head: (!head.is_var()).then(|| head.to_term()),
            file: text(&args, 2),
            line: number(&args, 3),
            column: number(&args, 4),
            reasons: args.to(5).unwrap_or_default(),
        })
    }

    /// Returns the goal, with the values that its variables had.
    pub fn goal(&self) -> &Term {
        &self.goal
    }

    /// Returns the goal whose clause calls it; `None` if it stands in the goal that was asked about.
    pub fn head(&self) -> Option<&Term> {
        self.head.as_ref()
    }

    /// Returns the name of the text that the clause was loaded from.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the line of the goal, from 1; of the clause if its text is not available.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// Returns why it has no solution, as far as it shows without following clauses: the arguments that do not match, the
    /// values that a test compares.
    pub fn reasons(&self) -> &[String] {
        &self.reasons
    }

    /// Returns the column of the goal, in characters from 1, if its text is available.
    pub fn column(&self) -> Option<usize> {
        self.column
    }
}

/// Returns a text, unless it is empty.
pub(super) fn text(args: &Args<'_>, index: usize) -> Option<String> {
    let text = args.get(index)?.as_text()?;
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns a number, unless it is 0.
pub(super) fn number(args: &Args<'_>, index: usize) -> Option<usize> {
    args.to(index).ok().filter(|&number| number > 0)
}
