//! For programs with a prompt, an editor's completions or a command line, such as `ferz`: [`Engine::toplevel`] gives what
//! they need of an engine.

use std::path::PathBuf;

pub use super::complete::{Candidate, Completions};
pub use super::console::Console;
pub use super::nested::NestedPrompt;
pub use super::outcome::ClauseRuns;
pub use super::source::{SourceClause, SourceFault, SourceNode, SourceReader};
pub use super::tokens::{TokenKind, tokens};

use super::answer::Answer;
use super::diagnostics::Diagnostics;
use super::engine::Engine;
use super::error::Error;
use super::run;
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::code::predicate::Definition;
use crate::text::lexer;

/// An engine as a program with a prompt or a command line needs it: [`Engine::toplevel`] gives it.
#[derive(Debug)]
pub struct Toplevel<'e> {
    pub(super) engine: &'e mut Engine,
}

impl Engine {
    /// Returns the engine as a program with a prompt or a command line needs it.
    pub fn toplevel(&mut self) -> Toplevel<'_> {
        Toplevel { engine: self }
    }
}

/// Whether `text` contains at least one complete clause, with its full stop.
pub fn is_complete(text: &str) -> bool {
    clause_end(text).is_some()
}

/// Returns the offset just after the full stop of the first clause in `text`.
pub fn clause_end(text: &str) -> Option<usize> {
    lexer::end_of_clause(text)
}

/// Whether there is only layout and comments in `text`.
pub fn is_blank(text: &str) -> bool {
    lexer::is_blank(text)
}

impl<'e> Toplevel<'e> {
    /// Sets whether static predicates are linked into one block of code. It affects only their speed.
    pub fn set_linking(&mut self, on: bool) {
        self.engine.machine.calls.set_linking(on);
    }

    /// For ferz's own tests: collects before each N-th call, moves everything, and checks all areas,
    /// as the environment variable `FERZ_STRESS` does for every engine.
    #[doc(hidden)]
    pub fn set_stress(&mut self, period: Option<u64>) {
        self.engine.machine.set_stress(period);
    }

    /// Returns the text of an answer as [`Query::text`](crate::Query::text) does, when the query is over.
    ///
    /// # Errors
    /// An interrupt, or a limit that was reached.
    pub fn answer_text(&mut self, answer: &Answer, full: bool) -> Result<String, Error> {
        run::answer_text(&mut self.engine.machine, answer, full)
    }

    /// Sets the arguments of the program, for the flag `argv`.
    pub fn set_arguments(&mut self, arguments: Vec<String>) {
        run::set_arguments(&mut self.engine.machine, arguments);
    }

    /// Returns the standard streams.
    pub fn console(self) -> Console<'e> {
        Console::new(&mut self.engine.machine.streams)
    }

    /// Reads the text of the next query from standard input; `None` at its end.
    ///
    /// # Errors
    /// If it cannot be read, or has no end within the memory limit and the time limit of queries, which counts while
    /// text arrives.
    pub fn read_query_text(&mut self) -> Result<Option<String>, Error> {
        run::query_text(&mut self.engine.machine, self.engine.limits)
    }

    /// Returns the files of the program that have changed since they were loaded, sorted.
    pub fn changed_files(&self) -> Vec<PathBuf> {
        crate::builtins::docs::sources::changed_files(&self.engine.machine)
    }

    /// Returns the names of all predicates that can be called, sorted, without those that begin with `$`.
    pub fn predicate_names(&mut self) -> Vec<String> {
        let m = &self.engine.machine;
        let defined =
            m.db.preds
                .iter()
                .filter(|p| p.dynamic || p.definition != Definition::None);
        let mut names: Vec<String> = defined
            .map(|p| m.atoms.text(p.functor.name()))
            .filter(|name| !name.starts_with('$'))
            .map(str::to_string)
            .collect();
        names.order();
        names.dedup();
        names
    }

    /// Returns the name of the module in which queries run: `user`, unless `module/1` has set another.
    pub fn query_module(self) -> &'e str {
        let module = self.engine.machine.session.typein.unwrap_or(known::USER);
        self.engine.machine.atoms.text(module)
    }

    /// From now on goals of `initialization(Goal, program)` wait until [`release_start_goals`](Self::release_start_goals),
    /// as for a program that loads files and runs goals before it is started.
    pub fn hold_start_goals(&mut self) {
        self.engine.machine.loading.hold_at_start();
    }

    /// The program has started: runs the goals of `initialization(Goal, program)` that wait, if `run`, else drops them.
    /// Messages tell of those that fail or raise; `halt/0` is called after the first.
    ///
    /// # Errors
    /// As for [`Engine::once`].
    pub fn release_start_goals(&mut self, run: bool) -> Result<(), Error> {
        let waits = self
            .engine
            .machine
            .loading
            .at_start_mut()
            .is_some_and(|goals| !goals.is_empty());
        if run && waits {
            self.engine.once("system:'$run_program'")?;
        }
        self.engine.machine.loading.take_at_start();
        Ok(())
    }

    /// Returns the goal of the program's `initialization(Goal, main)`, as the text of a query.
    pub fn main_goal(&mut self) -> Option<String> {
        run::main_goal(&mut self.engine.machine)
    }

    /// Records for the clauses that are loaded from now on how often they run, or no longer. Such clauses have one more
    /// goal. Those of dynamic predicates and of unit tests are not recorded.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.toplevel().set_coverage(true);
    /// engine.consult_str("p(1).\np(2).\n")?;
    /// engine.once("p(2)")?;
    /// let runs: Vec<_> = engine.toplevel().coverage().map(|clause| (clause.line(), clause.runs())).collect();
    /// assert_eq!(runs, [(1, 0), (2, 1)]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn set_coverage(&mut self, on: bool) {
        self.engine.machine.session.host.outcome.coverage = on.then(Vec::new);
    }

    /// Returns the clauses that were recorded, in the order of loading.
    pub fn coverage(self) -> impl Iterator<Item = ClauseRuns<'e>> {
        self.engine
            .machine
            .session
            .host
            .outcome
            .coverage
            .iter()
            .flatten()
            .map(ClauseRuns)
    }

    /// Returns the numbers of errors and of warnings that were printed or kept so far.
    pub fn message_counts(&self) -> (usize, usize) {
        let outcome = &self.engine.machine.session.host.outcome;
        (outcome.errors, outcome.warnings)
    }

    /// Keeps errors and warnings from now on for [`Toplevel::take_diagnostics`], or prints them.
    pub fn keep_messages(&mut self, keep: bool) {
        self.engine.machine.session.host.outcome.kept = keep.then(Vec::new);
    }

    /// Records errors and warnings from now on for [`Toplevel::take_diagnostics`], besides printing them.
    pub fn record_messages(&mut self) {
        self.engine.machine.session.host.outcome.recorded = Some(Vec::new());
    }

    /// Takes the errors and warnings that were kept ([`Toplevel::keep_messages`]) or recorded, the oldest first.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.toplevel().keep_messages(true);
    /// assert!(engine.consult_named("shop.pl", "price(tea, 3).\nprice(coffee, .\n").is_err());
    /// let found = engine.toplevel().take_diagnostics();
    /// assert_eq!((found[0].code(), found[0].line(), found[0].column()), (Some("syntax_error"), Some(2), Some(6)));
    /// assert_eq!(found[0].snippet(), Some("price(coffee, ."));
    /// assert!(found.to_string().starts_with("shop.pl:2:6: error: Syntax error: "));
    /// ```
    pub fn take_diagnostics(&mut self) -> Diagnostics {
        let outcome = &mut self.engine.machine.session.host.outcome;
        let kept = outcome.kept.as_mut().or(outcome.recorded.as_mut());
        Diagnostics::of(kept.map(std::mem::take).unwrap_or_default())
    }

    /// Sets whether texts are loaded only to be checked: directives that do more than declare something, and
    /// initialization goals, do not run. Conditions of `:- if(Goal)` and expansion hooks do, since they decide what a
    /// text contains.
    pub fn set_checking(&mut self, on: bool) {
        self.engine.machine.session.host.outcome.checking = on;
    }

    /// Sets whether the engine is the program of a process: then `halt/0` ends it with the status of what has gone wrong
    /// ([`Toplevel::exit_status`]), and a standard output that nobody reads ends it with status 141.
    pub fn set_standalone(&mut self, on: bool) {
        self.engine.machine.session.host.outcome.standalone = on;
    }

    /// Returns the exit status of a standalone program by what has been reported: 0 if nothing; 1 if a directive or an
    /// initialization goal has failed; 2 if such a goal has raised an exception; 3 for other errors of loading; 4 for a
    /// limit, 124 for that on time. The flags `on_error` and `on_warning` can make it 1 after any message.
    pub fn exit_status(&mut self) -> i32 {
        crate::builtins::system::outcome::exit_status(&mut self.engine.machine)
    }

    /// Returns the exit status by what loading has met, as [`Toplevel::exit_status`] does, but without libraries that are
    /// missing: a program can run without what it does not call.
    #[must_use]
    pub fn load_status(&self) -> i32 {
        self.engine.machine.session.host.outcome.load_status
    }

    /// Looks for files to load in this folder, too; this grants no access.
    pub fn add_source_folder(&mut self, folder: impl Into<PathBuf>) {
        self.engine.machine.session.host.outcome.folders.push(folder.into());
    }
}
