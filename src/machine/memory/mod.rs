//! Memory, time and calls: the limits (`limits`, `meter`), growth within them (`budget`), events (`poll`), the collectors
//! of the heap (`collect`) and of atoms and code (`reclaim`), what threads take together (`share`), and the culprit when
//! memory runs out (`blame`).

mod blame;
pub mod budget;
pub mod collect;
pub mod limits;
pub mod meter;
mod poll;
pub mod reclaim;
pub mod share;
