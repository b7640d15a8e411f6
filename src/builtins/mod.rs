//! Predicates written in Rust, one table for each section of the standard.

mod arith;
mod atoms;
mod attributes;
mod base_text;
mod borrowed_text;
mod char_types;
mod chars;
mod clause_refs;
pub(crate) mod clause_text;
pub(crate) mod clauses;
mod control;
mod dates;
mod debug;
mod digests;
mod file_names;
mod files;
mod format;
mod format_column;
mod format_number;
mod globals;
pub(crate) mod help;
mod limits;
mod lines;
mod list_arg;
mod lists;
pub(crate) mod load;
mod load_clause;
mod load_stream;
mod manual;
mod modules;
mod only_part;
mod operators;
mod order;
mod procedures;
mod processes;
pub(crate) mod read_term;
mod records;
mod solutions;
mod solutions_of;
mod sort;
mod stream_arg;
mod stream_props;
mod streams;
mod strings;
mod sub_atom;
mod system;
mod term_io;
mod term_layout;
pub(crate) mod term_text;
mod terms;
mod text_arg;
mod text_blocks;
#[cfg(test)]
mod text_tests;

#[cfg(test)]
mod tests;

use crate::machine::native::Native;

/// All tables, in the order of the standard.
pub const SECTIONS: &[&[Native]] = &[
    control::TABLE,
    unify::TABLE,
    types::TABLE,
    order::TABLE,
    sort::TABLE,
    terms::TABLE,
    univ::TABLE,
    lists::TABLE,
    attributes::TABLE,
    arith::TABLE,
    clauses::TABLE,
    clause_refs::TABLE,
    procedures::TABLE,
    solutions::TABLE,
    load::TABLE,
    load_clause::TABLE,
    load_stream::TABLE,
    modules::TABLE,
    debug::TABLE,
    streams::TABLE,
    stream_props::TABLE,
    chars::TABLE,
    lines::TABLE,
    files::TABLE,
    file_names::TABLE,
    dates::TABLE,
    digests::TABLE,
    base_text::TABLE,
    processes::TABLE,
    format::TABLE,
    read_term::TABLE,
    term_io::TABLE,
    operators::TABLE,
    atoms::TABLE,
    sub_atom::TABLE,
    char_types::TABLE,
    strings::TABLE,
    system::TABLE,
    globals::TABLE,
    limits::TABLE,
    records::TABLE,
    help::TABLE,
    manual::TABLE,
];
