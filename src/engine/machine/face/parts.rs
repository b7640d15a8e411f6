//! Parts of the machine that keep their own invariants, and that built-ins use directly.

use crate::base::atom::AtomTable;
use crate::base::flag::Flags;
use crate::code::database::Database;
use crate::code::source::Source;
use crate::io::table::StreamTable;
use crate::machine::Machine;
use crate::machine::control::trace::Tracer;
use crate::machine::eval::arithmetic::Arithmetic;
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
    /// Returns predicates, clauses and code.
    #[inline(always)]
    pub fn db(&self) -> &Database {
        &self.db
    }

    /// Returns predicates, clauses and code, to be changed; call [`Machine::definition_changed`] after a change of a static predicate.
    #[inline(always)]
    pub fn db_mut(&mut self) -> &mut Database {
        &mut self.db
    }

    /// Returns the Prolog flags.
    #[inline(always)]
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Returns the operators.
    #[inline(always)]
    pub fn ops(&self) -> &OpTable {
        &self.ops
    }

    /// Returns the operators, to be changed.
    #[inline(always)]
    pub fn ops_mut(&mut self) -> &mut OpTable {
        &mut self.ops
    }

    /// Returns the open streams.
    #[inline(always)]
    pub fn streams(&self) -> &StreamTable {
        &self.streams
    }

    /// Returns the open streams, to be changed.
    #[inline(always)]
    pub fn streams_mut(&mut self) -> &mut StreamTable {
        &mut self.streams
    }

    /// Returns the evaluable functors and the state of arithmetic.
    #[inline(always)]
    pub fn arithmetic(&self) -> &Arithmetic {
        &self.arithmetic
    }

    /// Returns the evaluable functors and the state of arithmetic, to be changed.
    #[inline(always)]
    pub fn arithmetic_mut(&mut self) -> &mut Arithmetic {
        &mut self.arithmetic
    }

    /// Returns the limits, with the amounts that are left.
    #[inline(always)]
    pub fn limits(&self) -> &MachineLimits {
        &self.limits
    }

    /// Returns the limits, with the amounts that are left, to be changed.
    #[inline(always)]
    pub fn limits_mut(&mut self) -> &mut MachineLimits {
        &mut self.limits
    }

    /// Returns what persists between goals.
    #[inline(always)]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns what persists between goals, to be changed.
    #[inline(always)]
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Returns what is known of texts that are or were loaded.
    #[inline(always)]
    pub fn loading(&self) -> &Loading {
        &self.loading
    }

    /// Returns what is known of texts that are or were loaded, to be changed.
    #[inline(always)]
    pub fn loading_mut(&mut self) -> &mut Loading {
        &mut self.loading
    }

    /// Returns the Prolog flags, to be changed; call [`Machine::flags_changed`] afterwards.
    #[inline(always)]
    pub fn flags_mut(&mut self) -> &mut Flags {
        &mut self.flags
    }

    /// Returns the state of the debugger.
    pub fn tracer(&self) -> &Tracer {
        &self.tracer
    }

    /// Returns the state of the debugger, to be changed.
    pub fn tracer_mut(&mut self) -> &mut Tracer {
        &mut self.tracer
    }

    /// Returns the text that is being loaded, the innermost one.
    pub fn source(&self) -> Option<&Source> {
        self.loading.source()
    }

    /// Returns the text that is being loaded, to be read from.
    pub fn source_mut(&mut self) -> Option<&mut Source> {
        self.loading.source_mut()
    }

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
