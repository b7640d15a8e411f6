//! The abstract machine: a WAM on one heap.
//!
//! Registers and areas, with the letters of the WAM literature:
//!
//! - `heap` up to `top` (H): all terms and all variables.
//! - `stacks`: the frames (environments), the choice points (B) with the registers they save, and the trail (TR). What is
//!   derived from the newest choice point: `hb`, the top of the heap there, and `protected`, the top of the frames that
//!   must be kept. A cut below `slow_cut` takes the slow path.
//! - `x`: argument registers. `regs`: `pc` the next instruction, `cp` the continuation, `e` the current frame,
//!   `frame_top` the next free word, `b0` the cut barrier of the clause being entered, `s` and `write` the state of
//!   unify instructions.
//!
//! Each part that has state (tables, exceptions, stacks, results, engines, ...) owns what is done with it, and takes the
//! other parts that it needs as arguments: `m.tables.abolish_table(&mut m.db, number)`. What needs room, limits or calls
//! goals needs the machine as a whole, and is a method of the machine.
//!
//! The folders; methods of the machine call downwards, and those of `face` stand beside what they call:
//!
//! | folder | |
//! |---|---|
//! | `face` | what built-ins may call of the machine as a whole |
//! | `run` | the loop and its slow paths |
//! | `control` | exceptions, cleanup goals, wake-ups, continuations |
//! | `coroutines` | engines of the program, with stacks of their own |
//! | `call` | goals, native predicates, candidate lists, preparing predicates |
//! | `eval`, `unify` | expressions, unification |
//! | `parallel` | one goal on several machines, which are given the oldest alternatives of others |
//! | `tabling` | tables, and goals that wait for their answers |
//! | `threads` | what the engines of a program's threads share: queues, mutexes, names |
//! | `memory` | limits, growth, collectors |
//! | `stacks` | registers and stacks; knows nothing of the machine |
//!
//! Nothing on the heap moves while a native predicate runs.

mod backtrace;
mod call;
mod control;
mod coroutines;
mod eval;
mod face;
mod image;
pub mod library;
mod loading;
mod memory;
pub mod native;
mod nesting;
pub mod outcome;
pub mod parallel;
pub mod profiler;
mod run;
pub mod session;
mod stacks;
mod tabling;
pub mod threads;
mod unify;

pub use call::solutions::Solutions;
pub use control::exceptions::Cause;
pub use control::trace;
pub use face::nested;
pub use face::parts::Parts;
pub use face::pause;
pub use face::sharing;
pub use memory::limits::default_memory;
pub use memory::meter::{GRACE, deadline};
pub use run::drive::Outcome;

use rustc_hash::FxHashMap;

use crate::base::atom::AtomTable;
use crate::base::flag::Flags;
use crate::code::database::Database;
use crate::code::instr::{Label, PredId};
use crate::io::table::StreamTable;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::text::ops::OpTable;

use call::Calls;
use call::search::Search;
use control::exceptions::Exceptions;
use control::results::Results;
use control::sequences::Sequences;
use control::trace::Tracer;
use control::wakes::Wakes;
use coroutines::Coroutines;
use eval::arithmetic::Arithmetic;
use library::Libraries;
use loading::Loading;
use memory::collect::collector::Collector;
use memory::collect::held::Held;
use memory::limits::MachineLimits;
use memory::reclaim::Schedule;
use nesting::Nesting;
use session::Session;
use stacks::{Registers, Stacks};
use tabling::Tables;

/// The abstract machine. The order of the fields lets the run loop reach the machine and its argument registers through
/// one processor register.
///
/// Parts with state own what is done with it: they keep their fields private, and take the other parts that they need as
/// arguments. Those that built-ins use are public. What needs the machine as a whole is a method of the machine.
#[repr(C)]
pub struct Machine {
    x: [Cell; 256],
    /// The heap.
    pub heap: Heap,
    /// The atom table.
    pub atoms: AtomTable,
    /// Predicates, clauses and code. After a change of a static predicate, call [`Database::definition_changed`].
    pub db: Database,
    /// Evaluable functors, and the state of arithmetic.
    pub arithmetic: Arithmetic,
    /// The texts that are or were loaded.
    pub loading: Loading,
    /// The limits, with the amounts that are left.
    pub limits: MachineLimits,
    /// The Prolog flags. After a change, call [`Machine::flags_changed`].
    pub flags: Flags,
    /// The operators.
    pub ops: OpTable,
    /// The open streams.
    pub streams: StreamTable,
    /// The libraries.
    pub library: Libraries,
    /// The state that persists between goals.
    pub session: Session,
    /// The state of the debugger.
    pub tracer: Tracer,
    /// How predicates are prepared and called: native predicates, those of hosts, states that are kept.
    pub calls: Calls,
    /// The arguments by which clauses are looked up.
    pub search: Search,
    text: String,
    regs: Registers,
    /// Frames, choice points and the trail.
    pub stacks: Stacks,
    unify_stack: Vec<(usize, usize, usize)>,
    wakes: Wakes,
    /// The results of goals that collect them.
    pub results: Results,
    /// The exceptions: the ball that was raised last, and those that wait.
    pub exceptions: Exceptions,
    /// The predicate that was being called when the limits were last checked.
    called: Option<PredId>,
    /// The predicate that is called next, while the limits are checked before a call.
    calling: Option<PredId>,
    nesting: Nesting,
    /// Cells that code outside of the machine holds.
    pub held: Held,
    /// The collector of the heap.
    pub collector: Collector,
    sequences: Sequences,
    /// When atoms and code are collected.
    pub schedule: Schedule,
    /// The labels at which continuations given as terms may resume, and the number of slots of their frames.
    continuations: FxHashMap<Label, usize>,
    /// The tables of tabled goals: large, and exchanged when another engine of the program runs.
    pub tables: Box<Tables>,
    /// The engines of the program.
    pub coroutines: Coroutines,
}

#[cfg(any(test, feature = "testing"))]
impl Machine {
    /// Makes a machine without predicates, for unit tests.
    #[doc(hidden)]
    pub fn bare() -> Machine {
        let mut machine = Machine::new(&[], StreamTable::closed());
        // As if above a choice point: every binding is trailed, so that a test can undo all of them.
        machine.stacks.trail_everything();
        machine
    }

    /// Sets an argument register.
    pub fn set_arg(&mut self, index: usize, cell: Cell) {
        self.x[index] = cell;
    }

    /// Undoes every binding.
    pub fn undo_all(&mut self) {
        self.stacks.undo(&mut self.heap, 0);
    }
}
