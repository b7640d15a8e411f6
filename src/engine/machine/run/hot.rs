//! `Hot`: the areas of the machine, borrowed as slices for the run loop.
//!
//! The loop works on this struct alone. The program counter, the heap top and the heap are copied into it; the less
//! used registers stay in the machine and are reached through references, so that the compiler has fewer values to keep
//! in processor registers. Any operation that can grow an area, throw, collect or call Rust code leaves the loop with
//! an [`Exit`]; the slices are then given back, and borrowed again when the loop resumes.
//!
//! Functions marked cold that the loop calls are not necessarily rare: the mark makes the compiler save the loop's
//! registers around that call only, and not on the common path.

use std::sync::Arc;

use crate::base::atom::AtomTable;
use crate::base::slab::{Slab, SlabTable};
use crate::code::instr::{ConstId, Instr, Label, PredId, Slot};
use crate::code::switch::SwitchTable;
use crate::term::cell::{Cell, tags};
use crate::term::record::Record;

use crate::machine::Machine;
use crate::machine::call::goal_cache::GoalCache;
use crate::machine::eval::arithmetic::Arithmetic;
use crate::machine::profiler::Profiler;
use crate::machine::stacks::choice::{Choice, Light};
use crate::machine::stacks::frames::{FRAME_HEADER, Frame, Word, window};
use crate::machine::stacks::{Lent, trail};

/// Why the run loop exited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The query has succeeded.
    Succeed,
    /// The native predicate `running` is to be called.
    Native,
    /// The predicate `callee` is to be run from its candidate list.
    Candidates,
    /// Backtracking reached a choice point that the loop does not handle.
    Backtrack,
    /// The instruction just fetched needs its slow path, from its beginning.
    Full,
    /// The frame stack or the choice-point stack is full; the instruction is to be retried.
    Grow,
    /// A call is due, and a limit, an interrupt or a wake-up must be handled first.
    Event,
}

/// The machine's areas while the loop runs, with the letters of the WAM.
pub(crate) struct Hot<'m> {
    pub heap: &'m mut [u64],
    pub x: &'m mut [Cell; 256],
    pub code: &'m [Instr],
    pub constants: &'m SlabTable<ConstId, Cell>,
    pub records: &'m Slab<Record>,
    pub entries: &'m SlabTable<PredId, Label>,
    pub tables: &'m Slab<SwitchTable>,
    pub frames: &'m [Word],
    pub trail: &'m mut Vec<u64>,
    pub choices: &'m mut Vec<Choice>,
    pub saved: &'m mut Vec<Cell>,
    pub light: &'m mut Light,
    pub limit: &'m usize,
    /// Heap top.
    pub h: usize,
    /// Heap top at the newest choice point: bindings of younger variables are not trailed.
    pub hb: &'m mut usize,
    /// The next argument to be unified, in read mode.
    pub s: &'m mut usize,
    /// Whether unify instructions are in write mode.
    pub write: &'m mut bool,
    /// The address of the next instruction.
    pub pc: usize,
    /// The address of the current frame.
    pub e: &'m mut usize,
    pub frame: &'m Frame,
    /// The next free word of the frame stack.
    pub frame_top: &'m mut usize,
    /// The top of the frames that the newest choice point protects.
    pub protected: &'m mut usize,
    pub cp: &'m mut usize,
    /// The number of choice points when the clause was called: its cut barrier.
    pub b0: &'m mut usize,
    /// Number of calls until limits are checked next.
    pub fuel: &'m mut u64,
    /// Cuts to levels below this take the slow path, since they would remove a choice point whose end is noted.
    pub slow_cut: &'m usize,
    /// The predicate that was about to be called when the loop exited for an event.
    pub callee: &'m mut PredId,
    /// The native predicate that is running or to be run.
    pub running: &'m mut Option<u16>,
    /// The targets of plain goals.
    pub goals: &'m Arc<GoalCache>,
    pub arithmetic: &'m mut Arithmetic,
    pub atoms: &'m AtomTable,
    pub profiler: &'m mut Profiler,
}

/// Returns a slot beyond the window.
#[cold]
#[inline(never)]
fn far_slot(frames: &[Word], e: usize, y: Slot) -> &Word {
    &frames[e + FRAME_HEADER + y.index()]
}

/// Follows references.
#[inline(always)]
pub(crate) fn deref(heap: &[u64], mut cell: Cell) -> Cell {
    while cell.is_ref() {
        let next = Cell::from_bits(heap[cell.address()]);
        if next == cell {
            break;
        }
        cell = next;
    }
    cell
}

impl<'m> Hot<'m> {
    #[inline(always)]
    pub(crate) fn enter(m: &'m mut Machine) -> Hot<'m> {
        let Lent {
            frames,
            trail,
            choices,
            saved,
            light,
            hb,
            protected,
            slow_cut,
        } = m.stacks.lend();
        let (limit, fuel) = m.limits.lend();
        let (goals, profiler) = m.calls.lend();
        Hot {
            h: m.heap.top(),
            heap: m.heap.words_mut(),
            x: &mut m.x,
            pc: m.regs.pc,
            code: m.db.arena.instrs.with_room(),
            constants: &m.db.arena.constants,
            records: &m.db.arena.records,
            entries: &m.db.entries,
            tables: &m.db.arena.tables,
            frames,
            frame: window(frames, m.regs.e),
            trail,
            choices,
            saved,
            light,
            limit,
            hb,
            s: &mut m.regs.s,
            write: &mut m.regs.write,
            e: &mut m.regs.e,
            frame_top: &mut m.regs.frame_top,
            protected,
            cp: &mut m.regs.cp,
            b0: &mut m.regs.b0,
            fuel,
            slow_cut,
            callee: &mut m.regs.callee,
            running: &mut m.regs.running,
            goals,
            arithmetic: &mut m.arithmetic,
            atoms: &m.atoms,
            profiler,
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, address: usize) -> Cell {
        Cell::from_bits(self.heap[address])
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, cell: Cell) {
        self.heap[self.h] = cell.bits();
        self.h += 1;
    }

    /// Follows references up to an attributed variable, bound or not: those are left to the slow path.
    #[inline(always)]
    pub(crate) fn deref(&self, cell: Cell) -> Cell {
        deref(self.heap, cell)
    }

    #[inline(always)]
    pub(crate) fn bind(&mut self, var: Cell, value: Cell) {
        trail::bind(self.heap, self.trail, *self.hb, var, value);
    }

    #[inline(always)]
    pub(crate) fn slot(&self, y: Slot) -> Cell {
        let word = self.frame.get(FRAME_HEADER + y.index());
        let word = word.unwrap_or_else(|| far_slot(self.frames, *self.e, y));
        Cell::from_bits(word.get())
    }

    /// Returns the value of a slot, dereferenced once: a variable that was unbound when the slot was filled has mostly
    /// been bound since, and is used more than once.
    #[inline(always)]
    pub(crate) fn value(&self, y: Slot) -> Cell {
        let cell = self.slot(y);
        if cell.is_ref() { self.get(cell.address()) } else { cell }
    }

    #[inline(always)]
    pub(crate) fn set_slot(&mut self, y: Slot, cell: Cell) {
        let word = self.frame.get(FRAME_HEADER + y.index());
        let word = word.unwrap_or_else(|| far_slot(self.frames, *self.e, y));
        word.set(cell.bits());
    }

    /// Makes the frame at `e` the current one.
    #[inline(always)]
    pub(crate) fn open_frame(&mut self, e: usize) {
        *self.e = e;
        self.frame = window(self.frames, e);
    }

    /// Returns to the caller.
    #[inline(always)]
    pub(crate) fn proceed(&mut self) {
        self.pc = *self.cp;
    }

    #[inline(always)]
    pub(crate) fn jump(&mut self, to: Label) {
        self.pc = to.address();
    }

    #[inline(always)]
    pub(crate) fn constant(&self, id: ConstId) -> Cell {
        *self.constants.at(id).expect("code names constants that there are")
    }

    /// Whether an event must be handled before the next call.
    #[inline(always)]
    pub(crate) fn event(&self) -> bool {
        self.h > *self.limit
    }

    /// Undoes the bindings made since the trail had `length` entries. `Stacks::undo` is the same: in a function that
    /// both call, the heap does not stay in processor registers (tak +3.9% instructions, nrev +2.7%).
    #[inline(always)]
    pub(crate) fn undo(&mut self, length: usize) {
        let mut at = self.trail.len();
        while at > length {
            at -= 1;
            let entry = self.trail[at];
            let cell = Cell::from_bits(entry);
            match cell.tag_bits() {
                tags::REF | tags::ATT => self.heap[cell.address()] = entry,
                _ => {
                    at -= 1;
                    self.heap[cell.address()] = self.trail[at];
                }
            }
        }
        self.trail.truncate(length);
    }

    /// Updates the registers derived from the newest choice point after one was pushed or removed.
    #[inline(always)]
    pub(crate) fn choice_changed(&mut self) {
        if let Some(choice) = self.choices.last() {
            *self.hb = choice.h;
            *self.protected = choice.frame_top as usize;
        }
    }
}
