//! The engine as a whole: flags, the tables of native predicates, the end of the program.

use crate::base::flag::{Flags, Infinite, Undefined};
use crate::machine::Machine;
use crate::machine::control::trace::TraceMode;

impl Machine {
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
}
