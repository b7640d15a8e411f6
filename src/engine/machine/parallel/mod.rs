//! One goal on several machines: a machine that has nothing to do is given the oldest alternatives of one that runs.
//!
//! The machine that is given alternatives is a copy (addresses are offsets), which begins by backtracking to the choice
//! point that has them. Nothing older is left to either of them: the work that was given away comes after all that its
//! giver still does, which tells the order of the solutions. Only the oldest alternatives are given, so a cut, a negation
//! or a condition means the same in every copy: a choice point that is cut after its alternatives were given away calls
//! off the task that has them (`stacks/given.rs`), as soon as nothing can call off the task that has cut it.
//!
//! The branches of a goal must not talk to one another by side effects; each machine has its own database. Where a
//! predicate of the library does so, or keeps something outside of terms, nothing is given away (`split.rs`).

mod search;
mod split;

pub use search::{FoundAnswers, Job, ParallelSearch, SearchPart, TaskException};
