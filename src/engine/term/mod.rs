//! Terms: cells on the heap, and all operations on them that run no goals.

pub mod build;
pub mod cell;
pub mod copy;
pub mod counts;
pub mod flat;
pub mod heap;
mod integer;
pub mod marks;
pub mod order;
pub mod pairs;
pub mod parcel;
pub mod places;
pub mod portable;
pub mod quick_copy;
pub mod record;
pub mod tries;
pub mod view;
pub mod walk;
pub mod write;
