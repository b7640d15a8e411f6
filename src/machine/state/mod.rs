//! The stacks of the machine: frames, choice points and the trail, with the operations that the run loop and everything
//! outside of it share.

pub mod choice;
mod keep;
pub mod live;
pub mod stacks;
pub mod trail;
