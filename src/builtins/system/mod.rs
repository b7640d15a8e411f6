//! Flags, halting, statistics (ISO 8.17), dates, processes.

pub mod dates;
pub mod debug;
pub mod flags;
pub mod outcome;
pub mod processes;
pub mod progress;
