//! `Term` and `Var`: terms that have no better form in Python.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use ferz::{TermRef, TermView};
use pyo3::PyTraverseError;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyTuple};

use crate::classes::classes;
use crate::failure::to_python;
use crate::into;
use crate::nodes;
use crate::out::{Origin, Text, Walk, value};

/// A compound term: its name and its arguments. Those of a term of the engine are converted when they are asked for; a
/// term that Python has made is converted when it is used.
#[pyclass(frozen, module = "ferz", subclass)]
pub struct Term {
    term: OnceLock<ferz::Term>,
    origin: Origin,
    made: Option<Made>,
}

/// What a term was made of.
pub struct Made {
    pub name: String,
    pub args: Py<PyTuple>,
}

/// Parts of a term that its hash looks at.
const HASHED: usize = 32;

impl Term {
    pub fn of(term: ferz::Term, origin: Origin) -> Term {
        Term {
            term: OnceLock::from(term),
            origin,
            made: None,
        }
    }

    /// Returns what it was made of; `None` for a term of the engine.
    pub fn made(&self) -> Option<&Made> {
        self.made.as_ref()
    }

    /// How its strings pass.
    pub fn text(&self) -> Text {
        self.origin.text
    }

    /// Returns the term.
    ///
    /// # Errors
    /// If it was made of values that have no form as terms.
    pub fn get(&self, py: Python<'_>) -> PyResult<&ferz::Term> {
        if let Some(term) = self.term.get() {
            return Ok(term);
        }
        let term = match &self.made {
            Some(made) => into::compound(&made.name, made.args.bind(py).iter().collect(), self.origin.text)?.0,
            None => ferz::Term::var(),
        };
        Ok(self.term.get_or_init(|| term))
    }
}

fn parts(term: &ferz::Term) -> Vec<TermRef<'_>> {
    match term.view() {
        TermView::Compound(_, args) => args.iter().collect(),
        TermView::List(head, tail) => vec![head, tail],
        _ => Vec::new(),
    }
}

#[pymethods]
impl Term {
    #[new]
    #[pyo3(signature = (name, args, /, *more, str_as = "string"))]
    fn new(
        py: Python<'_>,
        name: &str,
        args: &Bound<'_, PyAny>,
        more: &Bound<'_, PyTuple>,
        str_as: &str,
    ) -> PyResult<Term> {
        let text = Text::parse(str_as)?;
        let items = args.try_iter().ok().filter(|_| more.is_empty());
        let items = items.ok_or_else(|| PyTypeError::new_err("the arguments are a list: Term('f', [1, 2])"))?;
        let args: Vec<Bound<'_, PyAny>> = items.collect::<PyResult<_>>()?;
        if args.is_empty() {
            return Err(PyValueError::new_err(
                "a compound has arguments; an atom is ferz.Atom(name)",
            ));
        }
        Ok(Term {
            term: OnceLock::new(),
            origin: Origin::new(text),
            made: Some(Made {
                name: name.to_owned(),
                args: PyTuple::new(py, args)?.unbind(),
            }),
        })
    }

    /// For `case Term("f", [x, y])`.
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("name", "args")
    }

    /// Reads a term, with the operators of the standard: a value as answers have it.
    #[staticmethod]
    #[pyo3(signature = (source, /, *, str_as = "string"))]
    fn parse<'py>(py: Python<'py>, source: &str, str_as: &str) -> PyResult<Bound<'py, PyAny>> {
        let text = Text::parse(str_as)?;
        match source.parse::<ferz::Term>() {
            Ok(term) => value(py, term.as_ref(), Origin::new(text)),
            Err(error) => Err(to_python(py, &error, text)),
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.made {
            Some(made) => visit.call(&made.args),
            None => Ok(()),
        }
    }

    /// The variables in it that were made with names, by these.
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        if let Some(made) = &self.made {
            let args = made.args.bind(py).iter().collect();
            for (name, var) in into::compound(&made.name, args, self.origin.text)?.1 {
                dict.set_item(name, var)?;
            }
        }
        Ok(dict)
    }

    /// The name; `[|]` for a pair of a list whose end is not known.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let name = match &self.made {
            Some(made) => made.name.clone(),
            None => {
                let term = self.get(py)?;
                match term.view() {
                    TermView::Compound(name, _) => name.to_owned(),
                    TermView::List(..) => "[|]".to_owned(),
                    TermView::Object(object) => object.to_string(),
                    _ => term.to_string(),
                }
            }
        };
        classes(py)?.atom.call1(py, (name,))
    }

    /// The number of arguments.
    #[getter]
    fn arity(&self, py: Python<'_>) -> PyResult<usize> {
        match &self.made {
            Some(made) => Ok(made.args.bind(py).len()),
            None => Ok(parts(self.get(py)?).len()),
        }
    }

    /// The arguments, as values of Python.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if let Some(made) = &self.made {
            return Ok(made.args.bind(py).clone());
        }
        let mut walk = Walk::new(py, self.origin);
        let args = parts(self.get(py)?).into_iter().map(|part| walk.value(part));
        let args = args.collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, args)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.arity(py)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let count = self.arity(py)?;
        let place = if index < 0 { index + count as isize } else { index };
        let place = usize::try_from(place).ok().filter(|&place| place < count);
        let place = place.ok_or_else(|| PyIndexError::new_err("there is no such argument"))?;
        match &self.made {
            Some(made) => made.args.bind(py).get_item(place),
            None => value(py, parts(self.get(py)?)[place], self.origin),
        }
    }

    /// The text of the term, abbreviated if it is very long.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.get(py)?.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        const MOST: usize = 200;
        let text = self.get(py)?.to_string();
        if text.chars().count() <= MOST {
            return Ok(format!("<Term {text}>"));
        }
        let beginning: String = text.chars().take(MOST).collect();
        Ok(format!("<Term {beginning}...>"))
    }

    /// The text of the term with all quotes and without operators.
    fn canonical(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.get(py)?.canonical())
    }

    /// Terms are equal, or in the standard order; other values are not ordered with them.
    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, how: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(term) = other.cast::<Term>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let (own, other) = (self.get(py)?, term.get().get(py)?);
        let holds = match how {
            CompareOp::Eq => own == other,
            CompareOp::Ne => own != other,
            _ => how.matches(own.cmp(other)),
        };
        Ok(PyBool::new(py, holds).to_owned().into_any())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        let mut waiting = vec![self.get(py)?.as_ref()];
        for _ in 0..HASHED {
            let Some(part) = waiting.pop() else {
                break;
            };
            hash(part, &mut hasher);
            match part.view() {
                TermView::Compound(_, args) => waiting.extend(args.iter().take(HASHED)),
                TermView::List(head, tail) => waiting.extend([tail, head]),
                _ => {}
            }
        }
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let own = |name: &str| py.import("ferz._ferz")?.getattr(name);
        let is_atom = self.origin.text == Text::Atoms;
        if let Some(made) = &self.made {
            let args = made.args.bind(py);
            if !into::compound(&made.name, args.iter().collect(), self.origin.text)?
                .1
                .is_empty()
            {
                // The names of its variables are to stay.
                let parts = (&made.name, args, is_atom).into_pyobject(py)?;
                return (own("_term_of_args")?, parts).into_pyobject(py);
            }
        }
        let bytes = PyBytes::new(py, &nodes::to_bytes(self.get(py)?)?);
        let parts = (bytes, is_atom).into_pyobject(py)?;
        (own("_term_of_bytes")?, parts).into_pyobject(py)
    }
}

/// Adds what a part has in common with those that are equal to it.
fn hash(part: TermRef<'_>, to: &mut impl Hasher) {
    match part.view() {
        TermView::Atom(name) => (1, name).hash(to),
        TermView::String(text) => (2, text).hash(to),
        TermView::Int(value) => (3, value).hash(to),
        TermView::Float(value) if value.is_nan() => 4.hash(to),
        TermView::Float(value) => (5, value.to_bits()).hash(to),
        TermView::BigInt(number) | TermView::Rational(number) => (6, number.to_number().to_le_bytes()).hash(to),
        TermView::Object(object) => (7, object).hash(to),
        TermView::Compound(name, args) => (8, name, args.len()).hash(to),
        TermView::List(..) => 9.hash(to),
        TermView::Var(number) => (10, number).hash(to),
        _ => {}
    }
}

/// Makes a term that was pickled.
#[pyfunction]
pub fn _term_of_args(name: String, args: Py<PyTuple>, str_as_atom: bool) -> Term {
    let text = if str_as_atom { Text::Atoms } else { Text::Strings };
    Term {
        term: OnceLock::new(),
        origin: Origin::new(text),
        made: Some(Made { name, args }),
    }
}

/// Reads a term that was pickled.
#[pyfunction]
pub fn _term_of_bytes(bytes: &[u8], str_as_atom: bool) -> PyResult<Term> {
    let text = if str_as_atom { Text::Atoms } else { Text::Strings };
    Ok(Term::of(nodes::of_bytes(bytes)?, Origin::new(text)))
}

/// A variable. A new one is different from all others; those of one answer are equal if they are the same.
#[pyclass(frozen, module = "ferz")]
pub struct Var {
    pub term: ferz::Term,
    origin: u64,
    pub name: Option<String>,
}

impl Var {
    pub fn of(term: ferz::Term, origin: Origin) -> Var {
        Var {
            term,
            origin: origin.number,
            name: None,
        }
    }

    fn number(&self) -> u64 {
        match self.term.view() {
            TermView::Var(number) => number,
            _ => 0,
        }
    }
}

#[pymethods]
impl Var {
    #[new]
    #[pyo3(signature = (name = None, /))]
    pub fn new(name: Option<String>) -> Var {
        Var {
            term: ferz::Term::var(),
            origin: Origin::new(Text::default()).number,
            name,
        }
    }

    /// The name that it was made with.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Var>().is_ok_and(|other| {
            let other = other.get();
            self.origin == other.origin && self.number() == other.number()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.origin, self.number()).hash(&mut hasher);
        hasher.finish()
    }

    /// As terms of the same answer show it.
    fn __str__(&self) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => self.term.to_string(),
        }
    }

    fn __repr__(&self) -> String {
        match &self.name {
            Some(name) => format!("Var({name:?})"),
            None => format!("<Var _{}_{}>", self.origin, self.number()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Option<String>,))> {
        Ok((py.get_type::<Var>().into_any(), (self.name.clone(),)))
    }
}
