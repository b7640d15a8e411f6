//! Running code: the loop and its instructions (`dispatch`, `hot`, `exec`), and what the loop leaves to the machine
//! (`slow`).

mod dispatch;
pub mod drive;
mod exec;
pub mod hot;
mod slow;
