//! Parts of the machine that keep their own invariants, and that built-ins use directly; what follows a change of flags,
//! and of what the limit on the heap is made of.

use crate::base::atom::AtomTable;
use crate::base::flag::{Flags, Infinite, Undefined};
use crate::io::table::StreamTable;
use crate::machine::Machine;
use crate::machine::control::trace::TraceMode;
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

    /// Brings copies of flag values up to date after a flag was set. `before` holds the old values.
    pub fn flags_changed(&mut self, before: &Flags) {
        let (flags, state) = (&self.flags, self.arithmetic.state_mut());
        state.iso = flags.iso;
        state.prefer_rationals = flags.prefer_rationals;
        state.infinite = flags.float_overflow == Infinite::Infinity;
        state.divide_by_zero = flags.float_zero_div == Infinite::Infinity;
        state.undefined = flags.float_undefined == Undefined::Nan;
        let most = usize::try_from(flags.max_integer_size).unwrap_or(usize::MAX);
        state.max_bits = most.saturating_mul(8);
        self.heap.floats_first = flags.iso;
        if flags.debug != before.debug {
            self.set_trace_mode(if self.flags.debug {
                TraceMode::Debug
            } else {
                TraceMode::Off
            });
        }
        let flags = &self.flags;
        if flags.occurs_check != before.occurs_check {
            self.calls.occurs_check_changed(&mut self.db);
        }
    }

    /// Sets the limit that the run loop tests, from the current state of the heap.
    pub(in crate::machine) fn refresh_heap_limit(&mut self) {
        let limit = self
            .heap
            .capacity()
            .saturating_sub(self.db.arena.headroom)
            .min(self.collector.due_at());
        let leaves_loop = !self.wakes.is_empty()
            || self.wakes.has_undo()
            || self.collector.is_stressed()
            || self.tracer.takes_calls();
        self.limits.set_heap_limit(limit, leaves_loop);
        self.limits.look_at_watch();
        self.limits.tell_room(&self.heap, &self.stacks, &self.regs);
    }
}
