//! `Program`: what engines share.

use ferz::ProgramBuilder;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::classes::classes;
use crate::engine::Core;
use crate::failure::{diagnostics, to_python};
use crate::host::Predicate;
use crate::out::Text;
use crate::run::{self, Running};
use crate::{limits, streams, ticker};

/// A program that is loaded once and shared by engines.
#[pyclass(frozen, module = "ferz._ferz", name = "Program")]
pub struct Program {
    program: ferz::Program,
}

/// A source of clauses: `(kind, name, content)` with the kinds `text`, `file` and `bytes`.
type Source = (String, String, Vec<u8>);

/// A function: name, number of arguments, kind, function.
pub type Function = (String, usize, String, Py<PyAny>);

/// What a program is made of.
struct Wanted {
    sources: Vec<Source>,
    predicates: Vec<Predicate>,
    limits: Option<ferz::Limits>,
    flags: Vec<(String, String)>,
    folders: Vec<(String, bool)>,
}

impl Wanted {
    fn load(self, mut builder: ProgramBuilder) -> Result<ferz::Program, ferz::Diagnostics> {
        if let Some(limits) = &self.limits {
            builder = builder.limits(limits);
        }
        for (folder, write) in self.folders {
            builder = builder.grant_files(folder, write);
        }
        for (kind, _, content) in &self.sources {
            if kind == "bytes" {
                builder = builder.bytes(content);
            }
        }
        for predicate in self.predicates {
            let (name, arity) = (predicate.name.clone(), predicate.arity);
            builder = builder.host(&name, arity, move |call| predicate.call(call));
        }
        for (flag, value) in &self.flags {
            builder = builder.flag(flag, value);
        }
        for (kind, name, content) in self.sources {
            builder = match kind.as_str() {
                "text" => builder.text(&name, &String::from_utf8_lossy(&content)),
                "file" => builder.file(&name),
                _ => builder,
            };
        }
        builder
            .loading(|engine| {
                // An exception of the function that is written to has been kept.
                let _flushed = engine.toplevel().console().flush();
            })
            .freeze()
    }
}

#[pymethods]
impl Program {
    #[new]
    fn new(
        py: Python<'_>,
        sources: Vec<Source>,
        functions: Vec<Function>,
        given: Option<&Bound<'_, PyDict>>,
        flags: Vec<(String, String)>,
        folders: Vec<(String, bool)>,
        output: Py<PyAny>,
        str_as: &str,
    ) -> PyResult<Program> {
        let text = Text::parse(str_as)?;
        let predicate = |(name, inputs, kind, function): Function| Predicate::new(name, inputs, &kind, function, text);
        let wanted = Wanted {
            sources,
            predicates: functions.into_iter().map(predicate).collect::<PyResult<_>>()?,
            limits: given
                .map(|given| limits::read(ferz::Limits::default(), given))
                .transpose()?,
            flags,
            folders,
        };
        let mut interrupter = None;
        let builder = ferz::Program::builder().loading(|engine| {
            ticker::install(engine);
            engine.set_output(streams::writer(output));
            interrupter = Some(engine.interrupter());
        });
        let watched = interrupter
            .map(|interrupter| PyResult::Ok((ticker::watch(py, &interrupter)?, Running::begin(&interrupter))))
            .transpose()?;
        let loaded = py.detach(move || wanted.load(builder));
        drop(watched);
        if let Some(error) = run::take() {
            return Err(error);
        }
        match loaded {
            Ok(program) => Ok(Program { program }),
            Err(found) => {
                let details = PyDict::new(py);
                details.set_item("diagnostics", diagnostics(py, &found)?)?;
                let text = found.errors().map(ToString::to_string).collect::<Vec<_>>().join("\n");
                let exception = classes(py)?.make_error.bind(py).call1(("load", text, details))?;
                Err(PyErr::from_value(exception))
            }
        }
    }

    /// Makes an engine.
    fn engine(&self, py: Python<'_>, str_as: &str) -> PyResult<Core> {
        let text = Text::parse(str_as)?;
        let program = self.program.clone();
        Ok(Core::new(py.detach(move || program.engine()), text))
    }

    /// The warnings of loading.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        diagnostics(py, self.program.warnings())
    }

    /// The program as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        match py.detach(|| self.program.to_bytes()) {
            Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
            Err(error) => Err(to_python(py, &error, Text::default())),
        }
    }
}
