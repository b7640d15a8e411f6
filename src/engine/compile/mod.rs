//! The compiler: translates a clause to code. Pure functions over the heap; the machine is unknown here.

mod again;
mod arith;
mod body;
mod build;
mod chain;
pub mod clause;
mod compare;
mod constraint;
mod emit;
pub mod error;
mod fuse;
mod guard;
mod guarded;
mod head;
mod layout;
mod light;
pub mod link;
mod matching;
pub mod normal;
mod place;
mod seen;
pub mod trace;
mod vars;
pub mod verify;
