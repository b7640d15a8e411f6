//! The standard streams of an engine, as functions of Python.

use std::io;

use pyo3::prelude::*;

use crate::run;

/// Returns what writes to a function of Python that takes text.
pub fn writer(function: Py<PyAny>) -> impl FnMut(&[u8]) -> io::Result<()> + Send + 'static {
    // The beginning of a character whose other bytes are still to come.
    let mut rest: Vec<u8> = Vec::new();
    move |bytes| {
        rest.extend(bytes);
        let whole = match std::str::from_utf8(&rest) {
            Ok(_) => rest.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => rest.len(),
        };
        if whole == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&rest[..whole]).into_owned();
        rest.drain(..whole);
        told(Python::try_attach(|py| function.call1(py, (text,)).map(drop)))
    }
}

/// Returns what reads from a function of Python that returns text, empty at the end.
pub fn reader(function: Py<PyAny>) -> impl FnMut(&mut [u8]) -> io::Result<usize> + Send + 'static {
    let mut rest: Vec<u8> = Vec::new();
    move |buffer| {
        if rest.is_empty() {
            let mut line = String::new();
            told(Python::try_attach(|py| {
                line = function.call0(py)?.extract(py)?;
                Ok(())
            }))?;
            rest = line.into_bytes();
        }
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        rest.drain(..count);
        Ok(count)
    }
}

/// An exception of a stream ends the goal.
fn told(result: Option<PyResult<()>>) -> io::Result<()> {
    match result {
        Some(Ok(())) => Ok(()),
        Some(Err(error)) => {
            let text = error.to_string();
            run::end(error);
            Err(io::Error::other(text))
        }
        None => Err(io::Error::other("Python is shutting down")),
    }
}
