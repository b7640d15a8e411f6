//! ferz: an embedded Prolog engine.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod api;
mod base;
mod builtins;
mod code;
mod compile;
mod io;
mod library;
mod machine;
mod term;
mod text;

pub use api::*;
