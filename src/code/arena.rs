//! The arenas of code: instructions, constants, records and switch tables, addressed by `u32`.
//!
//! A clause is compiled with relative operands; [`Arena::place`] appends it and makes them absolute.

use rustc_hash::FxHashMap;

use crate::base::atom::Functor;
use crate::term::cell::{Cell, Tag};
use crate::term::record::Record;

use super::instr::{Instr, Label, PredId};

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

/// Where to go from a `switch`.
#[derive(Debug, Default)]
pub struct SwitchTable {
    /// For an unbound variable.
    pub variable: Label,
    /// For a list pair.
    pub list: Label,
    /// For `[]`.
    pub nil: Label,
    /// For a value that is not in the table.
    pub other: Label,
    /// For atoms and small integers by their cell, compound terms by their header; boxes by
    /// [`box_key`], which does not tell all of them apart.
    pub keys: FxHashMap<u64, Label>,
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
}

impl Default for Arena {
    fn default() -> Self {
        Arena {
            instrs: vec![Instr::Fail {}, Instr::Succeed {}],
            constants: Vec::new(),
            records: Vec::new(),
            tables: Vec::new(),
        }
    }
}

impl Arena {
    /// The address that the next instruction gets.
    pub fn next(&self) -> Label {
        u32::try_from(self.instrs.len()).expect("the budget stops a program before 2^32 instructions")
    }

    /// Appends instructions whose operands are absolute already, and gives the address of the first.
    pub fn append(&mut self, instrs: &[Instr]) -> Label {
        let start = self.next();
        self.instrs.extend_from_slice(instrs);
        start
    }

    /// Appends a clause's code; `preds` are the predicates for the functors that it calls.
    pub fn place(&mut self, code: Code, preds: &[PredId]) -> Label {
        let start = self.next();
        let constants = self.constants.len() as u32;
        let records = self.records.len() as u32;
        self.constants.extend_from_slice(&code.constants);
        self.records.extend(code.records);
        self.instrs.extend(
            code.instrs
                .into_iter()
                .map(|instr| relocate(instr, start, constants, records, preds)),
        );
        start
    }

    /// Adds a switch table and gives its index.
    pub fn add_table(&mut self, table: SwitchTable) -> u32 {
        self.tables.push(table);
        self.tables.len() as u32 - 1
    }

    /// The bytes held, for the budget.
    pub fn bytes(&self) -> usize {
        self.instrs.len() * 8 + self.constants.len() * 8 + self.records.len() * 32 + self.tables.len() * 64
    }
}

fn relocate(instr: Instr, start: Label, constants: u32, records: u32, preds: &[PredId]) -> Instr {
    use Instr::*;
    let label = |l: Label| if l == FAIL { FAIL } else { l + start };
    match instr {
        GetConstant { x, value } => GetConstant {
            x,
            value: value + constants,
        },
        GetStructure { x, functor } => GetStructure {
            x,
            functor: functor + constants,
        },
        UnifyConstant { value } => UnifyConstant {
            value: value + constants,
        },
        UnifyStructure { functor } => UnifyStructure {
            functor: functor + constants,
        },
        PutConstant { x, value } => PutConstant {
            x,
            value: value + constants,
        },
        PutStructure { x, functor } => PutStructure {
            x,
            functor: functor + constants,
        },
        PutRecord { x, record } => PutRecord {
            x,
            record: record + records,
        },
        SetConstant { value } => SetConstant {
            value: value + constants,
        },
        SetStructure { functor } => SetStructure {
            functor: functor + constants,
        },
        Wake { live } => Wake { live: live + constants },
        Slots { live } => Slots { live: live + constants },
        Call { live, pred } => Call {
            live,
            pred: preds[pred as usize],
        },
        Execute { pred } => Execute {
            pred: preds[pred as usize],
        },
        Jump { to } => Jump { to: label(to) },
        TryElse { next } => TryElse { next: label(next) },
        TestLess { a, b, otherwise } => TestLess {
            a,
            b,
            otherwise: label(otherwise),
        },
        TestLessOrEqual { a, b, otherwise } => TestLessOrEqual {
            a,
            b,
            otherwise: label(otherwise),
        },
        TestEqual { a, b, otherwise } => TestEqual {
            a,
            b,
            otherwise: label(otherwise),
        },
        TestNotEqual { a, b, otherwise } => TestNotEqual {
            a,
            b,
            otherwise: label(otherwise),
        },
        TestType { test, x, otherwise } => TestType {
            test,
            x,
            otherwise: label(otherwise),
        },
        TestIdentical { a, b, otherwise } => TestIdentical {
            a,
            b,
            otherwise: label(otherwise),
        },
        TestNotIdentical { a, b, otherwise } => TestNotIdentical {
            a,
            b,
            otherwise: label(otherwise),
        },
        other => other,
    }
}
