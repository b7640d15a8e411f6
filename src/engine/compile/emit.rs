//! The emitter: the state that all parts of the compiler share while they generate a clause's code.
//!
//! Registers are allocated in textual order. A temporary variable has one home from its first occurrence to its last; a
//! permanent one lives in its slot once the frame is open, and may have a copy in a register until the next call. The
//! set of initialised variables and valid copies is saved where branches fork and restored at the start of the next
//! branch.

use crate::base::atom::{Atom, Functor};
use crate::base::ids::Id;
use crate::code::arena::Code;
use crate::code::instr::{
    ConstId, Instr, Label, MASKED_SLOTS, MORE_SLOTS, NO_FRAME, PredId, REGISTERS, Reg, Slot, more_slots_place,
};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::{Attributes, Record};

use super::error::CompileError;
use super::guarded::Guards;
use super::trace::Trace;
use super::vars::{Summary, VarId, Vars};

/// Returns the number of an evaluable functor.
pub(super) type Evaluables<'a> = &'a dyn Fn(Atom, usize) -> Option<u16>;

/// The allocation state, saved and restored at branches.
#[derive(Clone)]
pub(super) struct AllocationState {
    /// True for each variable that is initialised.
    pub init: Vec<bool>,
    /// True for each variable whose value is in its slot.
    pub in_slot: Vec<bool>,
    /// The home of each variable, or the register that holds a copy.
    pub reg_of: Vec<Option<Reg>>,
    /// The variable that each register holds.
    pub holder: Vec<Option<VarId>>,
    /// True if wake-up goals may be pending.
    pub dirty: bool,
}

/// The mode of the open term: its arguments are unified with existing ones, or written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UnifyMode {
    Unify,
    Set,
}

/// Writes the code of one clause.
pub(super) struct Emitter<'a> {
    pub heap: &'a Heap,
    pub evaluables: Evaluables<'a>,
    pub vars: Vars,
    pub code: Code,
    pub state: AllocationState,
    /// Registers allocated for the current goal.
    pub scratch: Vec<bool>,
    pub slot_of: Vec<Option<Slot>>,
    pub slots: u16,
    pub position: u32,
    pub summary: Summary,
    pub framed: bool,
    /// The indices of the `allocate` instructions: each branch of a construct that ends the clause may have one.
    pub allocated_at: Vec<usize>,
    pub needs_frame: bool,
    /// The slot of the cut level, once it is saved.
    pub level: Option<Slot>,
    /// The slots of the cut levels of the enclosing conditions.
    pub marks: Vec<Slot>,
    /// The guarded goals.
    pub guards: Guards,
    /// The number of goals begun so far, without control constructs.
    pub goal: u32,
    /// The record for the explanation of errors, if it is wanted.
    pub trace: Option<Trace>,
}

/// The live slots of the frame at some point of the code.
#[derive(Default)]
pub(super) struct LiveSlots {
    /// A bit for each of the first slots, and [`MORE_SLOTS`].
    pub mask: u16,
    more: Vec<i64>,
}

impl LiveSlots {
    fn insert(&mut self, y: Slot) {
        if y.index() < MASKED_SLOTS {
            self.mask |= 1 << y.index();
            return;
        }
        self.mask |= MORE_SLOTS;
        let (word, bit) = more_slots_place(y);
        if self.more.len() <= word {
            self.more.resize(word + 1, 0);
        }
        self.more[word] |= 1 << bit;
    }
}

impl<'a> Emitter<'a> {
    pub(super) fn new(heap: &'a Heap, evaluables: Evaluables<'a>, vars: Vars, summary: Summary) -> Emitter<'a> {
        let count = vars.info.len();
        let needs_frame = summary.needs_frame || vars.info.iter().any(|v| v.permanent);
        Emitter {
            heap,
            evaluables,
            vars,
            code: Code::default(),
            state: AllocationState {
                init: vec![false; count],
                in_slot: vec![false; count],
                reg_of: vec![None; count],
                holder: vec![None; REGISTERS],
                dirty: false,
            },
            scratch: vec![false; REGISTERS],
            slot_of: vec![None; count],
            slots: 0,
            position: 0,
            summary,
            framed: false,
            allocated_at: Vec::new(),
            needs_frame,
            level: None,
            marks: Vec::new(),
            guards: Guards::default(),
            goal: 0,
            trace: None,
        }
    }

    pub(super) fn emit(&mut self, instr: Instr) {
        if self.trace.is_some() {
            self.record_step();
        }
        self.code.instrs.push(instr);
    }

    /// Returns the address of the next instruction, relative to the clause.
    pub(super) fn here(&self) -> Label {
        Label::at(self.code.instrs.len())
    }

    /// Patches the label of the branch at `at` to the next instruction.
    pub(super) fn patch(&mut self, at: usize) {
        let here = self.here();
        let label = self.code.instrs[at].label_mut();
        *label.expect("only branching instructions are patched") = here;
    }

    pub(super) fn constant(&mut self, cell: Cell) -> ConstId {
        self.code.constants.push(cell);
        ConstId::from_index(self.code.constants.len() - 1)
    }

    pub(super) fn functor(&mut self, functor: Functor) -> ConstId {
        self.constant(Cell::functor(functor))
    }

    pub(super) fn pred(&mut self, functor: Functor) -> PredId {
        self.code.preds.push(functor);
        PredId::from_index(self.code.preds.len() - 1)
    }

    pub(super) fn record(&mut self, term: Cell) -> u32 {
        self.code
            .records
            .push(Record::pack_slowly(self.heap, term, Attributes::Drop));
        self.code.records.len() as u32 - 1
    }

    // Registers.

    fn is_free(&self, x: Reg) -> bool {
        !self.scratch[x.index()] && self.state.holder[x.index()].is_none()
    }

    /// Returns a free register: `hint` if it is free, else the lowest above all argument registers.
    fn free_register(&self, hint: Option<Reg>) -> Result<Reg, CompileError> {
        if let Some(x) = hint
            && self.is_free(x)
        {
            return Ok(x);
        }
        let first = self.summary.max_arity;
        (first..REGISTERS)
            .map(Reg::at)
            .find(|&x| self.is_free(x))
            .ok_or(CompileError::TooBig)
    }

    /// Allocates a register for the current goal.
    pub(super) fn temporary(&mut self) -> Result<Reg, CompileError> {
        let x = self.free_register(None)?;
        self.scratch[x.index()] = true;
        Ok(x)
    }

    /// Frees the registers of the current goal, and those of variables after their last occurrence.
    pub(super) fn end_goal(&mut self) {
        self.scratch.fill(false);
        // Most clauses have fewer variables than there are registers.
        if self.vars.info.len() < REGISTERS {
            for v in 0..self.vars.info.len() {
                self.drop_if_done(v);
            }
            return;
        }
        for x in 0..REGISTERS {
            if let Some(v) = self.state.holder[x] {
                self.drop_if_done(v);
            }
        }
    }

    fn drop_if_done(&mut self, v: VarId) {
        if self.vars.info[v].last <= self.position
            && let Some(x) = self.state.reg_of[v]
            && self.state.holder[x.index()] == Some(v)
        {
            self.drop_register(v);
        }
    }

    fn drop_register(&mut self, v: VarId) {
        if let Some(x) = self.state.reg_of[v].take() {
            self.state.holder[x.index()] = None;
        }
    }

    /// Returns the register of `v`, allocated if needed, as its home or its copy.
    pub(super) fn home(&mut self, v: VarId) -> Result<Reg, CompileError> {
        if let Some(x) = self.state.reg_of[v] {
            return Ok(x);
        }
        let x = self.free_register(self.vars.info[v].hint)?;
        self.hold(v, x);
        Ok(x)
    }

    /// Records that register `x` holds `v`.
    pub(super) fn hold(&mut self, v: VarId, x: Reg) {
        self.state.holder[x.index()] = Some(v);
        self.state.reg_of[v] = Some(x);
    }

    /// Invalidates all registers, as after a call.
    pub(super) fn forget_registers(&mut self) {
        self.state.reg_of.fill(None);
        self.state.holder.fill(None);
        self.scratch.fill(false);
    }

    /// Whether the instruction that initialises `v` stores it in its slot.
    pub(super) fn goes_to_slot(&self, v: VarId) -> bool {
        self.framed && self.vars.info[v].permanent
    }

    pub(super) fn slot(&mut self, v: VarId) -> Result<Slot, CompileError> {
        if let Some(y) = self.slot_of[v] {
            return Ok(y);
        }
        let y = self.new_slot()?;
        self.slot_of[v] = Some(y);
        Ok(y)
    }

    pub(super) fn new_slot(&mut self) -> Result<Slot, CompileError> {
        if self.slots >= 60_000 {
            return Err(CompileError::TooBig);
        }
        let y = Slot::new(self.slots);
        self.slots += 1;
        Ok(y)
    }

    /// Records that register `x` holds the first value of `v`; emits a save if `v` needs a slot.
    pub(super) fn initialised_in(&mut self, v: VarId, x: Reg) -> Result<(), CompileError> {
        self.state.init[v] = true;
        if self.goes_to_slot(v) {
            let y = self.slot(v)?;
            self.emit(Instr::Save { x, y });
            self.state.in_slot[v] = true;
        }
        Ok(())
    }

    /// Returns a register that holds the value of `v`, which is loaded or created if necessary.
    pub(super) fn value(&mut self, v: VarId) -> Result<Reg, CompileError> {
        if !self.state.init[v] {
            let x = self.home(v)?;
            if self.goes_to_slot(v) {
                let y = self.slot(v)?;
                self.emit(Instr::PutVariableY { x, y });
                self.state.in_slot[v] = true;
            } else {
                self.emit(Instr::PutVariable { x });
            }
            self.state.init[v] = true;
            return Ok(x);
        }
        if let Some(x) = self.state.reg_of[v] {
            return Ok(x);
        }
        let y = self.slot(v)?;
        let x = self.free_register(None)?;
        self.emit(Instr::PutValueY { x, y });
        self.hold(v, x);
        Ok(x)
    }

    /// Emits a variable as the next argument of the open term.
    pub(super) fn variable_argument(&mut self, var: Cell, mode: UnifyMode) -> Result<(), CompileError> {
        let v = self.vars.id(var);
        let instr = if self.state.init[v] {
            match (self.state.reg_of[v], mode) {
                (Some(x), UnifyMode::Unify) => Instr::UnifyValue { x },
                (Some(x), UnifyMode::Set) => Instr::SetValue { x },
                (None, UnifyMode::Unify) => Instr::UnifyValueY { y: self.slot(v)? },
                (None, UnifyMode::Set) => Instr::SetValueY { y: self.slot(v)? },
            }
        } else if self.goes_to_slot(v) {
            self.state.in_slot[v] = true;
            let y = self.slot(v)?;
            match mode {
                UnifyMode::Unify => Instr::UnifyVariableY { y },
                UnifyMode::Set => Instr::SetVariableY { y },
            }
        } else {
            let x = self.home(v)?;
            match mode {
                UnifyMode::Unify => Instr::UnifyVariable { x },
                UnifyMode::Set => Instr::SetVariable { x },
            }
        };
        self.state.init[v] = true;
        self.emit(instr);
        Ok(())
    }

    // Frames.

    /// Opens the frame if the clause has one and it is not open yet.
    pub(super) fn open_frame(&mut self, cuts_follow: bool) -> Result<(), CompileError> {
        if self.framed || !self.needs_frame {
            return Ok(());
        }
        self.framed = true;
        self.allocated_at.push(self.code.instrs.len());
        self.emit(Instr::Allocate { slots: 0 });
        if cuts_follow {
            let y = self.new_slot()?;
            self.emit(Instr::SaveLevel { y });
            self.level = Some(y);
        }
        for v in 0..self.vars.info.len() {
            let info = &self.vars.info[v];
            if info.permanent && self.state.init[v] && info.last > self.position {
                let x = self.state.reg_of[v].expect("before the frame is open, every value is in a register");
                let y = self.slot(v)?;
                self.emit(Instr::Save { x, y });
                self.state.in_slot[v] = true;
            }
        }
        Ok(())
    }

    /// Patches the size of the frame into the `allocate` instructions, at the end of the clause.
    pub(super) fn finish_frame(&mut self) {
        for &at in &self.allocated_at {
            self.code.instrs[at] = Instr::Allocate { slots: self.slots };
        }
    }

    /// Returns the slots that are live after the current position.
    pub(super) fn live_slots(&self) -> LiveSlots {
        self.slots_used_from(self.position + 1)
    }

    fn slots_used_from(&self, position: u32) -> LiveSlots {
        let mut live = LiveSlots::default();
        for (v, info) in self.vars.info.iter().enumerate() {
            if let Some(y) = self.slot_of[v]
                && self.state.in_slot[v]
                && info.last >= position
            {
                live.insert(y);
            }
        }
        for &y in self.level.iter().chain(&self.marks) {
            live.insert(y);
        }
        live
    }

    /// Emits a `slots` instruction for the live slots that have no bit in the mask.
    pub(super) fn emit_more_slots(&mut self, live: &LiveSlots) {
        if live.mask & MORE_SLOTS != 0 {
            let at = self.constant(Cell::int(live.more.len() as i64));
            let words = live.more.iter().map(|&word| Cell::int(word));
            self.code.constants.values_mut().extend(words);
            self.emit(Instr::Slots { live: at });
        }
    }

    /// Emits a `wake`, if needed, before a goal that depends on bindings.
    pub(super) fn flush_wake(&mut self) {
        if !self.state.dirty {
            return;
        }
        self.state.dirty = false;
        // A register reserved for a variable that a branch initialises later holds nothing yet.
        let live: Vec<Cell> = (0..REGISTERS)
            .filter(|&x| self.state.holder[x].is_some_and(|v| self.state.init[v]))
            .map(|x| Cell::int(x as i64))
            .collect();
        let at = self.constant(Cell::int(live.len() as i64));
        self.code.constants.values_mut().extend(live);
        let slots = self.slots_used_from(self.position);
        let mask = if self.framed { i64::from(slots.mask) } else { NO_FRAME };
        self.code.constants.push(Cell::int(mask));
        if self.framed && slots.mask & MORE_SLOTS != 0 {
            self.code.constants.push(Cell::int(slots.more.len() as i64));
            self.code
                .constants
                .values_mut()
                .extend(slots.more.into_iter().map(Cell::int));
        }
        self.emit(Instr::Wake { live: at });
    }
}
