//! Flags, halting, statistics (ISO 8.17), dates, processes, the debugger.

pub mod children;
pub mod dates;
pub mod debug;
pub mod flags;
pub mod nested;
pub mod outcome;
mod process_flags;
pub mod processes;
pub mod profile;
pub mod progress;
pub mod trace;
mod trace_body;
pub mod trace_text;
