//! ferz: an embedded Prolog engine.
#![forbid(unsafe_code)]

mod base;
mod builtins;
mod io;
mod machine;
mod term;
