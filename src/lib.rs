//! ferz: an embedded Prolog engine.
#![forbid(unsafe_code)]

mod base;
mod machine;
mod term;
mod text;
