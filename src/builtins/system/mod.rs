//! Flags, halting, statistics (ISO 8.17), dates, processes, the debugger.

pub mod children;
pub mod dates;
pub mod debug;
pub mod flags;
pub mod outcome;
pub mod processes;
pub mod progress;
pub mod trace;
pub mod trace_text;
