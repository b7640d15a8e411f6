//! Terms as values of Python.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use ferz::{Args, BigNumber, TermRef, TermView};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::classes::classes;
use crate::object::PyValue;
use crate::term::{Term, Var};

/// How text passes: which of `str`, `Atom` and `String` stand for atoms and strings.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Text {
    /// `str` is a string; atoms are of the class `Atom`.
    #[default]
    Strings,
    /// `str` is an atom; strings are of the class `String`.
    Atoms,
}

impl Text {
    /// Reads the option `str_as`.
    pub fn parse(word: &str) -> PyResult<Text> {
        match word {
            "string" => Ok(Text::Strings),
            "atom" => Ok(Text::Atoms),
            _ => Err(pyo3::exceptions::PyValueError::new_err("str_as is 'string' or 'atom'")),
        }
    }
}

/// Where a term is from: variables of the same origin are the same if their numbers are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    pub number: u64,
    pub text: Text,
}

static NEXT: AtomicU64 = AtomicU64::new(1);

impl Origin {
    /// Returns an origin that nothing else has.
    pub fn new(text: Text) -> Origin {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Origin { number, text }
    }
}

/// Converts an argument of a running goal, which is copied unless it is of one part.
pub fn argument<'py>(py: Python<'py>, term: TermRef<'_>, origin: Origin) -> PyResult<Bound<'py, PyAny>> {
    match term.view() {
        TermView::List(..) | TermView::Compound(..) | TermView::Var(_) => value(py, term.to_term().as_ref(), origin),
        _ => value(py, term, origin),
    }
}

/// Converts a term of the host. Lists and dicts are converted with their parts, compounds are looked into when they are
/// asked. A part that occurs twice is one object, so that cyclic terms have an end.
pub fn value<'py>(py: Python<'py>, term: TermRef<'_>, origin: Origin) -> PyResult<Bound<'py, PyAny>> {
    Walk::new(py, origin).value(term)
}

/// Converts the parts of one answer, which are of one store: what they have in common is one object.
pub struct Walk<'py> {
    py: Python<'py>,
    origin: Origin,
    /// Lists, dicts and variables by the place of their terms.
    known: HashMap<u64, Bound<'py, PyAny>>,
}

impl<'py> Walk<'py> {
    pub fn new(py: Python<'py>, origin: Origin) -> Walk<'py> {
        Walk {
            py,
            origin,
            known: HashMap::new(),
        }
    }

    /// As [`value`].
    pub fn value(&mut self, term: TermRef<'_>) -> PyResult<Bound<'py, PyAny>> {
        let (root, parts) = self.begin(term)?;
        let mut open: Vec<Open<'_, '_>> = parts.into_iter().collect();
        while let Some(innermost) = open.last_mut() {
            let Some(part) = innermost.next() else {
                open.pop();
                continue;
            };
            let (value, parts) = self.begin(part)?;
            innermost.put(&value)?;
            open.extend(parts);
        }
        Ok(root)
    }
}

/// A container whose parts are still to come.
enum Open<'py, 't> {
    List(Bound<'py, PyList>, std::vec::IntoIter<TermRef<'t>>),
    /// The index of the next value.
    Dict(Bound<'py, PyDict>, Args<'t>, usize),
}

impl<'py, 't> Open<'py, 't> {
    fn next(&mut self) -> Option<TermRef<'t>> {
        match self {
            Open::List(_, items) => items.next(),
            Open::Dict(_, args, next) => args.get(*next),
        }
    }

    fn put(&mut self, value: &Bound<'py, PyAny>) -> PyResult<()> {
        match self {
            Open::List(list, _) => list.append(value),
            Open::Dict(dict, args, next) => {
                match args.get(*next - 1).map(TermRef::view) {
                    Some(TermView::Atom(key)) => dict.set_item(key, value)?,
                    Some(TermView::Int(key)) => dict.set_item(key, value)?,
                    _ => {}
                }
                *next += 2;
                Ok(())
            }
        }
    }
}

impl<'py> Walk<'py> {
    /// Returns the value of a term; with its parts, if they are still to be put in.
    #[expect(clippy::type_complexity, reason = "it is used once")]
    fn begin<'t>(&mut self, term: TermRef<'t>) -> PyResult<(Bound<'py, PyAny>, Option<Open<'py, 't>>)> {
        let py = self.py;
        let simple = match term.view() {
            TermView::Int(value) => value.into_pyobject(py)?.into_any(),
            TermView::Float(value) => PyFloat::new(py, value).into_any(),
            TermView::BigInt(number) => integer(py, &number.to_number())?,
            TermView::Rational(number) => fraction(py, &number.to_number())?,
            TermView::Atom("[]") => PyList::empty(py).into_any(),
            TermView::Atom(name) => match self.origin.text {
                Text::Strings => classes(py)?.atom.bind(py).call1((name,))?,
                Text::Atoms => PyString::new(py, name).into_any(),
            },
            TermView::String(text) => match self.origin.text {
                Text::Strings => PyString::new(py, text).into_any(),
                Text::Atoms => classes(py)?.string.bind(py).call1((text,))?,
            },
            TermView::Object(object) => match object.get::<PyValue>() {
                Some(value) => value.0.bind(py).clone(),
                None => self.term(term)?,
            },
            TermView::Var(_) => {
                if let Some(known) = self.known.get(&term.place()) {
                    return Ok((known.clone(), None));
                }
                let var = Bound::new(py, Var::of(term.to_term(), self.origin))?.into_any();
                self.known.insert(term.place(), var.clone());
                var
            }
            TermView::List(..) => return self.list(term),
            TermView::Compound("$dict", args) if is_dict(args) => {
                if let Some(known) = self.known.get(&term.place()) {
                    return Ok((known.clone(), None));
                }
                let dict = PyDict::new(py);
                self.known.insert(term.place(), dict.clone().into_any());
                return Ok((dict.clone().into_any(), Some(Open::Dict(dict, args, 2))));
            }
            _ => self.term(term)?,
        };
        Ok((simple, None))
    }

    #[expect(clippy::type_complexity, reason = "it is used once")]
    fn list<'t>(&mut self, term: TermRef<'t>) -> PyResult<(Bound<'py, PyAny>, Option<Open<'py, 't>>)> {
        if let Some(known) = self.known.get(&term.place()) {
            return Ok((known.clone(), None));
        }
        let Some(items) = term.items() else {
            return Ok((self.term(term)?, None));
        };
        let list = PyList::empty(self.py);
        self.known.insert(term.place(), list.clone().into_any());
        Ok((list.clone().into_any(), Some(Open::List(list, items.into_iter()))))
    }

    fn term(&self, term: TermRef<'_>) -> PyResult<Bound<'py, PyAny>> {
        let term = Term::of(term.to_term(), self.origin);
        Ok(Bound::new(self.py, term)?.into_any())
    }
}

/// Whether these are the parts of a dict: a tag, then keys with their values.
fn is_dict(args: Args<'_>) -> bool {
    let is_key = |index: usize| {
        let key = args.get(index).map(TermRef::view);
        matches!(key, Some(TermView::Atom(_) | TermView::Int(_)))
    };
    args.len() % 2 == 1 && (1..args.len()).step_by(2).all(is_key)
}

/// Makes an integer of any size.
fn integer<'py>(py: Python<'py>, number: &BigNumber) -> PyResult<Bound<'py, PyAny>> {
    let bytes = number.to_le_bytes().unwrap_or_default();
    classes(py)?
        .int_from_bytes
        .bind(py)
        .call1((PyBytes::new(py, &bytes), "little"))
}

fn fraction<'py>(py: Python<'py>, number: &BigNumber) -> PyResult<Bound<'py, PyAny>> {
    let one = || BigNumber::from_le_bytes(&[1]);
    let (numerator, denominator) = number.parts().unwrap_or_else(|| (one(), one()));
    let (numerator, denominator) = (integer(py, &numerator)?, integer(py, &denominator)?);
    classes(py)?.fraction.bind(py).call1((numerator, denominator))
}

/// Converts an integer of Python; `None` if it is beyond 64 bits.
pub fn small(value: &Bound<'_, PyInt>) -> Option<i64> {
    value.extract::<i64>().ok()
}
