//! The face of the machine for native predicates: the public methods of [`Machine`](super::Machine), by subject.
//!
//! Built-ins, the library and the interface of the crate use these methods, the parts that are public on purpose, and
//! nothing else of the machine.

mod adding;
mod arithmetic;
mod bodies;
mod clauses;
mod errors;
mod globals;
mod goals;
mod kept;
mod libraries;
mod meaning;
pub mod nested;
pub(super) mod parts;
pub mod pause;
mod results;
mod room;

pub mod sharing;
mod terms;
