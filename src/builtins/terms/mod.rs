//! Terms: unification, comparison, construction, attributes (ISO 8.2 to 8.5), and arithmetic (8.6, 8.7).

pub mod arith;
pub mod attributes;
pub mod construct;
pub mod lists;
pub mod order;
pub mod residues;
#[cfg(feature = "libraries")]
pub mod rows;
pub mod sort;
pub mod types;
pub mod unify;
pub mod univ;
