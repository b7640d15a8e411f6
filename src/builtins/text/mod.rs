//! Text of atoms, strings and characters (ISO 8.16), and digests.

mod aside;
pub(crate) mod atoms;
pub(crate) mod base_text;
pub(crate) mod char_types;
pub(crate) mod digests;
pub(crate) mod json_read;
pub(crate) mod json_write;
pub(crate) mod only_part;
pub(crate) mod percent;
pub(crate) mod stems;
pub(crate) mod strings;
pub(crate) mod sub_atom;
pub(crate) mod wildcard;
