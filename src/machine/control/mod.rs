//! What leaves the order of calls and returns: exceptions, cleanup goals, delimited continuations, wake-up goals,
//! runs inside a run, and calls that the debugger takes over.

pub mod catch;
mod delimited;
mod raise;
pub mod solve;
pub mod trace;
mod wake;
