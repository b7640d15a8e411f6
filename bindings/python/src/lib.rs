//! The engine as a module of Python. The package `ferz` in `python/` is the interface for programs.

use pyo3::prelude::*;

mod arrow;
mod asked;
mod classes;
mod engine;
mod explain;
mod facts;
mod failure;
mod host;
mod into;
mod limits;
mod nodes;
mod object;
mod out;
mod program;
mod run;
mod streams;
mod term;
mod ticker;

#[pymodule]
fn _ferz(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<engine::Core>()?;
    module.add_class::<program::Program>()?;
    module.add_class::<arrow::Table>()?;
    module.add_class::<explain::Watch>()?;
    module.add_class::<run::Job>()?;
    module.add_class::<term::Term>()?;
    module.add_class::<term::Var>()?;
    module.add_function(wrap_pyfunction!(term::_term_of_args, module)?)?;
    module.add_function(wrap_pyfunction!(term::_term_of_bytes, module)?)?;
    Ok(())
}
