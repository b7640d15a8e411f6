//! Text: characters, tokens, operators, and the flat syntax tree of a clause.

pub mod chars;
pub mod ops;
