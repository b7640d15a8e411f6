//! Threads, message queues and mutexes of a program: what the engines share that its threads run on.
//!
//! Each thread has an engine of its own, forked from that of its creator. What goes between them is copied
//! ([`Parcel`]). A thread, a queue and a mutex are objects in terms, and have an alias if they were given one.

mod family;
mod lock;
mod queue;
mod thread;

pub use family::{Family, Member, Taken, lock_of, queue_of, thread_of};
pub use lock::Lock;
pub use queue::{Gone, Queue};
pub use thread::{Status, Thread};
