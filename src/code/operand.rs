//! Operands of instructions: their roles, and what the visitors of `instr.rs` ask of each type.

use super::clause::ClauseId;
use super::instr::{ConstId, NativeTest, PredId, TypeTest};

/// How an instruction uses an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(non_camel_case_types, reason = "the rows of the list name them in lower case")]
pub enum Role {
    /// A register that is read.
    reads,
    /// A register that is written when all operands have been read.
    writes,
    /// A register that is written before the operands behind it are read.
    passes,
    /// A slot of the frame that is read.
    loads,
    /// A slot of the frame that is written.
    stores,
    /// The label of a branch within the clause.
    label,
    /// The label that a test branches to when it does not hold.
    otherwise,
    /// An address in a block, which is never relative to a clause.
    address,
    /// A constant, or the first of several.
    constant,
    /// The predicate that is called.
    pred,
    /// The predicate that the code belongs to.
    owner,
    /// A record.
    record,
    /// A table of a switch.
    table,
    /// Anything else.
    plain,
}

/// An operand as a number, and as one that placing a clause may change.
pub(super) trait Operand: Copy {
    /// The number of a register, slot, label, constant or predicate; 0 of anything else.
    fn number(self) -> u32;
    /// The operand, if it has the size of an address.
    fn address(&mut self) -> Option<&mut u32> {
        None
    }
    /// The operand, if it is a constant.
    fn constant(&mut self) -> Option<&mut ConstId> {
        None
    }
    /// The operand, if it is a predicate.
    fn pred(&mut self) -> Option<&mut PredId> {
        None
    }
}

impl Operand for ClauseId {
    fn number(self) -> u32 {
        ClauseId::number(self)
    }
}

impl Operand for ConstId {
    fn number(self) -> u32 {
        ConstId::number(self)
    }

    fn constant(&mut self) -> Option<&mut ConstId> {
        Some(self)
    }
}

impl Operand for PredId {
    fn number(self) -> u32 {
        PredId::number(self)
    }

    fn pred(&mut self) -> Option<&mut PredId> {
        Some(self)
    }
}

impl Operand for u32 {
    fn number(self) -> u32 {
        self
    }

    fn address(&mut self) -> Option<&mut u32> {
        Some(self)
    }
}

macro_rules! small_operands {
    ($($type:ty => $number:expr),*) => {
        $(impl Operand for $type {
            fn number(self) -> u32 {
                let number: fn($type) -> u32 = $number;
                number(self)
            }
        })*
    };
}

small_operands! {
    u8 => u32::from, u16 => u32::from, i8 => |_| 0, i16 => |_| 0, i32 => |_| 0, TypeTest => |_| 0, NativeTest => |_| 0
}
