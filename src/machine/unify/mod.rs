//! Unification outside of the run loop, with and without the occurs check.

mod bind;
mod occurs;
mod terms;
