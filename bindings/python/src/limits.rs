//! Limits as dicts of Python.

use std::time::Duration;

use ferz::Limits;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Reads limits; what is missing is as in `start`.
///
/// # Errors
/// `TypeError` or `ValueError` if there is no such limit or amount.
pub fn read(start: Limits, given: &Bound<'_, PyDict>) -> PyResult<Limits> {
    let mut limits = start;
    for (name, value) in given.iter() {
        let name: String = name.extract()?;
        let count = || value.extract::<Option<u64>>();
        match name.as_str() {
            "time" => limits.time = value.extract::<Option<f64>>()?.map(seconds).transpose()?,
            "inferences" => limits.inferences = count()?,
            "memory" => limits.memory = count()?,
            "program" => limits.program = count()?,
            "output" => limits.output = count()?,
            "answers" => limits.answers = count()?,
            "depth" => limits.depth = count()?,
            "catchable" => limits.catchable = value.extract()?,
            "grace" => limits.grace = seconds(value.extract()?)?,
            _ => return Err(PyTypeError::new_err(format!("there is no limit {name}"))),
        }
    }
    Ok(limits)
}

fn seconds(amount: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(amount).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns limits as a dict.
pub fn written<'py>(py: Python<'py>, limits: &Limits) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("time", limits.time.map(|time| time.as_secs_f64()))?;
    dict.set_item("inferences", limits.inferences)?;
    dict.set_item("memory", limits.memory)?;
    dict.set_item("program", limits.program)?;
    dict.set_item("output", limits.output)?;
    dict.set_item("answers", limits.answers)?;
    dict.set_item("depth", limits.depth)?;
    dict.set_item("catchable", limits.catchable)?;
    dict.set_item("grace", limits.grace.as_secs_f64())?;
    Ok(dict)
}
