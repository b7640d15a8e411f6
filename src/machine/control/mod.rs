//! What leaves the order of calls and returns: exceptions, cleanup goals, delimited continuations, wake-up goals, and
//! runs inside a run.

pub mod catch;
mod delimited;
pub mod exceptions;
mod raise;
pub mod results;
mod solve;
pub mod wake;
pub mod wakes;
