//! `Engine`: a Prolog system of its own, with a program, flags, operators and streams.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::answer::Answer;
use super::console::Console;
use super::convert::IntoTerm;
use super::error::Error;
use super::grant::Interrupter;
use super::input;
use super::operators::Snapshot;
use super::query::{Bindings, Query};
use super::run;
use super::term::Term;
use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::{Amounts, Limit, Scope, nanoseconds};
use crate::builtins::SECTIONS;
use crate::code::predicate::Definition;
use crate::io::access::{Access, Files};
use crate::io::device::{HostInput, HostOutput};
use crate::io::table::{StreamTable, USER_INPUT, USER_OUTPUT};
use crate::library;
use crate::machine::Machine;

/// A Prolog engine. It runs one query at a time; engines on different threads share nothing.
///
/// ```
/// let mut engine = ferz::Engine::new();
/// engine.consult_str("likes(mary, wine). likes(john, X) :- likes(mary, X).")?;
/// for answer in engine.query("likes(Who, What)")? {
///     println!("{}", answer?);
/// }
/// # Ok::<(), ferz::Error>(())
/// ```
pub struct Engine {
    pub(super) machine: Machine,
    pub(super) operators: Snapshot,
    /// The limits that each query starts with.
    pub(super) limits: Amounts,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine that can compute and nothing else: no files, no environment; what it writes is lost.
    ///
    /// For ferz's own tests: if the environment variable `FERZ_STRESS` is a number N, every engine
    /// collects before each N-th call, moves everything, and checks all of its areas.
    pub fn new() -> Engine {
        Engine::with_streams(StreamTable::closed())
    }

    /// An engine with the standard streams of the process, which may do all that the process may do.
    pub fn with_process() -> Engine {
        let mut streams = StreamTable::process();
        streams.access = Access::all();
        let mut engine = Engine::with_streams(streams);
        // Who may do all that the process may do may also raise the limits.
        engine.machine.limits.lift_ceilings();
        engine
    }

    /// An engine with the standard streams of the process, which may reach nothing else.
    pub fn with_console() -> Engine {
        Engine::with_streams(StreamTable::process())
    }

    fn with_streams(streams: StreamTable) -> Engine {
        let mut machine = Machine::new(SECTIONS, streams);
        library::install(&mut machine);
        let period = std::env::var("FERZ_STRESS").ok();
        machine.set_stress(
            period
                .and_then(|period| period.parse().ok())
                .filter(|&period| period > 0),
        );
        let operators = Snapshot::new(&machine.ops);
        for limit in Limit::of(Scope::Engine) {
            machine.flags.limits[limit] = i64::try_from(machine.limits.most(limit)).unwrap_or(i64::MAX);
        }
        Engine {
            machine,
            operators,
            limits: Amounts::default(),
        }
    }

    /// Lets programs open the files in `directory` and below it, for writing too if `write`.
    pub fn grant_files(&mut self, directory: impl Into<PathBuf>, write: bool) {
        let granted = (directory.into(), write);
        match &mut self.machine.streams.access.files {
            Files::All => {}
            Files::Under(directories) => directories.push(granted),
            none @ Files::None => *none = Files::Under(vec![granted]),
        }
    }

    /// Makes names of files relative to `directory`; this grants nothing.
    pub fn set_directory(&mut self, directory: impl Into<PathBuf>) {
        self.machine.streams.access.set_directory(directory.into());
    }

    /// Hands what programs write to the standard output to `write`, as bytes of UTF-8.
    pub fn set_output(&mut self, write: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) {
        let device = Box::new(HostOutput(Box::new(write)));
        // What the device before could not take is lost with it.
        let _flushed = self.machine.streams.set_device(USER_OUTPUT, device);
    }

    /// Lets programs read the standard input from `read`, which fills a buffer and gives the number of
    /// bytes, 0 at the end.
    pub fn set_input(&mut self, read: impl FnMut(&mut [u8]) -> io::Result<usize> + Send + 'static) {
        let device = Box::new(HostInput(Box::new(read)));
        let _flushed = self.machine.streams.set_device(USER_INPUT, device);
    }

    /// Loads a program from text.
    ///
    /// # Errors
    /// When there are errors in it; all of it that is right is loaded, and the engine can be used.
    pub fn consult_str(&mut self, text: &str) -> Result<(), Error> {
        run::load(&mut self.machine, self.limits, "user", None, text)
    }

    /// Loads a program from a file.
    ///
    /// # Errors
    /// When the file cannot be read, or there are errors in it.
    pub fn consult_file(&mut self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let mut found = path.to_owned();
        let mut read = std::fs::read(path);
        if let Err(error) = &read
            && error.kind() == io::ErrorKind::NotFound
            && path.extension().is_none()
        {
            found.set_extension("pl");
            read = std::fs::read(&found).or(read);
        }
        let bytes = read.map_err(|error| Error::file(&path.to_string_lossy(), &error))?;
        let text = crate::builtins::load::program_text(bytes);
        let name = found.to_string_lossy();
        run::load(&mut self.machine, self.limits, &name, Some(&found), &text)
    }

    /// Begins a query. Its text may have a full stop at the end and `?-` at the beginning.
    ///
    /// # Errors
    /// When the text cannot be read. What running it raises is given by the query itself.
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Error> {
        self.query_with::<Term>(text, [])
    }

    /// Begins a query with values for some of its variables.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let mut query = engine.query_with("atom_length(Text, N)", [("Text", "it's")])?;
    /// let answer = query.next().expect("it has a solution")?;
    /// assert_eq!(answer.get("N").and_then(|n| n.to::<i64>()), Some(4));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, or has no variable of that name.
    pub fn query_with<'v, T: IntoTerm>(
        &mut self,
        text: &str,
        values: impl IntoIterator<Item = (&'v str, T)>,
    ) -> Result<Query<'_>, Error> {
        Query::open(
            self,
            text,
            values.into_iter().map(|(name, value)| (name, value.into_term())),
            Bindings::Asked,
        )
    }

    /// The first solution of a query, or `None` if it has none.
    ///
    /// # Errors
    /// When the text cannot be read, or running it raises an exception.
    pub fn once(&mut self, text: &str) -> Result<Option<Answer>, Error> {
        self.query(text)?.next().transpose()
    }

    /// Has a query a solution? It is run up to the first; what its variables are bound to is not copied.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// assert!(engine.succeeds("numlist(1, 1000, L), sum_list(L, 500500)")?);
    /// assert!(!engine.succeeds("member(X, [])")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, or running it raises an exception.
    pub fn succeeds(&mut self, text: &str) -> Result<bool, Error> {
        let values = std::iter::empty::<(&str, Term)>();
        let mut query = Query::open(self, text, values, Bindings::Unasked)?;
        Ok(query.next().transpose()?.is_some())
    }

    /// A handle that stops the running query from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter::new(self.machine.limits.watch())
    }

    /// Sets a limit, for each query and each text that is loaded from now on, or for all that the engine keeps. `amount`
    /// is a number of bytes or nanoseconds, or a count ([`Limit::parse`] gives that of a text), `None` for no limit.
    ///
    /// Programs may set less by flags, but not more.
    pub fn set_limit(&mut self, limit: Limit, amount: Option<u64>) {
        match limit.row().scope {
            Scope::Query => self.limits[limit] = amount,
            Scope::Engine => {
                let most = amount.and_then(|amount| usize::try_from(amount).ok());
                let most = most.unwrap_or(usize::MAX);
                self.machine.limits.set_ceiling(limit, most);
                self.machine.flags.limits[limit] = i64::try_from(most).unwrap_or(i64::MAX);
            }
        }
    }

    /// Limits the calls that each query, and the loading of each text, may make from now on.
    pub fn set_inference_limit(&mut self, calls: Option<u64>) {
        self.set_limit(Limit::Inferences, calls);
    }

    /// Limits the time that each query, and the loading of each text, may take from now on. One thread for all engines
    /// of the process, which sleeps until a limit is reached, begins when the first query with a limit does.
    pub fn set_time_limit(&mut self, time: Option<Duration>) {
        self.set_limit(Limit::Time, time.map(nanoseconds));
    }

    /// Limits the answers that each query from now on may give; asking for one more is an error.
    pub fn set_answer_limit(&mut self, answers: Option<u64>) {
        self.set_limit(Limit::Answers, answers);
    }

    /// Limits the bytes that each query, and the loading of each text, may write to streams from now on.
    pub fn set_output_limit(&mut self, bytes: Option<u64>) {
        self.set_limit(Limit::Output, bytes);
    }

    /// Limits the bytes that terms and stacks may take together. Programs may set less by the flag
    /// `stack_limit`, but not more. The copy of an answer for the host may take as much once more.
    pub fn set_memory_limit(&mut self, bytes: usize) {
        self.set_limit(Limit::Memory, u64::try_from(bytes).ok());
    }

    /// Limits the bytes that clauses, atoms and all that lasts from query to query may take together.
    /// Programs may set less by the flag `program_limit`, but not more.
    pub fn set_program_limit(&mut self, bytes: usize) {
        self.set_limit(Limit::Program, u64::try_from(bytes).ok());
    }

    /// Chooses whether static predicates are linked into one block of code. Only their speed depends
    /// on it.
    pub fn set_linking(&mut self, on: bool) {
        self.machine.linking = on;
    }

    /// For ferz's own tests: collects before each N-th call, moves everything, and checks all areas,
    /// as the environment variable `FERZ_STRESS` does for every engine.
    #[doc(hidden)]
    pub fn set_stress(&mut self, period: Option<u64>) {
        self.machine.set_stress(period);
    }

    /// Sets a Prolog flag whose values are atoms.
    ///
    /// # Errors
    /// When there is no such flag, it cannot be changed, or has no such value.
    pub fn set_flag(&mut self, name: &str, value: &str) -> Result<(), Error> {
        run::set_flag(&mut self.machine, name, value)
    }

    /// The arguments of the program, for the flag `argv`.
    pub fn set_arguments(&mut self, arguments: Vec<String>) {
        run::set_arguments(&mut self.machine, arguments);
    }

    /// The standard streams.
    pub fn console(&mut self) -> Console<'_> {
        Console::new(&mut self.machine.streams)
    }

    /// Is `text` at least one whole clause: does it have a full stop?
    pub fn is_complete(text: &str) -> bool {
        Engine::clause_end(text).is_some()
    }

    /// The offset just after the full stop of the first clause in `text`.
    pub fn clause_end(text: &str) -> Option<usize> {
        input::clause_end(text)
    }

    /// Is there nothing but layout and comments in `text`?
    pub fn is_blank(text: &str) -> bool {
        input::is_blank(text)
    }

    /// The text of the next query on standard input; `None` at its end.
    ///
    /// # Errors
    /// When it cannot be read, or does not end: within the memory that there is, and within the time that a query may
    /// take, counted while text comes.
    pub fn read_query_text(&mut self) -> Result<Option<String>, Error> {
        run::query_text(&mut self.machine, self.limits)
    }

    /// The names of all predicates that can be called, sorted; those that begin with `$` are left out.
    pub fn predicate_names(&mut self) -> Vec<String> {
        let m = &self.machine;
        let defined =
            m.db.preds
                .iter()
                .filter(|p| p.dynamic || p.definition != Definition::None);
        let mut names: Vec<String> = defined
            .map(|p| m.atoms.text(p.functor.name()))
            .filter(|name| !name.starts_with('$'))
            .map(str::to_string)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Does the program define a predicate of this name and arity? Those of the system do not count.
    pub fn defines(&mut self, name: &str, arity: usize) -> bool {
        let Some(name) = self.machine.atoms.find(name) else {
            return false;
        };
        let found = self.machine.db.find(known::USER, Functor::new(name, arity));
        found.is_some_and(|pred| {
            let p = &self.machine.db.preds[pred as usize];
            p.dynamic || p.definition != Definition::None
        })
    }

    /// The goal that the program named by `initialization(Goal, main)`, as the text of a query.
    pub fn main_goal(&mut self) -> Option<String> {
        run::main_goal(&mut self.machine)
    }
}
