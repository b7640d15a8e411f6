//! Tools for those who write Prolog, which the program `ferz` offers as its commands: [`doc`] makes documentation of comments,
//! [`explain`] tells of kinds of messages, [`fmt`] lays out texts, [`lsp`] serves editors, [`dap`] serves their debuggers,
//! [`kernel`] serves notebooks, [`show`] shows how a goal is solved, [`mod@profile`] where its time goes, [`mod@bench`] times
//! goals, [`watch`] runs a command again when a text changes.
//!
//! They stand on the public interface of `ferz` alone. But for [`dap`], [`kernel`], [`show`], [`mod@bench`], [`doc::test`] and
//! the lenses of [`lsp`], nothing of a program runs.
#![forbid(unsafe_code)]

pub mod bench;
pub mod dap;
pub mod doc;
pub mod explain;
pub mod fmt;
mod gaps;
pub mod kernel;
mod line_starts;
pub mod lsp;
mod markup;
mod operators;
pub mod profile;
pub mod show;
mod transport;
pub mod watch;
