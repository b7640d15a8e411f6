//! Constraints of the host over integers: `Engine::register_propagator`.

use super::builder::Builder;
use super::convert::IntoTerm;
use super::engine::Engine;
use super::error::Error;
use super::host::Handle;
use super::term::Term;
use super::view::{TermRef, TermView};

/// The domains of the variables of a constraint of the host, which it narrows.
///
/// A domain is a set of integers, which may have no bounds. Integers beyond 64 bits are not told apart from no bound.
#[derive(Clone, Debug)]
pub struct Domains {
    /// Sorted ranges; [`i64::MIN`] and [`i64::MAX`] stand for no bound.
    sets: Vec<Vec<(i64, i64)>>,
    done: bool,
}

impl Domains {
    /// Returns the number of variables.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Returns the least element of a variable's domain, counted from 0; `None` if there is no bound, or no element.
    ///
    /// # Panics
    /// If there is no such variable. The same holds for the other functions.
    pub fn min(&self, variable: usize) -> Option<i64> {
        let first = self.sets[variable].first()?;
        (first.0 > i64::MIN).then_some(first.0)
    }

    /// Returns the greatest element; `None` if there is no bound, or no element.
    pub fn max(&self, variable: usize) -> Option<i64> {
        let last = self.sets[variable].last()?;
        (last.1 < i64::MAX).then_some(last.1)
    }

    /// Returns the value of a variable, if it has only one.
    pub fn value(&self, variable: usize) -> Option<i64> {
        self.min(variable).filter(|_| self.min(variable) == self.max(variable))
    }

    /// Whether a value is in the domain of a variable.
    pub fn contains(&self, variable: usize, value: i64) -> bool {
        let set = &self.sets[variable];
        set.iter().any(|&(low, high)| low <= value && value <= high)
    }

    /// Returns the elements of a domain between two bounds, in ascending order. Give near bounds where the domain has
    /// none.
    pub fn values(&self, variable: usize, from: i64, to: i64) -> impl Iterator<Item = i64> + '_ {
        let set = &self.sets[variable];
        set.iter().flat_map(move |&(low, high)| low.max(from)..=high.min(to))
    }

    /// Removes the elements that are less than `low`.
    pub fn at_least(&mut self, variable: usize, low: i64) {
        self.retain_range(variable, low, i64::MAX);
    }

    /// Removes the elements that are greater than `high`.
    pub fn at_most(&mut self, variable: usize, high: i64) {
        self.retain_range(variable, i64::MIN, high);
    }

    /// Removes all elements but one.
    pub fn fix(&mut self, variable: usize, value: i64) {
        self.retain_range(variable, value, value);
    }

    fn retain_range(&mut self, variable: usize, low: i64, high: i64) {
        let set = &mut self.sets[variable];
        for range in set.iter_mut() {
            *range = (range.0.max(low), range.1.min(high));
        }
        set.retain(|range| range.0 <= range.1);
    }

    /// Removes an element.
    pub fn remove(&mut self, variable: usize, value: i64) {
        let set = &mut self.sets[variable];
        let Some(at) = set.iter().position(|&(low, high)| low <= value && value <= high) else {
            return;
        };
        let (low, high) = set[at];
        let parts = [(low, value.saturating_sub(1)), (value.saturating_add(1), high)];
        let parts = parts
            .into_iter()
            .filter(|&(from, to)| from <= to && (from, to) != (low, high));
        set.splice(at..=at, parts);
    }

    /// Says that the constraint holds for all values that are left, so that it need not run again.
    pub fn subsume(&mut self) {
        self.done = true;
    }

    fn is_failed(&self) -> bool {
        self.sets.iter().any(Vec::is_empty)
    }
}

/// Reads an end of a range.
fn end(term: TermRef<'_>) -> i64 {
    match term.view() {
        TermView::Int(value) => value,
        TermView::Atom("inf") => i64::MIN,
        TermView::Atom(_) => i64::MAX,
        _ if term.to_string().starts_with('-') => i64::MIN,
        _ => i64::MAX,
    }
}

fn read(domains: TermRef<'_>) -> Vec<Vec<(i64, i64)>> {
    let range = |range: &TermRef<'_>| match range.view() {
        TermView::Compound(_, args) => (end(args.get(0).unwrap_or(*range)), end(args.get(1).unwrap_or(*range))),
        _ => (i64::MIN, i64::MAX),
    };
    let items = domains.items().unwrap_or_default();
    items
        .iter()
        .map(|set| set.items().unwrap_or_default().iter().map(range).collect())
        .collect()
}

fn write(domains: &Domains) -> Term {
    let end = |bound: i64| match bound {
        i64::MIN => Term::atom("inf"),
        i64::MAX => Term::atom("sup"),
        bound => bound.into_term(),
    };
    let range = |&(low, high): &(i64, i64)| Term::compound("-", [end(low), end(high)]);
    let sets = domains.sets.iter().map(|set| Term::list(set.iter().map(range)));
    Term::compound("narrowed", [Term::list(sets), i64::from(domains.done).into_term()])
}

impl Engine {
    /// Lets programs post a constraint of the host: `name(Variables)` posts it on a list of variables and integers.
    ///
    /// The function gets the domains of the variables and narrows them, whenever one of them has changed, and again
    /// until it narrows nothing. It may remove only values that are in no solution, and must have left a solution of the
    /// constraint when all variables have values. It returns false if there is no solution; so does a domain from which
    /// all elements were removed.
    ///
    /// ```
    /// use ferz::Engine;
    ///
    /// let mut engine = Engine::new();
    /// // The sum of the squares is at most 25.
    /// engine.register_propagator("in_circle", |domains| {
    ///     for i in 0..domains.len() {
    ///         let others: i64 = (0..domains.len())
    ///             .filter(|&j| j != i)
    ///             .map(|j| domains.values(j, -5, 5).map(|y| y * y).min().unwrap_or(26))
    ///             .sum();
    ///         for x in domains.values(i, -5, 5).collect::<Vec<_>>() {
    ///             if x * x + others > 25 {
    ///                 domains.remove(i, x);
    ///             }
    ///         }
    ///         domains.at_least(i, -5);
    ///         domains.at_most(i, 5);
    ///     }
    ///     true
    /// })?;
    /// engine.consult_str(":- use_module(library(clpfd)).")?;
    /// let answer = engine.once("[X, Y] ins 0..9, in_circle([X, Y]), X #> 3, fd_dom(Y, D)")?.expect("a solution");
    /// assert_eq!(answer.term("D").map(|d| d.canonical()).as_deref(), Some("..(0,3)"));
    /// assert!(engine.succeeds("X in 0..9, in_circle([X]), findall(X, label([X]), [0, 1, 2, 3, 4, 5])")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    pub fn register_propagator(
        &mut self,
        name: &str,
        mut narrow: impl FnMut(&mut Domains) -> bool + Send + 'static,
    ) -> Result<(), Error> {
        self.register(&format!("$propagator {name}"), 2, move |call| {
            let mut domains = Domains {
                sets: read(call.arg(0)),
                done: false,
            };
            if !narrow(&mut domains) || domains.is_failed() {
                return Ok(false);
            }
            call.unify(1, write(&domains));
            Ok(true)
        })?;
        let own = name.to_owned();
        self.register(name, 1, move |call| {
            let variables = call.handle(0);
            call.once("$fd_host", [PostedArgument::Name(&own), PostedArgument::Own(variables)])
        })
    }
}

/// An argument of the goal that posts a constraint.
enum PostedArgument<'a, 'm> {
    Name(&'a str),
    Own(Handle<'m>),
}

impl IntoTerm for PostedArgument<'_, '_> {
    fn put(self, to: &mut Builder<'_>) {
        match self {
            PostedArgument::Name(name) => to.atom(name),
            PostedArgument::Own(handle) => handle.put(to),
        }
    }
}
