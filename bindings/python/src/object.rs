//! Values of Python that programs pass around without looking inside.

use pyo3::prelude::*;

/// The value of an object: any value of Python.
pub struct PyValue(pub Py<PyAny>);

/// Makes the object of a value.
pub fn object(value: &Bound<'_, PyAny>) -> ferz::Object<PyValue> {
    let kind = value.get_type();
    let kind = kind
        .name()
        .map_or_else(|_| "object".to_owned(), |name| name.to_string());
    ferz::Object::named(&kind, PyValue(value.clone().unbind()))
}
