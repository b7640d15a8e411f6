//! Predicates written in Rust, one table for each section of the standard.

mod atoms;
mod char_types;
mod chars;
mod files;
mod format;
mod format_column;
mod format_number;
mod lines;
mod stream_arg;
mod stream_props;
mod streams;
mod strings;
mod sub_atom;
mod term_text;
mod text_arg;
#[cfg(test)]
mod text_tests;

use crate::machine::native::Native;

/// All tables on streams and text.
pub const SECTIONS: &[&[Native]] = &[
    streams::TABLE,
    stream_props::TABLE,
    chars::TABLE,
    lines::TABLE,
    files::TABLE,
    atoms::TABLE,
    sub_atom::TABLE,
    strings::TABLE,
    char_types::TABLE,
    format::TABLE,
];
