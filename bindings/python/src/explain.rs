//! Explanations and changes of the engine as values of Python.

use std::sync::{Mutex, PoisonError};

use ferz::{ClauseChange, Explanation, FailedGoal, Failure, Proof, ProofStep, StepKind, WatchGuard};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::out::{Origin, Text, Walk, value};
use crate::run;

/// Returns the steps of a proof, or the goals that failed, each as a dict, and the text.
pub fn explained<'py>(
    py: Python<'py>,
    explanation: &Explanation,
    text: Text,
) -> PyResult<(Bound<'py, PyList>, bool, String)> {
    let mut walk = Walk::new(py, Origin::new(text));
    let rows = PyList::empty(py);
    let is_cut = match explanation {
        Explanation::Proved(proof) => {
            for row in proof.walk() {
                rows.append(step(py, row, &mut walk)?)?;
            }
            Proof::is_cut(proof)
        }
        Explanation::Failed(failure) => {
            for goal in Failure::goals(failure) {
                rows.append(failed(py, goal, &mut walk)?)?;
            }
            false
        }
    };
    Ok((rows, is_cut, explanation.to_string()))
}

fn step<'py>(py: Python<'py>, step: ProofStep<'_>, walk: &mut Walk<'py>) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("goal", walk.value(step.goal().as_ref())?)?;
    row.set_item("kind", step.kind().word())?;
    row.set_item("file", step.file())?;
    row.set_item("line", step.line())?;
    row.set_item("level", step.level())?;
    row.set_item("cut", step.is_cut())?;
    row.set_item("text", step.to_string())?;
    if let StepKind::Or(number) = step.kind() {
        row.set_item("number", number)?;
    }
    Ok(row)
}

fn failed<'py>(py: Python<'py>, goal: &FailedGoal, walk: &mut Walk<'py>) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("goal", walk.value(goal.goal().as_ref())?)?;
    row.set_item("head", goal.head().map(|head| walk.value(head.as_ref())).transpose()?)?;
    row.set_item("file", goal.file())?;
    row.set_item("line", goal.line())?;
    row.set_item("column", goal.column())?;
    Ok(row)
}

/// Returns what tells a function of Python of changes: whether the clause was added, and the clause. An exception of the
/// function is that of the call that was about to return.
pub fn teller(function: Py<PyAny>, text: Text) -> impl FnMut(ClauseChange) + Send + 'static {
    move |change| {
        let told = Python::try_attach(|py| {
            let clause = value(py, change.clause().as_ref(), Origin::new(text))?;
            function.call1(py, (change.is_added(), clause)).map(drop)
        });
        if let Some(Err(error)) = told {
            run::end(error);
        }
    }
}

/// As long as it is open, a function is told of changes.
#[pyclass(frozen, module = "ferz._ferz")]
pub struct Watch(Mutex<Option<WatchGuard>>);

impl Watch {
    pub fn new(guard: WatchGuard) -> Watch {
        Watch(Mutex::new(Some(guard)))
    }
}

#[pymethods]
impl Watch {
    /// Ends it.
    fn close(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        self.close();
    }
}
