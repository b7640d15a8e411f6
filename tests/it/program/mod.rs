//! The program `ferz`, at a terminal and without one.

#[cfg(unix)]
pub(crate) mod commands;
#[cfg(unix)]
pub(crate) mod dap;
#[cfg(unix)]
pub(crate) mod faults;
#[cfg(unix)]
pub(crate) mod guide;
#[cfg(unix)]
pub(crate) mod kernel;
#[cfg(unix)]
pub(crate) mod lenses;
#[cfg(unix)]
pub(crate) mod lsp;
#[cfg(unix)]
pub(crate) mod mcp;
#[cfg(unix)]
pub(crate) mod measures;
#[cfg(unix)]
pub(crate) mod prompt;
#[cfg(unix)]
pub(crate) mod runner;
#[cfg(unix)]
pub(crate) mod screen;
#[cfg(unix)]
pub(crate) mod scripts;
#[cfg(unix)]
pub(crate) mod tracer;
#[cfg(unix)]
pub(crate) mod typed;
#[cfg(target_os = "linux")]
pub(crate) mod waits;
