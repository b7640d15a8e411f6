//! Control (ISO 7.8, 8.15), all solutions (8.10), and limits on goals.

pub mod constructs;
pub mod engines;
pub mod host;
pub mod incremental;
pub mod limits;
pub mod negation;
pub mod solutions;
pub mod solutions_of;
pub mod tables;
pub mod undo;
