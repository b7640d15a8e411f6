//! Values of Python as terms.

use std::collections::HashSet;

use ferz::{BigNumber, Builder};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use crate::classes::classes;
use crate::object::object;
use crate::out::{Text, small};
use crate::term::{Term, Var};

/// Converts a value.
///
/// # Errors
/// `TypeError` if it has no form as a term, `ValueError` if it contains itself.
pub fn term(value: &Bound<'_, PyAny>, text: Text) -> PyResult<ferz::Term> {
    let mut builder = Builder::new();
    write(&mut builder, value, text, &mut Names::new())?;
    Ok(builder.finish())
}

/// The variables that have names in Python.
pub type Names<'py> = Vec<(String, Bound<'py, Var>)>;

/// Converts several values; they have their variables in common.
///
/// # Errors
/// As [`term`].
pub fn terms<'py>(values: impl IntoIterator<Item = Bound<'py, PyAny>>, text: Text) -> PyResult<Vec<ferz::Term>> {
    let values: Vec<Bound<'py, PyAny>> = values.into_iter().collect();
    if values.is_empty() {
        return Ok(Vec::new());
    }
    Ok(args_of(&made("v", values, text, &mut Names::new())?))
}

fn args_of(term: &ferz::Term) -> Vec<ferz::Term> {
    match term.view() {
        ferz::TermView::Compound(_, args) => args.iter().map(ferz::TermRef::to_term).collect(),
        _ => Vec::new(),
    }
}

/// Makes a compound of values; with the variables in it that have names.
///
/// # Errors
/// As [`term`].
pub fn compound<'py>(name: &str, args: Vec<Bound<'py, PyAny>>, text: Text) -> PyResult<(ferz::Term, Names<'py>)> {
    let mut names = Names::new();
    let term = made(name, args, text, &mut names)?;
    Ok((term, names))
}

fn made<'py>(name: &str, args: Vec<Bound<'py, PyAny>>, text: Text, names: &mut Names<'py>) -> PyResult<ferz::Term> {
    let mut builder = Builder::new();
    builder.compound(name, args.len());
    for arg in args {
        write(&mut builder, &arg, text, names)?;
    }
    Ok(builder.finish())
}

/// A container whose parts are still to be written.
struct Open<'py> {
    /// By whose address it is known as long as it is open.
    owner: Bound<'py, PyAny>,
    parts: std::vec::IntoIter<Bound<'py, PyAny>>,
    is_list: bool,
    text: Text,
}

impl Open<'_> {
    fn address(&self) -> usize {
        self.owner.as_ptr().addr()
    }
}

/// Writes a value as one term.
fn write<'py>(to: &mut Builder<'_>, root: &Bound<'py, PyAny>, text: Text, names: &mut Names<'py>) -> PyResult<()> {
    let mut open: Vec<Open<'py>> = Vec::new();
    let mut addresses = HashSet::new();
    let mut next = Some((root.clone(), text));
    for step in 1_usize.. {
        if step % 100_000 == 0 {
            root.py().check_signals()?;
        }
        if let Some((value, text)) = next.take() {
            if let Some(parts) = begin(to, value, text, names)? {
                if !addresses.insert(parts.address()) {
                    return Err(PyValueError::new_err(
                        "a value that contains itself has no form as a term",
                    ));
                }
                open.push(parts);
            }
        }
        let Some(innermost) = open.last_mut() else {
            return Ok(());
        };
        match innermost.parts.next() {
            Some(part) => {
                if innermost.is_list {
                    to.pair();
                }
                next = Some((part, innermost.text));
            }
            None => {
                if innermost.is_list {
                    to.nil();
                }
                addresses.remove(&innermost.address());
                open.pop();
            }
        }
    }
    Ok(())
}

/// Writes a value; returns its parts, if they are still to be written.
fn begin<'py>(
    to: &mut Builder<'_>,
    mut value: Bound<'py, PyAny>,
    text: Text,
    names: &mut Names<'py>,
) -> PyResult<Option<Open<'py>>> {
    // What a value gives instead of itself; one that gives itself for ever is refused.
    for _ in 0..100 {
        if named(to, &value, names)? || simple(to, &value, text)? {
            return Ok(None);
        }
        if let Some(parts) = container(to, &value, text)? {
            return Ok(Some(parts));
        }
        value = match value.getattr("__prolog__") {
            Ok(method) => method.call0()?,
            Err(_) => classes(value.py())?.plain.bind(value.py()).call1((value,))?,
        };
    }
    Err(PyTypeError::new_err(
        "a value that gives itself for ever has no form as a term",
    ))
}

/// Writes a variable, or a term of the engine; returns whether it is one. Notes the variables with names.
fn named<'py>(to: &mut Builder<'_>, value: &Bound<'py, PyAny>, names: &mut Names<'py>) -> PyResult<bool> {
    if let Ok(term) = value.cast::<Term>() {
        if term.get().made().is_some() {
            return Ok(false);
        }
        to.term(term.get().get(value.py())?);
    } else if let Ok(var) = value.cast::<Var>() {
        to.term(&var.get().term);
        if let Some(name) = &var.get().name
            && !names.iter().any(|(known, _)| known == name)
        {
            names.push((name.clone(), var.clone()));
        }
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Writes a value of one part; returns whether it is one.
fn simple(to: &mut Builder<'_>, value: &Bound<'_, PyAny>, text: Text) -> PyResult<bool> {
    let py = value.py();
    let classes = classes(py)?;
    if value.is_none() {
        to.atom("null");
    } else if let Ok(flag) = value.cast::<PyBool>() {
        to.atom(if flag.is_true() { "true" } else { "false" });
    } else if is_instance(value, &classes.r#enum)? {
        to.atom(&snake(&value.getattr("name")?.extract::<String>()?));
    } else if let Ok(number) = value.cast::<PyInt>() {
        match small(number) {
            Some(small) => to.int(small),
            None => to.number(&big(value)?),
        }
    } else if let Ok(number) = value.cast::<PyFloat>() {
        to.float(number.value());
    } else if let Ok(string) = value.cast::<PyString>() {
        let is_exact = string.is_exact_instance_of::<PyString>();
        let chars = string.to_cow()?;
        let is_atom = match text {
            Text::Strings => !is_exact && is_instance(value, &classes.atom)?,
            Text::Atoms => is_exact || !is_instance(value, &classes.string)?,
        };
        match (is_atom, chars.as_ref()) {
            (true, "[]") => to.nil(),
            (true, name) => to.atom(name),
            (false, text) => to.string(text),
        }
    } else if is_instance(value, &classes.fraction)? {
        let parts = (big(&value.getattr("numerator")?)?, big(&value.getattr("denominator")?)?);
        match BigNumber::ratio(&parts.0, &parts.1) {
            Some(number) => to.number(&number),
            None => return Err(PyValueError::new_err("the denominator is 0")),
        }
    } else if is_instance(value, &classes.opaque)? {
        to.object(object(&value.getattr("value")?).as_any());
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Begins to write a value with parts; `None` if it is none.
fn container<'py>(to: &mut Builder<'_>, value: &Bound<'py, PyAny>, text: Text) -> PyResult<Option<Open<'py>>> {
    let open = |parts: Vec<Bound<'py, PyAny>>, is_list| {
        Ok(Some(Open {
            owner: value.clone(),
            parts: parts.into_iter(),
            is_list,
            text,
        }))
    };
    if let Ok(term) = value.cast::<Term>()
        && let Some(made) = term.get().made()
    {
        let args = made.args.bind(value.py());
        to.compound(&made.name, args.len());
        return Ok(Some(Open {
            owner: value.clone(),
            parts: args.iter().collect::<Vec<_>>().into_iter(),
            is_list: false,
            text: term.get().text(),
        }));
    }
    if let Ok(list) = value.cast::<PyList>() {
        return open(list.iter().collect(), true);
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return open(dict_parts(to, dict)?, false);
    }
    let kind = value.get_type();
    if let Some(parts) = fields(&kind, value)? {
        to.compound(&functor(&kind)?, parts.len());
        return open(parts, false);
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        // `A-B-C`, which is `(A-B)-C`.
        for _ in 1..tuple.len() {
            to.compound("-", 2);
        }
        return open(tuple.iter().collect(), tuple.is_empty());
    }
    // Arrays, and values of them.
    if value.hasattr("__prolog__")? || value.hasattr("tolist")? {
        return Ok(None);
    }
    if value.is_instance_of::<PyBytes>() || value.hasattr("__iter__")? {
        return open(value.try_iter()?.collect::<PyResult<_>>()?, true);
    }
    if value.hasattr("__index__")? {
        let index = value.call_method0("__index__")?;
        to.number(&big(&index)?);
        return open(Vec::new(), false);
    }
    Ok(None)
}

fn is_instance(value: &Bound<'_, PyAny>, class: &Py<PyAny>) -> PyResult<bool> {
    value.is_instance(class.bind(value.py()))
}

/// Reads an integer of any size.
fn big(value: &Bound<'_, PyAny>) -> PyResult<BigNumber> {
    let py = value.py();
    let bytes = classes(py)?.int_to_bytes.bind(py).call1((value,))?;
    Ok(BigNumber::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// Returns the values of the fields of a data class or a named tuple, in order.
fn fields<'py>(kind: &Bound<'py, PyType>, value: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    let names = if let Ok(fields) = kind.getattr("__dataclass_fields__") {
        fields.cast::<PyDict>()?.keys().iter().collect::<Vec<_>>()
    } else if value.is_instance_of::<PyTuple>() && kind.hasattr("_fields")? {
        kind.getattr("_fields")?.try_iter()?.collect::<PyResult<_>>()?
    } else {
        return Ok(None);
    };
    let get = |name: Bound<'py, PyAny>| value.getattr(name.cast::<PyString>()?);
    names.into_iter().map(get).collect::<PyResult<Vec<_>>>().map(Some)
}

/// Returns the name of the compounds of a class.
pub fn functor(kind: &Bound<'_, PyType>) -> PyResult<String> {
    match kind.getattr("__prolog_name__") {
        Ok(name) => name.extract(),
        Err(_) => Ok(snake(&kind.name()?.to_string())),
    }
}

/// Writes the name of a class or of a member as atoms are: `LineTo` is `line_to`.
fn snake(name: &str) -> String {
    let mut made = String::new();
    let mut after_small = false;
    for c in name.chars() {
        if c.is_uppercase() && after_small {
            made.push('_');
        }
        after_small = c.is_lowercase() || c.is_numeric();
        made.extend(c.to_lowercase());
    }
    made
}

/// Begins a dict; returns tag, keys and values. The keys are in the order of terms.
fn dict_parts<'py>(to: &mut Builder<'_>, dict: &Bound<'py, PyDict>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = dict.py();
    let mut items = Vec::with_capacity(dict.len());
    for (key, value) in dict.iter() {
        let known = match (key.cast::<PyString>(), key.cast::<PyInt>()) {
            (Ok(text), _) => (None, text.to_cow()?.into_owned()),
            (_, Ok(number)) if !key.is_instance_of::<PyBool>() && small(number).is_some() => {
                (small(number), String::new())
            }
            _ => return Err(PyTypeError::new_err("keys of dicts are str or small int")),
        };
        items.push((known, value));
    }
    // Numbers come before atoms.
    items.sort_by(|(a, _), (b, _)| a.0.is_none().cmp(&b.0.is_none()).then_with(|| a.cmp(b)));
    to.compound("$dict", 1 + 2 * items.len());
    let mut parts = vec![Bound::new(py, Var::new(None))?.into_any()];
    for ((number, name), value) in items {
        parts.push(match number {
            Some(number) => number.into_pyobject(py)?.into_any(),
            None => classes(py)?.atom.bind(py).call1((name,))?,
        });
        parts.push(value);
    }
    Ok(parts)
}
