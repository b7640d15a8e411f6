//! Errors of the engine as exceptions of Python, and back.

use ferz::{Diagnostic, Error, ErrorKind, Severity, TermRef, TermView};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::classes::classes;
use crate::into;
use crate::object::{PyValue, object};
use crate::out::{Origin, Text, value};

/// The name of the error term of an exception of Python: `python_error(Class, Message, Exception)`.
const PYTHON_ERROR: &str = "python_error";

/// Returns the exception for an error. If that has been raised by Python, it is the same exception.
pub fn to_python(py: Python<'_>, error: &Error, text: Text) -> PyErr {
    made(py, error, text).unwrap_or_else(|fault| fault)
}

fn made(py: Python<'_>, error: &Error, text: Text) -> PyResult<PyErr> {
    let backtrace = backtrace(py, error)?;
    if let Some(exception) = original(py, error) {
        let exception = exception.into_bound(py);
        classes(py)?
            .prolog_error
            .bind(py)
            .call_method1("_note", (&exception, backtrace))?;
        return Ok(PyErr::from_value(exception));
    }
    let details = PyDict::new(py);
    // The place of the innermost goal that has one.
    if let Some(frame) = error.backtrace().iter().find(|frame| frame.line().is_some()) {
        details.set_item("file", frame.file())?;
        details.set_item("line", frame.line())?;
        details.set_item("column", frame.column())?;
    }
    let (mut kind, mut number) = ("exception", None);
    match error.kind() {
        ErrorKind::Syntax { line, column, message } => {
            kind = "syntax";
            details.set_item("line", line)?;
            details.set_item("column", column)?;
            details.set_item("reason", message)?;
        }
        ErrorKind::Name(name) => {
            kind = "syntax";
            details.set_item("line", 1)?;
            details.set_item("column", 1)?;
            details.set_item("reason", name)?;
        }
        ErrorKind::Exception(_) => {}
        ErrorKind::Halt(status) => {
            kind = "halt";
            number = Some(*status);
        }
        ErrorKind::Load { .. } => kind = "load",
        ErrorKind::File => kind = "file",
        ErrorKind::Interrupted => kind = "interrupted",
        ErrorKind::Limit(limit) => {
            kind = "limit";
            details.set_item("limit", limit.option())?;
        }
        _ => {}
    }
    if let Some(status) = number {
        details.set_item("status", status)?;
    }
    if let Some(ball) = error.exception() {
        let origin = Origin::new(text);
        details.set_item("term", value(py, ball.as_ref(), origin)?)?;
        if let Some(formal) = error.formal() {
            details.set_item("formal", value(py, formal.as_ref(), origin)?)?;
        }
    }
    details.set_item("backtrace", backtrace)?;
    details.set_item("diagnostics", diagnostics(py, error.diagnostics())?)?;
    let exception = classes(py)?
        .make_error
        .bind(py)
        .call1((kind, error.to_string(), details))?;
    Ok(PyErr::from_value(exception))
}

fn backtrace<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyList>> {
    let frames = PyList::empty(py);
    let class = classes(py)?.frame.bind(py);
    for frame in error.backtrace() {
        let parts = (
            frame.predicate(),
            frame.goal(),
            frame.file(),
            frame.line(),
            frame.column(),
        );
        frames.append(class.call1(parts)?)?;
    }
    Ok(frames)
}

/// Returns what loading has reported.
pub fn diagnostics<'py>(py: Python<'py>, found: &[Diagnostic]) -> PyResult<Bound<'py, PyList>> {
    let made = PyList::empty(py);
    let class = classes(py)?.diagnostic.bind(py);
    for one in found {
        let severity = match one.severity() {
            Severity::Warning => "warning",
            _ => "error",
        };
        let place = (one.file(), one.line(), one.column());
        made.append(class.call1((
            severity,
            one.message(),
            one.to_string(),
            one.code(),
            place.0,
            place.1,
            place.2,
        ))?)?;
    }
    Ok(made)
}

/// Returns the exception of Python that the error carries.
fn original(py: Python<'_>, error: &Error) -> Option<Py<PyAny>> {
    let formal = error.formal()?;
    let TermView::Compound(PYTHON_ERROR, args) = formal.view() else {
        return None;
    };
    let TermView::Object(object) = args.get(2).map(TermRef::view)? else {
        return None;
    };
    let exception = &object.get::<PyValue>()?.0;
    let is_exception = exception.bind(py).is_instance_of::<pyo3::exceptions::PyBaseException>();
    is_exception.then(|| exception.clone_ref(py))
}

/// Whether programs may catch an exception of Python: those that end a program of Python they may not.
pub fn is_catchable(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyException>(py)
}

/// Returns the error that throws an exception of Python: the term of a `PrologError`, or
/// `error(python_error(Class, Message, Exception), _)`.
pub fn to_prolog(py: Python<'_>, error: &PyErr) -> Error {
    let exception = error.value(py);
    if let Ok(classes) = classes(py)
        && exception.is_instance(classes.prolog_error.bind(py)).unwrap_or(false)
        && let Ok(ball) = exception.getattr("term")
        && !ball.is_none()
        && let Ok(ball) = into::term(&ball, Text::default())
    {
        return Error::throw(ball);
    }
    let name = error
        .get_type(py)
        .name()
        .map_or_else(|_| "Exception".to_owned(), |name| name.to_string());
    let message = exception.str().map_or_else(|_| String::new(), |text| text.to_string());
    let object = object(exception.as_any());
    let parts = [
        ferz::Term::atom(&name),
        ferz::Term::string(&message),
        ferz::IntoTerm::into_term(object),
    ];
    Error::formal_error(ferz::Term::compound(PYTHON_ERROR, parts))
}

/// Returns an error of the class `BusyError`.
pub fn busy(py: Python<'_>, message: &'static str) -> PyErr {
    class_error(py, message, |classes| &classes.busy_error)
}

/// Returns an error of the class `ClosedError`.
pub fn closed(py: Python<'_>) -> PyErr {
    class_error(py, "the engine is closed", |classes| &classes.closed_error)
}

fn class_error(
    py: Python<'_>,
    message: &'static str,
    class: impl Fn(&'static crate::classes::Classes) -> &'static Py<PyAny>,
) -> PyErr {
    let made = classes(py).and_then(|classes| class(classes).bind(py).call1((message,)));
    made.map_or_else(|fault| fault, PyErr::from_value)
}
