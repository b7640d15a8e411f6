//! Documentation of predicates: `help/1`, `apropos/1` and the reference manual.

pub mod help;
pub mod manual;
pub mod sources;
