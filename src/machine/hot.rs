//! `Hot`: the areas of the machine, borrowed as slices for the run loop.
//!
//! The loop works on this struct alone. The program counter, the heap top and the heap are copied into it; the lesser
//! registers stay in the machine and are reached through references, so that the compiler has fewer values to keep in
//! registers of the processor. Whatever can grow, throw, collect or call Rust code leaves the loop with an [`Exit`];
//! then the slices are given back, and borrowed again when the loop goes on.
//!
//! A function marked cold in what the loop calls is not rare: the mark makes the compiler save the loop's registers
//! around its call alone, and not along the way that everything else takes.

use crate::base::ids::Table;
use crate::base::num::FunctionTable;
use crate::code::instr::{ConstId, Instr, Label, PredId, Slot};
use crate::code::switch::SwitchTable;
use crate::term::cell::{Cell, tags};
use crate::term::record::Record;

use super::Machine;
use super::choice::{Choice, Light};
use super::goals::GoalCache;

/// Why the run loop stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// The query has succeeded.
    Succeed,
    /// A predicate in Rust is to be run, `running`.
    Native,
    /// A predicate is to be run from its candidates, `callee`.
    Candidates,
    /// Backtracking came to a choice point that the loop does not handle.
    Backtrack,
    /// The instruction just fetched has a case that the loop does not handle: it is to be carried out
    /// in full, from its beginning.
    Full,
    /// The frame stack or the choice-point stack is full; the instruction is to be tried again.
    Grow,
    /// A predicate is about to be called, and a limit, an interrupt or a wake-up is to be looked at.
    Event,
}

/// The machine's areas while the loop runs. Letters are those of the WAM.
pub(super) struct Hot<'m> {
    pub heap: &'m mut [u64],
    pub x: &'m mut [Cell; 256],
    pub code: &'m [Instr],
    pub constants: &'m Table<ConstId, Cell>,
    pub records: &'m Vec<Record>,
    pub entries: &'m Table<PredId, Label>,
    pub tables: &'m Vec<SwitchTable>,
    pub frames: &'m [Word],
    pub trail: &'m mut Vec<u64>,
    pub choices: &'m mut Vec<Choice>,
    pub saved: &'m mut Vec<Cell>,
    pub light: &'m mut Light,
    pub limit: &'m usize,
    /// Heap top.
    pub h: usize,
    /// Heap top at the newest choice point: younger variables need no trail.
    pub hb: &'m mut usize,
    /// The next argument to be unified, in read mode.
    pub s: &'m mut usize,
    /// Are arguments being written rather than read?
    pub write: &'m mut bool,
    /// The address of the next instruction.
    pub pc: usize,
    /// The frame: where it is, and its first words.
    pub e: &'m mut usize,
    pub frame: &'m Frame,
    /// The next free word of the frame stack.
    pub frame_top: &'m mut usize,
    /// The top of the frames that the newest choice point protects.
    pub protected: &'m mut usize,
    pub cp: &'m mut usize,
    /// The number of choice points when the clause was called.
    pub b0: &'m mut usize,
    /// Calls until the next look at limits.
    pub fuel: &'m mut u64,
    /// Cuts to levels below this are left to the machine: a cleanup choice point would be removed.
    pub cleanup_level: &'m usize,
    /// The predicate that was about to be called when the loop stopped for an event.
    pub callee: &'m mut PredId,
    /// The predicate in Rust that is running, or to be run.
    pub running: &'m mut Option<u16>,
    /// What plain goals call.
    #[allow(
        clippy::borrowed_box,
        reason = "where the cache lies is looked up when it is needed, not at each entry"
    )]
    pub goals: &'m Box<GoalCache>,
    pub functions: &'m FunctionTable,
}

/// Words before the slots of a frame: the link to the previous frame and the continuation.
pub(super) const FRAME_HEADER: usize = 1;

/// The words of a frame that instructions reach without a test: its header and the slots that a byte can name.
pub(super) const FRAME_WINDOW: usize = FRAME_HEADER + 256;

/// A word of the frame stack. Frames are looked at through windows of their stack, which is no reason to
/// look up where each access leads: so their words are changed in place.
pub(super) type Word = std::cell::Cell<u64>;
pub(super) type Frame = [Word; FRAME_WINDOW];

/// The frame at `e`, and what is behind it: above the top there is always room for a window.
#[inline(always)]
fn window(frames: &[Word], e: usize) -> &Frame {
    frames[e..]
        .first_chunk()
        .expect("a window fits above the top of the stack")
}

/// A slot behind the window.
#[cold]
#[inline(never)]
fn far_slot(frames: &[Word], e: usize, y: Slot) -> &Word {
    &frames[e + FRAME_HEADER + y as usize]
}

/// Follows references.
#[inline(always)]
pub(super) fn deref(heap: &[u64], mut cell: Cell) -> Cell {
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
    pub fn enter(m: &'m mut Machine) -> Hot<'m> {
        let frames = std::cell::Cell::from_mut(m.frames.as_mut_slice()).as_slice_of_cells();
        Hot {
            h: m.heap.top(),
            heap: m.heap.words_mut(),
            x: &mut m.x,
            pc: m.pc,
            code: &m.db.arena.instrs,
            constants: &m.db.arena.constants,
            records: &m.db.arena.records,
            entries: &m.db.entries,
            tables: &m.db.arena.tables,
            frames,
            frame: window(frames, m.e),
            trail: &mut m.trail,
            choices: &mut m.choices,
            saved: &mut m.saved,
            light: &mut m.light,
            limit: &m.limits.heap_limit,
            hb: &mut m.hb,
            s: &mut m.s,
            write: &mut m.write,
            e: &mut m.e,
            frame_top: &mut m.frame_top,
            protected: &mut m.protected,
            cp: &mut m.cp,
            b0: &mut m.b0,
            fuel: &mut m.limits.fuel,
            cleanup_level: &m.cleanup_level,
            callee: &mut m.callee,
            running: &mut m.running,
            goals: &m.goals,
            functions: &m.functions,
        }
    }

    #[inline(always)]
    pub fn get(&self, address: usize) -> Cell {
        Cell::from_bits(self.heap[address])
    }

    #[inline(always)]
    pub fn set(&mut self, address: usize, cell: Cell) {
        self.heap[address] = cell.bits();
    }

    #[inline(always)]
    pub fn push(&mut self, cell: Cell) {
        self.heap[self.h] = cell.bits();
        self.h += 1;
    }

    /// Follows references; an attributed variable is left to the machine, bound or not.
    #[inline(always)]
    pub fn deref(&self, cell: Cell) -> Cell {
        deref(self.heap, cell)
    }

    #[inline(always)]
    pub fn bind(&mut self, var: Cell, value: Cell) {
        let address = var.address();
        self.set(address, value);
        if address < *self.hb {
            self.trail.push(var.bits());
        }
    }

    #[inline(always)]
    pub fn slot(&self, y: Slot) -> Cell {
        let word = self.frame.get(FRAME_HEADER + y as usize);
        let word = word.unwrap_or_else(|| far_slot(self.frames, *self.e, y));
        Cell::from_bits(word.get())
    }

    /// What a slot holds, one reference further: what was an unbound variable when the slot was filled has mostly got
    /// its value since, and is used more than once.
    #[inline(always)]
    pub fn value(&self, y: Slot) -> Cell {
        let cell = self.slot(y);
        if cell.is_ref() { self.get(cell.address()) } else { cell }
    }

    #[inline(always)]
    pub fn set_slot(&mut self, y: Slot, cell: Cell) {
        let word = self.frame.get(FRAME_HEADER + y as usize);
        let word = word.unwrap_or_else(|| far_slot(self.frames, *self.e, y));
        word.set(cell.bits());
    }

    /// Makes the frame at `e` the present one.
    #[inline(always)]
    pub fn open_frame(&mut self, e: usize) {
        *self.e = e;
        self.frame = window(self.frames, e);
    }

    /// Returns to the caller.
    #[inline(always)]
    pub fn proceed(&mut self) {
        self.pc = *self.cp;
    }

    #[inline(always)]
    pub fn jump(&mut self, to: Label) {
        self.pc = to as usize;
    }

    #[inline(always)]
    pub fn constant(&self, id: ConstId) -> Cell {
        *self.constants.at(id).expect("code names constants that there are")
    }

    /// Is something to be looked at before the next call?
    #[inline(always)]
    pub fn event(&self) -> bool {
        self.h > *self.limit
    }

    /// Undoes the bindings made since the trail had `length` entries.
    #[inline(always)]
    pub fn undo(&mut self, length: usize) {
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

    /// What follows from the newest choice point after one was pushed or removed.
    #[inline(always)]
    pub fn choice_changed(&mut self) {
        if let Some(choice) = self.choices.last() {
            *self.hb = choice.h;
            *self.protected = choice.frame_top as usize;
        }
    }
}
