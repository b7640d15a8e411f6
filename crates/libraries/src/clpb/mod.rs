//! Constraints over Boolean variables: the kernel under `library(clpb)`.
//!
//! All constraints on variables that are linked to one another are one binary decision diagram, which is on the engine's
//! heap (`store.rs`) between calls. A native predicate reads an expression (`expression.rs`), and the diagrams of its
//! variables into a table of its own (`space.rs`, `diagrams.rs`), joins them, binds the variables that have one value or
//! equal another one (`entailed.rs`), and stores the result (`solve.rs`). That takes time in proportion to the diagrams,
//! which looking for such variables would take anyway. `texts/solvers/clpb.pl` has the rest.

mod cache;
mod count;
mod diagrams;
mod entailed;
mod expression;
mod forms;
pub(crate) mod predicates;
mod solve;
mod space;
mod store;
