//! The record of a search: one row for each step, in the order of the steps.
//!
//! Each row has the row that it goes on from (`up`): that of a goal is the clause that it is in, or the exit of the goal
//! before it; that of an exit is the row with which the goal ended. So the rows are the search tree, and their order is the
//! order in which a depth-first search visits it.

use std::time::Duration;

use ferz::debug::TracePlace;
use ferz::{TermRef, TermView};

/// How much of a search is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most goals; the search ends there.
    pub goals: usize,
    /// The most bytes of all texts; later ones are left out.
    pub text: usize,
    /// The most bytes of all pictures; later ones are left out.
    pub pictures: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            goals: 200_000,
            text: 10 << 20,
            pictures: 5 << 20,
        }
    }
}

/// The kinds of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowKind {
    /// A goal is called. The first row is the query.
    Call,
    /// The head of a clause has matched the goal.
    Clause,
    /// The head of a clause does not match the goal.
    Skip,
    /// The goal has succeeded; `true` if it may have more solutions.
    Exit(bool),
    /// The goal has no more solutions.
    Fail,
    /// The goal has raised an exception.
    Exception,
    /// A cut has dropped alternatives.
    Cut,
    /// The query has a solution.
    Solution,
}

/// A step of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRow {
    /// Its kind.
    pub kind: RowKind,
    /// The row that it goes on from; 0 for the first.
    pub up: usize,
    /// The row of its goal.
    pub goal: usize,
    /// Its text, in [`SearchRecord::texts`].
    pub text: usize,
    /// Its place, in [`SearchRecord::places`]; that of a clause for clauses. 0 if it is not known.
    pub place: usize,
    /// The predicate of a goal, in [`SearchRecord::predicates`].
    pub predicate: usize,
}

/// A predicate, and what its goals did.
#[derive(Clone, Debug, Default)]
pub struct PredicateCounts {
    /// Its name and the number of its arguments, with its module if that is not `user`.
    pub name: String,
    /// Whether it is of the program, not of the system.
    pub is_own: bool,
    /// How often it was called.
    pub calls: u64,
    /// How often it succeeded.
    pub exits: u64,
    /// How often it had no more solutions.
    pub fails: u64,
    /// The time in its own clauses, while each step was recorded.
    pub time: Duration,
}

/// A picture of the program's state, as its hook draws it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Picture {
    /// An SVG.
    Svg(String),
    /// A text.
    Text(String),
}

impl Picture {
    /// Returns the picture that a hook of a program gives.
    pub(crate) fn of(term: TermRef<'_>) -> Option<Picture> {
        let text = |term: TermRef<'_>| term.as_text().map_or_else(|| term.to_string(), str::to_owned);
        Some(match term.view() {
            TermView::Compound("svg", args) if args.len() == 1 => Picture::Svg(text(args.get(0)?)),
            _ => Picture::Text(text(term)),
        })
    }
}

/// The record of a search.
#[derive(Debug, Default)]
pub struct SearchRecord {
    /// The steps.
    pub rows: Vec<SearchRow>,
    /// The texts; the first one is empty.
    pub texts: Vec<String>,
    /// The places; the first one is none.
    pub places: Vec<TracePlace>,
    /// The predicates; the first one is that of the query.
    pub predicates: Vec<PredicateCounts>,
    /// The pictures.
    pub pictures: Vec<Picture>,
    /// The rows that have pictures, with these.
    pub pictured: Vec<(usize, usize)>,
    /// Sentences about what was left out.
    pub left_out: Vec<String>,
    /// The error by which the search has ended.
    pub error: Option<String>,
    /// How many solutions it has.
    pub solutions: usize,
    /// Whether the search was ended, since it has too many goals.
    pub is_cut_short: bool,
}
