//! Parts of the machine that keep their own invariants, and that built-ins use directly.

use crate::base::atom::AtomTable;
use crate::base::flag::Flags;
use crate::io::table::StreamTable;
use crate::machine::Machine;
use crate::machine::loading::Loading;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::session::Session;
use crate::term::heap::Heap;
use crate::text::ops::OpTable;

/// Several parts, borrowed together.
pub struct Parts<'m> {
    /// The heap.
    pub heap: &'m mut Heap,
    /// The atom table.
    pub atoms: &'m mut AtomTable,
    /// Prolog flags.
    pub flags: &'m mut Flags,
    /// Operators.
    pub ops: &'m mut OpTable,
    /// Open streams.
    pub streams: &'m mut StreamTable,
    /// The limits.
    pub limits: &'m MachineLimits,
    /// Texts that are being loaded.
    pub loading: &'m mut Loading,
    /// The state that persists between goals.
    pub session: &'m mut Session,
}

impl Machine {
    /// Returns parts that are used together.
    #[inline(always)]
    pub fn parts(&mut self) -> Parts<'_> {
        Parts {
            heap: &mut self.heap,
            atoms: &mut self.atoms,
            flags: &mut self.flags,
            ops: &mut self.ops,
            streams: &mut self.streams,
            limits: &self.limits,
            loading: &mut self.loading,
            session: &mut self.session,
        }
    }
}
