//! `Run`: what belongs to one run of a goal and not to the machine.

use rustc_hash::FxHashMap;

use crate::base::atom::Atom;
use crate::base::ordered::Ordered;
use crate::code::instr::PredId;
use crate::io::captures::Captures;
use crate::machine::call::kept::KeptStates;
use crate::machine::call::solutions::HostSolutions;
use crate::machine::control::exceptions::Exceptions;
use crate::machine::control::results::Results;
use crate::machine::control::wakes::Wakes;
use crate::machine::coroutines::Coroutines;
use crate::machine::memory::collect::collector::{SMALLEST, SMALLEST_TRAIL};
use crate::machine::memory::collect::held::Held;
use crate::machine::memory::limits::LimitBounds;
use crate::machine::nesting::Nesting;
use crate::machine::session::{Global, Session};
use crate::machine::stacks::{Registers, Stacks, Suspended};
use crate::machine::tabling::Tables;
use crate::term::cell::Cell;
use crate::term::heap::Heap;

/// Number of words up to which heap and frames of an engine are packed while it does not run: entering it copies them.
pub(in crate::machine) const SMALL: usize = 4 << 10;

/// Number of words up to which a heap or a frame stack is kept for reuse.
pub(super) const LARGE: usize = 256 << 10;

/// The state of a run that the machine does not run.
pub(crate) struct Run {
    pub(super) x: Box<[Cell; 256]>,
    pub(super) regs: Registers,
    pub(super) heap: Heap,
    /// The words of the heap, if it is packed; then the heap is empty, and the frame stack has no free words.
    pub(super) packed: Option<Box<[u64]>>,
    pub(super) stacks: Stacks,
    pub(super) wakes: Wakes,
    pub(super) results: Results,
    pub(super) exceptions: Exceptions,
    pub(super) nesting: Nesting,
    pub(super) held: Held,
    pub(super) solutions: HostSolutions,
    pub(super) kept: KeptStates,
    pub(super) tables: Box<Tables>,
    pub(super) globals: FxHashMap<Atom, Global>,
    pub(super) resettable: usize,
    pub(super) changed: usize,
    pub(super) delays: usize,
    pub(super) thresholds: (usize, usize),
    /// The bounds that the run has set for its goals.
    pub(super) own: LimitBounds,
    pub(super) captures: Captures,
}

/// Where a run refers to atoms and code.
pub(crate) struct Roots<'r> {
    /// The registers of this run and of those that it interrupts.
    pub x: &'r [Cell; 256],
    pub regs: Registers,
    pub suspended: &'r [Suspended],
    /// The words of the heap, without the first.
    pub heap: &'r [u64],
    pub frames: &'r [u64],
    pub stacks: &'r Stacks,
    pub wakes: &'r Wakes,
    pub results: &'r Results,
    pub exceptions: &'r Exceptions,
    pub held: &'r Held,
    pub tables: &'r Tables,
    /// The global variables of a run that the machine does not run.
    pub globals: Option<&'r FxHashMap<Atom, Global>>,
}

impl Run {
    /// Makes a run of nothing.
    pub(super) fn new(heap: Heap, mut frames: Vec<u64>) -> Run {
        let mut stacks = Stacks::empty();
        stacks.swap_frames(&mut frames);
        Run {
            x: Box::new([Cell::ZERO; 256]),
            regs: Registers::NONE,
            heap,
            packed: None,
            stacks,
            wakes: Wakes::default(),
            results: Results::default(),
            exceptions: Exceptions::NONE,
            nesting: Nesting::default(),
            held: Held::default(),
            solutions: HostSolutions::default(),
            kept: KeptStates::default(),
            tables: Box::default(),
            globals: FxHashMap::default(),
            resettable: 0,
            changed: 0,
            delays: 0,
            thresholds: (SMALLEST, SMALLEST_TRAIL),
            own: LimitBounds::default(),
            captures: Captures::default(),
        }
    }

    /// Returns the bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let packed = self.packed.as_ref().map_or(0, |words| words.len());
        size_of::<Run>() + size_of_val(&*self.x) + (self.heap.capacity() + packed) * 8 + self.stacks.bytes()
    }

    /// Returns the bytes of its tables, which are charged to the program.
    pub(super) fn table_bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// Whether cleanup goals wait.
    pub(super) fn has_cleanup(&self) -> bool {
        self.stacks.cleanup_level() > 0
    }

    /// Packs heap and frames if they are small, and returns the room that they took.
    pub(super) fn pack(&mut self) -> Option<(Heap, Vec<u64>)> {
        if self.is_packed() || self.heap.top() + self.regs.frame_top > SMALL {
            return None;
        }
        self.packed = Some(self.heap.words().into());
        let heap = std::mem::replace(&mut self.heap, Heap::with_capacity(0));
        let top = self.regs.frame_top.max(self.stacks.protected());
        let mut frames = self.stacks.frames()[..top].to_vec();
        self.stacks.swap_frames(&mut frames);
        Some((heap, frames))
    }

    /// Whether it needs room to go on.
    pub(super) fn is_packed(&self) -> bool {
        self.packed.is_some()
    }

    /// Unpacks heap and frames.
    pub(super) fn unpack(&mut self, (heap, mut frames): (Heap, Vec<u64>)) {
        let Some(words) = self.packed.take() else { return };
        self.heap = heap;
        self.heap.refill(&words);
        let used = self.stacks.frames();
        frames[..used.len()].copy_from_slice(used);
        self.stacks.swap_frames(&mut frames);
    }

    /// Returns the room of a run that is over.
    pub(super) fn into_room(mut self) -> (Heap, Vec<u64>) {
        let mut frames = Vec::new();
        self.stacks.swap_frames(&mut frames);
        (self.heap, frames)
    }

    /// Drops the results that are being collected and the states kept with choice points; returns their bytes.
    pub(super) fn drop_results(&mut self) -> usize {
        self.results.drop_above(0) + self.kept.drop_from(0)
    }

    pub(super) fn roots(&self) -> Roots<'_> {
        let words = self.packed.as_deref().unwrap_or_else(|| self.heap.words());
        Roots {
            x: &self.x,
            regs: self.regs,
            suspended: &self.nesting.suspended,
            heap: &words[1..],
            frames: &self.stacks.frames()[..self.regs.frame_top],
            stacks: &self.stacks,
            wakes: &self.wakes,
            results: &self.results,
            exceptions: &self.exceptions,
            held: &self.held,
            tables: &self.tables,
            globals: Some(&self.globals),
        }
    }
}

impl Stacks {
    /// Returns the generations in which the goals of all runs look up clauses of `pred`, or of any predicate, in
    /// ascending order. A transaction needs the clauses of its beginning.
    pub(in crate::machine) fn all_generations(
        &self,
        session: &Session,
        coroutines: &Coroutines,
        pred: Option<PredId>,
    ) -> Vec<u64> {
        let mut generations = self.generations(pred);
        let transactions = &session.transactions;
        if !(coroutines.is_empty() && transactions.is_empty()) {
            generations.extend(transactions);
            coroutines.each_roots(|roots| generations.extend(roots.stacks.generations(pred)));
            generations.order_often();
            generations.dedup();
        }
        generations
    }
}
