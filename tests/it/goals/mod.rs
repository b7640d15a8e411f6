//! Goals and their answers, in many ways of running them.

pub(crate) mod cases;
pub(crate) mod compiled;
pub(crate) mod dicts;
pub(crate) mod errors;
pub(crate) mod hostile;
pub(crate) mod linking;
pub(crate) mod lookup;
pub(crate) mod nasty;
pub(crate) mod trace;
pub(crate) mod ways;
pub(crate) mod work;
