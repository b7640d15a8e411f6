//! Predicates written in Rust, one table for each section of the standard.

mod attributes;
mod list_arg;
mod lists;
mod order;
mod sort;
mod terms;
mod types;
mod unify;
mod univ;

use crate::machine::native::Native;

/// All tables with their titles, in the order of the standard.
pub fn sections() -> [(&'static str, &'static [Native]); 8] {
    [
        ("Term unification", unify::TABLE),
        ("Type testing", types::TABLE),
        ("Term comparison", order::TABLE),
        ("Sorting", sort::TABLE),
        ("Term creation and decomposition", terms::TABLE),
        ("Terms as lists", univ::TABLE),
        ("Lists", lists::TABLE),
        ("Attributed variables", attributes::TABLE),
    ]
}
