//! The instruction set: one table, from which `instructions.rs` makes the enum, its listing and the accessors of
//! operands.
//!
//! A row has the instruction's name in the listing, its name in the code, its operands with their roles, and its effect.
//! The row of a fused instruction has the instructions that it stands for in place of the effect: from it come fusing,
//! the inverse, and the slow path. `before` names an instruction that stays behind the fused one, and is skipped. A row
//! with both is of an instruction that is also emitted on its own.
//!
//! Naming: `get` takes a head argument apart, `unify` continues with the arguments of the term that it opened; `put` fills
//! a register for a call, `set` continues likewise; `test` branches. A trailing `x` is a register, a trailing `y` a frame
//! slot. Labels, predicates and constants are relative to the clause until [`super::arena`] relocates it.

use std::any::Any;
use std::fmt;

use super::clause::ClauseId;
use super::comparison::OrderSet;
use super::fusing::{effect, exists, fusing, is_first};
use super::instructions::instructions;
pub use super::operand::{
    Comparison, ConstId, Effect, FAIL, LIGHT_REGISTERS, Label, MASKED_SLOTS, MAX_REGISTER_ARITY, MORE_SLOTS, NO_FRAME,
    NO_PRED, NativeTest, PredId, REGISTERS, Reg, Role, ShortSlot, Slot, TypeTest, more_slot, more_slots_place,
};
use super::operand::{Operand, bit};

instructions! {
    /// Backtrack. It is at address 0, so that label 0 means failure.
    "fail" Fail {} leaves
    /// End the run: the query has succeeded.
    "succeed" Succeed {} leaves

    // Head: registers hold the arguments.
    /// Copy a register.
    "move" Move { reads from: Reg, writes to: Reg } computes
    /// Unify a register with a constant.
    "get_constant" GetConstant { reads x: Reg, constant value: ConstId } matches
    /// Match a register with a compound term of this functor, or bind it to a new one; its arguments follow.
    "get_structure" GetStructure { reads x: Reg, constant functor: ConstId } matches
    /// Match a register with a list pair, or bind it to a new one; head and tail follow.
    "get_list" GetList { reads x: Reg } matches
    /// Fused: a list pair whose head and tail are new variables.
    "get_list_xx" GetListXX { reads x: Reg, writes head: Reg, writes tail: Reg }
        = GetList { x: x }, UnifyVariable { x: head }, UnifyVariable { x: tail }
    /// Fused: `get_list_vx`, then `execute`.
    "get_list_vx_execute" GetListVXExecute { reads x: Reg, reads head: Reg, writes tail: Reg, pred pred: PredId }
        = GetList { x: x }, UnifyValue { x: head }, UnifyVariable { x: tail }, Execute { pred: pred }
    /// As `get_list_vx_execute`, with the tail in `x`, behind a `switch_list` that has loaded `head`: if the block of
    /// `pred` begins so, all pairs of the list are copied at once.
    "copy_pairs" CopyPairs { reads x: Reg, reads head: Reg, pred pred: PredId } leaves
    /// Fused: `get_list_vx`, then `again`.
    "get_list_vx_again" GetListVXAgain { reads x: Reg, reads head: Reg, writes tail: Reg, label to: Label }
        = GetList { x: x }, UnifyValue { x: head }, UnifyVariable { x: tail }, Again { to: to }
    /// Fused: a list pair whose head equals `head`, and whose tail is a new variable.
    "get_list_vx" GetListVX { reads x: Reg, reads head: Reg, writes tail: Reg }
        = GetList { x: x }, UnifyValue { x: head }, UnifyVariable { x: tail }
    /// Fused: a compound term whose first two arguments are new variables.
    "get_structure_xx" GetStructureXX { reads x: Reg, writes a: Reg, writes b: Reg, constant functor: ConstId }
        = GetStructure { x: x, functor: functor }, UnifyVariable { x: a }, UnifyVariable { x: b }
    /// Fused: `get_constant`, then `proceed_wake`.
    "get_constant_proceed" GetConstantProceed { reads x: Reg, constant value: ConstId }
        = GetConstant { x: x, value: value }, ProceedWake {}
    /// Fused: `get_value`, then `proceed_wake`.
    "get_value_proceed" GetValueProceed { reads a: Reg, reads b: Reg }
        = GetValue { a: a, b: b }, ProceedWake {}
    /// Unify two registers.
    "get_value" GetValue { reads a: Reg, reads b: Reg } matches
    /// Fused: load a slot into a register, then unify it with another.
    "get_value_y" GetValueY { writes a: Reg, reads b: Reg, loads y: Slot }
        = PutValueY { x: a, y: y }, GetValue { a: a, b: b } where a != b
    /// Store the next argument in a register.
    "unify_variable" UnifyVariable { writes x: Reg } takes
    /// Fused: store the next two arguments in registers.
    "unify_variable_2" UnifyVariable2 { writes a: Reg, writes b: Reg }
        = UnifyVariable { x: a }, UnifyVariable { x: b }
    /// Store the next argument in a slot.
    "unify_variable_y" UnifyVariableY { stores y: Slot } takes
    /// Unify the next argument with a register.
    "unify_value" UnifyValue { reads x: Reg } unifies
    /// Fused: unify the next two arguments with registers.
    "unify_value_2" UnifyValue2 { reads a: Reg, reads b: Reg }
        = UnifyValue { x: a }, UnifyValue { x: b }
    /// Unify the next argument with a slot.
    "unify_value_y" UnifyValueY { loads y: Slot } unifies
    /// Unify the next argument with a constant.
    "unify_constant" UnifyConstant { constant value: ConstId } unifies
    /// Skip the next `count` arguments.
    "unify_void" UnifyVoid { plain count: u32 } takes
    /// Match the next and last argument with a list pair; head and tail follow.
    "unify_list" UnifyList {} unifies
    /// Match the next and last argument with a compound term; its arguments follow.
    "unify_structure" UnifyStructure { constant functor: ConstId } unifies

    // Body: build arguments.
    /// Put a new variable.
    "put_variable" PutVariable { writes x: Reg } builds
    /// Put a new variable in a slot and in a register.
    "put_variable_y" PutVariableY { writes x: Reg, stores y: Slot } builds
    /// Put a slot's value.
    "put_value_y" PutValueY { writes x: Reg, loads y: Slot } frames
    /// Fused: put three slots' values.
    "put_value_y_3" PutValueY3 { writes x1: Reg, loads y1: ShortSlot, writes x2: Reg, loads y2: ShortSlot, writes x3: Reg, loads y3: ShortSlot }
        = PutValueY { x: x1, y: y1 }, PutValueY { x: x2, y: y2 }, PutValueY { x: x3, y: y3 }
    /// Fused: put two slots' values.
    "put_value_y_2" PutValueY2 { writes x1: Reg, loads y1: ShortSlot, writes x2: Reg, loads y2: ShortSlot }
        = PutValueY { x: x1, y: y1 }, PutValueY { x: x2, y: y2 }
    /// Put a constant.
    "put_constant" PutConstant { writes x: Reg, constant value: ConstId } computes
    /// Put a new compound term; its arguments follow.
    "put_structure" PutStructure { writes x: Reg, constant functor: ConstId } builds
    /// Put a new list pair; head and tail follow.
    "put_list" PutList { writes x: Reg } builds
    /// Fused: put a new list pair of two registers' values.
    "put_list_vv" PutListVV { writes x: Reg, reads head: Reg, reads tail: Reg } builds
        = PutList { x: x }, SetValue { x: head }, SetValue { x: tail } where x != head, x != tail
    /// Fused: put a new compound term whose first two arguments are two registers' values.
    "put_structure_vv" PutStructureVV { writes x: Reg, reads a: Reg, reads b: Reg, constant functor: ConstId } builds
        = PutStructure { x: x, functor: functor }, SetValue { x: a }, SetValue { x: b } where x != a, x != b
    /// Put a copy of a record.
    "put_record" PutRecord { writes x: Reg, record record: u32 } builds
    /// Append a new variable, also to a register.
    "set_variable" SetVariable { writes x: Reg } builds
    /// Append a new variable, also to a slot.
    "set_variable_y" SetVariableY { stores y: Slot } builds
    /// Append a register's value.
    "set_value" SetValue { reads x: Reg } builds
    /// Fused: append two registers' values.
    "set_value_2" SetValue2 { reads a: Reg, reads b: Reg }
        = SetValue { x: a }, SetValue { x: b }
    /// Append a slot's value.
    "set_value_y" SetValueY { loads y: Slot } builds
    /// Append a constant.
    "set_constant" SetConstant { constant value: ConstId } builds
    /// Append `count` anonymous variables.
    "set_void" SetVoid { plain count: u32 } builds
    /// Append a reference to a list pair that follows.
    "set_list" SetList {} builds
    /// Append a reference to a compound term that follows.
    "set_structure" SetStructure { constant functor: ConstId } builds

    // Frames and calls.
    /// Open a frame of `slots` slots.
    "allocate" Allocate { frame slots: u16 } frames
    /// Fused: open a frame, save the cut level in a slot.
    "allocate_level" AllocateLevel { stores y: ShortSlot, frame slots: u16 }
        = Allocate { slots: slots }, SaveLevel { y: y }
    /// Close the frame.
    "deallocate" Deallocate {} frames
    /// Save a register in a slot.
    "save" Save { reads x: Reg, stores y: Slot } frames
    /// Fused: save three registers.
    "save_3" Save3 { reads x1: Reg, stores y1: ShortSlot, reads x2: Reg, stores y2: ShortSlot, reads x3: Reg, stores y3: ShortSlot }
        = Save { x: x1, y: y1 }, Save { x: x2, y: y2 }, Save { x: x3, y: y3 }
    /// Fused: save two registers.
    "save_2" Save2 { reads x1: Reg, stores y1: ShortSlot, reads x2: Reg, stores y2: ShortSlot }
        = Save { x: x1, y: y1 }, Save { x: x2, y: y2 }
    /// Fused: open a frame, save three registers.
    "allocate_save_3" AllocateSave3 { frame slots: u8, reads x1: Reg, stores y1: ShortSlot, reads x2: Reg, stores y2: ShortSlot, reads x3: Reg, stores y3: ShortSlot }
        = Allocate { slots: slots }, Save { x: x1, y: y1 }, Save { x: x2, y: y2 }, Save { x: x3, y: y3 }
    /// Fused: open a frame, save two registers.
    "allocate_save_2" AllocateSave2 { frame slots: u8, reads x1: Reg, stores y1: ShortSlot, reads x2: Reg, stores y2: ShortSlot }
        = Allocate { slots: slots }, Save { x: x1, y: y1 }, Save { x: x2, y: y2 }
    /// Fused: close the frame, then call as the last call.
    "deallocate_execute" DeallocateExecute { pred pred: PredId }
        = Deallocate {}, Execute { pred: pred }
    /// Fused: close the frame and return.
    "deallocate_proceed" DeallocateProceed {}
        = Deallocate {}, Proceed {}
    /// Fused: close the frame and return after a binding.
    "deallocate_proceed_wake" DeallocateProceedWake {}
        = Deallocate {}, ProceedWake {}
    /// Fused: put a slot's value, then `deallocate_execute`.
    "put_value_y_deallocate_execute" PutValueYDeallocateExecute { writes x: Reg, loads y: ShortSlot, pred pred: PredId }
        = PutValueY { x: x, y: y }, Deallocate {}, Execute { pred: pred }
    /// Fused: copy a register, then call as the last call.
    "move_execute" MoveExecute { reads from: Reg, writes to: Reg, pred pred: PredId }
        = Move { from: from, to: to }, Execute { pred: pred }
    /// Fused: copy three registers, one after another.
    "move_3" Move3 { reads from1: Reg, writes to1: Reg, reads from2: Reg, writes to2: Reg, reads from3: Reg, writes to3: Reg }
        = Move { from: from1, to: to1 }, Move { from: from2, to: to2 }, Move { from: from3, to: to3 }
    /// Fused: copy two registers, one after the other.
    "move_2" Move2 { reads from1: Reg, writes to1: Reg, reads from2: Reg, writes to2: Reg }
        = Move { from: from1, to: to1 }, Move { from: from2, to: to2 }
    /// Call. The bits of `live` are the slots that are live afterwards; bit 15: `slots` follows, for those from 15 on.
    "call" Call { plain live: u16, pred pred: PredId } calls
    /// Fused: `put_variable_y`, then the `call` behind it, which still holds the mask of live slots.
    "put_variable_y_call" PutVariableYCall { writes x: Reg, stores y: ShortSlot, pred pred: PredId }
        = PutVariableY { x: x, y: y } before Call { pred: pred }
    /// Fused: `put_value_y`, then the `call` behind it, likewise.
    "put_value_y_call" PutValueYCall { writes x: Reg, loads y: ShortSlot, pred pred: PredId }
        = PutValueY { x: x, y: y } before Call { pred: pred }
    /// No operation: holds the live slots from 15 on. The constants at `live` are a count of words, and the words, with
    /// 60 slots each.
    "slots" Slots { constant live: ConstId } frames
    /// Call as the last call.
    "execute" Execute { pred pred: PredId } leaves
    /// Return.
    "proceed" Proceed {} leaves
    /// Return after a binding: pending wake-up goals run first.
    "proceed_wake" ProceedWake {} leaves
    /// Run pending wake-up goals. The constants at `live` are the count and numbers of the live registers, and the live
    /// slots, as a mask and the words of `slots`, or `NO_FRAME`.
    "wake" Wake { constant live: ConstId } wakes
    /// Jump.
    "jump" Jump { label to: Label } leaves
    /// Go on with the next round of a loop at `to`, unless the `execute` behind this must see to an event, or the `jump`
    /// before `to` does not lead to the predicate's entry.
    "again" Again { label to: Label } branches
    /// Call the goal in register 0, with `extra` more arguments in the registers after it.
    "call_goal" CallGoal { plain live: u16, plain extra: u8 } calls
    /// Call the goal in register 0 as the last call, with `extra` more arguments in the registers after it.
    "execute_goal" ExecuteGoal { plain extra: u8 } leaves
    /// Call the body in register 0 as the last call; its cuts cut to the level in register 1.
    "execute_body" ExecuteBody {} leaves

    // Choice points.
    /// Push a choice point whose alternative is `next`.
    "try_else" TryElse { label next: Label } chooses
    /// Drop the choice point that `try_else` pushed and whose alternative starts here; `live` as in `call`.
    "trust_else" TrustElse { plain live: u16 } chooses
    /// Try the first of several clauses: push a choice point, jump to the clause.
    "try" Try { plain arity: u8, address clause: Label } chooses
    /// Try a middle clause.
    "retry" Retry { address clause: Label } chooses
    /// Try the last clause: drop the choice point.
    "trust" Trust { address clause: Label } chooses
    /// Try what follows without a choice point: on failure, continue at `next` with the registers unchanged. A `jump`
    /// behind it leads to the alternative that a choice point would have.
    "try_light" TryLight { plain arity: u8, address next: Label } chooses
    /// End of a `try_light` part: push the deferred choice point and continue.
    "commit" Commit {} chooses
    /// End of a `try_light` part with a cut next, just before `to`: continue without the choice point.
    "commit_cut" CommitCut { address to: Label } chooses
    /// Switch on the type and value of a register.
    "switch" Switch { reads x: Reg, table table: u32 } leaves
    /// As `switch`, but fall through for a list pair.
    "switch_pair" SwitchPair { reads x: Reg, table table: u32 } branches
    /// As `switch`, but fall through for the structure whose key is first in the table.
    "switch_structure" SwitchStructure { reads x: Reg, table table: u32 } branches
    /// As `switch`, but fall through for an integer that is not in the table.
    "switch_integer" SwitchInteger { reads x: Reg, table table: u32 } branches
    /// Fused: as `switch_pair`, and load head and tail into registers on fall-through.
    "switch_list" SwitchList { reads x: Reg, writes head: Reg, writes tail: Reg, table table: u32 }
        = SwitchPair { x: x, table: table }, GetList { x: x }, UnifyVariable { x: head }, UnifyVariable { x: tail }
    /// As `switch`, on a part of the compound term in a register: the cell at offset `at`.
    "switch_part" SwitchPart { reads x: Reg, plain at: u8, table table: u32 } leaves
    /// Save the number of choice points in a slot.
    "mark" Mark { stores y: Slot } frames
    /// Set `to` to the number of choice points.
    "choices" Choices { writes to: Reg } frames
    /// Push a choice point for goals that must succeed and leave none: on failure, `next` raises the error. The slot gets
    /// the number of choice points with this one, the next one 0.
    "guard" Guard { stores y: Slot, label next: Label } chooses
    /// The same for the rest of the clause, unless the clause was called as the last goal of such a rest: then the slot
    /// gets 0, and the second slot of that guard this address. `declared`: it stands for a predicate declared by `det/1`.
    "guard_rest" GuardRest { plain declared: bool, stores y: Slot, label next: Label } chooses
    /// End of guarded goals: drop their choice point, which leads to `error`, if it is the newest, else go behind `error`.
    /// If it is not there, nobody guards them. `ends` says that they are the rest of the clause.
    "end_guard" EndGuard { plain ends: bool, loads y: Slot, label error: Label } branches
    /// Branch if the rest of the clause is guarded here.
    "if_guarded" IfGuarded { loads y: Slot, label to: Label } branches
    /// Raise the error that guarded goals failed, or left choice points: what is told of them, and how they are guarded.
    "not_det" NotDet { loads y: Slot, reads culprit: Reg, reads kind: Reg } leaves
    /// Save the cut level of this clause in a slot.
    "save_level" SaveLevel { stores y: Slot } frames
    /// Cut to the level at which the clause was called.
    "neck_cut" NeckCut {} cuts
    /// Fused: `wake`, then `neck_cut`.
    "wake_neck_cut" WakeNeckCut { constant live: ConstId }
        = Wake { live: live }, NeckCut {}
    /// Cut to the level in a slot.
    "cut" Cut { loads y: Slot } cuts
    /// Cut to the level in a register.
    "cut_x" CutX { reads x: Reg } cuts
    /// Disable the choice point above the level in a slot, which is not retried.
    "soft_cut" SoftCut { loads y: Slot } cuts

    // Arithmetic and tests.
    /// Evaluate `a + k` into `to`.
    "add_small" AddSmall { writes to: Reg, reads a: Reg, plain k: i32 } computes
    /// Fused: `add_small`, then `execute`.
    "add_small_execute" AddSmallExecute { writes to: Reg, reads a: Reg, plain k: i8, pred pred: PredId }
        = AddSmall { to: to, a: a, k: k }, Execute { pred: pred }
    /// Fused: load a slot into `a`, then `add_small`.
    "add_small_y" AddSmallY { writes to: Reg, writes a: Reg, loads y: ShortSlot, plain k: i32 }
        = PutValueY { x: a, y: y }, AddSmall { to: to, a: a, k: k }
    /// Evaluate `a + b` into `to`.
    "add" Add { writes to: Reg, reads a: Reg, reads b: Reg } computes
    /// Evaluate `a - b` into `to`.
    "subtract" Subtract { writes to: Reg, reads a: Reg, reads b: Reg } computes
    /// Evaluate `a * b` into `to`.
    "multiply" Multiply { writes to: Reg, reads a: Reg, reads b: Reg } computes
    /// Evaluate `function(a)` into `to`.
    "arith_1" Arith1 { writes to: Reg, reads a: Reg, plain function: u16 } computes
    /// Evaluate `function(a, b)` into `to`.
    "arith_2" Arith2 { writes to: Reg, reads a: Reg, reads b: Reg, plain function: u16 } computes
    /// Evaluate `function(a, k)` into `to`.
    "arith_2_small" Arith2Small { writes to: Reg, reads a: Reg, plain function: u8, plain k: i32 } computes
    /// Set `to` to `<`, `=` or `>` by the standard order of the terms `a` and `b`.
    "compare" Compare { writes to: Reg, reads a: Reg, reads b: Reg } computes
    /// Evaluate the expression `a` into `to`.
    "evaluate" Evaluate { writes to: Reg, reads a: Reg } computes
    /// Fall through if the value of `a` is less than that of `b`, else branch to `otherwise`.
    "test_less" TestLess { reads a: Reg, reads b: Reg, otherwise otherwise: Label } tests
    /// As `test_less`, for `=<`.
    "test_less_or_equal" TestLessOrEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label } tests
    /// As `test_less`, for `=:=`.
    "test_equal" TestEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label } tests
    /// As `test_less`, for `=\=`.
    "test_not_equal" TestNotEqual { reads a: Reg, reads b: Reg, otherwise otherwise: Label } tests
    /// Fall through if both registers hold small integers.
    "test_integers" TestIntegers { reads a: Reg, reads b: Reg, address otherwise: Label } tests
    /// `test_integers` and the comparison behind it, whose orders these are, at once.
    "test_order" TestOrder { plain orders: OrderSet, reads a: Reg, reads b: Reg, address otherwise: Label } tests
    /// The same for the comparison of a register with a small integer.
    "test_order_small" TestOrderSmall { plain orders: OrderSet, reads a: Reg, plain k: i8, address otherwise: Label } tests
    /// As `test_less`, with a small integer.
    "test_less_small" TestLessSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label } tests
    /// Fall through if the value is greater than a small integer.
    "test_greater_small" TestGreaterSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label } tests
    /// As `test_less_or_equal`, with a small integer.
    "test_less_or_equal_small" TestLessOrEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label } tests
    /// Fall through if the value is not less than a small integer.
    "test_greater_or_equal_small" TestGreaterOrEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label } tests
    /// As `test_equal`, with a small integer.
    "test_equal_small" TestEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label } tests
    /// As `test_not_equal`, with a small integer.
    "test_not_equal_small" TestNotEqualSmall { reads a: Reg, plain k: i16, otherwise otherwise: Label } tests
    /// Fall through if the register is of the type.
    "test_type" TestType { plain test: TypeTest, reads x: Reg, otherwise otherwise: Label } tests
    /// Fall through if the terms are identical.
    "test_identical" TestIdentical { reads a: Reg, reads b: Reg, otherwise otherwise: Label } tests
    /// Fall through if the terms are not identical.
    "test_not_identical" TestNotIdentical { reads a: Reg, reads b: Reg, otherwise otherwise: Label } tests

    // Constraints over integers: each of these but the last two carries out a part of a constraint on small integers and
    // branches to `done`. Otherwise it falls through, to code that posts the constraint.
    /// Store `a + k` in `to`.
    "fd_add_small" FdAddSmall { writes to: Reg, reads a: Reg, plain k: i8, label done: Label } branches
    /// As `fd_add_small`, where an `execute` of `pred` is at `done`: it is carried out too.
    "fd_add_small_execute" FdAddSmallExecute { writes to: Reg, reads a: Reg, plain k: i8, pred pred: PredId } branches
    /// Store `a + b` in `to`.
    "fd_add" FdAdd { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `a - b` in `to`.
    "fd_subtract" FdSubtract { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `a * b` in `to`.
    "fd_multiply" FdMultiply { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `a * k` in `to`.
    "fd_multiply_small" FdMultiplySmall { writes to: Reg, reads a: Reg, plain k: i8, label done: Label } branches
    /// Store `a // b` in `to`.
    "fd_quotient" FdQuotient { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `a mod b` in `to`.
    "fd_modulo" FdModulo { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `a rem b` in `to`.
    "fd_remainder" FdRemainder { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `a div b` in `to`.
    "fd_floor_quotient" FdFloorQuotient { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `min(a, b)` in `to`.
    "fd_minimum" FdMinimum { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `max(a, b)` in `to`.
    "fd_maximum" FdMaximum { writes to: Reg, reads a: Reg, reads b: Reg, label done: Label } branches
    /// Store `abs(a)` in `to`.
    "fd_absolute" FdAbsolute { writes to: Reg, reads a: Reg, label done: Label } branches
    /// Fail unless `a` and `b` are in one of the orders of the set. A variable that is to be equal to an integer is bound.
    "fd_test" FdTest { plain orders: OrderSet, reads a: Reg, reads b: Reg, label done: Label } branches
    /// As `fd_test`, with a small integer.
    "fd_test_small" FdTestSmall { plain orders: OrderSet, reads a: Reg, plain k: i8, label done: Label } branches
    /// Post the constraint between two terms: run the native predicate `pred`, and keep the registers.
    "constrain" Constrain { reads a: Reg, reads b: Reg, pred pred: PredId } enters
    /// Put a new variable in `to`, and post the constraint between it and `b`.
    "constrain_new" ConstrainNew { writes to: Reg, reads b: Reg, pred pred: PredId } enters

    // Entries of predicates.
    /// Run a native predicate.
    "native" Native { plain id: u16 } enters
    /// `between/3`; `between_next`, for further solutions, is two instructions further on.
    "between" Between { plain id: u16 } enters
    /// The next solution of `between/3`, whose choice point is the newest.
    "between_next" BetweenNext {} enters
    /// `arg/3`; this and those below return, as `between` does.
    "arg_native" ArgNative { plain id: u16 } enters
    /// `functor/3`.
    "functor_native" FunctorNative { plain id: u16 } enters
    /// `compare/3`.
    "compare_native" CompareNative { plain id: u16 } enters
    /// `=/2`.
    "unify_native" UnifyNative { plain id: u16 } enters
    /// `is/2`.
    "is_native" IsNative { plain id: u16 } enters
    /// A test.
    "test_native" TestNative { plain id: u16, plain test: NativeTest } enters
    /// First call of a predicate that is not linked: link it, load it, or raise an error.
    "enter" Enter { owner pred: PredId } enters
    /// Run a predicate from its list of candidate clauses.
    "candidates" Candidates { owner pred: PredId } enters
    /// Raise the error that no rule of the predicate matches the arguments.
    "no_rule" NoRule { owner pred: PredId } leaves
    /// Qualify the unqualified module-sensitive arguments of a meta predicate; note the call of a tracked predicate.
    "qualify" Qualify { owner pred: PredId } enters
    /// Count a call for the profiler.
    "count" Count { owner pred: PredId } enters
    /// Run a clause from its term: unify its head, then call its body.
    "generic" Generic { plain arity: u16, plain clause: ClauseId } leaves
    /// Push a catch choice point for this frame.
    "push_catch" PushCatch {} enters
    /// Leave a catch whose goal has succeeded.
    "pop_catch" PopCatch {} enters
    /// Push a cleanup choice point for this frame.
    "push_cleanup" PushCleanup {} enters
    /// Leave a `setup_call_cleanup/3` whose goal has succeeded.
    "pop_cleanup" PopCleanup {} enters
    /// Restore the registers that were saved before wake-up goals ran, and continue at the interrupted instruction.
    "resume" Resume {} enters
    /// Begin a delimited goal.
    "push_reset" PushReset {} enters
    /// End a delimited goal without a shift.
    "pop_reset" PopReset {} enters
    /// Add the answer of a tabled goal to its table, and fail.
    "table_answer" TableAnswer {} enters
}

impl Instr {
    /// Returns the label of a branch, or the address that it leads to in a block.
    #[inline]
    pub fn label_mut(&mut self) -> Option<&mut Label> {
        match self.has_label() {
            true => self.operand_mut::<_, { bit(Role::label) | bit(Role::otherwise) | bit(Role::address) }>(),
            false => None,
        }
    }

    /// Returns the label taken when a test fails.
    pub fn otherwise_mut(&mut self) -> Option<&mut Label> {
        self.operand_mut::<_, { bit(Role::otherwise) }>()
    }

    /// Returns the constant operand.
    pub fn constant_mut(&mut self) -> Option<&mut ConstId> {
        self.operand_mut::<_, { bit(Role::constant) }>()
    }

    /// Returns the table of a switch.
    #[inline]
    pub fn table_mut(&mut self) -> Option<&mut u32> {
        match self.has_table() {
            true => self.operand_mut::<_, { bit(Role::table) }>(),
            false => None,
        }
    }

    /// Returns the called predicate.
    pub fn pred(mut self) -> Option<PredId> {
        self.pred_mut().copied()
    }

    /// Returns the called predicate, for changes.
    #[inline]
    pub fn pred_mut(&mut self) -> Option<&mut PredId> {
        self.operand_mut::<_, { bit(Role::pred) }>()
    }

    /// Returns the number of slots of the frame that it opens.
    pub fn frame(&self) -> Option<usize> {
        let mut slots = None;
        self.each_operand(&mut |role, number| {
            if role == Role::frame {
                slots = Some(number as usize);
            }
        });
        slots
    }

    /// Whether control never falls through to the next instruction; of instructions that are not fused.
    pub fn leads_elsewhere(&self) -> bool {
        self.effect() == Effect::leaves
    }
}

/// As in a listing: its name and its operands.
impl fmt::Debug for Instr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = f.write_str(self.name());
        self.each_field(&mut |name, value| written = written.and_then(|()| write!(f, " {name}={value:?}")));
        written
    }
}

const _: () = assert!(size_of::<Instr>() == 8);

impl Default for Instr {
    fn default() -> Instr {
        Instr::Fail {}
    }
}
