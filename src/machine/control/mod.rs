//! What leaves the order of calls and returns: exceptions, cleanup goals, delimited continuations, wake-up goals, and
//! runs inside a run.

pub mod catch;
pub mod delimited;
pub mod exceptions;
pub mod results;
pub mod sequences;
mod unwind;
pub mod wake;
pub mod wakes;
