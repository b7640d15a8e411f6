//! The reasons why a clause is not compiled.

/// The reason. The size of a clause is never an error: a large clause is run from its term instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompileError {
    /// The body, or a goal in it, is not callable.
    NotCallable,
    /// Too many variables, registers or levels for compiled code.
    TooBig,
}
