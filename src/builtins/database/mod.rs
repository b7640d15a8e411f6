//! Clauses, records and global variables (ISO 8.8, 8.9), loading of texts, modules.

mod clause_checks;
pub(crate) mod clause_refs;
pub(crate) mod clauses;
mod contexts;
pub(crate) mod early_calls;
pub(crate) mod events;
mod followed;
pub(crate) mod for_all;
mod format_check;
pub(crate) mod globals;
pub(crate) mod goal_paths;
mod guards;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod hints;
pub(crate) mod load;
pub(crate) mod load_clause;
pub(crate) mod load_messages;
pub(crate) mod load_stream;
pub(crate) mod load_style;
pub(crate) mod modules;
pub(crate) mod not_loaded;
pub(crate) mod places;
pub(crate) mod procedures;
pub(crate) mod properties;
pub(crate) mod records;
pub(crate) mod retract;
pub(crate) mod tabled;
pub(crate) mod transactions;
pub(crate) mod tries;
pub(crate) mod waiting;
