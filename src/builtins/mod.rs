//! Predicates written in Rust, one table for each section of the standard.

mod arith;
mod atoms;
mod char_types;
mod chars;
mod clauses;
mod control;
mod files;
mod format;
mod format_column;
mod format_number;
mod lines;
mod stream_arg;
mod stream_props;
mod streams;
mod solutions;
mod strings;
mod sub_atom;
mod term_text;
mod text_arg;
#[cfg(test)]
mod text_tests;

#[cfg(test)]
mod tests;

use crate::machine::native::Native;

/// All tables, in the order of the standard.
pub const SECTIONS: &[&[Native]] = &[
    control::TABLE,
    arith::TABLE,
    clauses::TABLE,
    solutions::TABLE,
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
