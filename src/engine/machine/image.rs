//! `Image`: what a machine has loaded, to be shared by others.
//!
//! An image is taken of a machine that runs nothing. Machines made from it share its atoms, predicates, clauses and code
//! until they change them; the rest is small, and copied. After [`Machine::freeze`] none of what they share is charged
//! to them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::atom::{AtomTable, Functor};
use crate::base::flag::Flags;
use crate::base::ids::Id;
use crate::base::known;
use crate::base::num::FunctionTable;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::code::packed::ClauseShape;
use crate::code::predicate::Definition;
use crate::io::table::StreamTable;
use crate::term::cell::Cell;
use crate::term::heap::{FEW_CELLS, HEADROOM, Heap};
use crate::text::ops::OpTable;

use super::Machine;
use super::call::search::Search;
use super::call::{CallTables, Calls};
use super::control::exceptions::Exceptions;
use super::control::results::Results;
use super::control::sequences::Sequences;
use super::control::trace::Tracer;
use super::control::wakes::Wakes;
use super::eval::arithmetic::Arithmetic;
use super::library::Libraries;
use super::loading::Loading;
use super::memory::collect::collector::Collector;
use super::memory::collect::held::Held;
use super::memory::limits::MachineLimits;
use super::memory::reclaim::Schedule;
use super::native::{Native, Stop};
use super::nesting::Nesting;
use super::session::{Lasting, Session};
use super::stacks::{Registers, Stacks};
use super::tabling::{KeptTables, Tables};

pub(super) use super::call::host::HostRun;

/// The largest number of clauses of a static predicate whose facts are all compiled when it is frozen.
const MOST_COMPILED: usize = 1000;

/// The number of cells of a new heap.
const HEAP: usize = 4 * HEADROOM;

/// The state that machines share.
pub struct Image {
    atoms: AtomTable,
    db: Database,
    functions: FunctionTable,
    flags: Flags,
    ops: OpTable,
    library: Libraries,
    session: Lasting,
    loading: Loading,
    calls: CallTables,
    sequences: Sequences,
    tables: Option<Arc<KeptTables>>,
}

/// The heap and the stacks of a machine that runs nothing.
pub struct Areas {
    heap: Heap,
    stacks: Stacks,
}

impl Areas {
    /// Takes the heap and the stacks; this machine must not run any more.
    pub fn take(heap: &mut Heap, stacks: &mut Stacks) -> Areas {
        let mut heap = std::mem::replace(heap, Heap::with_capacity(0));
        heap.clear(HEAP);
        Areas {
            heap,
            stacks: stacks.take_cleared(),
        }
    }

    /// Makes new ones.
    pub fn new() -> Areas {
        Areas {
            heap: Heap::with_capacity(FEW_CELLS),
            stacks: Stacks::new(),
        }
    }

    /// Fills areas without contents with copies of a heap and, if there are `choices`, of so many choice points and what
    /// is below them.
    pub(super) fn fill(self, heap: &Heap, stacks: &Stacks, choices: usize) -> Areas {
        Areas {
            heap: self.heap.filled(heap, HEAP),
            stacks: self.stacks.filled(stacks, choices),
        }
    }
}

/// The parts of a machine besides an image.
pub struct Surroundings {
    /// The streams.
    pub streams: StreamTable,
    /// The limits.
    pub limits: MachineLimits,
    /// The heap and the stacks.
    pub areas: Areas,
}

impl Surroundings {
    /// Makes those of a new engine.
    pub fn new(streams: StreamTable) -> Surroundings {
        Surroundings {
            streams,
            limits: MachineLimits::default(),
            areas: Areas::new(),
        }
    }
}

impl Image {
    /// Makes an image with the given native predicates only, all in module `system`.
    pub fn new(natives: &[&[Native]]) -> Image {
        let mut atoms = AtomTable::new();
        let functions = FunctionTable::new(&mut atoms);
        let ops = OpTable::new(&mut atoms);
        let mut db = Database::default();
        let sequences = Sequences::new(&mut db.arena);
        let calls = CallTables::new(natives, &mut atoms, &mut db);
        let mut image = Image {
            atoms,
            db,
            functions,
            flags: Flags::default(),
            ops,
            library: Libraries::default(),
            session: Lasting::default(),
            loading: Loading::default(),
            calls,
            sequences,
            tables: None,
        };
        image.add_sequences();
        image.atoms.seal();
        image
    }

    fn add_sequences(&mut self) {
        let s = self.sequences;
        let mut add = |name, arity, label, iso| {
            let pred = self.db.pred(known::SYSTEM, Functor::new(name, arity));
            self.db.preds[pred].definition = Definition::Code;
            self.db.preds[pred].iso = iso;
            self.db.entries[pred] = label;
        };
        add(known::CATCH, 3, s.catch, true);
        add(known::RESET, 3, s.reset, false);
        add(known::CALL_BODY, 2, s.body, false);
        for (extra, &label) in s.call.iter().enumerate() {
            add(known::CALL, extra + 1, label, true);
        }
        add(self.atoms.intern("$call_cleanup"), 3, s.cleanup, false);
        add(self.atoms.intern("$cut"), 1, s.cut_to, false);
    }

    /// Makes a machine of an image that nobody else needs.
    pub fn into_machine(self, around: Surroundings) -> Machine {
        self.assemble(around)
    }

    /// Makes a machine of a copy, with host predicates in place of those of the program.
    pub fn machine(&self, around: Surroundings, hosts: Vec<HostRun>) -> Machine {
        let copy = Image {
            atoms: self.atoms.clone(),
            db: self.db.alone(),
            functions: self.functions.clone(),
            flags: self.flags.clone(),
            ops: self.ops.clone(),
            library: self.library.texts_only(),
            session: self.session.clone(),
            loading: self.loading.done(),
            calls: self.calls.clone(),
            sequences: self.sequences,
            tables: self.tables.clone(),
        };
        copy.into_machine_with(around, hosts)
    }

    /// Like [`Image::into_machine`], with host predicates in place of those of the program.
    pub(super) fn into_machine_with(self, around: Surroundings, hosts: Vec<HostRun>) -> Machine {
        let mut machine = self.assemble(around);
        machine.calls.set_hosts(hosts);
        machine
    }
}

impl Image {
    /// Makes a machine of the image.
    fn assemble(self, around: Surroundings) -> Machine {
        let Surroundings {
            streams,
            limits,
            areas: Areas { mut heap, stacks },
        } = around;
        heap.watch = Arc::clone(limits.watch());
        let session = Session::begin(self.session, &mut heap);
        let mut machine = Machine {
            x: [Cell::ZERO; 256],
            arithmetic: Arithmetic::new(self.functions, limits.watch()),
            heap,
            atoms: self.atoms,
            db: self.db,
            loading: self.loading,
            limits,
            flags: self.flags,
            ops: self.ops,
            streams,
            library: self.library,
            session,
            tracer: Tracer::default(),
            calls: Calls::new(self.calls),
            search: Search::default(),
            text: String::new(),
            regs: Registers::NONE,
            stacks,
            unify_stack: Vec::new(),
            wakes: Wakes::default(),
            results: Results::default(),
            exceptions: Exceptions::NONE,
            called: None,
            calling: None,
            nesting: Nesting::default(),
            held: Held::default(),
            collector: Collector::default(),
            sequences: self.sequences,
            schedule: Schedule::default(),
            continuations: FxHashMap::default(),
            tables: Box::new(Tables::with_kept(self.tables)),
            coroutines: crate::machine::coroutines::Coroutines::default(),
        };
        if cfg!(debug_assertions) {
            let all = std::env::var_os("FERZ_CHECK_INDEX").is_some();
            machine.db.checked = if all { usize::MAX } else { 500 };
        }
        machine.streams.set_watch(machine.limits.watch());
        let state = machine.arithmetic.state_mut();
        if machine.streams.access.clock {
            state.grant_clock();
        }
        if machine.streams.access.randomness {
            state.seed_anew();
        }
        let flags = machine.flags.clone();
        machine.flags_changed(&flags);
        machine.refresh_heap_limit();
        machine
    }
}

impl Machine {
    /// Makes a machine with the given native predicates, all in module `system`.
    #[cfg(any(test, feature = "testing"))]
    pub fn new(natives: &[&[Native]], streams: StreamTable) -> Machine {
        Image::new(natives).into_machine(Surroundings::new(streams))
    }

    /// Returns the image of what is loaded.
    pub fn image(&self) -> Image {
        Image {
            atoms: self.atoms.clone(),
            db: self.db.alone(),
            functions: self.arithmetic.functions().clone(),
            flags: self.flags.clone(),
            ops: self.ops.clone(),
            library: self.library.texts_only(),
            session: self.session.lasting.clone(),
            loading: self.loading.done(),
            calls: self.calls.tables(),
            sequences: self.sequences,
            tables: self.tables.kept(),
        }
    }

    /// Prepares predicates; if `follow`, until there is none that another one calls and that is not prepared.
    pub(super) fn prepare_all(&mut self, follow: bool) -> Result<(), Stop> {
        let mut done = vec![false; self.db.preds.len()];
        let mut called = done.clone();
        let mut wanted = done.clone();
        let mut scanned = 0;
        loop {
            done.resize(self.db.preds.len(), false);
            called.resize(self.db.preds.len(), false);
            wanted.resize(self.db.preds.len(), false);
            // Predicates called by the code that was placed in the last round. What frozen code calls, and nothing had called when
            // it was frozen, is rarely called: it is not read and compiled for that.
            for (at, instr) in self.db.arena.instrs.iter().enumerate().skip(scanned) {
                if let Some(pred) = instr.pred()
                    && !matches!(instr, Instr::Enter { .. } | Instr::Candidates { .. })
                {
                    called[pred.index()] = true;
                    wanted[pred.index()] |= at >= self.db.frozen_code;
                }
            }
            scanned = self.db.arena.instrs.len();
            let is_due = |pred: PredId| {
                !done[pred.index()]
                    && match self.db.preds[pred].definition {
                        Definition::None => follow && called[pred.index()],
                        Definition::Library(_) => follow && wanted[pred.index()],
                        _ => true,
                    }
            };
            let due: Vec<PredId> = self.db.preds.ids().filter(|&pred| is_due(pred)).collect();
            if due.is_empty() {
                return Ok(());
            }
            for pred in due {
                done[pred.index()] = true;
                self.prepare(pred)?;
            }
        }
    }

    /// Prepares a predicate to be called, if it is defined, and compiles the clauses that would be compiled as they run.
    pub(super) fn prepare(&mut self, pred: PredId) -> Result<(), Stop> {
        if self.db.preds[pred].watched.is_some() {
            return Ok(());
        }
        if let Some(label) = self.ready(pred)? {
            self.db.entries[pred] = label;
        }
        let p = &self.db.preds[pred];
        if p.definition != Definition::Clauses || p.dynamic || self.flags.checks_occurs(&self.db, pred) {
            return Ok(());
        }
        let are_few = p.live <= MOST_COMPILED;
        for id in self.db.live(pred) {
            let shape = self.db.clauses[id].shape;
            if !shape.is_fact() || are_few && shape != ClauseShape::Flat {
                self.compile_one(id)?;
            }
        }
        Ok(())
    }
}
