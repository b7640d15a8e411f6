//! Reports of an engine: errors and warnings as values, checks of texts.

use super::diagnostics::Diagnostics;
use super::engine::Engine;
use super::error::Error;
use crate::machine::outcome::Covered;

/// A clause of which it was recorded how often it ran.
#[derive(Clone, Copy, Debug)]
pub struct ClauseRuns<'e>(pub(super) &'e Covered);

impl<'e> ClauseRuns<'e> {
    /// Returns its predicate, as name and arity.
    pub fn predicate(&self) -> &'e str {
        &self.0.predicate
    }

    /// Returns its file.
    pub fn file(&self) -> &'e str {
        &self.0.file
    }

    /// Returns its line, counted from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// Returns how often its body was entered.
    pub fn runs(&self) -> u64 {
        self.0.runs
    }
}

impl Engine {
    /// Loads a program from text; messages call it `name`. Where a text that was loaded before under this name defines
    /// one of its predicates, the new clauses replace the old ones; predicates that the new version lacks stay. They
    /// replace those of a text with another name, too, with a warning, unless the predicate is declared multifile. The
    /// name `user` is that of texts without a name ([`Engine::consult_str`]). Returns warnings.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_named("one", "c(1).")?;
    /// assert!(engine.consult_named("one", "c(2).")?.is_empty());
    /// let found = engine.consult_named("two", "c(3).")?;
    /// assert_eq!((found.len(), found[0].file(), found[0].code()), (1, Some("two"), Some("redefined")));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::consult_str`].
    pub fn consult_named(&mut self, name: &str, text: &str) -> Result<Diagnostics, Error> {
        self.load(name, None, text)
    }

    /// Returns what is suspicious in the program that was loaded: calls of predicates that are not defined, and changes
    /// of predicates that are not dynamic, as `check/0` reports.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str("permit(X) :- memebr(X, [ann, bob]).")?;
    /// let found = engine.check()?;
    /// assert_eq!((found[0].code(), found[0].line()), (Some("undefined_call"), Some(1)));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is met.
    pub fn check(&mut self) -> Result<Diagnostics, Error> {
        let kept = self.machine.session.host.outcome.kept.replace(Vec::new());
        let checked = self.succeeds("system:'$check_loaded'");
        let found = std::mem::replace(&mut self.machine.session.host.outcome.kept, kept);
        checked.map(|_| Diagnostics::of(found.unwrap_or_default()))
    }
}
