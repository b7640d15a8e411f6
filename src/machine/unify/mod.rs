//! Unification outside of the run loop: the algorithm (`terms`) and the occurs check (`occurs`).

pub mod occurs;
mod terms;
