//! What hosts do with engines.

pub(crate) mod attempts;
pub(crate) mod engine;
pub(crate) mod host;
pub(crate) mod interrupt;
pub(crate) mod libraries;
pub(crate) mod limits;
pub(crate) mod objects;
pub(crate) mod outside;
pub(crate) mod parallel;
pub(crate) mod program_state;
mod propagators;
pub(crate) mod reclaim;
pub(crate) mod saved;
pub(crate) mod shared;
pub(crate) mod texts;
pub(crate) mod threads;
pub(crate) mod values;
