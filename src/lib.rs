//! ferz: an embedded Prolog engine.
#![forbid(unsafe_code)]

mod base;
mod code;
mod compile;
mod machine;
mod term;
mod text;
