//! The native part of libraries that are foreign to Prolog: most stand on crates of others. The rows are there only in
//! builds with the feature `libraries`, and so are the texts under `library/foreign/`.

#[cfg(feature = "libraries")]
pub mod crypto;
#[cfg(feature = "libraries")]
mod dom;
#[cfg(feature = "libraries")]
mod dtd;
#[cfg(feature = "libraries")]
pub mod hashing;
#[cfg(feature = "libraries")]
pub mod html;
pub mod memory_files;
#[cfg(feature = "libraries")]
pub mod metaphone;
#[cfg(feature = "libraries")]
pub mod regex;
#[cfg(feature = "libraries")]
mod regex_dialect;
pub mod stems;
#[cfg(feature = "libraries")]
pub mod unicode;
#[cfg(feature = "libraries")]
pub mod xml;
#[cfg(feature = "libraries")]
pub mod xml_text;
#[cfg(feature = "libraries")]
pub mod yaml;
#[cfg(feature = "libraries")]
pub mod zlib;

use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::builtins::args::stream_arg::atom_name;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$built_with(+feature)", 1, built_with_1).doc(
    "True if the engine was built with a feature, libraries, or for a machine that has an operating system: host.",
)];

fn built_with_1(m: &mut Machine, feature: Cell) -> Step {
    match atom_name(m, feature) {
        Some("libraries") if cfg!(feature = "libraries") => Ok(()),
        Some("host") if !cfg!(target_family = "wasm") => Ok(()),
        _ => Err(Stop::Fail),
    }
}
