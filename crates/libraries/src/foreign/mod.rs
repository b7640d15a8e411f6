//! The native part of libraries that are foreign to Prolog: most stand on crates of others.

pub(crate) mod crypto;
mod dom;
mod dtd;
pub(crate) mod hashing;
pub(crate) mod html;
pub(crate) mod metaphone;
pub(crate) mod regex;
mod regex_dialect;
pub(crate) mod unicode;
pub(crate) mod xml;
pub(crate) mod xml_text;
pub(crate) mod yaml;
pub(crate) mod zlib;

use ferz_engine::native::Native;

/// The rows of the predicates.
pub(crate) const TABLES: &[&[Native]] = &[
    metaphone::TABLE,
    regex::TABLE,
    xml::TABLE,
    xml_text::TABLE,
    html::TABLE,
    yaml::TABLE,
    zlib::TABLE,
    hashing::TABLE,
    crypto::TABLE,
    unicode::TABLE,
];
