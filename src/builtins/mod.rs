//! Predicates written in Rust, one table for each section of the standard.

mod atoms;
mod strings;
mod sub_atom;
mod term_text;
mod text_arg;

use crate::machine::native::Native;

/// All tables on streams and text.
pub const SECTIONS: &[&[Native]] = &[atoms::TABLE, strings::TABLE, sub_atom::TABLE];
