//! Text of atoms, strings and characters (ISO 8.16), and digests.

pub mod atoms;
pub mod base_text;
pub mod char_types;
pub mod digests;
pub mod only_part;
pub mod strings;
pub mod sub_atom;
pub mod term_text;
pub mod text_blocks;
