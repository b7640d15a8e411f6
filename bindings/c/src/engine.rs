//! Engines.

use std::ffi::{c_char, c_void};
use std::io;
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use engine::toplevel::Console;
use engine::{Builder, Engine, Grant, Interrupter, IntoRow, Limit, OwnedQuery, Term};

use crate::call::host;
use crate::error::{Note, ferz_diagnostic, ferz_error, ferz_status, guarded, quiet};
use crate::input::{Data, ferz_destroy, get, own, put, text, write};
use crate::term::terms;
use crate::{ferz_predicate, ferz_term};

/// An engine: an independent Prolog system.
pub struct ferz_engine {
    pub(crate) shared: Arc<Shared>,
}

/// What an engine shares with its queries. The lock is held while the engine runs, and nobody waits for it.
pub(crate) struct Shared {
    session: Mutex<Session>,
    /// Queries that were freed while the engine was running: they are closed before anything else is done with it.
    freed: Mutex<Vec<u64>>,
    interrupter: Interrupter,
}

pub(crate) struct Session {
    pub(crate) state: State,
    /// The number of the newest query.
    pub(crate) newest: u64,
    /// What the text that was loaded last is warned of.
    warnings: Vec<Note>,
}

pub(crate) enum State {
    /// No query is open.
    Idle(Box<Engine>),
    /// The innermost query that is open, and the numbers of all that are, the innermost last.
    Open(Box<OwnedQuery>, Vec<u64>),
    /// A panic has taken the engine away.
    Gone,
}

/// Stops the running query of an engine from any thread.
pub struct ferz_interrupter(Interrupter);

/// Something that an engine may do besides computing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ferz_grant {
    /// All that the process may do with files.
    FERZ_ALL_FILES = 0,
    /// The environment variables and the working directory.
    FERZ_ENVIRONMENT = 1,
    /// Starting other programs.
    FERZ_PROCESSES = 2,
    /// The time of day, and the time that a goal takes.
    FERZ_CLOCK = 3,
    /// Random numbers that cannot be predicted.
    FERZ_RANDOMNESS = 4,
    /// Waiting.
    FERZ_SLEEP = 5,
    /// Threads.
    FERZ_THREADS = 6,
    /// The standard input, output and error of the process.
    FERZ_STANDARD_STREAMS = 7,
}

/// A limit. The first two are for all that the engine keeps, the others for each query and each text that is loaded.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ferz_limit {
    /// Bytes of terms and stacks.
    FERZ_MEMORY = 0,
    /// Bytes of clauses, atoms and what else lasts.
    FERZ_PROGRAM = 1,
    /// Calls.
    FERZ_INFERENCES = 2,
    /// Nanoseconds.
    FERZ_TIME = 3,
    /// Calls that wait for the end of others.
    FERZ_DEPTH = 4,
    /// Answers.
    FERZ_ANSWERS = 5,
    /// Bytes written to streams.
    FERZ_OUTPUT = 6,
}

/// Returns the grant of a number.
pub(crate) fn grant_of(number: i32) -> Result<Grant, ferz_error> {
    Ok(match number {
        0 => Grant::AllFiles,
        1 => Grant::Environment,
        2 => Grant::Processes,
        3 => Grant::Clock,
        4 => Grant::Randomness,
        5 => Grant::Sleep,
        6 => Grant::Threads,
        7 => Grant::StandardStreams,
        _ => return Err(ferz_error::invalid("there is no such grant")),
    })
}

const LIMITS: [(ferz_limit, Limit); 7] = [
    (ferz_limit::FERZ_MEMORY, Limit::Memory),
    (ferz_limit::FERZ_PROGRAM, Limit::Program),
    (ferz_limit::FERZ_INFERENCES, Limit::Inferences),
    (ferz_limit::FERZ_TIME, Limit::Time),
    (ferz_limit::FERZ_DEPTH, Limit::Depth),
    (ferz_limit::FERZ_ANSWERS, Limit::Answers),
    (ferz_limit::FERZ_OUTPUT, Limit::Output),
];

impl ferz_limit {
    pub(crate) fn of(limit: Limit) -> Option<ferz_limit> {
        LIMITS.iter().find(|(_, known)| *known == limit).map(|(own, _)| *own)
    }

    pub(crate) fn limit(number: i32) -> Result<Limit, ferz_error> {
        let known = LIMITS.iter().find(|(own, _)| *own as i32 == number);
        known
            .map(|(_, limit)| *limit)
            .ok_or_else(|| ferz_error::invalid("there is no such limit"))
    }
}

/// Takes bytes that a program writes: UTF-8. It returns 0, or anything else for an error of the stream.
pub type ferz_write = Option<unsafe extern "C" fn(bytes: *const c_char, length: usize, data: *mut c_void) -> i32>;

/// Fills a buffer with bytes that a program reads, and returns their number: 0 at the end, less for an error.
pub type ferz_read = Option<unsafe extern "C" fn(buffer: *mut c_char, size: usize, data: *mut c_void) -> isize>;

/// Returns the error for an engine that is not usable any more.
pub(crate) fn broken() -> ferz_error {
    ferz_error::new(ferz_status::FERZ_PANIC, "the engine is broken")
}

impl Shared {
    /// Returns the session, unless the engine runs.
    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, Session>, ferz_error> {
        let mut session = match self.session.try_lock() {
            Ok(session) => session,
            Err(TryLockError::WouldBlock) => return Err(ferz_error::busy("the engine is running")),
            Err(TryLockError::Poisoned(_)) => return Err(broken()),
        };
        // Closing runs cleanup goals, which may free queries: the list is not locked meanwhile.
        let freed = std::mem::take(&mut *self.freed());
        for query in freed {
            session.close(query);
        }
        Ok(session)
    }

    fn freed(&self) -> MutexGuard<'_, Vec<u64>> {
        self.freed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes a query, now or when the engine has come to rest.
    pub(crate) fn free(&self, query: u64) {
        self.freed().push(query);
        // Locking closes it. If the engine is running, whoever locks it next does that.
        let _session = self.lock();
    }
}

impl ferz_engine {
    pub(crate) fn of(engine: Engine) -> ferz_engine {
        ferz_engine {
            shared: Arc::new(Shared {
                freed: Mutex::default(),
                interrupter: engine.interrupter(),
                session: Mutex::new(Session {
                    state: State::Idle(Box::new(engine)),
                    newest: 0,
                    warnings: Vec::new(),
                }),
            }),
        }
    }
}

/// Does something with an engine that no query is open on, and with the warnings that it keeps.
///
/// # Safety
/// The engine is a handle or null; `error` is a place to write to or null.
unsafe fn work(
    engine: *const ferz_engine,
    error: *mut *mut ferz_error,
    work: impl FnOnce(&mut Engine, &mut Vec<Note>) -> Result<(), ferz_error>,
) -> ferz_status {
    guarded(error, || {
        // A clone, since a function of the host may free the handle while the engine runs.
        // SAFETY: the caller's promise.
        let shared = Arc::clone(&unsafe { get(engine) }?.shared);
        let session = &mut *shared.lock()?;
        match &mut session.state {
            State::Idle(engine) => {
                let done = work(engine, &mut session.warnings);
                show(engine.toplevel().console());
                done.map(|()| ferz_status::FERZ_OK)
            }
            State::Open(..) => Err(ferz_error::busy("a query of the engine is open")),
            State::Gone => Err(broken()),
        }
    })
}

/// As `work`, without the warnings.
///
/// # Safety
/// As for `work`.
unsafe fn change(
    engine: *const ferz_engine,
    error: *mut *mut ferz_error,
    change: impl FnOnce(&mut Engine) -> Result<(), ferz_error>,
) -> ferz_status {
    // SAFETY: the caller's promise.
    unsafe { work(engine, error, |engine, _| change(engine)) }
}

/// Loads something, and keeps the warnings, which are written to the error stream, too.
///
/// # Safety
/// As for `work`.
unsafe fn load(
    engine: *const ferz_engine,
    error: *mut *mut ferz_error,
    load: impl FnOnce(&mut Engine) -> Result<(), ferz_error>,
) -> ferz_status {
    let load = |engine: &mut Engine, warnings: &mut Vec<Note>| {
        engine.toplevel().keep_messages(true);
        let done = load(engine);
        let found = engine.toplevel().take_diagnostics();
        engine.toplevel().keep_messages(false);
        *warnings = found.warnings().map(Note::of).collect();
        let mut console = engine.toplevel().console();
        for found in &found {
            // An error of the host's function is the program's, which it was told.
            let _begun = console.fresh_error_line();
            let _written = console.write_error(&format!("{found}\n"));
        }
        done
    };
    // SAFETY: the caller's promise.
    unsafe { work(engine, error, load) }
}

/// Hands on what programs have written. An error of the host's function is the program's, which it was told.
pub(crate) fn show(mut console: Console<'_>) {
    let _shown = console.flush();
}

/// Makes an engine that can only compute; its output is discarded. `ferz_engine_grant` lets it do more.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_engine_new() -> *mut ferz_engine {
    quiet(null_mut(), || {
        Some(Box::into_raw(Box::new(ferz_engine::of(Engine::new()))))
    })
}

/// Frees an engine. Its open queries stay valid; it ends with the last of them. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_free(engine: *mut ferz_engine) {
    // SAFETY: the caller gives up the handle.
    quiet((), || unsafe { own(engine) }.map(drop));
}

/// Makes an engine in the state of another one. Both share memory until they change it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_fork(
    engine: *const ferz_engine,
    fork: *mut *mut ferz_engine,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle and places to write to, or null pointers.
    unsafe { change(engine, error, |engine| put(fork, ferz_engine::of(engine.fork()))) }
}

/// Puts back all that programs and queries have changed. What the host has set stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_reset(engine: *const ferz_engine, error: *mut *mut ferz_error) -> ferz_status {
    let reset = |engine: &mut Engine| {
        engine.reset();
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, reset) }
}

/// Loads a program from text. Its clauses are added to those that other texts have for the same predicates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_consult(
    engine: *const ferz_engine,
    program: *const c_char,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, a text and a place to write to, or null pointers.
    unsafe {
        load(engine, error, |engine| {
            Ok(engine.consult_str(text(program)?).map(drop)?)
        })
    }
}

/// As `ferz_engine_consult`, for a text that messages call `name`. A text that was loaded under this name is replaced,
/// where both define a predicate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_consult_named(
    engine: *const ferz_engine,
    name: *const c_char,
    program: *const c_char,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, texts and a place to write to, or null pointers.
    unsafe {
        load(engine, error, |engine| {
            Ok(engine.consult_named(text(name)?, text(program)?).map(drop)?)
        })
    }
}

/// Loads a program from a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_consult_file(
    engine: *const ferz_engine,
    path: *const c_char,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, a text and a place to write to, or null pointers.
    unsafe {
        load(engine, error, |engine| {
            Ok(engine.consult_file(text(path)?).map(drop)?)
        })
    }
}

/// Writes the warning with this index, from 0, that the text that was loaded last has given. Returns whether there is
/// one. Its texts belong to the engine, and are valid until the next text is loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_warning(
    engine: *const ferz_engine,
    index: usize,
    warning: *mut ferz_diagnostic,
) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let shared = &unsafe { get(engine) }.ok()?.shared;
        let session = shared.lock().ok()?;
        let found = session.warnings.get(index)?;
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(warning, found.diagnostic()) }.map(|()| true)
    })
}

/// Lets the programs of an engine do something besides computing: a `ferz_grant`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_grant(
    engine: *const ferz_engine,
    grant: i32,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let allow = |engine: &mut Engine| {
        engine.grant(grant_of(grant)?);
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, allow) }
}

/// Lets programs open the files in a directory and below it, also for writing if `write`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_grant_files(
    engine: *const ferz_engine,
    directory: *const c_char,
    write: bool,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, a text and a place to write to, or null pointers.
    unsafe {
        change(engine, error, |engine| {
            let folder = text(directory)?.into();
            engine.grant(if write {
                Grant::Write(folder)
            } else {
                Grant::Read(folder)
            });
            Ok(())
        })
    }
}

/// Sets a limit, a `ferz_limit`, to an amount; 0 means no limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_set_limit(
    engine: *const ferz_engine,
    limit: i32,
    amount: u64,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let set = |engine: &mut Engine| {
        engine.set_limits(
            engine
                .limits()
                .with(ferz_limit::limit(limit)?, Some(amount).filter(|&amount| amount > 0)),
        );
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, set) }
}

/// Sets a flag of the engine, as `double_quotes`; name and value are texts as set_prolog_flag/2 reads them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_set_flag(
    engine: *const ferz_engine,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, texts and a place to write to, or null pointers.
    unsafe { change(engine, error, |engine| Ok(engine.set_flag(text(name)?, text(value)?)?)) }
}

/// Sets how long cleanup goals may run when a limit was met, in nanoseconds, and whether programs can catch the
/// exceptions of limits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_set_grace(
    engine: *const ferz_engine,
    nanoseconds: u64,
    catchable: bool,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let set = |engine: &mut Engine| {
        let limits = engine.limits().grace(Duration::from_nanos(nanoseconds));
        engine.set_limits(&limits.catchable(catchable));
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, set) }
}

/// Returns a device for output.
fn writer(write: ferz_write, data: Data) -> impl FnMut(&[u8]) -> io::Result<()> + Send + 'static {
    move |bytes| {
        let Some(write) = write else { return Ok(()) };
        // SAFETY: the caller has given the function for this data; the bytes live while it runs.
        match unsafe { write(bytes.as_ptr().cast(), bytes.len(), data.pointer()) } {
            0 => Ok(()),
            _ => Err(io::Error::other("the host could not write")),
        }
    }
}

/// Gives the standard output of programs to a function; a null pointer discards it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_set_output(
    engine: *const ferz_engine,
    write: ferz_write,
    data: *mut c_void,
    destroy: ferz_destroy,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let data = Data::new(data, destroy);
    let set = |engine: &mut Engine| {
        engine.set_output(writer(write, data));
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, set) }
}

/// Gives the standard error of programs, and messages, to a function; a null pointer discards it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_set_error(
    engine: *const ferz_engine,
    write: ferz_write,
    data: *mut c_void,
    destroy: ferz_destroy,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let data = Data::new(data, destroy);
    let set = |engine: &mut Engine| {
        engine.set_error(writer(write, data));
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, set) }
}

/// Takes the standard input of programs from a function; a null pointer means that there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_set_input(
    engine: *const ferz_engine,
    read: ferz_read,
    data: *mut c_void,
    destroy: ferz_destroy,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let data = Data::new(data, destroy);
    let set = |engine: &mut Engine| {
        engine.set_input(move |buffer| {
            let Some(read) = read else { return Ok(0) };
            // SAFETY: the caller has given the function for this data; it writes at most so many bytes to the buffer.
            let count = unsafe { read(buffer.as_mut_ptr().cast(), buffer.len(), data.pointer()) };
            let count = usize::try_from(count).ok().filter(|&count| count <= buffer.len());
            count.ok_or_else(|| io::Error::other("the host could not read"))
        });
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, set) }
}

/// Registers a function as the predicate name/arity. `destroy` is called with `data` when no engine can call it any more,
/// also if this fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_register(
    engine: *const ferz_engine,
    name: *const c_char,
    arity: usize,
    function: ferz_predicate,
    data: *mut c_void,
    destroy: ferz_destroy,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let data = Data::new(data, destroy);
    // SAFETY: the caller gives a handle, a text and a place to write to, or null pointers.
    unsafe {
        change(engine, error, |engine| {
            Ok(engine.register(text(name)?, arity, host(function, arity, data)?)?)
        })
    }
}

/// A fact that is there already.
struct Fact(Term);

impl IntoRow for Fact {
    fn put_row(self, _name: &str, to: &mut Builder<'_>) {
        to.term(&self.0);
    }
}

/// Adds facts, atoms or compound terms, each at the end of its dynamic predicate. The terms stay the caller's. If it
/// fails, the facts before the one that is to blame were added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_insert(
    engine: *const ferz_engine,
    facts: *const *const ferz_term,
    count: usize,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let insert = |engine: &mut Engine| {
        // SAFETY: the caller gives an array of so many terms.
        let facts = unsafe { terms(facts, count) }?;
        engine.insert_all("fact", facts.into_iter().map(Fact))?;
        Ok(())
    };
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { change(engine, error, insert) }
}

/// Returns a handle that stops the running query of an engine. It may outlive the engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_interrupter(engine: *const ferz_engine) -> *mut ferz_interrupter {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let interrupter = unsafe { get(engine) }.ok()?.shared.interrupter.clone();
        Some(Box::into_raw(Box::new(ferz_interrupter(interrupter))))
    })
}

/// Stops the running query, or the text that is being loaded: it ends with FERZ_INTERRUPTED. Without one it does
/// nothing. Any thread may call it at any time; signal handlers may not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_interrupt(interrupter: *const ferz_interrupter) {
    quiet((), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        unsafe { get(interrupter) }.ok()?.0.interrupt();
        Some(())
    });
}

/// Frees an interrupter. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_interrupter_free(interrupter: *mut ferz_interrupter) {
    // SAFETY: the caller gives up the handle.
    quiet((), || unsafe { own(interrupter) }.map(drop));
}
