//! Limits on memory, calls and time, and the collectors: of the heap (`collect`), and of atoms and code (`reclaim`).

mod blame;
pub mod budget;
pub mod collect;
pub mod limits;
pub mod meter;
mod poll;
pub mod reclaim;
