//! What each instruction does: one small method each, one family per file.
//!
//! A method gives `Ok(true)` to go on, `Ok(false)` to backtrack, or the [`Exit`] with which the loop
//! is left.

/// Leaves the loop. What leads to it is told apart as rare, so that the compiler lays out the rest in a line.
macro_rules! leave {
    ($exit:ident) => {{
        std::hint::cold_path();
        return Err($crate::machine::hot::Exit::$exit);
    }};
}

mod arith;
mod choice;
mod compound;
mod control;
mod head;
mod inline;
mod put;

pub(super) use choice::restore;

use super::hot::Exit;

/// Go on, backtrack, or leave the loop.
pub(super) type Flow = Result<bool, Exit>;
