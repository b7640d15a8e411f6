//! The engine of ferz: reading, terms, compiling and running. Hosts use the package `ferz`, which has the built-ins, the
//! library and the interface for Rust; packages with libraries use [`native`] and nothing else.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod base;
#[doc(hidden)]
pub mod code;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod io;
#[doc(hidden)]
pub mod machine;
pub mod native;
#[doc(hidden)]
pub mod term;
#[doc(hidden)]
pub mod text;
