//! The face of the machine for native predicates: the public methods of [`Machine`](super::Machine), by subject.
//!
//! Built-ins, the library and the interface of the crate use these methods, the parts that are public on purpose, and
//! nothing else of the machine.

mod arithmetic;
mod backtrace;
mod bindings;
mod bodies;
mod clauses;
mod code;
mod collecting;
mod contexts;
mod continuations;
mod coroutines;
mod engine;
mod errors;
mod globals;
mod goals;
mod hosts;
mod kept;
mod libraries;
mod meaning;
pub mod nested;
mod numbers;
mod objects;
mod parallel;
pub(super) mod parts;
pub mod pause;
mod results;
mod room;
mod search;
pub mod sharing;
mod tables;
mod terms;
mod threads;
mod trace;
mod undo;
mod unify;
mod usage;
