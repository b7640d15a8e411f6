//! Unification outside of the run loop: the algorithm (`terms`) and the occurs check (`occurs`).

pub(super) mod occurs;
pub(super) mod terms;
