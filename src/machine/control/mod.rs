//! What leaves the order of calls and returns: exceptions, cleanup goals, delimited continuations, wake-up goals,
//! runs inside a run, and calls that the debugger takes over.

pub mod catch;
mod delimited;
pub mod exceptions;
mod raise;
pub mod results;
mod solve;
pub mod trace;
pub mod wake;
pub mod wakes;
