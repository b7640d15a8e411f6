//! Control (ISO 7.8, 8.15), all solutions (8.10), and limits on goals.

pub(crate) mod constructs;
pub(crate) mod engines;
pub(crate) mod host;
pub(crate) mod incremental;
pub(crate) mod limits;
pub(crate) mod negation;
pub(crate) mod solutions;
pub(crate) mod solutions_of;
pub(crate) mod tables;
pub(crate) mod undo;
