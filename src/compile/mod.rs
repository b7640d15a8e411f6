//! The compiler: translates a clause to code. Pure functions over the heap; the machine is unknown here.

mod arith;
mod body;
mod build;
pub mod clause;
mod compare;
mod emit;
pub mod error;
mod fuse;
mod guard;
mod head;
mod layout;
mod light;
pub mod link;
mod matching;
pub mod normal;
mod place;
mod seen;
mod vars;
pub mod verify;
