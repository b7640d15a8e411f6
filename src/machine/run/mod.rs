//! Running code: the loop and its instructions (`dispatch`, `hot`, `exec`), and what the loop leaves to the machine
//! (`slow`).

pub mod dispatch;
pub mod exec;
pub mod hot;
mod slow;
