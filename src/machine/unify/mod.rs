//! Unification outside of the run loop, with and without the occurs check.

pub mod occurs;
mod terms;
