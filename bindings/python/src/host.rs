//! Functions of Python as predicates.

use std::sync::Arc;

use ferz::{Call, Error, Term};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::failure::{is_catchable, to_prolog};
use crate::out::{Origin, Text, argument};
use crate::{into, run};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The result is the value of the last argument.
    Det,
    /// The same; without a result the goal fails.
    Semidet,
    /// Each value of an iterator is one of the last argument.
    Nondet,
    /// The goal succeeds if the result is true.
    Test,
}

/// A function of Python as a predicate.
#[derive(Clone)]
pub struct Predicate {
    pub name: String,
    pub arity: usize,
    kind: Kind,
    text: Text,
    function: Arc<Py<PyAny>>,
}

impl Predicate {
    /// Makes the predicate of a function; `inputs` is the number of its arguments.
    pub fn new(name: String, inputs: usize, kind: &str, function: Py<PyAny>, text: Text) -> PyResult<Predicate> {
        let kind = match kind {
            "det" => Kind::Det,
            "semidet" => Kind::Semidet,
            "nondet" => Kind::Nondet,
            "test" => Kind::Test,
            _ => return Err(PyValueError::new_err("a predicate is det, semidet, nondet or test")),
        };
        Ok(Predicate {
            name,
            arity: inputs + usize::from(kind != Kind::Test),
            kind,
            text,
            function: Arc::new(function),
        })
    }

    /// Calls the function for a goal.
    pub fn call(&self, call: &mut Call<'_>) -> Result<bool, Error> {
        attached(|py| self.attached_call(py, call))
    }

    fn attached_call(&self, py: Python<'_>, call: &mut Call<'_>) -> PyResult<bool> {
        let origin = Origin::new(self.text);
        let inputs = self.arity - usize::from(self.kind != Kind::Test);
        let args = (0..inputs).map(|index| argument(py, call.arg(index), origin));
        let args = PyTuple::new(py, args.collect::<PyResult<Vec<_>>>()?)?;
        let result = self.function.bind(py).call1(args)?;
        match self.kind {
            Kind::Test => return result.is_truthy(),
            Kind::Semidet if result.is_none() => return Ok(false),
            Kind::Det | Kind::Semidet => call.unify(inputs, into::term(&result, self.text)?),
            Kind::Nondet => {
                let values = Values {
                    iterator: Some(result.try_iter()?.unbind()),
                    text: self.text,
                };
                call.unify_each(inputs, values);
            }
        }
        Ok(true)
    }
}

/// Runs code of Python for a goal. An exception becomes one of Prolog, or ends the goal.
fn attached<T: Default>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Error> {
    let result = Python::try_attach(|py| match work(py) {
        Ok(value) => Ok(value),
        Err(error) if is_catchable(py, &error) => Err(to_prolog(py, &error)),
        Err(error) => {
            run::end(error);
            Ok(T::default())
        }
    });
    result.unwrap_or_else(|| Err(Error::system_error("Python is shutting down")))
}

/// The values of an iterator of Python.
struct Values {
    /// Absent once it has ended.
    iterator: Option<Py<PyIterator>>,
    text: Text,
}

impl Iterator for Values {
    type Item = Result<Term, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let iterator = self.iterator.as_ref()?;
        let next = attached(|py| {
            let next = iterator.bind(py).clone().next();
            next.map(|value| into::term(&value?, self.text)).transpose()
        });
        if !matches!(next, Ok(Some(_))) {
            self.iterator = None;
        }
        next.transpose()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, if self.iterator.is_some() { None } else { Some(0) })
    }
}

/// A generator is closed when no more values are wanted.
impl Drop for Values {
    fn drop(&mut self) {
        let Some(iterator) = self.iterator.take() else {
            return;
        };
        let _closed = Python::try_attach(|py| {
            let iterator = iterator.into_bound(py);
            if let Ok(close) = iterator.getattr("close")
                && let Err(error) = close.call0()
            {
                error.write_unraisable(py, Some(&iterator));
            }
        });
    }
}
