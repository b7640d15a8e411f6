//! Terms: cells on the heap, and all that can be done with them without running anything.

pub mod build;
pub mod cell;
pub mod heap;
pub mod view;
