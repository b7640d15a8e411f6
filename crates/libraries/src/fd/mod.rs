//! Constraints over integers: the kernel under `library(clpfd)`.
//!
//! The store lives on the engine's heap, and its changes are on the engine's trail (`store.rs`), so that backtracking,
//! the collector and the limits need nothing of their own. A native predicate reads a constraint (`parse.rs`,
//! `formula.rs`), posts propagators, and runs the queue until nothing changes (`store.rs`, `propagate.rs`).
//! Labelling copies what it needs into vectors, and searches there (`search`).
//! `texts/integers` has the rest: optimising, and the constraints that are made of simpler ones.

use ferz_engine::native::Native;

mod arithmetic;
mod circuit;
mod compact;
mod describe;
pub(crate) mod different;
mod disjunctive;
mod distinct;
mod domain;
mod domains;
mod formula;
mod halls;
mod host;
mod label;
mod linear;
pub(crate) mod lookup;
mod parse;
pub(crate) mod predicates;
pub(crate) use search::solve;
mod products;
mod propagate;
mod ranges;
mod reify;
mod relation;
mod rules;
mod search;
mod store;
mod table;
mod tasks;
mod wide;

/// The rows of the predicates.
pub(crate) const TABLES: &[&[Native]] = &[predicates::TABLE, different::TABLE, lookup::TABLE, solve::TABLE];
