//! Predicates written in Rust, one table for each section of the standard.

mod arith;
mod atoms;
mod attributes;
mod chars;
mod files;
mod lines;
mod list_arg;
mod lists;
mod order;
mod sort;
mod stream_arg;
mod stream_props;
mod streams;
mod strings;
mod sub_atom;
mod term_text;
mod terms;
mod text_arg;
mod types;
mod unify;
mod univ;

#[cfg(test)]
mod tests;

use crate::machine::native::Native;

/// All tables, in the order of the standard.
pub const SECTIONS: &[&[Native]] = &[
    unify::TABLE,
    types::TABLE,
    order::TABLE,
    sort::TABLE,
    terms::TABLE,
    univ::TABLE,
    lists::TABLE,
    attributes::TABLE,
    arith::TABLE,
    streams::TABLE,
    stream_props::TABLE,
    chars::TABLE,
    lines::TABLE,
    files::TABLE,
    atoms::TABLE,
    sub_atom::TABLE,
    strings::TABLE,
];
