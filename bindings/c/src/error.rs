//! Status codes, and errors with their messages.

use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use engine::{Diagnostic, Diagnostics, Error, ErrorKind, Limit, Severity, Term};

use crate::input::{get, own, write};
use crate::{ferz_limit, ferz_term};

/// What a function has come to.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ferz_status {
    /// It is done; of a query: there is an answer; of a predicate: it succeeds.
    FERZ_OK = 0,
    /// There are no more answers; of a predicate: it fails.
    FERZ_DONE = 1,
    /// The calls of a step are used up: the next step goes on.
    FERZ_YIELDED = 2,
    /// A text has a syntax error.
    FERZ_SYNTAX = 3,
    /// The goal has raised an exception that nothing has caught.
    FERZ_EXCEPTION = 4,
    /// The program has called halt/1.
    FERZ_HALT = 5,
    /// A text or file was loaded, but contains errors.
    FERZ_LOAD = 6,
    /// A file cannot be read.
    FERZ_FILE = 7,
    /// The query was interrupted.
    FERZ_INTERRUPTED = 8,
    /// A limit was met.
    FERZ_LIMIT = 9,
    /// The engine runs already, in another thread or around this call; or the query is not its innermost one.
    FERZ_BUSY = 10,
    /// An argument is a null pointer, is not UTF-8, or is not what it has to be.
    FERZ_INVALID = 11,
    /// The library itself has failed. The handles that were used can only be freed.
    FERZ_PANIC = 12,
}

/// Why something failed: a status, a message, and what belongs to it.
pub struct ferz_error {
    status: ferz_status,
    message: CString,
    exception: Option<Term>,
    limit: Option<Limit>,
    halt: Option<i32>,
    frames: Vec<Frame>,
    notes: Vec<Note>,
}

/// The texts of a frame, with their ends marked.
struct Frame {
    predicate: CString,
    goal: CString,
    file: Option<CString>,
    line: usize,
    column: usize,
}

/// One of the goals of the program that an exception has ended. The texts belong to the error.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ferz_frame {
    /// The predicate, as name/arity.
    pub predicate: *const c_char,
    /// The goal, abbreviated.
    pub goal: *const c_char,
    /// The file of its clause, or a null pointer.
    pub file: *const c_char,
    /// The line, from 1, or 0.
    pub line: usize,
    /// The column, in characters from 1, or 0.
    pub column: usize,
}

/// The texts of a diagnostic, with their ends marked.
pub(crate) struct Note {
    is_error: bool,
    message: CString,
    code: Option<CString>,
    file: Option<CString>,
    line: usize,
    column: usize,
}

/// An error or a warning of a text that was loaded. The texts belong to the error, program or engine that it was asked
/// of.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ferz_diagnostic {
    /// Whether it is an error; else it is a warning.
    pub is_error: bool,
    /// The message, of one or more lines.
    pub message: *const c_char,
    /// The name of its kind, as syntax_error or singletons, or a null pointer.
    pub code: *const c_char,
    /// The file, or the name of the text, or a null pointer.
    pub file: *const c_char,
    /// The line, from 1, or 0.
    pub line: usize,
    /// The column, in characters from 1, or 0.
    pub column: usize,
}

impl Note {
    pub(crate) fn of(found: &Diagnostic) -> Note {
        Note {
            is_error: found.severity() == Severity::Error,
            message: c_text(found.message()),
            code: found.code().map(c_text),
            file: found.file().map(c_text),
            line: found.line().unwrap_or(0),
            column: found.column().unwrap_or(0),
        }
    }

    pub(crate) fn diagnostic(&self) -> ferz_diagnostic {
        ferz_diagnostic {
            is_error: self.is_error,
            message: self.message.as_ptr(),
            code: start(self.code.as_ref()),
            file: start(self.file.as_ref()),
            line: self.line,
            column: self.column,
        }
    }
}

/// Returns the start of a text, a null pointer if there is none.
fn start(text: Option<&CString>) -> *const c_char {
    text.map_or(std::ptr::null(), |text| text.as_ptr())
}

/// Returns a text for C, up to its first null character.
pub(crate) fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

impl ferz_error {
    pub(crate) fn new(status: ferz_status, message: &str) -> ferz_error {
        ferz_error {
            status,
            message: c_text(message),
            exception: None,
            limit: None,
            halt: None,
            frames: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(crate) fn invalid(message: &str) -> ferz_error {
        ferz_error::new(ferz_status::FERZ_INVALID, message)
    }

    pub(crate) fn busy(message: &str) -> ferz_error {
        ferz_error::new(ferz_status::FERZ_BUSY, message)
    }
}

impl From<Error> for ferz_error {
    fn from(error: Error) -> ferz_error {
        let status = match error.kind() {
            ErrorKind::Syntax { .. } | ErrorKind::Name(_) => ferz_status::FERZ_SYNTAX,
            ErrorKind::Exception(_) => ferz_status::FERZ_EXCEPTION,
            ErrorKind::Halt(_) => ferz_status::FERZ_HALT,
            ErrorKind::Load { .. } => ferz_status::FERZ_LOAD,
            ErrorKind::File => ferz_status::FERZ_FILE,
            ErrorKind::Interrupted => ferz_status::FERZ_INTERRUPTED,
            ErrorKind::Limit(_) => ferz_status::FERZ_LIMIT,
            // Kinds of later versions of the engine, which is built with this library.
            _ => ferz_status::FERZ_EXCEPTION,
        };
        let frame = |frame: &engine::Frame| Frame {
            predicate: c_text(frame.predicate()),
            goal: c_text(frame.goal()),
            file: frame.file().map(c_text),
            line: frame.line().unwrap_or(0),
            column: frame.column().unwrap_or(0),
        };
        let notes = match error.kind() {
            ErrorKind::Syntax { line, column, message } => vec![Note {
                is_error: true,
                message: c_text(message),
                code: Some(c"syntax_error".to_owned()),
                file: None,
                line: *line,
                column: *column,
            }],
            _ => error.diagnostics().iter().map(Note::of).collect(),
        };
        ferz_error {
            status,
            message: c_text(&error.to_string()),
            exception: error.exception().cloned(),
            limit: error.limit(),
            halt: error.halt_status(),
            frames: error.backtrace().iter().map(frame).collect(),
            notes,
        }
    }
}

impl From<Diagnostics> for ferz_error {
    fn from(found: Diagnostics) -> ferz_error {
        ferz_error {
            notes: found.iter().map(Note::of).collect(),
            ..ferz_error::new(ferz_status::FERZ_LOAD, &found.to_string())
        }
    }
}

/// Runs the body of a function of the interface: a panic is a status, too. Writes its error, or a null pointer, to `error`,
/// which is a place of the caller, or null.
pub(crate) fn guarded(
    error: *mut *mut ferz_error,
    body: impl FnOnce() -> Result<ferz_status, ferz_error>,
) -> ferz_status {
    let result = catch_unwind(AssertUnwindSafe(body));
    let result = result.unwrap_or_else(|_| Err(ferz_error::new(ferz_status::FERZ_PANIC, "ferz has panicked")));
    let (status, made) = match result {
        Ok(status) => (status, null_mut()),
        Err(found) => (found.status, Box::into_raw(Box::new(found))),
    };
    // SAFETY: the caller says that the place is null, or may be written to.
    if unsafe { write(error, made) }.is_none() {
        // SAFETY: it is null, or was made by `Box::into_raw` just now, and nobody else has it.
        drop(unsafe { own(made) });
    }
    status
}

/// Runs the body of a function that has no error to report: a panic gives `otherwise`.
pub(crate) fn quiet<T>(otherwise: T, body: impl FnOnce() -> Option<T>) -> T {
    let result = catch_unwind(AssertUnwindSafe(body));
    result.ok().flatten().unwrap_or(otherwise)
}

/// Frees an error. A null pointer is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_free(error: *mut ferz_error) {
    // SAFETY: the caller gives up the handle.
    quiet((), || unsafe { own(error) }.map(drop));
}

/// Returns the status that the error came with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_status(error: *const ferz_error) -> ferz_status {
    quiet(ferz_status::FERZ_OK, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        unsafe { get(error) }.ok().map(|error| error.status)
    })
}

/// Returns the message, of one or more lines. It belongs to the error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_message(error: *const ferz_error) -> *const c_char {
    quiet(c"no error".as_ptr(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        unsafe { get(error) }.ok().map(|error| error.message.as_ptr())
    })
}

/// Returns the exception that was raised, as a new term; a null pointer if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_exception(error: *const ferz_error) -> *mut ferz_term {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let error = unsafe { get(error) }.ok()?;
        error.exception.clone().map(ferz_term::handle)
    })
}

/// Writes the limit that was met to `limit`. Returns whether that is the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_limit(error: *const ferz_error, limit: *mut ferz_limit) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let met = unsafe { get(error) }.ok()?.limit?;
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(limit, ferz_limit::of(met)?) }.map(|()| true)
    })
}

/// Writes the exit status of halt/1 to `status`. Returns whether the program has called it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_halt(error: *const ferz_error, status: *mut i32) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let halt = unsafe { get(error) }.ok()?.halt?;
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(status, halt) }.map(|()| true)
    })
}

/// Writes the goal with this index to `frame`, the innermost has 0. Returns whether there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_frame(error: *const ferz_error, index: usize, frame: *mut ferz_frame) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let found = unsafe { get(error) }.ok()?.frames.get(index)?;
        let found = ferz_frame {
            predicate: found.predicate.as_ptr(),
            goal: found.goal.as_ptr(),
            file: start(found.file.as_ref()),
            line: found.line,
            column: found.column,
        };
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(frame, found) }.map(|()| true)
    })
}

/// Writes the diagnostic with this index, from 0: those of a text that was loaded, in its order; the one of a syntax
/// error. Returns whether there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_error_diagnostic(
    error: *const ferz_error,
    index: usize,
    diagnostic: *mut ferz_diagnostic,
) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let found = unsafe { get(error) }.ok()?.notes.get(index)?;
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(diagnostic, found.diagnostic()) }.map(|()| true)
    })
}
