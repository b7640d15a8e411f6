//! The kernel under `library(simplex)`: operations on the rows of a tableau, and transportation problems.

pub(crate) mod rows;
pub(crate) mod transport;
