//! The instruction set: one table, from which the enum, its listing and the operand accessors are generated.
//!
//! A row has the instruction's name in the listing, its name in the code, its operands with their roles, and `leaves`
//! if control never falls through to the next instruction.
//!
//! Naming: `get` takes a head argument apart, `unify` continues with the arguments of the term that a `get` opened,
//! `put` fills a register for a call, `set` continues with the arguments of the term that a `put` opened, `test`
//! branches. A trailing `x` is a register, a trailing `y` a frame slot. Operands are in the order value, then register.
//! Labels, predicates and constants are relative to the clause until [`super::arena`] relocates it.

use std::any::Any;

use super::clause::ClauseId;
use super::operand::Operand;
pub use super::operand::{
    Comparison, ConstId, FAIL, LIGHT_REGISTERS, Label, MASKED_SLOTS, MAX_REGISTER_ARITY, MORE_SLOTS, NO_FRAME, NO_PRED,
    NativeTest, PredId, REGISTERS, Reg, Role, Slot, TypeTest, more_slot, more_slots_place,
};

macro_rules! instructions {
    ($($(#[$doc:meta])* $text:literal $name:ident { $($role:ident $field:ident : $type:ty),* } $($leaves:ident)?)*) => {
        /// One instruction of eight bytes.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(u8)]
        pub enum Instr {
            $($(#[$doc])* $name { $(#[allow(missing_docs, reason = "the doc names the operands")] $field: $type),* },)*
        }

        impl Instr {
            /// Returns the text of the instruction in a listing: its name and operands.
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

            /// Calls `visit` with the role and the number of each operand, in order.
            pub fn each_operand(&self, #[allow(unused_variables, reason = "some instructions have no operands")] visit: &mut dyn FnMut(Role, u32)) {
                match *self {
                    $(Instr::$name { $($field),* } => { $(visit(Role::$role, Operand::number($field));)* })*
                }
            }

            /// Returns the operand with this role and type, for changes.
            #[inline(always)]
            fn operand_mut<T: 'static>(&mut self, role: Role) -> Option<&mut T> {
                match self {
                    $(Instr::$name { $($field),* } => {
                        $(if Role::$role == role {
                            return ($field as &mut dyn Any).downcast_mut();
                        })*
                        None
                    })*
                }
            }

            /// Returns true if control never falls through to the next instruction.
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
    /// Backtrack. It is at address 0, so that label 0 means failure.
    "fail" Fail {} leaves
    /// End the run: the query has succeeded.
    "succeed" Succeed {} leaves

    // Head: registers hold the arguments.
    /// Copy a register.
    "move" Move { reads from: Reg, writes to: Reg }
    /// Unify a register with a constant.
    "get_constant" GetConstant { reads x: Reg, constant value: ConstId }
    /// Match a register with a compound term of this functor, or bind it to a new one; its arguments follow.
    "get_structure" GetStructure { reads x: Reg, constant functor: ConstId }
    /// Match a register with a list pair, or bind it to a new one; head and tail follow.
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
    /// Unify two registers.
    "get_value" GetValue { reads a: Reg, reads b: Reg }
    /// Fused: load a slot into a register, then unify it with another.
    "get_value_y" GetValueY { writes a: Reg, reads b: Reg, loads y: Slot }
    /// Store the next argument in a register.
    "unify_variable" UnifyVariable { writes x: Reg }
    /// Fused: store the next two arguments in registers.
    "unify_variable_2" UnifyVariable2 { writes a: Reg, writes b: Reg }
    /// Store the next argument in a slot.
    "unify_variable_y" UnifyVariableY { stores y: Slot }
    /// Unify the next argument with a register.
    "unify_value" UnifyValue { reads x: Reg }
    /// Fused: unify the next two arguments with registers.
    "unify_value_2" UnifyValue2 { reads a: Reg, reads b: Reg }
    /// Unify the next argument with a slot.
    "unify_value_y" UnifyValueY { loads y: Slot }
    /// Unify the next argument with a constant.
    "unify_constant" UnifyConstant { constant value: ConstId }
    /// Skip the next `count` arguments.
    "unify_void" UnifyVoid { plain count: u32 }
    /// Match the next and last argument with a list pair; head and tail follow.
    "unify_list" UnifyList {}
    /// Match the next and last argument with a compound term; its arguments follow.
    "unify_structure" UnifyStructure { constant functor: ConstId }

    // Body: build arguments.
    /// Put a new variable.
    "put_variable" PutVariable { writes x: Reg }
    /// Put a new variable in a slot and in a register.
    "put_variable_y" PutVariableY { writes x: Reg, stores y: Slot }
    /// Put a slot's value.
    "put_value_y" PutValueY { writes x: Reg, loads y: Slot }
    /// Fused: put two slots' values.
    "put_value_y_2" PutValueY2 { writes x1: Reg, loads y1: u8, writes x2: Reg, loads y2: u8 }
    /// Fused: put three slots' values.
    "put_value_y_3" PutValueY3 { writes x1: Reg, loads y1: u8, writes x2: Reg, loads y2: u8, writes x3: Reg, loads y3: u8 }
    /// Put a constant.
    "put_constant" PutConstant { writes x: Reg, constant value: ConstId }
    /// Put a new compound term; its arguments follow.
    "put_structure" PutStructure { writes x: Reg, constant functor: ConstId }
    /// Put a new list pair; head and tail follow.
    "put_list" PutList { writes x: Reg }
    /// Fused: put a new list pair of two registers' values.
    "put_list_vv" PutListVV { writes x: Reg, reads head: Reg, reads tail: Reg }
    /// Fused: put a new compound term whose first two arguments are two registers' values.
    "put_structure_vv" PutStructureVV { writes x: Reg, reads a: Reg, reads b: Reg, constant functor: ConstId }
    /// Put a copy of a record.
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
    /// Append `count` anonymous variables.
    "set_void" SetVoid { plain count: u32 }
    /// Append a reference to a list pair that follows.
    "set_list" SetList {}
    /// Append a reference to a compound term that follows.
    "set_structure" SetStructure { constant functor: ConstId }

    // Frames and calls.
    /// Open a frame of `slots` slots.
    "allocate" Allocate { plain slots: Slot }
    /// Fused: open a frame, save the cut level in a slot.
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
    /// Fused: close the frame, then call as the last call.
    "deallocate_execute" DeallocateExecute { pred pred: PredId } leaves
    /// Fused: close the frame and return.
    "deallocate_proceed" DeallocateProceed {} leaves
    /// Fused: close the frame and return after a binding.
    "deallocate_proceed_wake" DeallocateProceedWake {} leaves
    /// Fused: put a slot's value, then `deallocate_execute`.
    "put_value_y_deallocate_execute" PutValueYDeallocateExecute { writes x: Reg, loads y: u8, pred pred: PredId } leaves
    /// Fused: copy a register, then call as the last call.
    "move_execute" MoveExecute { reads from: Reg, writes to: Reg, pred pred: PredId } leaves
    /// Fused: copy two registers, one after the other.
    "move_2" Move2 { reads from1: Reg, passes to1: Reg, reads from2: Reg, passes to2: Reg }
    /// Fused: copy three registers, one after another.
    "move_3" Move3 { reads from1: Reg, passes to1: Reg, reads from2: Reg, passes to2: Reg, reads from3: Reg, passes to3: Reg }
    /// Call. The bits of `live` are the slots that are live afterwards; bit 15 says that the instruction `slots`
    /// follows, for those from 15 on.
    "call" Call { plain live: u16, pred pred: PredId }
    /// Fused: `put_variable_y`, then the `call` behind it, which still holds the mask of live slots.
    "put_variable_y_call" PutVariableYCall { writes x: Reg, stores y: u8, pred pred: PredId }
    /// Fused: `put_value_y`, then the `call` behind it, likewise.
    "put_value_y_call" PutValueYCall { writes x: Reg, loads y: u8, pred pred: PredId }
    /// No operation: holds the live slots from 15 on. The constants at `live` are a count of words, and the words, with
    /// 60 slots each.
    "slots" Slots { constant live: ConstId }
    /// Call as the last call.
    "execute" Execute { pred pred: PredId } leaves
    /// Return.
    "proceed" Proceed {} leaves
    /// Return after a binding: pending wake-up goals run first.
    "proceed_wake" ProceedWake {} leaves
    /// Run pending wake-up goals. The constants at `live` are the count and numbers of the live registers, and the live
    /// slots, as a mask and the words of `slots`, or `NO_FRAME`.
    "wake" Wake { constant live: ConstId }
    /// Jump.
    "jump" Jump { label to: Label } leaves
    /// Call the goal in register 0, with `extra` more arguments in the registers after it.
    "call_goal" CallGoal { plain live: u16, plain extra: u8 }
    /// Call the goal in register 0 as the last call, with `extra` more arguments in the registers after it.
    "execute_goal" ExecuteGoal { plain extra: u8 } leaves
    /// Call the body in register 0 as the last call; its cuts cut to the level in register 1.
    "execute_body" ExecuteBody {} leaves

    // Choice points.
    /// Push a choice point whose alternative is `next`.
    "try_else" TryElse { label next: Label }
    /// Drop the choice point that `try_else` pushed and whose alternative starts here; `live` as in `call`.
    "trust_else" TrustElse { plain live: u16 }
    /// Try the first of several clauses: push a choice point, jump to the clause.
    "try" Try { plain arity: u8, address clause: Label }
    /// Try a middle clause.
    "retry" Retry { address clause: Label }
    /// Try the last clause: drop the choice point.
    "trust" Trust { address clause: Label }
    /// Try what follows without a choice point: on failure, continue at `next` with the registers unchanged. A `jump`
    /// behind it leads to the alternative that a choice point would have.
    "try_light" TryLight { plain arity: u8, address next: Label }
    /// End of a `try_light` part: push the deferred choice point and continue.
    "commit" Commit {}
    /// End of a `try_light` part with a cut next, just before `to`: continue without the choice point.
    "commit_cut" CommitCut { address to: Label }
    /// Switch on the type and value of a register.
    "switch" Switch { reads x: Reg, table table: u32 } leaves
    /// As `switch`, but fall through for a list pair.
    "switch_pair" SwitchPair { reads x: Reg, table table: u32 }
    /// As `switch`, but fall through for the structure whose key is first in the table.
    "switch_structure" SwitchStructure { reads x: Reg, table table: u32 }
    /// As `switch`, but fall through for an integer that is not in the table.
    "switch_integer" SwitchInteger { reads x: Reg, table table: u32 }
    /// Fused: as `switch_pair`, and load head and tail into registers on fall-through.
    "switch_list" SwitchList { reads x: Reg, writes head: Reg, writes tail: Reg, table table: u32 }
    /// As `switch`, on a part of the compound term in a register: the cell at offset `at`.
    "switch_part" SwitchPart { reads x: Reg, plain at: u8, table table: u32 } leaves
    /// Save the number of choice points in a slot.
    "mark" Mark { stores y: Slot }
    /// Save the cut level of this clause in a slot.
    "save_level" SaveLevel { stores y: Slot }
    /// Cut to the level at which the clause was called.
    "neck_cut" NeckCut {}
    /// Fused: `wake`, then `neck_cut`.
    "wake_neck_cut" WakeNeckCut { constant live: ConstId }
    /// Cut to the level in a slot.
    "cut" Cut { loads y: Slot }
    /// Cut to the level in a register.
    "cut_x" CutX { reads x: Reg }
    /// Disable the choice point above the level in a slot, which is not retried.
    "soft_cut" SoftCut { loads y: Slot }

    // Arithmetic and tests.
    /// Evaluate `a + k` into `to`.
    "add_small" AddSmall { writes to: Reg, reads a: Reg, plain k: i32 }
    /// Fused: `add_small`, then `execute`.
    "add_small_execute" AddSmallExecute { writes to: Reg, reads a: Reg, plain k: i8, pred pred: PredId } leaves
    /// Fused: load a slot into `a`, then `add_small`.
    "add_small_y" AddSmallY { writes to: Reg, writes a: Reg, loads y: u8, plain k: i32 }
    /// Evaluate `a + b` into `to`.
    "add" Add { writes to: Reg, reads a: Reg, reads b: Reg }
    /// Evaluate `a - b` into `to`.
    "subtract" Subtract { writes to: Reg, reads a: Reg, reads b: Reg }
    /// Evaluate `a * b` into `to`.
    "multiply" Multiply { writes to: Reg, reads a: Reg, reads b: Reg }
    /// Evaluate `function(a)` into `to`.
    "arith_1" Arith1 { writes to: Reg, reads a: Reg, plain function: u16 }
    /// Evaluate `function(a, b)` into `to`.
    "arith_2" Arith2 { writes to: Reg, reads a: Reg, reads b: Reg, plain function: u16 }
    /// Evaluate `function(a, k)` into `to`.
    "arith_2_small" Arith2Small { writes to: Reg, reads a: Reg, plain function: u8, plain k: i32 }
    /// Set `to` to `<`, `=` or `>` by the standard order of the terms `a` and `b`.
    "compare" Compare { writes to: Reg, reads a: Reg, reads b: Reg }
    /// Evaluate the expression `a` into `to`.
    "evaluate" Evaluate { writes to: Reg, reads a: Reg }
    /// Fall through if the value of `a` is less than that of `b`, else branch to `otherwise`.
    "test_less" TestLess { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// As `test_less`, for `=<`.
    "test_less_or_equal" TestLessOrEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// As `test_less`, for `=:=`.
    "test_equal" TestEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// As `test_less`, for `=\=`.
    "test_not_equal" TestNotEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// Fall through if both registers hold small integers.
    "test_integers" TestIntegers { reads a: Reg, reads b: Reg, address otherwise: Label }
    /// As `test_less`, with a small integer.
    "test_less_small" TestLessSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// Fall through if the value is greater than a small integer.
    "test_greater_small" TestGreaterSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// As `test_less_or_equal`, with a small integer.
    "test_less_or_equal_small" TestLessOrEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// Fall through if the value is not less than a small integer.
    "test_greater_or_equal_small" TestGreaterOrEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// As `test_equal`, with a small integer.
    "test_equal_small" TestEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// As `test_not_equal`, with a small integer.
    "test_not_equal_small" TestNotEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label }
    /// Fall through if the register is of the type.
    "test_type" TestType { plain test: TypeTest, reads x: Reg, otherwise otherwise: Label }
    /// Fall through if the terms are identical.
    "test_identical" TestIdentical { reads a: Reg, reads b: Reg, otherwise otherwise: Label }
    /// Fall through if the terms are not identical.
    "test_not_identical" TestNotIdentical { reads a: Reg, reads b: Reg, otherwise otherwise: Label }

    // Entries of predicates.
    /// Run a native predicate.
    "native" Native { plain id: u16 }
    /// `between/3`; `between_next`, for further solutions, is two instructions further on.
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
    /// First call of a predicate that is not linked: link it, load it, or raise an error.
    "enter" Enter { owner pred: PredId }
    /// Run a predicate from its list of candidate clauses.
    "candidates" Candidates { owner pred: PredId }
    /// Raise the error that no rule of the predicate matches the arguments.
    "no_rule" NoRule { owner pred: PredId } leaves
    /// Qualify the unqualified module-sensitive arguments of a meta predicate.
    "qualify" Qualify { owner pred: PredId }
    /// Run a clause from its term: unify its head, then call its body.
    "generic" Generic { plain arity: u16, plain clause: ClauseId } leaves
    /// Push a catch choice point for this frame.
    "push_catch" PushCatch {}
    /// Leave a catch whose goal has succeeded.
    "pop_catch" PopCatch {}
    /// Push a cleanup choice point for this frame.
    "push_cleanup" PushCleanup {}
    /// Leave a `setup_call_cleanup/3` whose goal has succeeded.
    "pop_cleanup" PopCleanup {}
    /// Restore the registers that were saved before wake-up goals ran, and continue at the interrupted instruction.
    "resume" Resume {}
    /// Begin a delimited goal.
    "push_reset" PushReset {}
    /// End a delimited goal without a shift.
    "pop_reset" PopReset {}
}

impl Instr {
    /// Returns the label of a branch.
    pub fn label_mut(&mut self) -> Option<&mut Label> {
        if matches!(self, Instr::Jump { .. } | Instr::TryElse { .. }) {
            return self.operand_mut(Role::label);
        }
        self.operand_mut(Role::otherwise)
    }

    /// Returns the label taken when a test fails.
    pub fn otherwise_mut(&mut self) -> Option<&mut Label> {
        self.operand_mut(Role::otherwise)
    }

    /// Returns the constant operand.
    pub fn constant_mut(&mut self) -> Option<&mut ConstId> {
        self.operand_mut(Role::constant)
    }

    /// Returns the called predicate.
    pub fn pred(mut self) -> Option<PredId> {
        self.pred_mut().copied()
    }

    /// Returns the called predicate, for changes.
    #[inline]
    pub fn pred_mut(&mut self) -> Option<&mut PredId> {
        self.operand_mut(Role::pred)
    }
}

const _: () = assert!(size_of::<Instr>() == 8);
