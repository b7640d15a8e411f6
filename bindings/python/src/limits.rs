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
        let count = || count(&name, &value);
        match name.as_str() {
            "time" if value.is_none() => limits.time = None,
            "time" => limits.time = Some(seconds(&name, &value)?),
            "inferences" => limits.inferences = count()?,
            "memory" => limits.memory = count()?,
            "program" => limits.program = count()?,
            "output" => limits.output = count()?,
            "answers" => limits.answers = count()?,
            "depth" => limits.depth = count()?,
            "catchable" => limits.catchable = value.extract()?,
            "grace" => limits.grace = seconds(&name, &value)?,
            _ => return Err(PyTypeError::new_err(format!("there is no limit {name}"))),
        }
    }
    Ok(limits)
}

/// Reads an amount: an integer, or a float that is one, such as `1e6`.
fn count(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if let Ok(amount) = value.extract::<Option<u64>>() {
        return Ok(amount);
    }
    match value.extract::<f64>() {
        Ok(amount) if amount < 0.0 => Err(PyValueError::new_err(format!("{name} is at least 0"))),
        Ok(amount) if amount.fract() == 0.0 && amount < u64::MAX as f64 => Ok(Some(amount as u64)),
        Ok(_) => Err(PyValueError::new_err(format!("{name} is a whole number of 64 bits"))),
        Err(_) => Err(PyTypeError::new_err(format!("{name} is a whole number, or None"))),
    }
}

fn seconds(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let Ok(amount) = value.extract::<f64>() else {
        return Err(PyTypeError::new_err(format!("{name} is a number of seconds")));
    };
    let wrong = |_| PyValueError::new_err(format!("{name} is a number of seconds, at least 0, and not {amount}"));
    Duration::try_from_secs_f64(amount).map_err(wrong)
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
