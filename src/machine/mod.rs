//! The abstract machine: a WAM on one heap.
//!
//! Registers and areas, with the letters of the WAM literature:
//!
//! - `heap` up to `top` (H): all terms and all variables. `hb` is its top at the newest choice point.
//! - `frames` (the environments): `e` is the current frame, `frame_top` the next free word. A frame is `[previous frame
//!   and continuation, slots...]`; slots never hold unbound variables.
//! - `choices` (B): choice points, with their saved registers in `saved`. `protected` is the frame top at the newest
//!   one: the frames below it must be kept. `cleanup_level` is the index of the newest cleanup choice point plus one; a
//!   cut below it takes the slow path.
//! - `trail` (TR): the entries to undo; see `trail.rs`.
//! - `x`: argument registers; `pc` the next instruction, `cp` the continuation, `b0` the cut barrier of the clause
//!   being entered, `s` and `write` the state of unify instructions.
//!
//! Nothing on the heap moves while a native predicate runs.

mod backtrace;
mod call;
mod choices;
mod control;
mod eval;
pub mod library;
mod memory;
pub mod native;
pub mod outcome;
mod run;
pub mod session;
mod stacks;
mod unify;

pub use control::trace;
pub use memory::meter::deadline;
pub use run::dispatch::Outcome;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::flag::{Flags, Infinite, Undefined, Unknown};
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::{Label, PredId};
use crate::code::predicate::Definition;
use crate::code::source::Source;
use crate::io::table::StreamTable;
use crate::term::cell::Cell;
use crate::term::heap::{HEADROOM, Heap};
use crate::term::record::Record;
use crate::term::view::View;
use crate::text::ops::OpTable;
use call::{Calls, Search};
use control::catch::Sequences;
use control::exceptions::Exceptions;
use control::results::Results;
use control::trace::{Mode, Tracer};
use control::wakes::Wakes;
use eval::Arithmetic;
use library::Library;
use memory::collect::{Collector, Held};
use memory::limit::Limits;
use memory::reclaim::Schedule;
use native::Native;
use session::Session;
use stacks::{Registers, Stacks, Suspended};

/// Maximum capacity in bytes of a text buffer that is kept for reuse.
const MOST_KEPT_TEXT: usize = 16 << 10;

/// The abstract machine. The order of the fields lets the run loop reach the machine and its argument registers through
/// one processor register.
#[repr(C)]
pub struct Machine {
    x: [Cell; 256],
    /// The heap.
    pub heap: Heap,
    /// The atom table.
    pub atoms: AtomTable,
    /// Predicates, clauses and code.
    pub db: Database,
    /// Arithmetic: evaluable functors, random numbers, the start of the clock.
    pub arithmetic: Arithmetic,
    /// Texts that are being loaded, the innermost last.
    pub sources: Vec<Source>,
    /// The files that were loaded or are being loaded, with their modification times.
    pub loaded: FxHashMap<std::path::PathBuf, Option<std::time::SystemTime>>,
    /// The number of errors met while loading.
    pub load_errors: usize,
    /// The goal of `initialization(Goal, main)`.
    pub main_goal: Option<Record>,
    /// Limits and metering.
    pub limits: Limits,
    /// Prolog flags; call [`Machine::flags_changed`] after a change.
    pub flags: Flags,
    /// Operators.
    pub ops: OpTable,
    /// Open streams.
    pub streams: StreamTable,
    /// The library.
    pub library: Library,
    /// State that persists between goals.
    pub session: Session,
    /// The state of the debugger.
    pub tracer: Tracer,
    calls: Calls,
    search: Search,
    text: String,
    regs: Registers,
    stacks: Stacks,
    unify_stack: Vec<(usize, usize, usize)>,
    wakes: Wakes,
    results: Results,
    exceptions: Exceptions,
    /// The predicate that was being called when the limits were last checked.
    called: Option<PredId>,
    /// The registers of runs that nested runs interrupt, the innermost last.
    suspended: Vec<Suspended>,
    held: Held,
    collector: Collector,
    sequences: Sequences,
    schedule: Schedule,
    /// The labels at which continuations given as terms may resume, and the number of slots of their frames.
    continuations: FxHashMap<Label, usize>,
}

impl Machine {
    /// Makes a machine with the given native predicates, all in module `system`.
    pub fn new(natives: &[&[Native]], streams: StreamTable) -> Machine {
        let mut atoms = AtomTable::new();
        let limits = Limits::default();
        let arithmetic = Arithmetic::new(&mut atoms, limits.watch());
        let ops = OpTable::new(&mut atoms);
        let mut db = Database::default();
        let sequences = Sequences::new(&mut db.arena);
        let mut heap = Heap::with_capacity(4 * HEADROOM);
        heap.watch = Arc::clone(limits.watch());
        let session = Session::new(&mut heap);
        let calls = Calls::new(natives, &mut atoms, &mut db);
        let mut machine = Machine {
            x: [Cell::ZERO; 256],
            heap,
            atoms,
            db,
            arithmetic,
            sources: Vec::new(),
            loaded: FxHashMap::default(),
            load_errors: 0,
            main_goal: None,
            limits,
            flags: Flags::default(),
            ops,
            streams,
            library: Library::default(),
            session,
            tracer: Tracer::default(),
            calls,
            search: Search::default(),
            text: String::new(),
            regs: Registers::NONE,
            stacks: Stacks::new(),
            unify_stack: Vec::new(),
            wakes: Wakes::default(),
            results: Results::default(),
            exceptions: Exceptions::NONE,
            called: None,
            suspended: Vec::new(),
            held: Held::default(),
            collector: Collector::default(),
            sequences,
            schedule: Schedule::default(),
            continuations: FxHashMap::default(),
        };
        if cfg!(debug_assertions) {
            let all = std::env::var_os("FERZ_CHECK_INDEX").is_some();
            machine.db.checked = if all { usize::MAX } else { 500 };
        }
        machine.streams.set_watch(machine.limits.watch());
        machine.add_sequences();
        machine.atoms.seal();
        machine.refresh_heap_limit();
        machine
    }

    fn add_sequences(&mut self) {
        let s = self.sequences;
        self.add_code(known::CATCH, 3, s.catch, true);
        self.add_code(known::RESET, 3, s.reset, false);
        self.add_code(known::CALL_BODY, 2, s.body, false);
        for (extra, &label) in s.call.iter().enumerate() {
            self.add_code(known::CALL, extra + 1, label, true);
        }
        let call_cleanup = self.atoms.intern("$call_cleanup");
        self.add_code(call_cleanup, 3, s.cleanup, false);
        let cut = self.atoms.intern("$cut");
        self.add_code(cut, 1, s.cut_to, false);
    }

    fn add_code(&mut self, name: Atom, arity: usize, label: u32, iso: bool) {
        let pred = self.db.pred(known::SYSTEM, Functor::new(name, arity));
        self.db.preds[pred].definition = Definition::Code;
        self.db.preds[pred].iso = iso;
        self.db.entries[pred] = label;
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
            self.set_trace_mode(if self.flags.debug { Mode::Debug } else { Mode::Off });
        }
        let flags = &self.flags;
        if flags.occurs_check != before.occurs_check {
            self.occurs_check_changed();
        }
    }

    fn unknown_is_error(&self) -> bool {
        self.flags.unknown == Unknown::Error
    }

    /// Returns the table rows of all native predicates.
    pub fn natives(&self) -> &[Native] {
        self.calls.natives()
    }

    /// Sets whether static predicates are linked; off only to compare both ways of running them.
    pub fn set_linking(&mut self, on: bool) {
        self.calls.set_linking(on);
    }

    /// Sets the exit code of `halt/1`. From then until the end of the run no catch frame catches an exception.
    pub fn set_halt(&mut self, code: i32) {
        self.exceptions.set_halt(Some(code));
    }

    /// Whether `halt/1` was called and unwinds the goals.
    pub fn is_halting(&self) -> bool {
        self.exceptions.halt().is_some()
    }

    /// Takes the exit code, if `halt/1` was called.
    pub fn take_halt(&mut self) -> Option<i32> {
        self.exceptions.take_halt()
    }

    /// Returns argument register `index` as the caller left it.
    pub fn arg(&self, index: usize) -> Cell {
        self.x[index]
    }

    /// Follows references.
    #[inline]
    pub fn deref(&self, cell: Cell) -> Cell {
        self.heap.deref(cell)
    }

    /// Returns the view of `cell`, dereferenced.
    #[inline]
    pub fn view(&self, cell: Cell) -> View {
        self.heap.view(cell)
    }

    /// Returns the atom with this name.
    pub fn intern(&mut self, name: &str) -> Atom {
        self.atoms.intern(name)
    }

    /// Lends an empty string buffer with capacity, so that built-ins need not allocate one for a few characters.
    #[inline]
    pub fn with_text<T>(&mut self, f: impl FnOnce(&mut Machine, &mut String) -> T) -> T {
        let mut text = std::mem::take(&mut self.text);
        let result = f(self, &mut text);
        if text.capacity() <= MOST_KEPT_TEXT {
            text.clear();
            self.text = text;
        }
        result
    }
}

#[cfg(test)]
impl Machine {
    /// Makes a machine without predicates, for unit tests.
    pub(crate) fn bare() -> Machine {
        let mut machine = Machine::new(&[], StreamTable::closed());
        // As if above a choice point: every binding is trailed, so that a test can undo all of them.
        machine.stacks.trail_everything();
        machine
    }

    /// Sets an argument register.
    pub(crate) fn set_arg(&mut self, index: usize, cell: Cell) {
        self.x[index] = cell;
    }

    /// Undoes every binding.
    pub(crate) fn undo_all(&mut self) {
        self.stacks.undo(&mut self.heap, 0);
    }

    /// The ball of the exception that was raised last.
    pub(crate) fn ball(&self) -> Cell {
        self.exceptions.ball()
    }
}
