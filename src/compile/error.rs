//! Why a clause was not compiled.

/// The reason; the size of a clause is never an error, it is run from a term instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompileError {
    /// The body, or a goal in it, is no callable term.
    NotCallable,
    /// Too many variables, registers or levels for compiled code.
    TooBig,
}
