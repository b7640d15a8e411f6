//! Term input/output, formatted output, operators (ISO 8.14).

pub mod clause_text;
pub mod format;
pub mod format_column;
mod format_locale;
pub mod format_number;
pub mod format_users;
pub mod operators;
pub mod quotations;
pub mod read_term;
pub mod term_layout;
pub mod write_options;
pub mod write_term;
