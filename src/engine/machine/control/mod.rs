//! Control beside calls and returns: exceptions and cleanup goals (`unwind`), delimited continuations, goals that run
//! when they are undone (`undo`), goals that must succeed once (`guards`), calls that the debugger takes over (`trace`);
//! and the state of these, of wake-ups and of collected results. `sequences` is the code that the machine runs for them.

pub(super) mod delimited;
pub(super) mod exceptions;
mod guards;
pub(super) mod results;
pub(super) mod sequences;
pub mod trace;
pub(super) mod undo;
pub(super) mod unwind;
pub(super) mod wakes;
