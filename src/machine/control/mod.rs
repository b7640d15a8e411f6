//! What leaves the order of calls and returns: exceptions, cleanup goals, delimited continuations, wake-up goals,
//! runs inside a run, and calls that the debugger takes over.

pub mod catch;
pub mod delimited;
pub mod exceptions;
pub mod results;
pub mod sequences;
pub mod trace;
mod unwind;
pub mod wake;
pub mod wakes;
