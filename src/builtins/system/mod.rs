//! Flags, halting, statistics (ISO 8.17), dates, processes, the debugger.

pub mod dates;
pub mod debug;
pub mod flags;
pub mod processes;
pub mod trace;
mod trace_body;
pub mod trace_text;
