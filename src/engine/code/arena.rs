//! The arenas of code: instructions, constants, records and switch tables, addressed by `u32`.
//!
//! A clause is compiled with relative operands; [`Arena::place`] assigns its addresses and makes them absolute. Free
//! ranges are reused.

use crate::base::atom::Functor;
use crate::base::ids::{Id, Table};
use crate::base::slab::{Slab, SlabTable};
use crate::term::cell::Cell;
use crate::term::heap::{FEW_HEADROOM, HEADROOM};
use crate::term::record::Record;

use super::clause::ClauseId;
use super::instr::{ConstId, FAIL, Instr, Label, PredId};
use super::ranges::{self, FreeRanges};
use super::switch::SwitchTable;

/// The address of `Succeed`, the continuation of every query.
pub const SUCCEED: Label = Label::new(1);

/// The relocatable code of one clause: labels count from its start; constants, records and predicates are indices into
/// its own lists.
#[derive(Default, Debug)]
pub struct Code {
    /// The instructions; no relative label is 0, which means failure.
    pub instrs: Vec<Instr>,
    /// The constants.
    pub constants: Table<ConstId, Cell>,
    /// The terms kept as records.
    pub records: Vec<Record>,
    /// The predicates called.
    pub preds: Vec<Functor>,
    /// The cells of the clause.
    pub cells: usize,
}

impl Code {
    /// Returns its size in bytes.
    pub fn bytes(&self) -> usize {
        let records: usize = self.records.iter().map(Record::bytes).sum();
        (self.instrs.len() + self.constants.len()) * 8 + records
    }
}

/// The address ranges of a clause's code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed {
    /// The address of the first instruction.
    pub start: Label,
    /// The number of instructions; 0 if the clause is not compiled.
    pub length: u32,
    constants: u32,
    constant_count: u32,
    records: u32,
    record_count: u32,
}

impl Placed {
    /// Returns the entry label, if the clause is compiled.
    #[inline]
    pub fn label(&self) -> Option<Label> {
        (self.length > 0).then_some(self.start)
    }

    /// Returns its size in bytes.
    pub fn bytes(&self) -> usize {
        (self.length + self.constant_count) as usize * 8 + self.record_count as usize * size_of::<Record>()
    }
}

/// The linked code of a whole predicate: switches and try chains that lead into its clauses.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The start and the number of instructions of each part.
    pub parts: Vec<(Label, u32)>,
    tables: Vec<u32>,
    /// The clauses that it branches to.
    pub clauses: Vec<ClauseId>,
}

impl Block {
    /// Returns its size in bytes.
    pub fn bytes(&self) -> usize {
        let instrs: usize = self.parts.iter().map(|part| part.1 as usize).sum();
        instrs * 8 + self.tables.len() * size_of::<SwitchTable>()
    }
}

/// All code of an engine. Engines share each table until they change it; what is freed before stays in it.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The instructions.
    pub instrs: Slab<Instr>,
    /// The constants.
    pub constants: SlabTable<ConstId, Cell>,
    /// The records, indexed by the operand of `put_record`.
    pub records: Slab<Record>,
    /// The switch tables, indexed by the operand of `switch`.
    pub tables: Slab<SwitchTable>,
    free_instrs: FreeRanges,
    free_constants: FreeRanges,
    free_records: FreeRanges,
    free_tables: FreeRanges,
    /// Cells that must be free on the heap before a call: what a clause pushes up to the next one.
    pub headroom: usize,
    /// Bytes of the cells of the records.
    record_bytes: usize,
    /// Bytes of the keys of the tables.
    key_bytes: usize,
    /// The block under construction.
    block: Option<Block>,
}

/// Fills free ranges of instructions; a jump into one is caught in tests.
const FREED: Instr = if cfg!(debug_assertions) {
    Instr::Jump {
        to: Label::new(u32::MAX),
    }
} else {
    Instr::Fail {}
};

/// Room for the stubs of the built-in predicates.
const BUILT_IN: usize = 8192;

impl Default for Arena {
    fn default() -> Self {
        let mut instrs = Slab::with_capacity(BUILT_IN);
        instrs.extend([Instr::Fail {}, Instr::Succeed {}].into_iter());
        Arena {
            instrs,
            constants: SlabTable::default(),
            records: Slab::default(),
            tables: Slab::default(),
            free_instrs: FreeRanges::default(),
            free_constants: FreeRanges::default(),
            free_records: FreeRanges::default(),
            free_tables: FreeRanges::default(),
            headroom: FEW_HEADROOM,
            record_bytes: 0,
            key_bytes: 0,
            block: None,
        }
    }
}

impl Arena {
    /// Adds instructions with absolute operands and returns the address of the first.
    pub fn append(&mut self, instrs: &[Instr]) -> Label {
        let start = Label::new(ranges::put(
            &mut self.instrs,
            &mut self.free_instrs,
            instrs.iter().copied(),
        ));
        if let Some(block) = &mut self.block {
            block.parts.push((start, instrs.len() as u32));
        }
        start
    }

    /// Relocates and adds a clause's code; `preds` are the predicates for its list of called functors.
    pub fn place(&mut self, code: Code, preds: &[PredId]) -> Placed {
        // Two words for each cell, and some for what is called before the next test.
        if code.cells > FEW_HEADROOM / 2 - 128 {
            self.headroom = HEADROOM;
        }
        let (length, constant_count) = (code.instrs.len() as u32, code.constants.len() as u32);
        let record_count = code.records.len() as u32;
        self.record_bytes += code.records.iter().map(Record::cell_bytes).sum::<usize>();
        let mut constants = 0;
        if constant_count > 0 {
            let values = code.constants.into_values();
            constants = ranges::put(&mut self.constants, &mut self.free_constants, values);
        }
        let mut records = 0;
        if record_count > 0 {
            records = ranges::put(&mut self.records, &mut self.free_records, code.records.into_iter());
        }
        let start = Label::new(ranges::put(
            &mut self.instrs,
            &mut self.free_instrs,
            code.instrs.into_iter(),
        ));
        for instr in &mut self.instrs[start.index()..(start + length).index()] {
            *instr = relocate(*instr, start, constants, records, preds);
        }
        Placed {
            start,
            length,
            constants,
            constant_count,
            records,
            record_count,
        }
    }

    /// Appends instructions as [`Arena::append`] does, as the code of one clause.
    pub fn place_absolute(&mut self, instrs: &[Instr]) -> Placed {
        Placed {
            start: self.append(instrs),
            length: instrs.len() as u32,
            ..Placed::default()
        }
    }

    /// Begins a block, which collects all that is appended up to [`Arena::end_block`].
    pub fn begin_block(&mut self) {
        self.block = Some(Block::default());
    }

    /// Ends the current block and returns it.
    pub fn end_block(&mut self) -> Block {
        self.block.take().unwrap_or_default()
    }

    /// Frees the code of a clause, which must be unreachable.
    pub fn free_placed(&mut self, placed: Placed) {
        self.free_instrs(placed.start, placed.length);
        if placed.constant_count > 0 && self.constants.is_charged() {
            ranges::free(
                &mut self.constants,
                &mut self.free_constants,
                placed.constants,
                placed.constant_count,
                || Cell::ZERO,
            );
        }
        if placed.record_count > 0 && self.records.is_charged() {
            let first = placed.records as usize;
            let records = &self.records[first..first + placed.record_count as usize];
            self.record_bytes -= records.iter().map(Record::cell_bytes).sum::<usize>();
            ranges::free(
                &mut self.records,
                &mut self.free_records,
                placed.records,
                placed.record_count,
                Record::default,
            );
        }
    }

    fn free_instrs(&mut self, start: Label, length: u32) {
        if self.instrs.is_charged() {
            ranges::free(&mut self.instrs, &mut self.free_instrs, start.number(), length, || {
                FREED
            });
        }
    }

    /// Frees the two stub instructions of a dropped predicate.
    pub fn free_stub(&mut self, stub: Label) {
        self.free_instrs(stub, 2);
    }

    /// Frees a block, which must be unreachable; its clauses stay.
    pub fn free_block(&mut self, block: &Block) {
        for &(start, length) in &block.parts {
            self.free_instrs(start, length);
        }
        let tables = if self.tables.is_charged() { &*block.tables } else { &[] };
        for &table in tables {
            self.key_bytes -= self.tables[table as usize].key_bytes();
            ranges::free(&mut self.tables, &mut self.free_tables, table, 1, SwitchTable::default);
        }
    }

    /// Takes the charge off, and gives back the room for further code.
    pub fn freeze(&mut self) {
        self.instrs.freeze();
        self.constants.freeze();
        self.records.freeze();
        self.tables.freeze();
    }

    /// Adds a switch table and returns its index.
    pub fn add_table(&mut self, table: SwitchTable) -> u32 {
        self.key_bytes += table.key_bytes();
        let index = ranges::put(&mut self.tables, &mut self.free_tables, std::iter::once(table));
        if let Some(block) = &mut self.block {
            block.tables.push(index);
        }
        index
    }

    /// Returns the alternative of the choice point that the `try_light` at `at` stands for, and the number of registers
    /// that it saves.
    #[inline(always)]
    pub fn light(&self, at: Label) -> (Label, usize) {
        light(self.instrs.with_room(), at)
    }

    /// Returns the number of instructions in use.
    pub fn used(&self) -> usize {
        self.instrs.len() - self.free_instrs.total()
    }

    /// Returns the bytes of the tables that are not shared, for the budget.
    pub fn bytes(&self) -> usize {
        let own = |is_charged: bool, bytes: usize| if is_charged { bytes } else { 0 };
        own(self.instrs.is_charged(), self.instrs.len() * size_of::<Instr>())
            + own(self.constants.is_charged(), self.constants.len() * size_of::<Cell>())
            + own(
                self.records.is_charged(),
                self.records.len() * size_of::<Record>() + self.record_bytes,
            )
            + own(
                self.tables.is_charged(),
                self.tables.len() * size_of::<SwitchTable>() + self.key_bytes,
            )
    }
}

/// Returns the alternative of the choice point that the `try_light` at `at` stands for, and the number of registers
/// that it saves.
#[inline(always)]
pub fn light(instrs: &[Instr], at: Label) -> (Label, usize) {
    let pair = instrs.get(at.index()..at.index() + 2);
    match pair {
        Some(&[Instr::TryLight { arity, .. }, Instr::Jump { to }]) => (to, usize::from(arity)),
        _ => unreachable!("a jump stands behind try_light"),
    }
}

fn relocate(mut instr: Instr, start: Label, constants: u32, records: u32, preds: &[PredId]) -> Instr {
    if let Some(label) = instr.label_mut()
        && *label != FAIL
    {
        *label = start + label.number();
    }
    if let Some(constant) = instr.constant_mut() {
        *constant = ConstId::new(constants + constant.number());
    }
    if let Some(pred) = instr.pred_mut() {
        *pred = preds[pred.index()];
    }
    if let Instr::PutRecord { record, .. } = &mut instr {
        *record += records;
    }
    instr
}
