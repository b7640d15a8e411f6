//! The instruction set: one list, from which the enum, its listing and all that is asked of operands are made.
//!
//! A row has the instruction's name in the listing, its name in the code, its operands with their roles, and `leaves`
//! where control never falls through to the next instruction.
//!
//! Names say what an instruction does and with what: `get` takes a head argument apart, `unify`
//! goes on with the arguments of the term that a `get` opened, `put` fills a register for a call,
//! `set` goes on with the arguments of the term that a `put` opened, `test` branches. A trailing `x`
//! is a register, a trailing `y` a frame slot. Operands stand in the order value, then register.
//! Labels, predicates and constants are relative to the clause until [`super::arena`] places it.

use crate::base::ids::ids;

use super::clause::ClauseId;
use super::operand::Operand;
pub use super::operand::Role;

/// An argument or temporary register.
pub type Reg = u8;
/// A slot of the current frame.
pub type Slot = u16;
/// A code address.
pub type Label = u32;
/// The first address: the instruction there fails.
pub const FAIL: Label = 0;

ids! {
    /// The index of a predicate in the database; in the code of a clause that has no place yet, its position among
    /// the predicates that the clause calls.
    PredId;
    /// The index of a cell in the arena of constants; in the code of a clause that has no place yet, its position
    /// among the clause's constants.
    ConstId;
}

/// No predicate.
pub const NO_PRED: PredId = PredId::new(u32::MAX);

/// Registers that code may use; the rest is for the machine.
pub const REGISTERS: usize = 248;
/// Slots that the mask of an instruction tells apart.
pub const MASKED_SLOTS: Slot = 15;
/// The bit of a mask which says that `slots` follows.
pub const MORE_SLOTS: u16 = 1 << MASKED_SLOTS;
/// In the place of a mask: the clause has not opened its frame yet.
pub const NO_FRAME: i64 = -1;
/// Slots in a word of `slots`.
const SLOTS_IN_WORD: Slot = 60;

/// Where the constants of `slots` tell of slot `y`, which has no bit in a mask: the word and the bit.
pub const fn more_slots_place(y: Slot) -> (usize, u32) {
    let index = y - MASKED_SLOTS;
    ((index / SLOTS_IN_WORD) as usize, (index % SLOTS_IN_WORD) as u32)
}

/// The slot that a bit in a word of `slots` tells of.
pub const fn more_slot(word: usize, bit: usize) -> usize {
    MASKED_SLOTS as usize + word * SLOTS_IN_WORD as usize + bit
}

/// Calls with more arguments pass the whole goal as a term in register 0.
pub const MAX_REGISTER_ARITY: usize = 200;

/// Predicates with more arguments are not tried lightly.
pub const LIGHT_REGISTERS: usize = 8;

/// How a conditional or comparing instruction compares two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Comparison {
    /// `<`
    Less,
    /// `=<`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `=:=`
    Equal,
    /// `=\=`
    NotEqual,
}

/// The type tests that branch in place.
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

/// The tests that are predicates in Rust, and that the run loop carries out where they are called.
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

macro_rules! instructions {
    ($($(#[$doc:meta])* $text:literal $name:ident { $($role:ident $field:ident : $type:ty),* } $($leaves:ident)?)*) => {
        /// One instruction of eight bytes.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(u8)]
        pub enum Instr {
            $($(#[$doc])* $name { $(#[allow(missing_docs, reason = "the doc names the operands")] $field: $type),* },)*
        }

        impl Instr {
            /// The instruction as the listing shows it: its name and operands.
            pub fn listing(&self) -> String {
                match *self {
                    $(Instr::$name { $($field),* } => {
                        #[allow(unused_mut, reason = "instructions without operands add nothing")]
                        let mut text = String::from($text);
                        $(text.push_str(&format!(" {}={:?}", stringify!($field), $field));)*
                        text
                    })*
                }
            }

            /// Calls `visit` with the role and the number of each operand, in their order.
            pub fn each_operand(&self, #[allow(unused_variables, reason = "some instructions have no operands")] visit: &mut dyn FnMut(Role, u32)) {
                match *self {
                    $(Instr::$name { $($field),* } => { $(visit(Role::$role, Operand::number($field));)* })*
                }
            }

            /// The first operand with this role that has the size of an address.
            #[inline(always)]
            fn operand_mut(&mut self, role: Role) -> Option<&mut u32> {
                match self {
                    $(Instr::$name { $($field),* } => {
                        $(if Role::$role == role {
                            return Operand::address($field);
                        })*
                        None
                    })*
                }
            }

            /// The operand with the role `constant`.
            #[inline(always)]
            fn named_mut(&mut self) -> Option<&mut ConstId> {
                match self {
                    $(Instr::$name { $($field),* } => {
                        $(if Role::$role == Role::constant {
                            return Operand::constant($field);
                        })*
                        None
                    })*
                }
            }

            /// The operand with the role `pred`.
            #[inline(always)]
            fn called_mut(&mut self) -> Option<&mut PredId> {
                match self {
                    $(Instr::$name { $($field),* } => {
                        $(if Role::$role == Role::pred {
                            return Operand::pred($field);
                        })*
                        None
                    })*
                }
            }

            /// True if control never falls through to the next instruction.
            pub fn leads_elsewhere(&self) -> bool {
                match self {
                    $(Instr::$name { .. } => falls_through!($($leaves)?),)*
                }
            }
        }
    };
}

macro_rules! falls_through {
    () => {
        false
    };
    (leaves) => {
        true
    };
}

instructions! {
    /// Backtrack. Address 0 holds it, so that label 0 means failure.
    "fail" Fail {} leaves
    /// End the run: the query has succeeded.
    "succeed" Succeed {} leaves

    // Head: registers hold the arguments.
    /// Copy a register.
    "move" Move { reads from: Reg, writes to: Reg }
    /// The argument is the constant, or is bound to it.
    "get_constant" GetConstant { reads x: Reg, constant value: ConstId }
    /// The argument is a compound term with this header, or is bound to a new one; arguments follow.
    "get_structure" GetStructure { reads x: Reg, constant functor: ConstId }
    /// The argument is a list pair, or is bound to a new one; head and tail follow.
    "get_list" GetList { reads x: Reg }
    /// Fused: a list pair whose head and tail are new variables.
    "get_list_xx" GetListXX { reads x: Reg, writes head: Reg, writes tail: Reg }
    /// Fused: a list pair whose head equals `head`, and whose tail is a new variable.
    "get_list_vx" GetListVX { reads x: Reg, reads head: Reg, writes tail: Reg }
    /// Fused: `get_list_vx`, then `execute`.
    "get_list_vx_execute" GetListVXExecute { reads x: Reg, reads head: Reg, writes tail: Reg, pred pred: PredId } leaves
    /// Fused: a compound term whose first two arguments are new variables.
    "get_structure_xx" GetStructureXX { reads x: Reg, writes a: Reg, writes b: Reg, constant functor: ConstId }
    /// Fused: `get_constant`, then `proceed_wake`.
    "get_constant_proceed" GetConstantProceed { reads x: Reg, constant value: ConstId } leaves
    /// Fused: `get_value`, then `proceed_wake`.
    "get_value_proceed" GetValueProceed { reads a: Reg, reads b: Reg } leaves
    /// Two registers unify.
    "get_value" GetValue { reads a: Reg, reads b: Reg }
    /// Fused: a slot's value goes to a register, which then unifies with another.
    "get_value_y" GetValueY { writes a: Reg, reads b: Reg, loads y: Slot }
    /// The next argument goes to a register.
    "unify_variable" UnifyVariable { writes x: Reg }
    /// Fused: the next two arguments go to registers.
    "unify_variable_2" UnifyVariable2 { writes a: Reg, writes b: Reg }
    /// The next argument goes to a slot.
    "unify_variable_y" UnifyVariableY { stores y: Slot }
    /// The next argument unifies with a register.
    "unify_value" UnifyValue { reads x: Reg }
    /// Fused: the next two arguments unify with registers.
    "unify_value_2" UnifyValue2 { reads a: Reg, reads b: Reg }
    /// The next argument unifies with a slot.
    "unify_value_y" UnifyValueY { loads y: Slot }
    /// The next argument is the constant.
    "unify_constant" UnifyConstant { constant value: ConstId }
    /// The next `count` arguments are not looked at.
    "unify_void" UnifyVoid { plain count: u32 }
    /// The next argument, the last, is a list pair, whose head and tail follow.
    "unify_list" UnifyList {}
    /// The next argument, the last, is a compound term, whose arguments follow.
    "unify_structure" UnifyStructure { constant functor: ConstId }

    // Body: build arguments.
    /// A new variable.
    "put_variable" PutVariable { writes x: Reg }
    /// A new variable, in a slot and in a register.
    "put_variable_y" PutVariableY { writes x: Reg, stores y: Slot }
    /// A slot's value.
    "put_value_y" PutValueY { writes x: Reg, loads y: Slot }
    /// Fused: two slots' values.
    "put_value_y_2" PutValueY2 { writes x1: Reg, loads y1: u8, writes x2: Reg, loads y2: u8 }
    /// Fused: three slots' values.
    "put_value_y_3" PutValueY3 { writes x1: Reg, loads y1: u8, writes x2: Reg, loads y2: u8, writes x3: Reg, loads y3: u8 }
    /// A constant.
    "put_constant" PutConstant { writes x: Reg, constant value: ConstId }
    /// A new compound term, whose arguments follow.
    "put_structure" PutStructure { writes x: Reg, constant functor: ConstId }
    /// A new list pair, whose head and tail follow.
    "put_list" PutList { writes x: Reg }
    /// Fused: a new list pair of two registers' values.
    "put_list_vv" PutListVV { writes x: Reg, reads head: Reg, reads tail: Reg }
    /// Fused: a new compound term, whose first two arguments are two registers' values.
    "put_structure_vv" PutStructureVV { writes x: Reg, reads a: Reg, reads b: Reg, constant functor: ConstId }
    /// A copy of the term that is kept in a record.
    "put_record" PutRecord { writes x: Reg, record record: u32 }
    /// Append a new variable, also to a register.
    "set_variable" SetVariable { writes x: Reg }
    /// Append a new variable, also to a slot.
    "set_variable_y" SetVariableY { stores y: Slot }
    /// Append a register's value.
    "set_value" SetValue { reads x: Reg }
    /// Fused: append two registers' values.
    "set_value_2" SetValue2 { reads a: Reg, reads b: Reg }
    /// Append a slot's value.
    "set_value_y" SetValueY { loads y: Slot }
    /// Append a constant.
    "set_constant" SetConstant { constant value: ConstId }
    /// Append new variables that nothing else names.
    "set_void" SetVoid { plain count: u32 }
    /// Append a list pair that comes next.
    "set_list" SetList {}
    /// Append a compound term that comes next.
    "set_structure" SetStructure { constant functor: ConstId }

    // Frames and calls.
    /// Open a frame of `slots` slots.
    "allocate" Allocate { plain slots: Slot }
    /// Fused: open a frame, save the level for cuts in a slot.
    "allocate_level" AllocateLevel { stores y: u8, plain slots: Slot }
    /// Close the frame.
    "deallocate" Deallocate {}
    /// Save a register in a slot.
    "save" Save { reads x: Reg, stores y: Slot }
    /// Fused: save two registers.
    "save_2" Save2 { reads x1: Reg, stores y1: u8, reads x2: Reg, stores y2: u8 }
    /// Fused: save three registers.
    "save_3" Save3 { reads x1: Reg, stores y1: u8, reads x2: Reg, stores y2: u8, reads x3: Reg, stores y3: u8 }
    /// Fused: open a frame, save two registers.
    "allocate_save_2" AllocateSave2 { plain slots: u8, reads x1: Reg, stores y1: u8, reads x2: Reg, stores y2: u8 }
    /// Fused: open a frame, save three registers.
    "allocate_save_3" AllocateSave3 { plain slots: u8, reads x1: Reg, stores y1: u8, reads x2: Reg, stores y2: u8, reads x3: Reg, stores y3: u8 }
    /// Fused: close the frame, then call in place of this clause.
    "deallocate_execute" DeallocateExecute { pred pred: PredId } leaves
    /// Fused: close the frame and return.
    "deallocate_proceed" DeallocateProceed {} leaves
    /// Fused: close the frame and return after a binding.
    "deallocate_proceed_wake" DeallocateProceedWake {} leaves
    /// Fused: a slot's value, then `deallocate_execute`.
    "put_value_y_deallocate_execute" PutValueYDeallocateExecute { writes x: Reg, loads y: u8, pred pred: PredId } leaves
    /// Fused: copy a register, then call in place of this clause.
    "move_execute" MoveExecute { reads from: Reg, writes to: Reg, pred pred: PredId } leaves
    /// Fused: copy two registers, one after the other.
    "move_2" Move2 { reads from1: Reg, passes to1: Reg, reads from2: Reg, passes to2: Reg }
    /// Fused: copy three registers, one after another.
    "move_3" Move3 { reads from1: Reg, passes to1: Reg, reads from2: Reg, passes to2: Reg, reads from3: Reg, passes to3: Reg }
    /// Call; the bits of `live` are the slots that are used afterwards, bit 15 says that the
    /// instruction `slots` follows, for those from 15 on.
    "call" Call { plain live: u16, pred pred: PredId }
    /// Fused: `put_variable_y`, then what the `call` behind it does; that one still names the slots in use.
    "put_variable_y_call" PutVariableYCall { writes x: Reg, stores y: u8, pred pred: PredId }
    /// Fused: likewise with `put_value_y`.
    "put_value_y_call" PutValueYCall { writes x: Reg, loads y: u8, pred pred: PredId }
    /// Nothing to do: tells which slots from 15 on are in use. The constants at `live` are the number of
    /// words that follow, and those words, with 60 slots each.
    "slots" Slots { constant live: ConstId }
    /// Call in place of this clause.
    "execute" Execute { pred pred: PredId } leaves
    /// Return.
    "proceed" Proceed {} leaves
    /// Return after a binding: pending wake-ups run first.
    "proceed_wake" ProceedWake {} leaves
    /// Run pending wake-ups; the constants at `live` are the count and numbers of the registers in use, and the slots in
    /// use, as a mask and what `slots` has for it, or `NO_FRAME`.
    "wake" Wake { constant live: ConstId }
    /// Go on elsewhere.
    "jump" Jump { label to: Label } leaves
    /// Call the goal in register 0, with `extra` more arguments in the registers after it.
    "call_goal" CallGoal { plain live: u16, plain extra: u8 }
    /// Call the goal in register 0 in place of this clause.
    "execute_goal" ExecuteGoal { plain extra: u8 } leaves
    /// Call the body in register 0 whose cuts go to the level in register 1, in place of this clause.
    "execute_body" ExecuteBody {} leaves

    // Choice points.
    /// Push a choice point that goes on at `next`.
    "try_else" TryElse { label next: Label }
    /// Drop the choice point that a `try_else` pushed and that failed to here; `live` as in `call`.
    "trust_else" TrustElse { plain live: u16 }
    /// First of several clauses: push a choice point, go to the clause.
    "try" Try { plain arity: u8, address clause: Label }
    /// A middle one.
    "retry" Retry { address clause: Label }
    /// The last one: drop the choice point.
    "trust" Trust { address clause: Label }
    /// Try what follows without a choice point: where it fails, go on at `next` with the registers as they are.
    /// Behind it stands a `jump` to where a choice point would go on.
    "try_light" TryLight { plain arity: u8, address next: Label }
    /// What `try_light` began has succeeded: push the choice point that was spared, and go on.
    "commit" Commit {}
    /// Likewise, and a cut comes first, in front of `to`: go on without the choice point.
    "commit_cut" CommitCut { address to: Label }
    /// Go where the type and value of a register lead.
    "switch" Switch { reads x: Reg, table table: u32 } leaves
    /// As `switch`, but for a list pair go on.
    "switch_pair" SwitchPair { reads x: Reg, table table: u32 }
    /// As `switch`, but for the structure that comes first in the table go on.
    "switch_structure" SwitchStructure { reads x: Reg, table table: u32 }
    /// As `switch`, but for an integer that the table lacks go on.
    "switch_integer" SwitchInteger { reads x: Reg, table table: u32 }
    /// Fused: as `switch_pair`; the head and the tail go to registers on the way.
    "switch_list" SwitchList { reads x: Reg, writes head: Reg, writes tail: Reg, table table: u32 }
    /// As `switch`, by a part of a register that holds a compound term: the cell at so many from its first.
    "switch_part" SwitchPart { reads x: Reg, plain at: u8, table table: u32 } leaves
    /// Save the number of choice points in a slot.
    "mark" Mark { stores y: Slot }
    /// Save the level for cuts of this clause in a slot.
    "save_level" SaveLevel { stores y: Slot }
    /// Cut to the level at which the clause was called.
    "neck_cut" NeckCut {}
    /// Fused: `wake`, then `neck_cut`.
    "wake_neck_cut" WakeNeckCut { constant live: ConstId }
    /// Cut to the level in a slot.
    "cut" Cut { loads y: Slot }
    /// Cut to the level in a register.
    "cut_x" CutX { reads x: Reg }
    /// The choice point above the level in a slot shall not be tried again.
    "soft_cut" SoftCut { loads y: Slot }

    // Arithmetic and tests.
    /// `to` is the value of `a + k`.
    "add_small" AddSmall { writes to: Reg, reads a: Reg, plain k: i32 }
    /// Fused: `add_small`, then `execute`.
    "add_small_execute" AddSmallExecute { writes to: Reg, reads a: Reg, plain k: i8, pred pred: PredId } leaves
    /// Fused: a slot's value goes to `a`, then `add_small`.
    "add_small_y" AddSmallY { writes to: Reg, writes a: Reg, loads y: u8, plain k: i32 }
    /// `to` is the value of `a + b`.
    "add" Add { writes to: Reg, reads a: Reg, reads b: Reg }
    /// `to` is the value of `a - b`.
    "subtract" Subtract { writes to: Reg, reads a: Reg, reads b: Reg }
    /// `to` is the value of `a * b`.
    "multiply" Multiply { writes to: Reg, reads a: Reg, reads b: Reg }
    /// `to` is the value of `function(a)`.
    "arith_1" Arith1 { writes to: Reg, reads a: Reg, plain function: u16 }
    /// `to` is the value of `function(a, b)`.
    "arith_2" Arith2 { writes to: Reg, reads a: Reg, reads b: Reg, plain function: u16 }
    /// `to` is the value of `function(a, k)`.
    "arith_2_small" Arith2Small { writes to: Reg, reads a: Reg, plain function: u8, plain k: i32 }
    /// `to` is `<`, `=` or `>`, as the terms `a` and `b` stand in the order of terms.
    "compare" Compare { writes to: Reg, reads a: Reg, reads b: Reg }
    /// `to` is the value of `a`.
    "evaluate" Evaluate { writes to: Reg, reads a: Reg }
    /// Go on if the comparison of values holds, else at `otherwise`.
    "test_less" TestLess { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// As `test_less`, for `=<`.
    "test_less_or_equal" TestLessOrEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// As `test_less`, for `=:=`.
    "test_equal" TestEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// As `test_less`, for `=\=`.
    "test_not_equal" TestNotEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// Go on if both registers hold small integers.
    "test_integers" TestIntegers { reads a: Reg, reads b: Reg, address otherwise: Label }
    /// As `test_less`, with a small integer.
    "test_less_small" TestLessSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// Go on if the value is greater than a small integer.
    "test_greater_small" TestGreaterSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// As `test_less_or_equal`, with a small integer.
    "test_less_or_equal_small" TestLessOrEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// Go on if the value is not less than a small integer.
    "test_greater_or_equal_small" TestGreaterOrEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// As `test_equal`, with a small integer.
    "test_equal_small" TestEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// As `test_not_equal`, with a small integer.
    "test_not_equal_small" TestNotEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// Go on if the register is of the type.
    "test_type" TestType { plain test: TypeTest, reads x: Reg, otherwise otherwise: Label }
    /// Go on if the terms are identical.
    "test_identical" TestIdentical { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// Go on if the terms are not identical.
    "test_not_identical" TestNotIdentical { reads a: Reg, reads b: Reg, otherwise otherwise: Label }

    // Entries of predicates.
    /// Run a predicate written in Rust.
    "native" Native { plain id: u16 }
    /// `between/3`; two instructions on stands `between_next` for further solutions.
    "between" Between { plain id: u16 }
    /// The next solution of `between/3`, whose choice point is the newest.
    "between_next" BetweenNext {}
    /// `arg/3`; this and those below return, as `between` does.
    "arg_native" ArgNative { plain id: u16 }
    /// `functor/3`.
    "functor_native" FunctorNative { plain id: u16 }
    /// `compare/3`.
    "compare_native" CompareNative { plain id: u16 }
    /// `=/2`.
    "unify_native" UnifyNative { plain id: u16 }
    /// `is/2`.
    "is_native" IsNative { plain id: u16 }
    /// A test.
    "test_native" TestNative { plain id: u16, plain test: NativeTest }
    /// The predicate is not ready to run: find out what to do.
    "enter" Enter { owner pred: PredId }
    /// Run a predicate from its candidate list.
    "candidates" Candidates { owner pred: PredId }
    /// No rule of the predicate matches the arguments: an error.
    "no_rule" NoRule { owner pred: PredId } leaves
    /// Put the module in front of the arguments of a meta predicate that have none.
    "qualify" Qualify { owner pred: PredId }
    /// Run a clause that is kept as a term: unify its head, then call its body.
    "generic" Generic { plain arity: u16, plain clause: ClauseId } leaves
    /// Push a catch choice point for this frame.
    "push_catch" PushCatch {}
    /// The goal of a catch has succeeded.
    "pop_catch" PopCatch {}
    /// Push a cleanup choice point for this frame.
    "push_cleanup" PushCleanup {}
    /// The goal of a `setup_call_cleanup/3` has succeeded.
    "pop_cleanup" PopCleanup {}
    /// Restore the registers that were saved before wake-up goals ran, and go on where they stopped.
    "resume" Resume {}
    /// Begin a delimited goal.
    "push_reset" PushReset {}
    /// A delimited goal has ended without a shift.
    "pop_reset" PopReset {}
}

impl Instr {
    /// The label of a branching instruction.
    pub fn label_mut(&mut self) -> Option<&mut Label> {
        if matches!(self, Instr::Jump { .. } | Instr::TryElse { .. }) {
            return self.operand_mut(Role::label);
        }
        self.operand_mut(Role::otherwise)
    }

    /// The label taken when a test fails.
    pub fn otherwise_mut(&mut self) -> Option<&mut Label> {
        self.operand_mut(Role::otherwise)
    }

    /// The constant that the instruction names.
    pub fn constant_mut(&mut self) -> Option<&mut ConstId> {
        self.named_mut()
    }

    /// The predicate that the instruction calls.
    pub fn pred(mut self) -> Option<PredId> {
        self.pred_mut().copied()
    }

    /// The predicate that the instruction calls, to be changed.
    #[inline]
    pub fn pred_mut(&mut self) -> Option<&mut PredId> {
        self.called_mut()
    }
}

const _: () = assert!(size_of::<Instr>() == 8);
