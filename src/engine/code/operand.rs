//! Operands of instructions: their types, and their roles.

use std::fmt;
use std::num::TryFromIntError;

use crate::base::ids::ids;

use super::comparison::OrderSet;

pub use super::comparison::Comparison;

/// The first address: the instruction there fails.
pub const FAIL: Label = Label::new(0);

ids! {
    /// A code address; in relocatable code, a position in the clause.
    Label;
    /// The index of a predicate in the database; in relocatable code, its index in the clause's list of called
    /// predicates.
    PredId;
    /// The index of a cell in the arena of constants; in relocatable code, its index in the clause's list of constants.
    ConstId;
}

/// Declares the types of operands that are numbers below 2^16.
macro_rules! small_ids {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[repr(transparent)]
            pub struct $name($number);

            impl $name {
                /// Returns the one with this number.
                #[inline(always)]
                pub const fn new(number: $number) -> $name {
                    $name(number)
                }

                /// Returns its position.
                #[inline(always)]
                pub const fn index(self) -> usize {
                    self.0 as usize
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
        )*
    };
}

small_ids! {
    /// An argument or temporary register.
    Reg(u8);
    /// A slot of the current frame.
    Slot(u16);
}

impl Reg {
    /// Returns the register with this position; the caller knows that there is one.
    #[inline(always)]
    pub const fn at(index: usize) -> Reg {
        Reg(index as u8)
    }
}

/// A slot in a fused instruction, which has no room for larger numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct ShortSlot(u8);

impl fmt::Debug for ShortSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<ShortSlot> for Slot {
    #[inline(always)]
    fn from(short: ShortSlot) -> Slot {
        Slot(short.0.into())
    }
}

impl TryFrom<Slot> for ShortSlot {
    type Error = TryFromIntError;

    fn try_from(slot: Slot) -> Result<ShortSlot, TryFromIntError> {
        slot.0.try_into().map(ShortSlot)
    }
}

impl Label {
    /// Returns the label of an address.
    #[inline(always)]
    pub const fn at(address: usize) -> Label {
        Label::new(address as u32)
    }

    /// Returns its address.
    #[inline(always)]
    pub const fn address(self) -> usize {
        self.number() as usize
    }
}

impl Default for Label {
    fn default() -> Label {
        FAIL
    }
}

impl std::ops::AddAssign<u32> for Label {
    #[inline(always)]
    fn add_assign(&mut self, count: u32) {
        *self = *self + count;
    }
}

impl std::ops::Add<u32> for Label {
    type Output = Label;

    /// Returns the address this many instructions further on.
    #[inline(always)]
    fn add(self, count: u32) -> Label {
        Label::new(self.number() + count)
    }
}

impl std::ops::Sub<Label> for Label {
    type Output = u32;

    /// Returns the number of instructions between two addresses.
    #[inline(always)]
    fn sub(self, start: Label) -> u32 {
        self.number() - start.number()
    }
}

/// No predicate.
pub const NO_PRED: PredId = PredId::new(u32::MAX);

/// The number of registers that code may use; the rest is reserved for the machine.
pub const REGISTERS: usize = 248;
/// The number of slots that have a bit in an instruction's mask.
pub const MASKED_SLOTS: usize = 15;
/// The bit of a mask that says that `slots` follows.
pub const MORE_SLOTS: u16 = 1 << MASKED_SLOTS;
/// Used as a mask: the clause has not opened its frame yet.
pub const NO_FRAME: i64 = -1;
/// The number of slots in a word of `slots`.
const SLOTS_IN_WORD: usize = 60;

/// Returns the word and the bit of slot `y`, which has no bit in a mask, in the constants of `slots`.
pub const fn more_slots_place(y: Slot) -> (usize, u32) {
    let index = y.index() - MASKED_SLOTS;
    (index / SLOTS_IN_WORD, (index % SLOTS_IN_WORD) as u32)
}

/// Returns the slot that a bit in a word of `slots` stands for.
pub const fn more_slot(word: usize, bit: usize) -> usize {
    MASKED_SLOTS + word * SLOTS_IN_WORD + bit
}

/// Calls with more arguments pass the whole goal as a term in register 0.
pub const MAX_REGISTER_ARITY: usize = 200;

/// The maximum arity of predicates that use `try_light`.
pub const LIGHT_REGISTERS: usize = 8;

/// The type tests that are compiled to branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TypeTest {
    /// `var/1`
    Var,
    /// `nonvar/1`
    Nonvar,
    /// `atom/1`
    Atom,
    /// `integer/1`
    Integer,
    /// `float/1`
    Float,
    /// `number/1`
    Number,
    /// `atomic/1`
    Atomic,
    /// `compound/1`
    Compound,
    /// `callable/1`
    Callable,
}

/// The native test predicates that the run loop executes itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeTest {
    /// `</2` and the others.
    Numbers(Comparison),
    /// `var/1` and the others.
    Type(TypeTest),
    /// `==/2`
    Identical,
    /// `\==/2`
    NotIdentical,
}

/// How an instruction uses an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(non_camel_case_types, reason = "the rows of the list name them in lower case")]
pub enum Role {
    /// A register that is read.
    reads,
    /// A register that is written; when all operands have been read, unless the instruction is fused.
    writes,
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
    /// The number of slots of the frame that it opens.
    frame,
    /// A record.
    record,
    /// A table of a switch.
    table,
    /// Anything else.
    plain,
}

/// The effect of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(non_camel_case_types, reason = "the rows of the list name them in lower case")]
pub enum Effect {
    /// It unifies a register: it may fail, and bind.
    matches,
    /// It unifies the next argument of the open term: it may fail, and bind.
    unifies,
    /// It takes the next arguments of the open term as they are, so that it cannot fail.
    takes,
    /// It writes registers, and cannot fail.
    computes,
    /// It adds to the heap, and cannot fail.
    builds,
    /// It falls through, or branches to the label `otherwise`, and changes nothing else.
    tests,
    /// It runs pending wake-up goals.
    wakes,
    /// It opens or closes the frame, or copies between slots and registers.
    frames,
    /// It calls, and is returned to.
    calls,
    /// It removes choice points.
    cuts,
    /// It pushes, changes or drops a choice point, or a light choice.
    chooses,
    /// It switches, and falls through in one case.
    branches,
    /// Control never falls through to the next instruction.
    leaves,
    /// It runs a native predicate, or a goal that the machine prepares.
    enters,
    /// It stands for other instructions, its parts.
    fused,
}

/// An operand as a number.
pub(super) trait Operand: Copy {
    /// The number of a register, slot, label, constant or predicate; 0 of anything else.
    fn number(self) -> u32;
}

macro_rules! operands {
    ($($type:ty => $number:expr),*) => {
        $(impl Operand for $type {
            fn number(self) -> u32 {
                let number: fn($type) -> u32 = $number;
                number(self)
            }
        })*
    };
}

operands! {
    Reg => |x| x.0.into(), Slot => |y| y.0.into(), ShortSlot => |y| y.0.into(), Label => Label::number, ConstId => ConstId::number, PredId => PredId::number,
    bool => u32::from, u8 => u32::from, u16 => u32::from, u32 => |number| number,
    i8 => |_| 0, i16 => |_| 0, i32 => |_| 0, TypeTest => |_| 0, OrderSet => |_| 0, NativeTest => |_| 0
}

/// Returns the bit of a role in a set of roles.
pub(super) const fn bit(role: Role) -> u32 {
    1 << role as u32
}

/// Short names for tests.
#[cfg(test)]
pub mod short {
    use super::{Reg, ShortSlot, Slot};

    pub fn x(number: u8) -> Reg {
        Reg::new(number)
    }

    pub fn y(number: u16) -> Slot {
        Slot::new(number)
    }

    /// A slot in a fused instruction.
    pub fn z(number: u16) -> ShortSlot {
        y(number).try_into().expect("a short slot")
    }
}
