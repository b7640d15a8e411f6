//! Rows of values of Python as facts.

use ferz::{Builder, IntoRow, Term};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyList, PySet, PyString};

use crate::into;
use crate::out::Text;

/// A fact.
pub struct Row(Vec<Term>);

impl IntoRow for Row {
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        to.compound(name, self.0.len());
        for value in &self.0 {
            to.term(value);
        }
    }
}

/// Reads the rows of an iterable; all have the same length.
///
/// # Errors
/// If one of them differs from the first, or has a value that has no form as a term.
pub fn read(rows: &Bound<'_, PyAny>, text: Text) -> PyResult<Vec<Row>> {
    let mut facts: Vec<Row> = Vec::new();
    // The keys of rows that are dicts, in the order of the first one.
    let mut keys = None;
    for row in rows.try_iter()? {
        let values = row_values(row?, &mut keys)?;
        if values.is_empty() {
            return Err(PyValueError::new_err("a fact has arguments"));
        }
        if let Some(first) = facts.first()
            && first.0.len() != values.len()
        {
            return Err(PyValueError::new_err(format!(
                "row {} has {} values, the first has {}",
                facts.len() + 1,
                values.len(),
                first.0.len()
            )));
        }
        facts.push(Row(into::terms(values, text)?));
    }
    Ok(facts)
}

/// Returns the arguments of the fact for a row: those of a dict in the order of `keys`.
fn row_values<'py>(row: Bound<'py, PyAny>, keys: &mut Option<Bound<'py, PyList>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(dict) = row.cast::<PyDict>() {
        let keys = keys.get_or_insert_with(|| dict.keys());
        let values: Option<Vec<_>> = keys.iter().map(|key| dict.get_item(key).transpose()).collect();
        return match values {
            Some(values) if dict.len() == values.len() => values.into_iter().collect(),
            _ => Err(PyValueError::new_err(format!(
                "a row with the keys {}, the first has {}",
                dict.keys(),
                keys
            ))),
        };
    }
    if row.is_instance_of::<PySet>() || row.is_instance_of::<PyFrozenSet>() {
        return Err(PyTypeError::new_err("a set is no row: it has no order"));
    }
    if row.is_instance_of::<PyString>() || row.is_instance_of::<PyBytes>() || !row.hasattr("__iter__")? {
        return Ok(vec![row]);
    }
    row.try_iter()?.collect()
}
