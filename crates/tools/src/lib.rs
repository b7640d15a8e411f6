//! Tools for those who write Prolog, which the program `ferz` offers as its commands: [`fmt`] lays out texts, [`lsp`] serves editors.
//!
//! They stand on the public interface of `ferz` alone, and nothing of a program runs.
#![forbid(unsafe_code)]

pub mod fmt;
mod gaps;
pub mod lsp;
mod operators;
