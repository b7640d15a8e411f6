//! ferz: an embedded Prolog engine.
#![forbid(unsafe_code)]

mod base;
mod builtins;
mod machine;
mod term;
mod code;
mod compile;
