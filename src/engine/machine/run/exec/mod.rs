//! The instructions of the run loop: one small method each, one family per file.
//!
//! A method returns `Ok(true)` to continue, `Ok(false)` to backtrack, or the [`Exit`] with which the loop exits.

/// Exits the loop. The path is marked cold, so that the compiler lays out the common path in a straight line.
macro_rules! leave {
    ($exit:ident) => {{
        #[cfg(cold_path)]
        #[allow(
            clippy::incompatible_msrv,
            reason = "the build script looks whether the compiler has it"
        )]
        std::hint::cold_path();
        return Err($crate::machine::run::hot::Exit::$exit);
    }};
}

mod arith;
mod choice;
mod compound;
mod constraint;
mod control;
mod head;
mod inline;
mod numbers;
mod pairs;
mod put;

use crate::machine::run::hot::Exit;

/// Whether to continue (true) or to backtrack (false), or the exit.
pub(super) type Flow = Result<bool, Exit>;
