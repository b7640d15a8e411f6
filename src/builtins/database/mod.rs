//! Clauses, records and global variables (ISO 8.8, 8.9), loading of texts, modules.

mod clause_checks;
pub mod clause_refs;
pub mod clauses;
pub mod events;
mod followed;
mod format_check;
pub mod globals;
pub mod goal_paths;
#[cfg(not(target_family = "wasm"))]
pub mod hints;
pub mod load;
pub mod load_clause;
pub mod load_messages;
pub mod load_stream;
pub mod load_style;
pub mod modules;
pub mod not_loaded;
pub mod places;
pub mod procedures;
pub mod records;
mod retract;
pub mod tabled;
pub mod transactions;
