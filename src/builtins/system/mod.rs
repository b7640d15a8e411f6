//! Flags, halting, statistics (ISO 8.17), dates, processes, the debugger.

#[cfg_attr(target_family = "wasm", path = "no_children.rs")]
pub(crate) mod children;
pub(crate) mod clocks;
pub(crate) mod dates;
pub(crate) mod debug;
pub(crate) mod flags;
pub(crate) mod libraries;
pub(crate) mod nested;
pub(crate) mod outcome;
mod process_flags;
pub(crate) mod processes;
pub(crate) mod profile;
pub(crate) mod progress;
pub(crate) mod trace;
mod trace_body;
pub(crate) mod trace_clauses;
pub(crate) mod trace_text;
