//! `Program`: what engines share.

use std::borrow::Borrow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::convert::IntoTerm;
use super::diagnostics::{Diagnostic, Diagnostics, Severity};
use super::engine::Engine;
use super::error::{Error, ErrorKind};
use super::facts::IntoRow;
use super::functions::{AsyncFunction, Fallible, Function, Generated, Returned};
use super::functions::{call_async, call_det, call_nondet, call_semidet, call_test, det_arity};
use super::goal::Goal;
use super::host::{Call, host_run};
use super::operators::Snapshot;
use super::prepared;
use super::run;
use super::saved::WantedPredicate;
use crate::base::limit::Limit;
use crate::io::table::StreamTable;
use crate::library;
use crate::machine::Machine;
use crate::machine::library::Library;
use crate::machine::sharing::{Areas, HostRun, Image, MachineLimits, Prepared, Surroundings, default_memory};

/// Makes the function of a host predicate for one engine.
type Maker = Arc<dyn Fn() -> HostRun + Send + Sync>;

/// A program that is loaded once and run by any number of engines, on any threads.
///
/// The engines share its clauses, code, atoms and indexes. Each sees its own changes only: clauses that it adds or
/// retracts, flags, operators, global variables, streams. Tables that are complete when the program is frozen are shared
/// if their predicates are tabled `as shared`: a directive that calls them computes what no engine then has to.
///
/// ```
/// use ferz::Program;
///
/// let program = Program::builder()
///     .text("rules", "grandparent(X, Z) :- parent(X, Y), parent(Y, Z).\n:- dynamic(parent/2).\n")
///     .facts("parent", [("ann", "bob"), ("bob", "cid")])
///     .freeze()?;
/// let threads: Vec<_> = (0..4)
///     .map(|_| {
///         let program = program.clone();
///         std::thread::spawn(move || {
///             let mut engine = program.engine();
///             engine.succeeds("assertz(parent(\"cid\", \"dan\")), grandparent(\"bob\", \"dan\")")
///         })
///     })
///     .collect();
/// for thread in threads {
///     assert_eq!(thread.join().expect("it has not panicked").ok(), Some(true));
/// }
/// assert_eq!(program.engine().succeeds("parent(\"cid\", _)").ok(), Some(false));
/// # Ok::<(), ferz::Diagnostics>(())
/// ```
#[derive(Clone)]
pub struct Program(pub(super) Arc<ProgramInner>);

/// The common state of all engines of a process, besides programs.
struct Pool {
    /// The memory that an engine is given by default.
    memory: usize,
    /// The areas of engines that have ended: fetching and clearing memory takes longer than making an engine.
    areas: Mutex<Vec<Areas>>,
}

/// The number of areas that are kept.
const KEPT_AREAS: usize = 8;

pub(super) struct ProgramInner {
    pool: Arc<Pool>,
    image: Image,
    hosts: Vec<Maker>,
    operators: Snapshot,
    limits: Vec<(Limit, Option<u64>)>,
    /// Whether programs may catch the exceptions of limits, and their grace, if that was set.
    manner: Option<(bool, Duration)>,
    grants: Vec<(PathBuf, bool)>,
    directory: Option<PathBuf>,
    warnings: Diagnostics,
    pub(super) goals: Vec<(String, Goal)>,
    /// By which its goals know it.
    identity: Arc<()>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").finish_non_exhaustive()
    }
}

impl Program {
    /// Begins a program.
    pub fn builder() -> ProgramBuilder {
        let mut engine = Engine::of(Program::library(), StreamTable::closed());
        engine.toplevel().keep_messages(true);
        ProgramBuilder {
            engine,
            hosts: Vec::new(),
            found: Diagnostics::default(),
            goals: Vec::new(),
            limits: Vec::new(),
            manner: None,
            grants: Vec::new(),
            directory: None,
            has_texts: false,
            wanted: Vec::new(),
        }
    }

    /// Returns the program that has only the library.
    pub(super) fn library() -> Program {
        prepared::library().clone()
    }

    /// Makes a machine with the library for a process that probably makes only one, so that freezing the library would
    /// not pay.
    pub(super) fn alone(around: Surroundings) -> (Machine, Snapshot) {
        if let Some(library) = prepared::library_if_made() {
            return (library.machine(around), library.operators());
        }
        prepared::install(around)
    }

    /// Makes an engine that runs the program. Like [`Engine::new`] it can only compute, unless the program has grants.
    ///
    /// It takes some microseconds, and some kilobytes of memory.
    pub fn engine(&self) -> Engine {
        let mut engine = Engine::of(self.clone(), StreamTable::closed());
        let program = &*self.0;
        for (directory, write) in &program.grants {
            engine.grant_files(directory, *write);
        }
        if let Some(directory) = &program.directory {
            engine.set_directory(directory);
        }
        for &(limit, amount) in &program.limits {
            engine.set_limit(limit, amount);
        }
        if let Some((catchable, grace)) = program.manner {
            engine.machine.limits.set_grace(catchable, grace);
        }
        engine
    }

    /// Makes the program of an image without texts.
    pub(super) fn of_image(image: Image, operators: Snapshot) -> Program {
        Program(Arc::new(ProgramInner {
            pool: Arc::new(Pool {
                memory: default_memory(),
                areas: Mutex::default(),
            }),
            image,
            hosts: Vec::new(),
            operators,
            limits: Vec::new(),
            manner: None,
            grants: Vec::new(),
            directory: None,
            warnings: Diagnostics::default(),
            goals: Vec::new(),
            identity: Arc::new(()),
        }))
    }

    pub(super) fn identity(&self) -> &Arc<()> {
        &self.0.identity
    }

    /// Returns the warnings that its texts have caused, and what [`Engine::check`] finds in it.
    pub fn warnings(&self) -> &Diagnostics {
        &self.0.warnings
    }

    /// Returns what a new engine has besides the program.
    pub(super) fn surroundings(&self, streams: StreamTable) -> Surroundings {
        let pool = &*self.0.pool;
        let kept = pool.areas.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Surroundings {
            streams,
            limits: MachineLimits::new(pool.memory),
            areas: kept.unwrap_or_else(Areas::new),
        }
    }

    /// Keeps the areas of an engine for another one.
    pub(super) fn keep_areas(&self, areas: Areas) {
        let mut kept = self.0.pool.areas.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT_AREAS {
            kept.push(areas);
        }
    }

    /// Makes a machine in the state that the program is in.
    pub(super) fn machine(&self, around: Surroundings) -> Machine {
        let hosts = self.0.hosts.iter().map(|make| make()).collect();
        self.0.image.machine(around, hosts)
    }

    /// Returns the operators of the program.
    pub(super) fn operators(&self) -> Snapshot {
        self.0.operators.clone()
    }
}

/// Loads a [`Program`]. Errors are collected; [`ProgramBuilder::freeze`] returns them.
#[must_use]
pub struct ProgramBuilder {
    pub(super) engine: Engine,
    hosts: Vec<Maker>,
    pub(super) found: Diagnostics,
    pub(super) goals: Vec<(String, Goal)>,
    limits: Vec<(Limit, Option<u64>)>,
    /// Whether programs may catch the exceptions of limits, and their grace, if that was set.
    manner: Option<(bool, Duration)>,
    grants: Vec<(PathBuf, bool)>,
    directory: Option<PathBuf>,
    /// Whether anything was loaded.
    pub(super) has_texts: bool,
    /// The host predicates of bytes that were read.
    pub(super) wanted: Vec<WantedPredicate>,
}

impl fmt::Debug for ProgramBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramBuilder").finish_non_exhaustive()
    }
}

impl ProgramBuilder {
    /// Adds a library beside those of the features: see [`native`](crate::native). Libraries come before host predicates
    /// and texts.
    pub fn library(mut self, library: &'static Library) -> Self {
        let added = if self.has_texts {
            Err(format!("library {}: libraries come before texts", library.name))
        } else {
            let machine = &mut self.engine.machine;
            match library::fault_of_texts(machine, library) {
                Some(fault) => Err(format!("library {}: {fault}", library.name)),
                None => machine
                    .library
                    .add_library(&mut machine.atoms, &mut machine.db, &mut machine.calls, library),
            }
        };
        if let Err(message) = added {
            self.found.push(Diagnostic::plain(Severity::Error, "library", message));
        }
        self
    }

    /// Loads a text, which messages call `name`. Directives run. Where it defines a predicate that another text of the
    /// program defines, its clauses replace those, with a warning; `:- multifile` keeps the clauses of both. Texts that
    /// are called `user` add theirs.
    ///
    /// ```
    /// let program = ferz::Program::builder()
    ///     .text("rules", "permit(ann).")
    ///     .text("more rules", "permit(bob).")
    ///     .text("policy", ":- multifile forbid/1.\nforbid(eve).")
    ///     .text("more policy", ":- multifile forbid/1.\nforbid(mallory).")
    ///     .freeze()?;
    /// assert_eq!(program.warnings().len(), 1);
    /// assert!(program.warnings()[0].message().starts_with("Procedure permit/1 redefined, previously defined at rules:1"));
    /// # Ok::<(), ferz::Diagnostics>(())
    /// ```
    pub fn text(mut self, name: &str, text: &str) -> Self {
        let engine = &mut self.engine;
        let loaded = run::load(&mut engine.machine, engine.limits, name, None, text, true);
        self.note(loaded.map(drop), Some((name, text)));
        self
    }

    /// Loads a file, as [`ProgramBuilder::text`] loads a text.
    pub fn file(mut self, path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let loaded = self.engine.consult_file(path);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        self.note(loaded.map(drop), Some((&path.to_string_lossy(), &text)));
        self
    }

    /// Adds a fact for each row at the end of the predicate `name`, as [`Engine::insert_all`] does.
    pub fn facts<R: IntoRow>(mut self, name: &str, rows: impl IntoIterator<Item = R>) -> Self {
        self.has_texts = true;
        let added = self.engine.insert_all(name, rows).map(|_| ());
        self.note(added, None);
        self
    }

    /// Adds a host predicate, as [`Engine::register`] does. Each engine gets a copy of the function.
    ///
    /// ```
    /// let program = ferz::Program::builder()
    ///     .host("seven", 1, |call| {
    ///         call.unify(0, 7);
    ///         Ok(true)
    ///     })
    ///     .freeze()?;
    /// assert!(program.engine().succeeds("seven(7)").expect("no error"));
    /// # Ok::<(), ferz::Diagnostics>(())
    /// ```
    pub fn host<F>(mut self, name: &str, arity: usize, function: F) -> Self
    where
        F: FnMut(&mut Call<'_>) -> Result<bool, Error> + Clone + Send + Sync + 'static,
    {
        let added = self.engine.register(name, arity, function.clone());
        if added.is_ok() {
            let maker: Maker = Arc::new(move || host_run(arity, function.clone()));
            match self.engine.machine.calls.host_number(
                &self.engine.machine.atoms,
                &self.engine.machine.db,
                name,
                arity,
            ) {
                Some(number) if number < self.hosts.len() => self.hosts[number] = maker,
                _ => self.hosts.push(maker),
            }
        }
        self.note(added, None);
        self
    }

    /// Adds a typed function as a predicate, as [`Engine::det`] does.
    ///
    /// ```
    /// let program = ferz::Program::builder()
    ///     .det("shout", |text: String| Ok(text.to_uppercase()))
    ///     .freeze()?;
    /// assert!(program.engine().succeeds("shout(hey, \"HEY\")").expect("no error"));
    /// # Ok::<(), ferz::Diagnostics>(())
    /// ```
    pub fn det<Args, F>(self, name: &str, mut function: F) -> Self
    where
        F: Function<Args, Output: Returned> + Clone + Send + Sync + 'static,
    {
        self.host(name, det_arity::<Args, F>(), move |call| call_det(&mut function, call))
    }

    /// Adds a typed function that may have no result, as [`Engine::semidet`] does.
    pub fn semidet<Args, R: IntoTerm, F>(self, name: &str, mut function: F) -> Self
    where
        F: Function<Args, Output: Fallible<Option<R>>> + Clone + Send + Sync + 'static,
    {
        self.host(name, F::ARITY + 1, move |call| call_semidet(&mut function, call))
    }

    /// Adds a test, as [`Engine::test`] does.
    pub fn test<Args, F>(self, name: &str, mut function: F) -> Self
    where
        F: Function<Args, Output: Fallible<bool>> + Clone + Send + Sync + 'static,
    {
        self.host(name, F::ARITY, move |call| call_test(&mut function, call))
    }

    /// Adds a function with any number of results, as [`Engine::nondet`] does.
    pub fn nondet<Args, Kind, F>(self, name: &str, mut function: F) -> Self
    where
        F: Function<Args, Output: Generated<Kind>> + Clone + Send + Sync + 'static,
    {
        self.host(name, F::ARITY + 1, move |call| call_nondet(&mut function, call))
    }

    /// Adds an asynchronous function, as [`Engine::det_async`] does.
    pub fn det_async<Args, R: IntoTerm, F>(self, name: &str, mut function: F) -> Self
    where
        F: AsyncFunction<Args, R> + Clone + Send + Sync + 'static,
    {
        self.host(name, F::ARITY + 1, move |call| call_async(&mut function, call))
    }

    /// Sets a flag, as [`Engine::set_flag`] does: for the texts that follow, and for the engines.
    pub fn flag(mut self, name: &str, value: &str) -> Self {
        let set = self.engine.set_flag(name, value);
        self.note(set, None);
        self
    }

    /// Sets all limits, as [`Engine::set_limits`] does: of the engines, and of the loading of the texts that follow.
    pub fn limits(mut self, limits: impl Borrow<super::limits::Limits>) -> Self {
        let limits = limits.borrow();
        self.manner = Some((limits.catchable, limits.grace));
        self.engine.set_limits(limits);
        self.limits.clear();
        self.limits
            .extend(Limit::ALL.iter().map(|&limit| (limit, limits.get(limit))));
        self
    }

    /// Sets one limit, as [`Limits::with`](crate::Limits::with) has it: of the engines, and of the loading of the texts that
    /// follow.
    pub fn limit(mut self, limit: Limit, amount: Option<u64>) -> Self {
        self.engine.set_limit(limit, amount);
        self.limits.push((limit, amount));
        self
    }

    /// Lets the texts that follow, and the engines, open the files in `directory` and below it, also for writing if
    /// `write`.
    pub fn grant_files(mut self, directory: impl Into<PathBuf>, write: bool) -> Self {
        let directory = directory.into();
        self.engine.grant_files(&directory, write);
        self.grants.push((directory, write));
        self
    }

    /// Makes file names relative to `directory`, in the texts that follow and in the engines; this grants no access.
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        let directory = directory.into();
        self.engine.set_directory(&directory);
        self.directory = Some(directory);
        self
    }

    /// Lets the host set how the texts that follow are loaded: where directives write to, what they may do, what stops
    /// them. It changes nothing for the engines of the program.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// let told = Arc::new(Mutex::new(Vec::new()));
    /// let written = Arc::clone(&told);
    /// let program = ferz::Program::builder()
    ///     .loading(|engine| {
    ///         engine.set_output(move |bytes| {
    ///             written.lock().map_err(|_| std::io::Error::other("it is poisoned"))?.extend_from_slice(bytes);
    ///             Ok(())
    ///         });
    ///     })
    ///     .text("rules", ":- writeln(hello), flush_output.")
    ///     .freeze()?;
    /// assert_eq!(told.lock().expect("nobody has panicked").as_slice(), b"hello\n");
    /// # Ok::<(), ferz::Diagnostics>(())
    /// ```
    pub fn loading(mut self, set: impl FnOnce(&mut Engine)) -> Self {
        set(&mut self.engine);
        self
    }

    /// Compiles everything, the library's predicates too that the program calls. What the program calls but does not
    /// define is one of its [warnings](Program::warnings).
    ///
    /// ```
    /// use ferz::{Program, Severity};
    ///
    /// let found = Program::builder().text("shop", "price(tea, 3.\n").freeze().expect_err("a bracket is missing");
    /// assert_eq!((found[0].severity(), found[0].file(), found[0].line()), (Severity::Error, Some("shop"), Some(1)));
    /// ```
    ///
    /// # Errors
    /// If loading has met errors: the diagnostics, with the warnings too.
    pub fn freeze(mut self) -> Result<Program, Diagnostics> {
        for wanted in std::mem::take(&mut self.wanted) {
            if !wanted.is_there(&mut self.engine.machine) {
                let message = format!("the host predicate {wanted} is not registered");
                self.found.push(Diagnostic::plain(Severity::Error, "bytes", message));
            }
        }
        if self.found.has_errors() {
            return Err(self.found);
        }
        let machine = &mut self.engine.machine;
        if machine.freeze(Prepared::Called).is_err() {
            let error = Error::memory();
            self.note(Err(error), None);
            return Err(self.found);
        }
        let _operators = self.engine.operators.take(&machine.ops, &machine.atoms);
        let identity = Arc::new(());
        for (_, goal) in &mut self.goals {
            goal.owner = Arc::clone(&identity);
        }
        let mut program = Program(Arc::new(ProgramInner {
            pool: Arc::clone(&Program::library().0.pool),
            image: machine.image(),
            hosts: self.hosts,
            operators: self.engine.operators.clone(),
            limits: self.limits,
            manner: self.manner,
            grants: self.grants,
            directory: self.directory,
            warnings: self.found,
            goals: self.goals,
            identity,
        }));
        // An engine of the program checks it, so that nothing of the checks is frozen. The limits are those of queries.
        let mut engine = program.engine();
        for limit in [Limit::Inferences, Limit::Depth, Limit::Answers, Limit::Output] {
            engine.set_limit(limit, None);
        }
        if let Some((_, Some(time))) = program.0.limits.iter().rfind(|set| set.0 == Limit::Time) {
            engine.set_limit(Limit::Time, Some((*time).max(1_000_000_000)));
        }
        let checked = engine.check();
        drop(engine);
        if let Some(inner) = Arc::get_mut(&mut program.0) {
            match checked {
                Ok(found) => found.into_iter().for_each(|found| inner.warnings.push(found)),
                Err(error) => inner
                    .warnings
                    .push(Diagnostic::plain(Severity::Warning, "check", error.to_string())),
            }
        }
        Ok(program)
    }

    /// Notes what a step has reported. `text` is the name and the text that was loaded.
    fn note(&mut self, step: Result<(), Error>, text: Option<(&str, &str)>) {
        self.has_texts |= text.is_some();
        let mut found = Diagnostics::default();
        for mut diagnostic in self.engine.toplevel().take_diagnostics() {
            if let Some((name, text)) = text
                && diagnostic.file() == Some(name)
            {
                diagnostic.locate(text);
            }
            found.push(diagnostic);
        }
        if let Err(error) = step
            && !(found.has_errors() && matches!(error.kind(), ErrorKind::Load { .. }))
        {
            let code = match error.kind() {
                ErrorKind::Load { .. } => "load",
                ErrorKind::File => "file",
                ErrorKind::Limit(limit) => limit.row().word,
                ErrorKind::Interrupted => "interrupted",
                ErrorKind::Halt(_) => "halt",
                _ => "exception",
            };
            found.push(Diagnostic::plain(Severity::Error, code, error.to_string()));
        }
        self.found.extend(found);
    }
}
