//! What leaves the order of calls and returns: exceptions and cleanup goals (`catch`, `unwind`), delimited continuations,
//! calls that the debugger takes over (`trace`); and the state of these, of wake-ups and of collected results.
//! `sequences` is the code that the machine runs for them.

mod balls;
pub mod catch;
mod context;
pub mod delimited;
pub mod exceptions;
pub mod results;
pub mod sequences;
pub mod trace;
pub mod undo;
mod unwind;
pub mod wakes;
