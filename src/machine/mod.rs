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

mod aside;
mod blame;
mod body;
mod call;
mod candidates;
mod catch;
pub mod changes;
mod choice;
mod collect;
mod delimited;
mod eval;
mod exec;
mod goals;
pub mod host;
mod hot;
mod keep;
pub mod limit;
mod live;
mod meter;
pub mod native;
mod occurs;
mod raise;
mod reclaim;
mod run;
mod search;
pub mod session;
mod slow;
mod solve;
mod stacks;
mod trail;
mod unify;
mod wake;

pub use meter::deadline;
pub use run::Outcome;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::flag::{Flags, Infinite, Undefined, Unknown};
use crate::base::known;
use crate::base::num::{EvalState, FunctionTable};
use crate::code::database::Database;
use crate::code::instr::{Label, NO_PRED, PredId};
use crate::code::predicate::Definition;
use crate::code::source::Source;
use crate::io::table::StreamTable;
use crate::term::cell::Cell;
use crate::term::heap::{HEADROOM, Heap};
use crate::term::record::Record;
use crate::term::view::View;
use crate::text::ops::OpTable;
use crate::text::reader::Reader;
use catch::Sequences;
use choice::{Choice, Light};
use collect::{Collector, Held};
use goals::GoalCache;
use host::{Host, Pulled};
use limit::Limits;
use native::{Native, Step};
use reclaim::Schedule;
use session::Session;
use solve::{Buffer, Suspended};

/// Compiles a library predicate into the database. The argument is the position of its text in the library's index.
pub type LibraryLoader = fn(&mut Machine, u32) -> Step;

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
    /// Evaluable functors.
    pub functions: FunctionTable,
    /// The state of arithmetic: random numbers, the start of the clock, flags.
    pub eval_state: EvalState,
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
    /// Whether static predicates are linked. Off only to compare both ways of running them.
    pub linking: bool,
    /// The loader of library predicates.
    pub load_library: Option<LibraryLoader>,
    /// The reader of the library's texts and the standard operators; created at first use.
    pub library_reader: Option<(Reader, OpTable)>,
    /// The texts of the library by name, for the documentation predicates.
    pub library_texts: &'static [(&'static str, &'static str)],
    /// The command-line arguments of the program, for the flag `argv`.
    pub argv: Vec<String>,
    /// The exit code, once `halt/1` was called. From then until the end of the run no catch frame catches an exception.
    pub halt: Option<i32>,
    /// State that persists between goals.
    pub session: Session,
    natives: Vec<Native>,
    hosts: Vec<Host>,
    /// The solutions of host predicates that may be asked for, those of the newest choice points last.
    pulled: Vec<Pulled>,
    /// Arguments for clause look-up that are not in registers.
    sought: Vec<Cell>,
    /// The predicate whose clauses the running predicate searches, and the generation of the search.
    searching: Option<(PredId, u64)>,
    /// The packed form of the clause that is being recorded.
    packing: Vec<u64>,
    text: String,
    frames: Vec<u64>,
    choices: Vec<Choice>,
    /// The light choice; in use only while the run loop runs.
    light: Light,
    saved: Vec<Cell>,
    trail: Vec<u64>,
    hb: usize,
    s: usize,
    write: bool,
    e: usize,
    frame_top: usize,
    protected: usize,
    pc: usize,
    cp: usize,
    b0: usize,
    cleanup_level: usize,
    callee: PredId,
    goals: Box<GoalCache>,
    unify_stack: Vec<(usize, usize, usize)>,
    eval_stack: Vec<Cell>,
    pending: Vec<(Cell, Cell)>,
    buffers: Vec<Buffer>,
    /// The size in bytes of the results in all buffers.
    buffered: usize,
    ball: Cell,
    /// Whether the ball was made by the machine, so that its context is still to be filled in.
    needs_context: bool,
    uncaught: Option<Record>,
    /// Exceptions that are pending until cleanup goals end, the newest last.
    balls: Vec<Record>,
    running: Option<u16>,
    /// The predicate that was being called when the limits were last checked.
    called: Option<PredId>,
    /// The registers of runs that nested runs interrupt, the innermost last.
    suspended: Vec<Suspended>,
    held: Vec<Held>,
    collector: Collector,
    sequences: Sequences,
    helpers: Helpers,
    schedule: Schedule,
    /// The labels at which continuations given as terms may resume, and the number of slots of their frames.
    continuations: FxHashMap<Label, usize>,
}

/// Library predicates that run bodies given as terms.
#[derive(Clone, Copy)]
struct Helpers {
    and: PredId,
    or: PredId,
    if_then: PredId,
    if_then_else: PredId,
    soft_then: PredId,
    soft_if: PredId,
    not: PredId,
}

impl Helpers {
    /// The value before the library is installed.
    const NONE: Helpers = Helpers {
        and: NO_PRED,
        or: NO_PRED,
        if_then: NO_PRED,
        if_then_else: NO_PRED,
        soft_then: NO_PRED,
        soft_if: NO_PRED,
        not: NO_PRED,
    };
}

impl Machine {
    /// Makes a machine with the given native predicates, all in module `system`.
    pub fn new(natives: &[&[Native]], streams: StreamTable) -> Machine {
        let mut atoms = AtomTable::new();
        let functions = FunctionTable::new(&mut atoms);
        let ops = OpTable::new(&mut atoms);
        let mut db = Database::default();
        let sequences = Sequences::new(&mut db.arena);
        let mut heap = Heap::with_capacity(4 * HEADROOM);
        let session = Session::new(&mut heap);
        let mut machine = Machine {
            x: [Cell::ZERO; 256],
            heap,
            atoms,
            db,
            functions,
            eval_state: EvalState::default(),
            sources: Vec::new(),
            loaded: FxHashMap::default(),
            load_errors: 0,
            main_goal: None,
            limits: Limits::default(),
            flags: Flags::default(),
            ops,
            streams,
            linking: true,
            load_library: None,
            library_reader: None,
            library_texts: &[],
            argv: Vec::new(),
            halt: None,
            session,
            natives: Vec::new(),
            hosts: Vec::new(),
            pulled: Vec::new(),
            sought: Vec::new(),
            searching: None,
            packing: Vec::new(),
            text: String::new(),
            frames: vec![0; 64 * 1024],
            choices: Vec::with_capacity(1024),
            light: Light::NONE,
            saved: Vec::new(),
            trail: Vec::new(),
            hb: 0,
            s: 0,
            write: false,
            e: 0,
            frame_top: hot::FRAME_HEADER,
            protected: 0,
            pc: 0,
            cp: 0,
            b0: 0,
            cleanup_level: 0,
            callee: NO_PRED,
            goals: Box::default(),
            unify_stack: Vec::new(),
            eval_stack: Vec::new(),
            pending: Vec::new(),
            buffers: Vec::new(),
            buffered: 0,
            ball: Cell::NIL,
            needs_context: false,
            uncaught: None,
            balls: Vec::new(),
            running: None,
            called: None,
            suspended: Vec::new(),
            held: Vec::new(),
            collector: Collector::default(),
            sequences,
            helpers: Helpers::NONE,
            schedule: Schedule::default(),
            continuations: FxHashMap::default(),
        };
        if cfg!(debug_assertions) {
            let all = std::env::var_os("FERZ_CHECK_INDEX").is_some();
            machine.db.checked = if all { usize::MAX } else { 500 };
        }
        machine.heap.watch = Arc::clone(machine.limits.watch());
        machine.streams.set_watch(machine.limits.watch());
        machine.eval_state.watch = Arc::clone(machine.limits.watch());
        machine.frames[0] = Cell::ZERO.bits();
        machine.frames[1] = Cell::ZERO.bits();
        for table in natives {
            for native in *table {
                machine.add_native(*native);
            }
        }
        machine.add_sequences();
        machine.atoms.seal();
        machine.refresh_heap_limit();
        machine
    }

    fn add_native(&mut self, native: Native) {
        let id = self.natives.len() as u16;
        self.natives.push(native);
        let functor = Functor::new(self.atoms.intern(native.name()), native.arity);
        let pred = self.db.pred(known::SYSTEM, functor);
        let p = &mut self.db.preds[pred];
        p.definition = Definition::Native(id);
        p.iso = !native.iso.is_empty();
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
        let mut helper = |name: &str, arity| {
            let atom = self.atoms.intern(name);
            self.db.pred(known::SYSTEM, Functor::new(atom, arity))
        };
        self.helpers = Helpers {
            and: helper("$and", 3),
            or: helper("$or", 3),
            if_then: helper("$if_then", 3),
            if_then_else: helper("$if_then_else", 4),
            soft_then: helper("$soft_then", 3),
            soft_if: helper("$soft_if", 4),
            not: helper("$not", 1),
        };
        self.goals.and = self.helpers.and;
    }

    fn add_code(&mut self, name: Atom, arity: usize, label: u32, iso: bool) {
        let pred = self.db.pred(known::SYSTEM, Functor::new(name, arity));
        self.db.preds[pred].definition = Definition::Code;
        self.db.preds[pred].iso = iso;
        self.db.entries[pred] = label;
    }

    /// Brings copies of flag values up to date after a flag was set. `before` holds the old values.
    pub fn flags_changed(&mut self, before: &Flags) {
        let (flags, state) = (&self.flags, &mut self.eval_state);
        state.iso = flags.iso;
        state.prefer_rationals = flags.prefer_rationals;
        state.infinite = flags.float_overflow == Infinite::Infinity;
        state.divide_by_zero = flags.float_zero_div == Infinite::Infinity;
        state.undefined = flags.float_undefined == Undefined::Nan;
        let most = usize::try_from(flags.max_integer_size).unwrap_or(usize::MAX);
        state.max_bits = most.saturating_mul(8);
        self.heap.floats_first = flags.iso;
        if flags.occurs_check != before.occurs_check {
            self.occurs_check_changed();
        }
    }

    fn unknown_is_error(&self) -> bool {
        self.flags.unknown == Unknown::Error
    }

    /// Returns the table rows of all native predicates.
    pub fn natives(&self) -> &[Native] {
        &self.natives
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
        machine.hb = usize::MAX;
        machine
    }

    /// Sets an argument register.
    pub(crate) fn set_arg(&mut self, index: usize, cell: Cell) {
        self.x[index] = cell;
    }

    /// Undoes every binding.
    pub(crate) fn undo_all(&mut self) {
        self.undo_to(0);
    }

    /// The ball of the exception that was raised last.
    pub(crate) fn ball(&self) -> Cell {
        self.ball
    }
}
