//! Limits on memory, calls and time, and the collectors: of the heap (`collect`), and of atoms and code (`reclaim`).

mod aside;
mod blame;
pub mod collect;
pub mod limit;
pub mod meter;
pub mod reclaim;
