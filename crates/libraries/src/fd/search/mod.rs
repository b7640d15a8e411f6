//! Labelling as a search in a space of its own: the variables and propagators that are reached from the variables that
//! get values are copied from the heap into vectors (`build.rs`, `space.rs`), where propagation (`run.rs`, `sum.rs`, `distinct.rs`)
//! and backtracking (`label.rs`) touch nothing else. Each solution is written back (`solve.rs`).

mod build;
pub(super) mod distinct;
mod label;
mod narrow;
mod options;
mod orders;
mod outlook;
mod parts;
mod run;
pub(crate) mod solve;
pub(super) mod space;
mod sum;
