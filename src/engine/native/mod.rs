//! The interface for native predicates: what packages with libraries stand on.

pub mod args;
pub mod attributes;
pub mod globals;
pub mod halt;
mod rows;

pub use ferz_texts::{Block, Texts};

pub use crate::base::doc::only_manual;
pub use crate::machine::library::{Library, Loadable};
#[doc(hidden)]
pub use crate::machine::native::Inline;
pub use crate::machine::native::{Native, NativeRun, Next, RunNondet, Step, Stop, Thrown, holds};
pub use crate::machine::{Machine, Parts};
pub use rows::{det, nondet};

/// Terms: cells on the heap, and what they stand for.
pub mod terms {
    pub use crate::base::atom::{Atom, Functor, MAX_ARITY};
    pub use crate::base::known;
    pub use crate::base::num::Number;
    pub use crate::base::num::function::FunctionId;
    pub use crate::term::cell::{BoxKind, Cell, Tag};
    pub use crate::term::view::View;
    pub use crate::term::{order, walk};
}

/// The kinds of errors of the standard.
pub mod errors {
    pub use crate::base::iso_error::{Action, Domain, Limit, Resource, Thing, Type};
}

/// Limits and work: what takes time or memory is charged before it is taken.
pub mod work {
    pub use crate::base::ids::Table;
    pub use crate::base::limit::Limit;
    pub use crate::base::object::Weighed;
    pub use crate::base::ordered::Ordered;
    pub use crate::base::watch::{Naps, Pace, Watch};
}

/// Streams and their devices.
pub mod streams {
    pub use crate::io::device::{Device, MemoryInput};
    pub use crate::io::encoding::{from_bytes, to_bytes};
    pub use crate::io::filter::Filter;
    pub use crate::io::network::Network;
    pub use crate::io::stream::{Encoding, Stream, StreamMode};
    pub use crate::io::table::{StreamId, StreamTable, USER_ERROR};
}
