//! Running code. `dispatch` is the loop, on the areas that `hot` borrows, with a method for each instruction in `exec`;
//! `slow` does what the loop leaves to the machine; `drive` alternates between them and is where runs begin and end.

mod dispatch;
pub(super) mod drive;
mod exec;
pub(super) mod hot;
mod slow;
