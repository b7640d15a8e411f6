//! `Hot`: the areas of the machine, borrowed as slices for the run loop.
//!
//! The loop works on this struct alone, which the compiler keeps in registers as far as they reach.
//! Whatever can grow, throw, collect or call Rust code leaves the loop with an [`Exit`]; then the
//! slices are given back, and borrowed again when the loop goes on.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::code::arena::SwitchTable;
use crate::code::instr::{ConstId, Instr, Label, PredId};
use crate::term::cell::{Cell, Tag};

use super::Machine;
use super::choice::Choice;
use super::goals::GoalCache;

/// Why the run loop stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// The query has succeeded.
    Succeed,
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
    pub constants: &'m [Cell],
    pub entries: &'m [Label],
    pub tables: &'m [SwitchTable],
    pub frames: &'m mut [u64],
    pub trail: &'m mut Vec<u64>,
    pub choices: &'m mut Vec<Choice>,
    pub saved: &'m mut Vec<Cell>,
    pub limit: &'m AtomicUsize,
    /// Heap top.
    pub h: usize,
    /// Heap top at the newest choice point: younger variables need no trail.
    pub hb: usize,
    /// The next argument to be unified, in read mode.
    pub s: usize,
    /// Are arguments being written rather than read?
    pub write: bool,
    /// The frame.
    pub e: usize,
    /// The next free word of the frame stack.
    pub frame_top: usize,
    /// The top of the frames that the newest choice point protects.
    pub protected: usize,
    pub pc: usize,
    pub cp: usize,
    /// The number of choice points when the clause was called.
    pub b0: usize,
    /// Calls until the next look at limits.
    pub fuel: u64,
    /// Cuts to levels below this are left to the machine: a cleanup choice point would be removed.
    pub cleanup_level: usize,
    /// The predicate that was about to be called when the loop stopped for an event.
    pub callee: PredId,
    /// What plain goals call.
    pub goals: &'m GoalCache,
}

/// Words before the slots of a frame: the previous frame, and the continuation with the slot count.
pub(super) const FRAME_HEADER: usize = 2;

impl<'m> Hot<'m> {
    #[inline(always)]
    pub fn enter(m: &'m mut Machine) -> Hot<'m> {
        Hot {
            h: m.heap.top(),
            heap: m.heap.words_mut(),
            x: &mut m.x,
            code: &m.db.arena.instrs,
            constants: &m.db.arena.constants,
            entries: &m.db.entries,
            tables: &m.db.arena.tables,
            frames: &mut m.frames,
            trail: &mut m.trail,
            choices: &mut m.choices,
            saved: &mut m.saved,
            limit: m.limits.heap_limit_cell(),
            hb: m.hb,
            s: m.s,
            write: m.write,
            e: m.e,
            frame_top: m.frame_top,
            protected: m.protected,
            pc: m.pc,
            cp: m.cp,
            b0: m.b0,
            fuel: m.limits.fuel,
            cleanup_level: m.cleanup_level,
            callee: 0,
            goals: &m.goals,
        }
    }

    #[inline(always)]
    pub fn registers(&self) -> Registers {
        Registers {
            h: self.h,
            hb: self.hb,
            s: self.s,
            write: self.write,
            e: self.e,
            frame_top: self.frame_top,
            protected: self.protected,
            pc: self.pc,
            cp: self.cp,
            b0: self.b0,
            fuel: self.fuel,
            callee: self.callee,
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
    pub fn deref(&self, mut cell: Cell) -> Cell {
        while cell.is_ref() {
            let next = self.get(cell.address());
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    #[inline(always)]
    pub fn bind(&mut self, var: Cell, value: Cell) {
        let address = var.address();
        self.set(address, value);
        if address < self.hb {
            self.trail.push(var.bits());
        }
    }

    #[inline(always)]
    pub fn slot(&self, y: u16) -> Cell {
        Cell::from_bits(self.frames[self.e + FRAME_HEADER + y as usize])
    }

    #[inline(always)]
    pub fn set_slot(&mut self, y: u16, cell: Cell) {
        self.frames[self.e + FRAME_HEADER + y as usize] = cell.bits();
    }

    #[inline(always)]
    pub fn constant(&self, id: ConstId) -> Cell {
        self.constants[id as usize]
    }

    /// Is something to be looked at before the next call?
    #[inline(always)]
    pub fn event(&self) -> bool {
        self.h > self.limit.load(Ordering::Relaxed)
    }

    /// Undoes the bindings made since the trail had `length` entries.
    #[inline(always)]
    pub fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(entry) = self.trail.pop() else { break };
            let cell = Cell::from_bits(entry);
            match cell.tag() {
                Tag::Ref | Tag::Att => self.heap[cell.address()] = entry,
                _ => {
                    if let Some(old) = self.trail.pop() {
                        self.heap[cell.address()] = old;
                    }
                }
            }
        }
    }

    /// What follows from the newest choice point after one was pushed or removed.
    #[inline(always)]
    pub fn choice_changed(&mut self) {
        if let Some(choice) = self.choices.last() {
            self.hb = choice.h;
            self.protected = choice.frame_top as usize;
        }
    }
}

/// The scalar registers, to be given back to the machine.
pub(super) struct Registers {
    h: usize,
    hb: usize,
    s: usize,
    write: bool,
    e: usize,
    frame_top: usize,
    protected: usize,
    pc: usize,
    cp: usize,
    b0: usize,
    fuel: u64,
    callee: PredId,
}

impl Machine {
    #[inline(always)]
    pub(super) fn take_back(&mut self, r: Registers) {
        self.heap.set_top(r.h);
        self.hb = r.hb;
        self.s = r.s;
        self.write = r.write;
        self.e = r.e;
        self.frame_top = r.frame_top;
        self.protected = r.protected;
        self.pc = r.pc;
        self.cp = r.cp;
        self.b0 = r.b0;
        self.limits.fuel = r.fuel;
        self.callee = r.callee;
    }
}
