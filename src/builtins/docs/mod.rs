//! Documentation of predicates: `help/1`, `apropos/1` and the reference manual.

pub(crate) mod help;
pub(crate) mod manual;
pub(crate) mod sources;
