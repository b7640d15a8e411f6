//! Terms: unification, comparison, construction, attributes (ISO 8.2 to 8.5), and arithmetic (8.6, 8.7).

pub(crate) mod arith;
pub(crate) mod attributes;
pub(crate) mod construct;
pub(crate) mod dicts;
pub(crate) mod lists;
pub(crate) mod numbering;
pub(crate) mod order;
pub(crate) mod residues;
#[cfg(feature = "libraries")]
pub(crate) mod rows;
pub(crate) mod sort;
pub(crate) mod types;
pub(crate) mod unify;
pub(crate) mod univ;
