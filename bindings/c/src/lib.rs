//! The C interface of ferz. `include/ferz.h` is made from this by cbindgen; its head has the rules for callers.
//!
//! All that is unsafe in ferz is here: pointers from the caller become references, and back. Each function checks for
//! null pointers and for UTF-8, and catches panics.

mod call;
mod engine;
mod error;
mod input;
mod program;
mod query;
mod term;
#[cfg(test)]
mod tests;

pub use call::*;
pub use engine::*;
pub use error::*;
pub use input::*;
pub use program::*;
pub use query::*;
pub use term::*;

/// Returns the version of the library, as 1.2.3.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_version() -> *const std::ffi::c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
