//! Term input/output, formatted output, operators (ISO 8.14).

pub(crate) mod clause_text;
pub(crate) mod format;
pub(crate) mod format_column;
mod format_locale;
pub(crate) mod format_number;
pub(crate) mod format_users;
pub(crate) mod operators;
pub(crate) mod packed;
pub(crate) mod quotations;
pub(crate) mod read_term;
pub(crate) mod term_layout;
pub(crate) mod write_options;
pub(crate) mod write_term;
