//! Calling: goals given as terms, native and host predicates, predicates that run from their candidate lists; preparing
//! predicates to be run, and searching and changing their clauses.

pub mod body;
pub mod candidates;
pub mod changes;
mod goal;
pub mod goal_cache;
pub mod host;
mod search;
