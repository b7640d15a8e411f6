//! The built-ins, one table for each section of the standard or subject.

pub(crate) mod control;
pub(crate) mod database;
pub(crate) mod docs;
pub(crate) mod streams;
pub(crate) mod system;
pub(crate) mod term_io;
pub(crate) mod terms;
pub(crate) mod text;
#[cfg(test)]
mod text_tests;
pub(crate) mod threads;

#[cfg(test)]
mod tests;

use crate::machine::native::Native;

/// All tables, in the order of the standard.
pub(crate) const SECTIONS: &[&[Native]] = &[
    control::constructs::TABLE,
    terms::unify::TABLE,
    terms::types::TABLE,
    terms::order::TABLE,
    terms::sort::TABLE,
    terms::construct::TABLE,
    terms::numbering::TABLE,
    terms::univ::TABLE,
    terms::lists::TABLE,
    terms::dicts::TABLE,
    terms::attributes::TABLE,
    terms::residues::TABLE,
    terms::arith::TABLE,
    #[cfg(feature = "libraries")]
    terms::rows::TABLE,
    database::clauses::TABLE,
    database::clause_refs::TABLE,
    database::early_calls::TABLE,
    database::procedures::TABLE,
    database::properties::TABLE,
    control::solutions::TABLE,
    control::tables::TABLE,
    control::incremental::INCREMENTAL,
    control::engines::TABLE,
    control::undo::TABLE,
    control::negation::TABLE,
    control::host::TABLE,
    database::load::TABLE,
    database::load_clause::TABLE,
    database::waiting::TABLE,
    database::tabled::TABLE,
    database::load_stream::TABLE,
    database::load_style::TABLE,
    database::load_messages::TABLE,
    database::modules::TABLE,
    #[cfg(not(target_family = "wasm"))]
    database::hints::TABLE,
    database::places::TABLE,
    database::not_loaded::TABLE,
    system::debug::TABLE,
    system::nested::TABLE,
    system::trace::TABLE,
    streams::open_close::TABLE,
    streams::stream_props::TABLE,
    streams::waiting::TABLE,
    streams::chars::TABLE,
    streams::lines::TABLE,
    streams::files::TABLE,
    streams::file_status::TABLE,
    streams::file_names::TABLE,
    system::clocks::TABLE,
    system::dates::TABLE,
    text::digests::TABLE,
    text::base_text::TABLE,
    system::processes::TABLE,
    system::children::TABLE,
    term_io::format::TABLE,
    term_io::format_users::TABLE,
    term_io::packed::TABLE,
    term_io::read_term::TABLE,
    term_io::write_term::TABLE,
    term_io::operators::TABLE,
    text::atoms::TABLE,
    text::sub_atom::TABLE,
    text::char_types::TABLE,
    text::strings::TABLE,
    text::json_read::TABLE,
    text::json_write::TABLE,
    system::flags::TABLE,
    system::outcome::TABLE,
    system::profile::TABLE,
    system::progress::TABLE,
    database::events::TABLE,
    database::globals::TABLE,
    control::limits::TABLE,
    database::records::TABLE,
    database::transactions::TABLE,
    database::tries::TABLE,
    threads::running::TABLE,
    threads::queues::TABLE,
    threads::mutexes::TABLE,
    threads::parallel::TABLE,
    streams::memory_files::TABLE,
    text::percent::TABLE,
    text::stems::TABLE,
    text::wildcard::TABLE,
    system::libraries::TABLE,
    docs::help::TABLE,
    docs::manual::TABLE,
    docs::sources::TABLE,
];
