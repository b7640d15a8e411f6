//! Memory, time and calls: the limits (`limits`, `meter`), growth within them (`budget`), events (`poll`), the collectors
//! of the heap (`collect`) and of atoms and code (`reclaim`), what threads take together (`share`), and the culprit when
//! memory runs out (`blame`).

mod blame;
pub(super) mod budget;
pub(super) mod collect;
pub(super) mod limits;
pub(super) mod meter;
mod poll;
pub(super) mod reclaim;
pub(super) mod share;
