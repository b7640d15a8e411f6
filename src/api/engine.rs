//! `Engine`: an independent Prolog system, with its program, flags, operators and streams.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::answer::Answer;
use super::diagnostics::Diagnostics;
use super::error::Error;
use super::grant::Grant;
use super::keep::NamedValues;
use super::limits::Interrupter;
use super::open::BindingsWanted;
use super::operators::Snapshot;
use super::params::Params;
use super::prepared;
use super::program::Program;
use super::query::Query;
use super::run;
use super::term::Term;
use super::watch::Watcher;
use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::{Amounts, Limit, LimitScope};
use crate::code::predicate::Definition;
use crate::io::device::{HostInput, HostOutput};
use crate::io::table::{StreamTable, USER_ERROR, USER_INPUT, USER_OUTPUT};
use crate::machine::Machine;
use crate::machine::sharing::{Areas, Surroundings};

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
    /// The values that `$Name` stands for in queries.
    pub(super) kept: NamedValues,
    /// By which prepared goals know the engine.
    pub(super) identity: Arc<()>,
    /// The program that it was made of; `None` if of the library only.
    program: Option<Program>,
    /// Whether it has the standard streams of the process.
    pub(super) has_console: bool,
    /// The functions that are told of changes.
    pub(super) watchers: Vec<Watcher>,
    /// The folder that the host has set.
    directory: Option<PathBuf>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("limits", &self.limits())
            .finish_non_exhaustive()
    }
}

/// Sets the stress that the environment asks for.
pub(super) fn stressed(mut machine: Machine) -> Machine {
    let period = std::env::var("FERZ_STRESS").ok();
    machine.set_stress(
        period
            .and_then(|period| period.parse().ok())
            .filter(|&period| period > 0),
    );
    machine
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(program) = &self.program {
            program.keep_areas(Areas::take(&mut self.machine.heap, &mut self.machine.stacks));
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// Makes an engine that can only compute: no files, no environment, no clock; its output is discarded.
    /// [`Engine::grant`] lets it do more.
    ///
    /// The first engine of a process takes a few milliseconds, and compiles what it calls of the library. The second one, or
    /// the first [`Program`], prepares what most engines call, which takes some milliseconds more; from then on an engine
    /// takes microseconds.
    ///
    /// For ferz's own tests: if the environment variable `FERZ_STRESS` is a number N, every engine collects before
    /// every N-th call, moves everything, and checks all of its areas.
    pub fn new() -> Engine {
        prepared::first_engine().unwrap_or_else(|| Engine::of(Program::library(), StreamTable::closed()))
    }

    /// Makes an engine with the standard streams of the process and all rights of the process.
    pub fn with_process() -> Engine {
        let mut engine = Engine::of_process();
        for grant in Grant::all() {
            engine.grant(grant);
        }
        // Who may do all that the process may do may also raise the limits.
        engine.machine.limits.lift_ceilings();
        engine
    }

    /// Makes an engine with the standard streams of the process and no other access.
    pub fn with_console() -> Engine {
        let mut engine = Engine::of_process();
        engine.grant(Grant::StandardStreams);
        engine
    }

    /// Makes an engine without access, for a process that probably makes only one.
    fn of_process() -> Engine {
        let (machine, operators) = Program::alone(Surroundings::new(StreamTable::closed()));
        Engine::with(stressed(machine), operators)
    }

    /// Makes an engine of a program.
    pub(super) fn of(program: Program, streams: StreamTable) -> Engine {
        let machine = program.machine(program.surroundings(streams));
        let mut engine = Engine::with(stressed(machine), program.operators());
        engine.program = Some(program);
        engine
    }

    /// Whether the atoms of a goal of this owner are those of the engine.
    pub(super) fn has_atoms_of(&self, owner: &Arc<()>) -> bool {
        let program = self.program.as_ref().map(Program::identity);
        Arc::ptr_eq(&self.identity, owner) || program.is_some_and(|identity| Arc::ptr_eq(identity, owner))
    }

    pub(super) fn with(machine: Machine, operators: Snapshot) -> Engine {
        Engine {
            machine,
            operators,
            limits: Amounts::default(),
            kept: NamedValues::default(),
            identity: Arc::new(()),
            program: None,
            has_console: false,
            watchers: Vec::new(),
            directory: None,
        }
    }

    /// Puts everything back that programs and queries have changed: clauses, flags, operators, global variables, streams
    /// are as when the engine was made, and so is its memory. What the host has set stays: limits, grants, the devices of
    /// the standard streams, host predicates.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.det("twice", |n: i64| Ok(2 * n))?;
    /// engine.consult_str("p(1). :- set_prolog_flag(unknown, fail).")?;
    /// engine.reset();
    /// assert!(engine.once("p(_)").is_err());
    /// assert!(engine.succeeds("twice(2, 4)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn reset(&mut self) {
        let hosts = self.machine.calls.take_named_hosts(&self.machine.atoms);
        let kept = self.machine.session.take_for_host();
        let front_end = self.machine.tracer.front_end.take();
        let mut around = self.machine.take_surroundings();
        around.streams.reset(self.directory.clone());
        // The old areas may have grown.
        around.areas = Areas::new();
        let program = self.program.get_or_insert_with(Program::library);
        self.machine = stressed(program.machine(around));
        for (name, arity, run) in hosts {
            let functor = Functor::new(self.machine.intern(&name), arity);
            // A predicate that the program defines itself cannot have been registered.
            let _added = self.machine.calls.define_host(&mut self.machine.db, functor, run);
        }
        self.machine.session.give_back(kept);
        self.machine.tracer.front_end = front_end;
        self.machine.limits.set_flags_of_limits(&mut self.machine.flags);
        self.operators = program.operators();
        self.kept.values.clear();
        self.identity = Arc::new(());
        self.watch_again();
    }

    /// Makes an engine in the state of this one: with its clauses, flags, operators, non-backtrackable global variables,
    /// limits and grants. Both share memory until they change it. Streams that it has opened are not open in the fork,
    /// whose standard streams are those of a new engine, unless they are those of the process. Host predicates are
    /// shared too: a function is called by one engine at a time.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str(":- dynamic(p/1). p(1).")?;
    /// let mut fork = engine.fork();
    /// fork.once("assertz(p(2))")?;
    /// assert!(fork.succeeds("p(2)")? && !engine.succeeds("p(2)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn fork(&mut self) -> Engine {
        let mut streams = StreamTable::closed();
        if self.has_console {
            streams.use_process();
        }
        streams.access = self.machine.streams.access.clone();
        let around = self.program.get_or_insert_with(Program::library).surroundings(streams);
        let mut machine = stressed(self.machine.fork(around));
        machine.session.host.bare_errors = self.machine.session.host.bare_errors;
        Engine {
            machine,
            operators: self.operators.clone(),
            limits: self.limits,
            kept: self.kept.clone(),
            identity: Arc::new(()),
            program: self.program.clone(),
            has_console: self.has_console,
            watchers: Vec::new(),
            directory: self.directory.clone(),
        }
    }

    /// Makes file names relative to `directory`; this grants no access.
    pub fn set_directory(&mut self, directory: impl Into<PathBuf>) {
        let directory = directory.into();
        self.machine.streams.access.set_directory(directory.clone());
        self.directory = Some(directory);
    }

    /// Redirects standard output to `write`, as UTF-8 bytes.
    pub fn set_output(&mut self, write: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) {
        let device = Box::new(HostOutput(Box::new(write)));
        // Errors of flushing the old device are dropped.
        let _flushed = self.machine.streams.set_device(USER_OUTPUT, device);
    }

    /// Redirects standard error, to which messages are printed, to `write`, as UTF-8 bytes.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// let mut engine = ferz::Engine::new();
    /// let told = Arc::new(Mutex::new(Vec::new()));
    /// let written = Arc::clone(&told);
    /// engine.set_error(move |bytes| {
    ///     written.lock().map_err(|_| std::io::Error::other("it is poisoned"))?.extend_from_slice(bytes);
    ///     Ok(())
    /// });
    /// engine.once("print_message(error, format(\"no ~w\", [tea]))")?;
    /// assert_eq!(String::from_utf8_lossy(&told.lock().expect("nobody has panicked")), "ERROR: no tea\n");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn set_error(&mut self, write: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) {
        let device = Box::new(HostOutput(Box::new(write)));
        let _flushed = self.machine.streams.set_device(USER_ERROR, device);
    }

    /// Reads standard input from `read`, which fills a buffer and returns the number of bytes, 0 at the end.
    pub fn set_input(&mut self, read: impl FnMut(&mut [u8]) -> io::Result<usize> + Send + 'static) {
        let device = Box::new(HostInput(Box::new(read)));
        let _flushed = self.machine.streams.set_device(USER_INPUT, device);
    }

    /// Loads a program from text. Its clauses are added to those that other texts have for the same predicates: nothing
    /// is replaced but a module that the text declares. To load a new version of a text, give it a name
    /// ([`Engine::consult_named`]).
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str("likes(ann, tea).")?;
    /// engine.consult_str("likes(bob, rum).")?;
    /// assert_eq!(engine.query("likes(X, Y)")?.count(), 2);
    /// let warnings = engine.consult_str("good(X) :- likes(_, tea).\n:- fail.")?;
    /// assert_eq!(warnings[0].code(), Some("singletons"));
    /// assert_eq!(warnings[1].line(), Some(2));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// Returns warnings: variables that occur once, directives that have failed, and the like.
    ///
    /// Predicates that a text calls and no text defines are told by [`Engine::check`].
    ///
    /// # Errors
    /// If it contains errors; all valid clauses are loaded, and the engine stays usable.
    pub fn consult_str(&mut self, text: &str) -> Result<Diagnostics, Error> {
        self.load("user", None, text)
    }

    /// Loads a program from a file, as [`Engine::consult_named`] loads a text. Returns warnings.
    ///
    /// # Errors
    /// If the file cannot be read, or contains errors.
    pub fn consult_file(&mut self, path: impl AsRef<Path>) -> Result<Diagnostics, Error> {
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
        let bytes = read.map_err(|error| {
            run::note_unread(&mut self.machine);
            Error::file(&path.to_string_lossy(), &error)
        })?;
        let text = crate::io::encoding::program_text(bytes);
        let name = found.to_string_lossy();
        self.load(&name, Some(&found), &text)
    }

    /// Loads a text under the name of its file, if it is one.
    pub(super) fn load(&mut self, name: &str, file: Option<&Path>, text: &str) -> Result<Diagnostics, Error> {
        let loaded = run::load(&mut self.machine, self.limits, name, file, text, false);
        self.tell_changes();
        loaded
    }

    /// Opens a query. A full stop at the end and `?-` at the beginning of its text are optional.
    ///
    /// # Errors
    /// If the text cannot be read. Exceptions of the goal are returned by the query itself.
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Error> {
        self.query_with(text, ())
    }

    /// Opens a query with values for some of its variables ([`Params`]).
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let mut query = engine.query_with("atom_length(Text, N)", [("Text", "it's")])?;
    /// let answer = query.next().expect("it has a solution")?;
    /// assert_eq!(answer.get::<i64>("N").ok(), Some(4));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read, has no variable of that name, or one has two values.
    pub fn query_with(&mut self, text: &str, params: impl Params) -> Result<Query<'_>, Error> {
        Query::open(self, text, params, BindingsWanted::Copied)
    }

    /// Returns the first solution of a query, or `None` if it has none.
    ///
    /// # Errors
    /// If the text cannot be read, or the goal raises an exception.
    pub fn once(&mut self, text: &str) -> Result<Option<Answer>, Error> {
        self.query(text)?.next().transpose()
    }

    /// Returns the first solution of a query with values for some of its variables ([`Params`]), or `None`.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let answer = engine.once_with("atom_concat(Left, Right, Both)", (("Left", "fe"), ("Right", "rz")))?;
    /// assert_eq!(answer.expect("it has a solution").get::<String>("Both")?, "ferz");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::query_with`], or if the goal raises an exception.
    pub fn once_with(&mut self, text: &str, params: impl Params) -> Result<Option<Answer>, Error> {
        self.query_with(text, params)?.next().transpose()
    }

    /// Whether a query has a solution. It is run to the first; the bindings of its variables are not copied.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// assert!(engine.succeeds("numlist(1, 1000, L), sum_list(L, 500500)")?);
    /// assert!(!engine.succeeds("member(X, [])")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read, or the goal raises an exception.
    pub fn succeeds(&mut self, text: &str) -> Result<bool, Error> {
        let mut query = Query::open(self, text, (), BindingsWanted::Ignored)?;
        Ok(query.next().transpose()?.is_some())
    }

    /// Returns a handle that stops the running query from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter::new(self.machine.limits.watch())
    }

    /// Sets one limit.
    pub(super) fn set_limit(&mut self, limit: Limit, amount: Option<u64>) {
        match limit.row().scope {
            LimitScope::Query => self.limits[limit] = amount,
            LimitScope::Engine => {
                let most = amount.and_then(|amount| usize::try_from(amount).ok());
                let most = most.unwrap_or(usize::MAX);
                self.machine.limits.set_ceiling(limit, most);
                self.machine.flags.limits[limit] = i64::try_from(most).unwrap_or(i64::MAX);
            }
        }
    }

    /// Sets whether the error of an uncaught exception comes without the message that Prolog makes of it and without
    /// the goals that were running: its text is the bare ball then, and it costs little more than a failing query. For
    /// hosts that take exceptions as answers and look at [`Error::kind`] only.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str("may(root). may(User) :- throw(denied(User)).")?;
    /// engine.set_bare_errors(true);
    /// let error = engine.once("may(ann)").expect_err("it is denied");
    /// assert_eq!(error.to_string(), "Unhandled exception: denied(ann)");
    /// assert!(error.backtrace().is_empty());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn set_bare_errors(&mut self, on: bool) {
        self.machine.session.host.bare_errors = on;
    }

    /// Sets a Prolog flag whose values are atoms.
    ///
    /// # Errors
    /// If there is no such flag, it is read-only, or it does not take the value.
    pub fn set_flag(&mut self, name: &str, value: &str) -> Result<(), Error> {
        run::set_flag(&mut self.machine, name, value)
    }

    /// Returns the value of a Prolog flag, if it has one.
    pub fn flag(&mut self, name: &str) -> Option<Term> {
        run::flag(&mut self.machine, name)
    }

    /// Whether the program defines a predicate of this name and arity; built-in and library predicates do not count.
    pub fn defines(&mut self, name: &str, arity: usize) -> bool {
        let Some(name) = self.machine.atoms.find(name) else {
            return false;
        };
        let found = self.machine.db.find(known::USER, Functor::new(name, arity));
        found.is_some_and(|pred| {
            let p = &self.machine.db.preds[pred];
            p.dynamic || p.definition != Definition::None
        })
    }
}
