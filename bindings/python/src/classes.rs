//! The classes of Python that the module uses.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Classes and functions of Python, found once.
pub struct Classes {
    pub atom: Py<PyAny>,
    pub string: Py<PyAny>,
    pub opaque: Py<PyAny>,
    pub answer: Py<PyAny>,
    pub fraction: Py<PyAny>,
    pub r#enum: Py<PyAny>,
    /// Returns what a value of another library is as a term, or raises `TypeError`.
    pub plain: Py<PyAny>,
    pub int_from_bytes: Py<PyAny>,
    pub int_to_bytes: Py<PyAny>,
    /// Makes the exception for an error of the engine.
    pub make_error: Py<PyAny>,
    pub prolog_error: Py<PyAny>,
    pub busy_error: Py<PyAny>,
    pub closed_error: Py<PyAny>,
    pub frame: Py<PyAny>,
    pub diagnostic: Py<PyAny>,
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

/// Returns the classes.
///
/// # Errors
/// If the package is incomplete.
pub fn classes(py: Python<'_>) -> PyResult<&'static Classes> {
    CLASSES.get_or_try_init(py, || {
        let own = |name: &str| -> PyResult<Py<PyAny>> { Ok(py.import("ferz._types")?.getattr(name)?.unbind()) };
        Ok(Classes {
            atom: own("Atom")?,
            string: own("String")?,
            opaque: own("Opaque")?,
            answer: own("Answer")?,
            fraction: py.import("fractions")?.getattr("Fraction")?.unbind(),
            r#enum: py.import("enum")?.getattr("Enum")?.unbind(),
            plain: own("_plain")?,
            int_from_bytes: own("_int_from_bytes")?,
            int_to_bytes: own("_int_to_bytes")?,
            make_error: own("_make_error")?,
            prolog_error: own("PrologError")?,
            busy_error: own("BusyError")?,
            closed_error: own("ClosedError")?,
            frame: own("Frame")?,
            diagnostic: own("Diagnostic")?,
        })
    })
}
