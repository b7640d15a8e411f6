//! The results that `findall/3` collects: copies off the heap, one buffer for each goal that runs.

use crate::term::cell::{BoxKind, Cell, Tag};
use crate::term::heap::Heap;
use crate::term::quick_copy::{self, Copied};
use crate::term::record::{pack_copy, pack_onto};

/// The open buffers, the innermost last.
#[derive(Default)]
pub struct Results(Vec<Buffer>);
