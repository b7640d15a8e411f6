//! Flags, halting, statistics (ISO 8.17), dates, other programs.

pub mod dates;
pub mod debug;
pub mod flags;
pub mod processes;
