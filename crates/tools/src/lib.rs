//! Tools for those who write Prolog, which the program `ferz` offers as its commands: [`doc`] makes documentation of comments,
//! [`explain`] tells of kinds of messages, [`fmt`] lays out texts, [`lsp`] serves editors, [`show`] shows how a goal is solved.
//!
//! They stand on the public interface of `ferz` alone. But for [`show`] and [`doc::test`], nothing of a program runs.
#![forbid(unsafe_code)]

pub mod doc;
pub mod explain;
pub mod fmt;
mod gaps;
pub mod lsp;
mod operators;
pub mod show;
