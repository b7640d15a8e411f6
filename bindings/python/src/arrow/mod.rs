//! Tables by Arrow's C data interface, in the capsules of its protocol for Python: the cells do not become values of
//! Python. The package `arrow-array` has the interface; here is what it wants to be promised.

use std::ffi::CStr;

use arrow_array::ffi::from_ffi;
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{
    Array, ArrayReader, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchOptions, make_array, new_empty_array,
};
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Field, Schema};
use ferz::Engine;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::engine::{self, Values};
use crate::out::Text;
use columns::Column;
pub use rows::Part;

mod calendar;
mod columns;
mod decimals;
mod rows;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

fn failed(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Takes what a stream of arrays gives.
///
/// # Errors
/// If it is no stream, or has values that have no form as terms.
pub fn parts_of_stream(py: Python<'_>, stream: &Bound<'_, PyCapsule>, text: Text) -> PyResult<Vec<Part>> {
    let pointer = stream.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    #[expect(unsafe_code, reason = "a capsule is a pointer")]
    // SAFETY: a capsule with this name has such a stream; what is taken is marked as taken.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
    // The stream may wait for threads that need the lock of Python.
    let parts = py.detach(move || {
        if stream.get_next().is_none() {
            return Err(Fault::Arrow(ArrowError::CDataInterface(
                "the stream is over".to_owned(),
            )));
        }
        let reader = ArrayStreamReader::try_new(stream)?;
        let field = reader.field().clone();
        // What cannot be taken is refused without rows, too.
        part(&new_empty_array(field.data_type()), &field, text)?;
        reader.map(|array| part(&array?, &field, text)).collect()
    });
    parts.map_err(Fault::into_python)
}

/// Takes an array.
///
/// # Errors
/// As [`parts_of_stream`].
pub fn part_of_array(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>, text: Text) -> PyResult<Vec<Part>> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    #[expect(unsafe_code, reason = "capsules are pointers")]
    // SAFETY: capsules with these names have such values, of one array; what is taken is marked as taken.
    let (data, name) = unsafe {
        let schema = schema.as_ref();
        let array = FFI_ArrowArray::from_raw(array.as_ptr());
        if array.is_released() {
            return Err(PyValueError::new_err("the array was taken already"));
        }
        (from_ffi(array, schema), Field::try_from(schema))
    };
    let (data, field) = (
        data.map_err(|error| failed(&error))?,
        name.map_err(|error| failed(&error))?,
    );
    let part = part(&make_array(data), &field, text).map_err(Fault::into_python)?;
    Ok(vec![part])
}

/// Why a table is not taken.
enum Fault {
    Arrow(ArrowError),
    /// It has values that have no form as terms.
    Kind(String),
}

impl From<ArrowError> for Fault {
    fn from(error: ArrowError) -> Fault {
        Fault::Arrow(error)
    }
}

impl Fault {
    fn into_python(self) -> PyErr {
        match self {
            Fault::Arrow(error) => failed(&error),
            Fault::Kind(message) => PyTypeError::new_err(message),
        }
    }
}

fn part(array: &ArrayRef, field: &Field, text: Text) -> Result<Part, Fault> {
    // Texts of others need not be UTF-8, nor offsets in bounds.
    array.to_data().validate_full()?;
    Part::new(array, field, text).map_err(Fault::Kind)
}

/// The answers of a query in columns, which other libraries take by Arrow's protocol.
#[pyclass(frozen, module = "ferz")]
pub struct Table {
    batch: RecordBatch,
    kinds: Vec<String>,
    /// Whether these are all answers.
    #[pyo3(get)]
    complete: bool,
}

#[pymethods]
impl Table {
    /// Returns a capsule with a stream of the rows. Their types are those of the table.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A type that is asked for is a wish; who asks looks at what comes.
        let _wish = requested_schema;
        let schema = self.batch.schema();
        let reader = RecordBatchIterator::new([Ok(self.batch.clone())], schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    /// Returns a capsule with the names and types of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema().as_ref()).map_err(|error| failed(&error))?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// The types of the columns, by the names of the variables.
    #[getter]
    fn types<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let types = PyDict::new(py);
        for (field, kind) in self.batch.schema().fields().iter().zip(&self.kinds) {
            types.set_item(field.name(), kind)?;
        }
        Ok(types)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        let schema = self.batch.schema();
        let columns = schema.fields().iter().zip(&self.kinds);
        let columns: Vec<String> = columns
            .map(|(field, kind)| format!(" {}: {kind}", field.name()))
            .collect();
        format!("<Table of {} rows:{}>", self.batch.num_rows(), columns.join(","))
    }
}

/// The columns of a query that runs.
pub struct Columns {
    /// The names of the variables, their places among those of the query, and their values.
    columns: Vec<(String, usize, Column)>,
    rows: usize,
}

impl Columns {
    /// Makes columns for the variables of a query; some have a type.
    ///
    /// # Errors
    /// If there is no such type or variable.
    fn new(names: &[String], types: &[(String, String)]) -> Result<Columns, String> {
        if let Some((name, _)) = types.iter().find(|(name, _)| !names.contains(name)) {
            return Err(format!("there is no variable {name} to have a type"));
        }
        let mut columns = Vec::new();
        for (place, name) in names.iter().enumerate() {
            if name.starts_with('_') {
                continue;
            }
            let column = match types.iter().find(|(typed, _)| typed == name) {
                Some((_, kind)) => Column::of(kind)?,
                None => Column::new(),
            };
            columns.push((name.clone(), place, column));
        }
        Ok(Columns { columns, rows: 0 })
    }

    /// Runs a goal for at most so many answers; some variables have a type.
    ///
    /// # Errors
    /// That of the goal, or why its answers have no form in columns.
    pub fn ask(
        engine: &mut Engine,
        text: &str,
        values: &Values,
        most: usize,
        types: &[(String, String)],
    ) -> Result<Columns, engine::Fault> {
        let names = engine.prepare(text)?.names().to_vec();
        let mut columns = Columns::new(&names, types).map_err(engine::Fault::Value)?;
        let mut query = engine.query_with(text, values)?;
        while columns.rows < most
            && let Some(row) = query.next_row()?
        {
            columns.push(&row).map_err(engine::Fault::Value)?;
        }
        Ok(columns)
    }

    /// Adds an answer.
    ///
    /// # Errors
    /// If it has a value that the columns cannot have.
    fn push(&mut self, row: &ferz::Row<'_>) -> Result<(), String> {
        self.rows += 1;
        for (name, place, column) in &mut self.columns {
            let Some(value) = row.term(*place) else {
                continue;
            };
            column.push(value).map_err(|reason| {
                let shown: String = value.to_term().to_string().chars().take(80).collect();
                format!("{name} = {shown} in answer {}: {reason}", self.rows)
            })?;
        }
        Ok(())
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the table.
    ///
    /// # Errors
    /// If the columns do not fit together, which does not happen.
    pub fn finish(self, complete: bool) -> PyResult<Table> {
        let (mut fields, mut kinds, mut arrays) = (Vec::new(), Vec::new(), Vec::new());
        for (name, _, column) in self.columns {
            kinds.push(column.kind());
            let array = column.finish();
            fields.push(Field::new(name, array.data_type().clone(), true));
            arrays.push(array);
        }
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let batch = RecordBatch::try_new_with_options(Schema::new(fields).into(), arrays, &options);
        Ok(Table {
            batch: batch.map_err(|error| failed(&error))?,
            kinds,
            complete,
        })
    }
}
