//! What each instruction does: one small method each, one family per file.
//!
//! A method gives `Ok(true)` to go on, `Ok(false)` to backtrack, or the [`Exit`] with which the loop
//! is left.

mod arith;
mod choice;
mod compound;
mod control;
mod head;
mod inline;
mod put;

use super::hot::Exit;

/// Go on, backtrack, or leave the loop.
pub(super) type Flow = Result<bool, Exit>;
