//! Tools for those who write Prolog, which the program `ferz` offers as its commands: [`fmt`] lays out texts, [`lsp`] serves
//! editors, [`dap`] serves their debuggers, [`show`] shows how a goal is solved.
//!
//! They stand on the public interface of `ferz` alone. But for [`dap`] and [`show`], nothing of a program runs.
#![forbid(unsafe_code)]

pub mod dap;
pub mod fmt;
mod gaps;
pub mod lsp;
mod operators;
pub mod show;
mod transport;
