//! Control beside calls and returns: exceptions and cleanup goals (`catch`, `unwind`), delimited continuations,
//! calls that the debugger takes over (`trace`); and the state of these, of wake-ups and of collected results.
//! `sequences` is the code that the machine runs for them.

mod balls;
pub(super) mod catch;
mod context;
pub(super) mod delimited;
pub(super) mod exceptions;
pub(super) mod results;
pub(super) mod sequences;
pub mod trace;
pub(super) mod undo;
mod unwind;
pub(super) mod wakes;
