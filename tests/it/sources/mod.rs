//! Programs, texts and files that are loaded, and the sources of ferz.

pub(crate) mod clpq;
pub(crate) mod devices;
pub(crate) mod faults;
pub(crate) mod growth;
pub(crate) mod interface;
pub(crate) mod linear;
pub(crate) mod loading;
pub(crate) mod manifests;
pub(crate) mod peaks;
pub(crate) mod programs;
pub(crate) mod tidy;
