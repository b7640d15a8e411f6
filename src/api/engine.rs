//! `Engine`: an independent Prolog system, with its program, flags, operators and streams.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::answer::Answer;
use super::console::Console;
use super::convert::IntoTerm;
use super::error::Error;
use super::grant::Grant;
use super::keep::NamedValues;
use super::limits::Interrupter;
use super::open::BindingsWanted;
use super::operators::Snapshot;
use super::program::Program;
use super::query::Query;
use super::run;
use super::term::Term;
use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::{Amounts, Limit, LimitScope, nanoseconds};
use crate::base::ordered::Ordered;
use crate::code::predicate::Definition;
use crate::io::device::{HostInput, HostOutput};
use crate::io::table::{StreamTable, USER_ERROR, USER_INPUT, USER_OUTPUT};
use crate::machine::Machine;
use crate::machine::sharing::{Areas, Surroundings};
use crate::text::lexer;

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
fn stressed(mut machine: Machine) -> Machine {
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
    /// For ferz's own tests: if the environment variable `FERZ_STRESS` is a number N, every engine collects before
    /// every N-th call, moves everything, and checks all of its areas.
    pub fn new() -> Engine {
        Engine::of(Program::library(), StreamTable::closed())
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

    pub(super) fn with(machine: Machine, operators: Snapshot) -> Engine {
        Engine {
            machine,
            operators,
            limits: Amounts::default(),
            kept: NamedValues::default(),
            identity: Arc::new(()),
            program: None,
            has_console: false,
            directory: None,
        }
    }

    /// Puts everything back that programs and queries have changed: clauses, flags, operators, global variables, streams
    /// are as when the engine was made. What the host has set stays: limits, grants, the devices of the standard
    /// streams, host predicates.
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
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// Predicates that a text calls and no text defines are told by [`Engine::check`].
    ///
    /// # Errors
    /// If it contains errors; all valid clauses are loaded, and the engine stays usable.
    pub fn consult_str(&mut self, text: &str) -> Result<(), Error> {
        run::load(&mut self.machine, self.limits, "user", None, text, false)
    }

    /// Loads a program from a file, as [`Engine::consult_named`] loads a text.
    ///
    /// # Errors
    /// If the file cannot be read, or contains errors.
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
        let bytes = read.map_err(|error| {
            run::note_unread(&mut self.machine);
            Error::file(&path.to_string_lossy(), &error)
        })?;
        let text = crate::io::encoding::program_text(bytes);
        let name = found.to_string_lossy();
        run::load(&mut self.machine, self.limits, &name, Some(&found), &text, false)
    }

    /// Opens a query. A full stop at the end and `?-` at the beginning of its text are optional.
    ///
    /// # Errors
    /// If the text cannot be read. Exceptions of the goal are returned by the query itself.
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Error> {
        self.query_with::<Term>(text, [])
    }

    /// Opens a query with values for some of its variables.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let mut query = engine.query_with("atom_length(Text, N)", [("Text", "it's")])?;
    /// let answer = query.next().expect("it has a solution")?;
    /// assert_eq!(answer.to::<i64>("N").ok(), Some(4));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read, has no variable of that name, or one has two values.
    pub fn query_with<'v, T: IntoTerm>(
        &mut self,
        text: &str,
        values: impl IntoIterator<Item = (&'v str, T)>,
    ) -> Result<Query<'_>, Error> {
        Query::open(self, text, values, BindingsWanted::Copied)
    }

    /// Returns the first solution of a query, or `None` if it has none.
    ///
    /// # Errors
    /// If the text cannot be read, or the goal raises an exception.
    pub fn once(&mut self, text: &str) -> Result<Option<Answer>, Error> {
        self.query(text)?.next().transpose()
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
        let values = std::iter::empty::<(&str, Term)>();
        let mut query = Query::open(self, text, values, BindingsWanted::Ignored)?;
        Ok(query.next().transpose()?.is_some())
    }

    /// Returns a handle that stops the running query from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter::new(self.machine.limits.watch())
    }

    /// Sets a limit, for each query and each text that is loaded from now on, or for all that the engine keeps. `amount`
    /// is a number of bytes or nanoseconds, or a count ([`Limit::parse`] gives that of a text), `None` for no limit.
    ///
    /// Programs may set less by flags, but not more.
    pub fn set_limit(&mut self, limit: Limit, amount: Option<u64>) {
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

    /// Limits the calls that each query, and the loading of each text, may make from now on.
    pub fn set_inference_limit(&mut self, calls: Option<u64>) {
        self.set_limit(Limit::Inferences, calls);
    }

    /// Limits the running time of each query, and of loading each text, from now on. The first query with a limit
    /// starts a thread that sleeps until a limit is reached; all engines of the process share it.
    pub fn set_time_limit(&mut self, time: Option<Duration>) {
        self.set_limit(Limit::Time, time.map(nanoseconds));
    }

    /// Limits the answers of each query from now on; asking for more is an error.
    pub fn set_answer_limit(&mut self, answers: Option<u64>) {
        self.set_limit(Limit::Answers, answers);
    }

    /// Limits the bytes that each query, and loading each text, may write to streams from now on.
    pub fn set_output_limit(&mut self, bytes: Option<u64>) {
        self.set_limit(Limit::Output, bytes);
    }

    /// Limits the bytes of terms and stacks together. Programs may set a lower limit by the flag `stack_limit`, but
    /// not a higher one. The copy of an answer for the host may take the same again.
    pub fn set_memory_limit(&mut self, bytes: usize) {
        self.set_limit(Limit::Memory, u64::try_from(bytes).ok());
    }

    /// Limits the bytes of clauses, atoms and other data that lasts from query to query. Programs may set a lower
    /// limit by the flag `program_limit`, but not a higher one.
    pub fn set_program_limit(&mut self, bytes: usize) {
        self.set_limit(Limit::Program, u64::try_from(bytes).ok());
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

    /// Sets whether static predicates are linked into one block of code. It affects only their speed.
    pub fn set_linking(&mut self, on: bool) {
        self.machine.calls.set_linking(on);
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
    /// If there is no such flag, it is read-only, or it does not take the value.
    pub fn set_flag(&mut self, name: &str, value: &str) -> Result<(), Error> {
        run::set_flag(&mut self.machine, name, value)
    }

    /// Returns the value of a Prolog flag, if it has one.
    pub fn flag(&mut self, name: &str) -> Option<Term> {
        run::flag(&mut self.machine, name)
    }

    /// Returns the text of an answer as [`Query::text`] does, when the query is over.
    ///
    /// # Errors
    /// An interrupt, or a limit that was reached.
    pub fn answer_text(&mut self, answer: &Answer, full: bool) -> Result<String, Error> {
        run::answer_text(&mut self.machine, answer, full)
    }

    /// Sets the arguments of the program, for the flag `argv`.
    pub fn set_arguments(&mut self, arguments: Vec<String>) {
        run::set_arguments(&mut self.machine, arguments);
    }

    /// Returns the standard streams.
    pub fn console(&mut self) -> Console<'_> {
        Console::new(&mut self.machine.streams)
    }

    /// Whether `text` contains at least one complete clause, with its full stop.
    pub fn is_complete(text: &str) -> bool {
        Engine::clause_end(text).is_some()
    }

    /// Returns the offset just after the full stop of the first clause in `text`.
    pub fn clause_end(text: &str) -> Option<usize> {
        lexer::end_of_clause(text)
    }

    /// Whether there is only layout and comments in `text`.
    pub fn is_blank(text: &str) -> bool {
        lexer::is_blank(text)
    }

    /// Reads the text of the next query from standard input; `None` at its end.
    ///
    /// # Errors
    /// If it cannot be read, or has no end within the memory limit and the time limit of queries, which counts while
    /// text arrives.
    pub fn read_query_text(&mut self) -> Result<Option<String>, Error> {
        run::query_text(&mut self.machine, self.limits)
    }

    /// Returns the files of the program that have changed since they were loaded, sorted.
    pub fn changed_files(&self) -> Vec<PathBuf> {
        crate::builtins::docs::sources::changed_files(&self.machine)
    }

    /// Returns the names of all predicates that can be called, sorted, without those that begin with `$`.
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
        names.order();
        names.dedup();
        names
    }

    /// Returns the name of the module in which queries run: `user`, unless `module/1` has set another.
    pub fn query_module(&self) -> &str {
        let module = self.machine.session.typein.unwrap_or(known::USER);
        self.machine.atoms.text(module)
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

    /// From now on goals of `initialization(Goal, program)` wait until [`release_start_goals`](Self::release_start_goals),
    /// as for a program that loads files and runs goals before it is started.
    pub fn hold_start_goals(&mut self) {
        self.machine.loading.hold_at_start();
    }

    /// The program has started: runs the goals of `initialization(Goal, program)` that wait, if `run`, else drops them.
    /// Messages tell of those that fail or raise; `halt/0` is called after the first.
    ///
    /// # Errors
    /// As for [`once`](Self::once).
    pub fn release_start_goals(&mut self, run: bool) -> Result<(), Error> {
        let waits = self
            .machine
            .loading
            .at_start_mut()
            .is_some_and(|goals| !goals.is_empty());
        if run && waits {
            self.once("system:'$run_program'")?;
        }
        self.machine.loading.take_at_start();
        Ok(())
    }

    /// Returns the goal of the program's `initialization(Goal, main)`, as the text of a query.
    pub fn main_goal(&mut self) -> Option<String> {
        run::main_goal(&mut self.machine)
    }
}
