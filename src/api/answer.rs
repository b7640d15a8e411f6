//! `Answer`: what a solution of a query binds.

use std::fmt;

use super::show;
use super::term::Term;

/// A solution of a query: the values of its variables, and the goals that wait for variables that
/// have none yet.
///
/// Its text is that of the toplevel, without the full stop: `{}` abbreviates deep terms and long
/// lists, `{:#}` shows all.
///
/// ```
/// let mut engine = ferz::Engine::new();
/// let answer = engine.once("X = f(Y, Z), Y = 1")?.expect("it has a solution");
/// assert_eq!(answer.to_string(), "X = f(1, Z),\nY = 1");
/// assert_eq!(answer.get("Y").map(ToString::to_string).as_deref(), Some("1"));
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    pub(super) bindings: Vec<(String, Term)>,
    pub(super) residual: Vec<Term>,
    pub(super) last: bool,
}

impl Answer {
    /// The query's variables and their values, in the order of the query.
    pub fn bindings(&self) -> &[(String, Term)] {
        &self.bindings
    }

    /// The value of the variable `name`; `None` if the query has no such variable.
    pub fn get(&self, name: &str) -> Option<&Term> {
        self.bindings.iter().find(|(known, _)| known == name).map(|(_, term)| term)
    }

    /// Is it certain that no other solution follows?
    pub fn is_last(&self) -> bool {
        self.last
    }

    /// The goals that wait for variables, such as `dif(X, a)`.
    pub fn residual_goals(&self) -> &[Term] {
        &self.residual
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = if f.alternate() { 0 } else { show::SHOWN_DEPTH };
        show::write_answer(f, &self.bindings, &self.residual, depth)
    }
}
