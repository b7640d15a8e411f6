//! The arenas of code: instructions, constants, records and switch tables, addressed by `u32`.
//!
//! A clause is compiled with relative operands; [`Arena::place`] gives it a place and makes them absolute.
//! Places that were given back are used again.

use rustc_hash::FxHashMap;

use crate::base::atom::Functor;
use crate::term::cell::{Cell, Tag};
use crate::term::record::Record;

use super::clause::ClauseId;
use super::instr::{Instr, Label, PredId};
use super::ranges::{self, FreeRanges};

/// Label 0: the instruction there fails.
pub const FAIL: Label = 0;
/// The address of `Succeed`, the continuation of every query.
pub const SUCCEED: Label = 1;

/// The code of one clause before it has a place: labels count from its start, constants, records
/// and predicates are positions in its own lists.
#[derive(Default, Debug)]
pub struct Code {
    /// The instructions; a relative label 0 never occurs, it stands for failure.
    pub instrs: Vec<Instr>,
    /// The constants.
    pub constants: Vec<Cell>,
    /// The terms kept as records.
    pub records: Vec<Record>,
    /// The predicates called.
    pub preds: Vec<Functor>,
}

impl Code {
    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        let records: usize = self.records.iter().map(Record::bytes).sum();
        (self.instrs.len() + self.constants.len()) * 8 + records
    }
}

/// Where the code of a clause lies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed {
    /// The first instruction.
    pub start: Label,
    /// How many instructions; none if the clause is not compiled.
    pub length: u32,
    constants: u32,
    constant_count: u32,
    records: u32,
    record_count: u32,
}

impl Placed {
    /// Where the clause is entered, once it is compiled.
    #[inline]
    pub fn label(&self) -> Option<Label> {
        (self.length > 0).then_some(self.start)
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        (self.length + self.constant_count) as usize * 8 + self.record_count as usize * size_of::<Record>()
    }
}

/// Code that stands for a whole predicate: switches and chains that lead into its clauses.
#[derive(Debug, Default)]
pub struct Block {
    /// Where its parts begin, and how many instructions each has.
    pub parts: Vec<(Label, u32)>,
    tables: Vec<u32>,
    /// The clauses that it leads to.
    pub clauses: Vec<ClauseId>,
}

impl Block {
    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        let instrs: usize = self.parts.iter().map(|part| part.1 as usize).sum();
        instrs * 8 + self.tables.len() * size_of::<SwitchTable>()
    }
}

/// Where to go from a `switch`.
///
/// Aligned, so that the address of one takes no multiplication.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct SwitchTable {
    /// For an unbound variable.
    pub variable: Label,
    /// For an attributed variable.
    pub attributed: Label,
    /// For a list pair.
    pub list: Label,
    /// For `[]`.
    pub nil: Label,
    /// For a value that is not in the table.
    pub other: Label,
    /// For atoms and small integers by their cell, compound terms by their header; boxes by
    /// [`box_key`], which does not tell all of them apart.
    pub keys: FxHashMap<u64, Label>,
    /// The key that is looked at first, else the least: many tables have no other.
    pub first: Option<u64>,
    /// That key, and where it leads.
    at_first: (u64, Label),
    /// All others, if they are few: these are compared one after another.
    few: [u64; FEW_KEYS],
    few_labels: [Label; FEW_KEYS],
    /// Where each tag leads, if that is known: else [`BY_KEY`], or [`UNSURE`].
    by_tag: [Label; 8],
}

/// So many keys are compared rather than looked up: the processor foresees how such tests end, and goes on.
const FEW_KEYS: usize = 8;

/// The key tells where a switch leads.
pub const BY_KEY: Label = Label::MAX - 1;
/// What the cell is has to be found out.
pub const UNSURE: Label = Label::MAX;

impl SwitchTable {
    /// Where a tag leads, [`BY_KEY`] or [`UNSURE`].
    #[inline(always)]
    pub fn tagged(&self, tag_bits: u64) -> Label {
        self.by_tag[tag_bits as usize]
    }

    /// Makes what the run loop looks at first.
    fn finish(&mut self) {
        if self.nil != self.other {
            self.keys.insert(Cell::NIL.bits(), self.nil);
        }
        let chosen = self.first.and_then(|key| self.keys.get_key_value(&key));
        if let Some((&key, &label)) = chosen.or_else(|| self.keys.iter().min()) {
            self.at_first = (key, label);
        }
        if self.keys.len() <= FEW_KEYS + 1 {
            let mut others: Vec<(u64, Label)> = self.keys.iter().map(|(&key, &label)| (key, label)).collect();
            others.retain(|&(key, _)| key != self.at_first.0);
            others.sort_unstable();
            for (i, (key, label)) in others.into_iter().enumerate() {
                (self.few[i], self.few_labels[i]) = (key, label);
            }
        }
        self.by_tag = [UNSURE; 8];
        self.by_tag[Tag::Ref as usize] = self.variable;
        self.by_tag[Tag::Lst as usize] = self.list;
        for (tag, key_tag) in [(Tag::Atm, Tag::Atm), (Tag::Int, Tag::Int), (Tag::Str, Tag::Hdr)] {
            let has_keys = self.keys.keys().any(|&key| Cell::from_bits(key).tag() == key_tag);
            self.by_tag[tag as usize] = if has_keys { BY_KEY } else { self.other };
        }
    }

    /// Is it the key that is looked at first?
    #[inline(always)]
    pub fn is_first(&self, key: u64) -> bool {
        key == self.at_first.0
    }

    /// Where a key leads.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Label {
        if key == self.at_first.0 {
            self.at_first.1
        } else {
            self.look_up(key)
        }
    }

    /// Not inlined, since the run loop needs its registers.
    #[cold]
    #[inline(never)]
    fn look_up(&self, key: u64) -> Label {
        let label = if self.keys.len() <= FEW_KEYS + 1 {
            let found = self.few.iter().zip(&self.few_labels).find(|(few, _)| **few == key);
            found.map(|(_, label)| label)
        } else {
            self.keys.get(&key)
        };
        *label.unwrap_or(&self.other)
    }

    fn key_bytes(&self) -> usize {
        // A word, a label, and a byte of the hash table, which is full to seven eighths at most.
        self.keys.capacity() * 20
    }
}

/// The key under which a box is indexed: equal boxes have equal keys, others mostly not.
pub fn box_key(header: Cell, words: &[u64]) -> u64 {
    let mut key = header.bits();
    for word in words {
        key = (key.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    key << 3 | Tag::Box as u64
}

/// All code of an engine.
#[derive(Debug)]
pub struct Arena {
    /// The instructions.
    pub instrs: Vec<Instr>,
    /// The constants.
    pub constants: Vec<Cell>,
    /// The records that `put_record` names.
    pub records: Vec<Record>,
    /// The tables that `switch` names.
    pub tables: Vec<SwitchTable>,
    free_instrs: FreeRanges,
    free_constants: FreeRanges,
    free_records: FreeRanges,
    free_tables: FreeRanges,
    /// Bytes of the cells of the records, and of the keys of the tables.
    kept: usize,
    /// The block that is being made.
    block: Option<Block>,
}

/// What stands in a range of free instructions: going there by mistake is seen in a test.
const FREED: Instr = if cfg!(debug_assertions) {
    Instr::Jump { to: Label::MAX }
} else {
    Instr::Fail {}
};

impl Default for Arena {
    fn default() -> Self {
        Arena {
            instrs: vec![Instr::Fail {}, Instr::Succeed {}],
            constants: Vec::new(),
            records: Vec::new(),
            tables: Vec::new(),
            free_instrs: FreeRanges::default(),
            free_constants: FreeRanges::default(),
            free_records: FreeRanges::default(),
            free_tables: FreeRanges::default(),
            kept: 0,
            block: None,
        }
    }
}

impl Arena {
    /// Places instructions whose operands are absolute already, and gives the address of the first.
    pub fn append(&mut self, instrs: &[Instr]) -> Label {
        let start = ranges::put(&mut self.instrs, &mut self.free_instrs, instrs.iter().copied());
        if let Some(block) = &mut self.block {
            block.parts.push((start, instrs.len() as u32));
        }
        start
    }

    /// Places a clause's code; `preds` are the predicates for the functors that it calls.
    pub fn place(&mut self, code: Code, preds: &[PredId]) -> Placed {
        let (length, constant_count) = (code.instrs.len() as u32, code.constants.len() as u32);
        let record_count = code.records.len() as u32;
        self.kept += code.records.iter().map(Record::cell_bytes).sum::<usize>();
        let constants = ranges::put(
            &mut self.constants,
            &mut self.free_constants,
            code.constants.into_iter(),
        );
        let records = ranges::put(&mut self.records, &mut self.free_records, code.records.into_iter());
        let start = ranges::put(&mut self.instrs, &mut self.free_instrs, code.instrs.into_iter());
        for instr in &mut self.instrs[start as usize..(start + length) as usize] {
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

    /// As [`Arena::append`], for the code of one clause.
    pub fn place_absolute(&mut self, instrs: &[Instr]) -> Placed {
        Placed {
            start: self.append(instrs),
            length: instrs.len() as u32,
            ..Placed::default()
        }
    }

    /// From now on to [`Arena::end_block`], what is appended makes up a block.
    pub fn begin_block(&mut self) {
        self.block = Some(Block::default());
    }

    /// The block that was begun last.
    pub fn end_block(&mut self) -> Block {
        self.block.take().unwrap_or_default()
    }

    /// Gives back the place of a clause's code, which nothing can reach any more.
    pub fn free_placed(&mut self, placed: Placed) {
        let first = placed.records as usize;
        let records = &self.records[first..first + placed.record_count as usize];
        self.kept -= records.iter().map(Record::cell_bytes).sum::<usize>();
        ranges::free(
            &mut self.instrs,
            &mut self.free_instrs,
            placed.start,
            placed.length,
            || FREED,
        );
        ranges::free(
            &mut self.constants,
            &mut self.free_constants,
            placed.constants,
            placed.constant_count,
            || Cell::ZERO,
        );
        ranges::free(
            &mut self.records,
            &mut self.free_records,
            placed.records,
            placed.record_count,
            Record::default,
        );
    }

    /// Gives back the two instructions of a predicate that is gone.
    pub fn free_stub(&mut self, stub: Label) {
        ranges::free(&mut self.instrs, &mut self.free_instrs, stub, 2, || FREED);
    }

    /// Gives back the place of a block that nothing can reach any more; its clauses stay.
    pub fn free_block(&mut self, block: &Block) {
        for &(start, length) in &block.parts {
            ranges::free(&mut self.instrs, &mut self.free_instrs, start, length, || FREED);
        }
        for &table in &block.tables {
            self.kept -= self.tables[table as usize].key_bytes();
            ranges::free(&mut self.tables, &mut self.free_tables, table, 1, SwitchTable::default);
        }
    }

    /// Adds a switch table and gives its index.
    pub fn add_table(&mut self, mut table: SwitchTable) -> u32 {
        table.finish();
        self.kept += table.key_bytes();
        let index = ranges::put(&mut self.tables, &mut self.free_tables, std::iter::once(table));
        if let Some(block) = &mut self.block {
            block.tables.push(index);
        }
        index
    }

    /// Of the `try_light` at `at`: where its choice point would go on, and how many registers it saves.
    #[inline(always)]
    pub fn light(&self, at: Label) -> (Label, usize) {
        light(&self.instrs, at)
    }

    /// How many instructions there are.
    pub fn used(&self) -> usize {
        self.instrs.len() - self.free_instrs.total()
    }

    /// The bytes held, for the budget.
    pub fn bytes(&self) -> usize {
        (self.instrs.len() + self.constants.len()) * 8
            + self.records.len() * size_of::<Record>()
            + self.tables.len() * size_of::<SwitchTable>()
            + self.kept
    }
}

/// Of the `try_light` at `at`: where its choice point would go on, and how many registers it saves.
#[inline(always)]
pub fn light(instrs: &[Instr], at: Label) -> (Label, usize) {
    let pair = instrs.get(at as usize..at as usize + 2);
    match pair {
        Some(&[Instr::TryLight { arity, .. }, Instr::Jump { to }]) => (to, usize::from(arity)),
        _ => unreachable!("a jump stands behind try_light"),
    }
}

fn relocate(mut instr: Instr, start: Label, constants: u32, records: u32, preds: &[PredId]) -> Instr {
    if let Some(label) = instr.label_mut()
        && *label != FAIL
    {
        *label += start;
    }
    if let Some(constant) = instr.constant_mut() {
        *constant += constants;
    }
    if let Some(pred) = instr.pred_mut() {
        *pred = preds[*pred as usize];
    }
    if let Instr::PutRecord { record, .. } = &mut instr {
        *record += records;
    }
    instr
}
