//! The slow paths: instructions, or cases of them, that the run loop does not handle.
//!
//! These involve attributed variables, deep unification or comparison, numbers that are not small integers, and
//! instructions that are too rare for the loop.
//!
//! Operands of expressions are evaluated from the last to the first, but code leaves one that is no operation to the
//! operation that it belongs to. So when one raises an error, the operands of those around it are looked at: a faulty one
//! further to the right comes first.

use std::cmp::Ordering;

use crate::base::known;
use crate::base::num::function::FunctionId;
use crate::code::database::Database;
use crate::code::instr::{Instr, Label, Reg, TypeTest};
use crate::code::switch::box_key;
use crate::machine::Machine;
use crate::machine::control::delimited::CONTINUATION;
use crate::machine::control::exceptions::Exceptions;
use crate::machine::eval::arithmetic::Arithmetic;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::{Registers, Stacks};
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;
use crate::term::order::{compare, order_atom, structural_equal};
use crate::term::view::View;

impl Machine {
    /// Executes an instruction that the loop left, from its beginning.
    pub(in crate::machine) fn slow(&mut self, instr: Instr) -> Step {
        // The loop has stepped over the arguments that it has left to this path.
        self.regs.s -= match instr {
            Instr::UnifyValue2 { .. } => 2,
            Instr::UnifyValue { .. } | Instr::UnifyValueY { .. } | Instr::UnifyConstant { .. } => 1,
            _ => 0,
        };
        self.carry_out(instr)
    }

    fn carry_out(&mut self, instr: Instr) -> Step {
        use Instr::*;
        match instr {
            GetConstant { x, value } => self.unify(self.x[x.index()], self.db.arena.constants[value]),
            GetValue { a, b } => self.unify(self.x[a.index()], self.x[b.index()]),
            UnifyVariable { x } => {
                self.x[x.index()] = self.regs.next_argument(&mut self.heap);
                Ok(())
            }
            UnifyValue { x } => self.unify_next(self.x[x.index()]),
            UnifyValueY { y } => self.unify_next(self.stacks.slot(self.regs.e, y.index())),
            UnifyConstant { value } => self.unify_next(self.db.arena.constants[value]),
            GetList { x } => self.open_list(self.x[x.index()]),
            UnifyList {} => self.open_list(self.heap.get(self.regs.s)),
            GetStructure { x, functor } => self.open_structure(self.x[x.index()], self.db.arena.constants[functor]),
            UnifyStructure { functor } => {
                self.open_structure(self.heap.get(self.regs.s), self.db.arena.constants[functor])
            }
            PutValueY { x, y } => {
                self.x[x.index()] = self.stacks.slot(self.regs.e, y.index());
                Ok(())
            }
            Execute { pred } => self.goto_pred(pred),
            ProceedWake {} => self.return_to_caller(),
            // The call behind it is made.
            Again { .. } => Ok(()),
            CopyPairs { .. } => self.carry_out(instr.of_one_pair()),
            GetListXX { .. }
            | GetListVX { .. }
            | GetListVXExecute { .. }
            | GetListVXAgain { .. }
            | GetStructureXX { .. }
            | GetConstantProceed { .. }
            | GetValueProceed { .. }
            | GetValueY { .. }
            | UnifyValue2 { .. }
            | AddSmallExecute { .. }
            | AddSmallY { .. } => {
                let mut step = Ok(());
                let taken = |step: &mut Step| std::mem::replace(step, Ok(()));
                instr.each_part(|part| step = taken(&mut step).and_then(|()| self.carry_out(part)));
                step
            }
            Switch { x, table }
            | SwitchPair { x, table }
            | SwitchStructure { x, table }
            | SwitchInteger { x, table }
            | SwitchList { x, table, .. } => self.regs.switch(&self.db, &self.heap, &mut self.x, x, table),
            SwitchPart { x, at, table } => {
                let whole = self.deref(self.x[x.index()]);
                let part = self.heap.get(whole.address() + usize::from(at));
                self.regs.pc = self.db.leads_to(&self.heap, self.deref(part), table).address();
                Ok(())
            }
            PutRecord { x, record } => {
                self.x[x.index()] = self.db.arena.records[record as usize].unpack(&mut self.heap);
                Ok(())
            }
            NoRule { pred } => self.no_rule(pred),
            NotDet { y, culprit, kind } => self.not_det(y, self.x[culprit.index()], self.x[kind.index()]),
            Constrain { a, b, pred } => self.run_native(pred, &[a, b].map(|at| self.x[at.index()])),
            ConstrainNew { to, b, pred } => {
                let (new, b) = (self.heap.new_var(), self.x[b.index()]);
                self.x[to.index()] = new;
                self.run_native(pred, &[new, b])
            }
            Qualify { pred } => self.qualify_arguments(pred),
            Count { pred } => self
                .calls
                .sample(pred, (&self.db, &self.nesting, &self.stacks, &self.regs)),
            Generic { clause, .. } => self.run_generic(clause),
            PushCatch {} => self.push_catch(),
            PopCatch {} => self.stacks.pop_catch(&mut self.heap, &self.regs),
            PushCleanup {} => self.push_cleanup(),
            Resume {} => self.regs.resume_after_wake(&mut self.stacks, &mut self.x),
            PushReset {} => self.push_reset(),
            PopReset {} => self.unify(self.stacks.slot(self.regs.e, CONTINUATION), Cell::ZERO),
            #[rustfmt::skip]
            AddSmall { .. } | Add { .. } | Subtract { .. } | Multiply { .. } | Arith1 { .. } | Arith2 { .. }
            | Arith2Small { .. } | Evaluate { .. } | Compare { .. } | TestLess { .. } | TestLessOrEqual { .. }
            | TestEqual { .. } | TestNotEqual { .. } | TestLessSmall { .. } | TestGreaterSmall { .. }
            | TestLessOrEqualSmall { .. } | TestGreaterOrEqualSmall { .. } | TestEqualSmall { .. }
            | TestNotEqualSmall { .. } | TestType { .. } | TestIdentical { .. } | TestNotIdentical { .. }
            => self.slow_arithmetic(instr),
            // Named, so that a new instruction gets a slow path, or is put here.
            #[rustfmt::skip]
            Fail {} | Succeed {} | Move { .. } | UnifyVariable2 { .. } | UnifyVariableY { .. } | UnifyVoid { .. } | PutVariable { .. }
            | PutVariableY { .. } | PutValueY3 { .. } | PutValueY2 { .. } | PutConstant { .. } | PutStructure { .. } | PutList { .. }
            | PutListVV { .. } | PutStructureVV { .. } | SetVariable { .. } | SetVariableY { .. } | SetValue { .. } | SetValue2 { .. }
            | SetValueY { .. } | SetConstant { .. } | SetVoid { .. } | SetList {} | SetStructure { .. } | Allocate { .. }
            | AllocateLevel { .. } | Deallocate {} | Save { .. } | Save3 { .. } | Save2 { .. } | AllocateSave3 { .. } | AllocateSave2 { .. }
            | DeallocateExecute { .. } | DeallocateProceed {} | DeallocateProceedWake {} | PutValueYDeallocateExecute { .. }
            | MoveExecute { .. } | Move3 { .. } | Move2 { .. } | Call { .. } | PutVariableYCall { .. } | PutValueYCall { .. } | Slots { .. }
            | Proceed {} | Wake { .. } | Jump { .. } | CallGoal { .. } | ExecuteGoal { .. } | ExecuteBody {} | TryElse { .. }
            | TrustElse { .. } | Try { .. } | Retry { .. } | Trust { .. } | TryLight { .. } | Commit {} | CommitCut { .. } | Mark { .. }
            | Choices { .. } | Guard { .. } | GuardRest { .. } | EndGuard { .. } | IfGuarded { .. } | SaveLevel { .. } | NeckCut {} | WakeNeckCut { .. } | Cut { .. } | CutX { .. } | SoftCut { .. } | FdAddSmall { .. }
            | FdAddSmallExecute { .. } | FdAdd { .. } | FdSubtract { .. } | FdMultiply { .. } | FdQuotient { .. } | FdModulo { .. }
            | FdRemainder { .. } | FdFloorQuotient { .. } | FdMinimum { .. } | FdMaximum { .. } | FdAbsolute { .. } | FdMultiplySmall { .. }
            | FdTest { .. } | FdTestSmall { .. } | TestIntegers { .. } | TestOrder { .. } | TestOrderSmall { .. } | Native { .. } | Between { .. } | BetweenNext {} | ArgNative { .. }
            | FunctorNative { .. } | CompareNative { .. } | UnifyNative { .. } | IsNative { .. } | TestNative { .. } | Enter { .. }
            | Candidates { .. } | PopCleanup {} | TableAnswer {}
            => unreachable!("{instr:?} is carried out in the loop, or by `full`"),
        }
    }

    fn slow_arithmetic(&mut self, instr: Instr) -> Step {
        let x = |m: &Machine, r: Reg| m.x[r.index()];
        match instr {
            Instr::AddSmall { to, a, k } => {
                let result = self.arith2(FunctionId::ADD, x(self, a), Cell::int(i64::from(k)));
                self.set_result(to, result)
            }
            Instr::Add { to, a, b } => {
                let result = self.arith2(FunctionId::ADD, x(self, a), x(self, b));
                self.set_result(to, result)
            }
            Instr::Subtract { to, a, b } => {
                let result = self.arith2(FunctionId::SUBTRACT, x(self, a), x(self, b));
                self.set_result(to, result)
            }
            Instr::Multiply { to, a, b } => {
                let result = self.arith2(FunctionId::MULTIPLY, x(self, a), x(self, b));
                self.set_result(to, result)
            }
            Instr::Arith1 { to, a, function } => {
                let result = self.arith1(FunctionId::from_index(function), x(self, a));
                self.set_result(to, result)
            }
            Instr::Arith2 { to, a, b, function } => {
                let result = self.arith2(FunctionId::from_index(function), x(self, a), x(self, b));
                self.set_result(to, result)
            }
            Instr::Arith2Small { to, a, function, k } => {
                let (function, k) = (FunctionId::from_index(function.into()), Cell::int(i64::from(k)));
                let result = self.arith2(function, x(self, a), k);
                self.set_result(to, result)
            }
            Instr::Evaluate { to, a } => {
                let result = self.eval_cell(x(self, a));
                self.set_result(to, result)
            }
            Instr::Compare { to, a, b } => {
                let order = compare(&self.heap, &self.atoms, x(self, a), x(self, b));
                self.x[to.index()] = order_atom(order);
                Ok(())
            }
            Instr::TestLess { a, b, otherwise } => self.test_numbers(a, b, otherwise, |o| o == Some(Ordering::Less)),
            Instr::TestLessOrEqual { a, b, otherwise } => {
                self.test_numbers(a, b, otherwise, |o| matches!(o, Some(Ordering::Less | Ordering::Equal)))
            }
            Instr::TestEqual { a, b, otherwise } => self.test_numbers(a, b, otherwise, |o| o == Some(Ordering::Equal)),
            Instr::TestNotEqual { a, b, otherwise } => {
                self.test_numbers(a, b, otherwise, |o| o != Some(Ordering::Equal))
            }
            Instr::TestLessSmall { a, k, otherwise } => self.test_small(a, k, otherwise, |o| o == Some(Ordering::Less)),
            Instr::TestGreaterSmall { a, k, otherwise } => {
                self.test_small(a, k, otherwise, |o| o == Some(Ordering::Greater))
            }
            Instr::TestLessOrEqualSmall { a, k, otherwise } => {
                self.test_small(a, k, otherwise, |o| matches!(o, Some(Ordering::Less | Ordering::Equal)))
            }
            Instr::TestGreaterOrEqualSmall { a, k, otherwise } => self.test_small(a, k, otherwise, |o| {
                matches!(o, Some(Ordering::Greater | Ordering::Equal))
            }),
            Instr::TestEqualSmall { a, k, otherwise } => {
                self.test_small(a, k, otherwise, |o| o == Some(Ordering::Equal))
            }
            Instr::TestNotEqualSmall { a, k, otherwise } => {
                self.test_small(a, k, otherwise, |o| o != Some(Ordering::Equal))
            }
            Instr::TestType { test, x, otherwise } => {
                let holds = has_type(&self.heap, test, self.x[x.index()]);
                self.regs.branch(holds, otherwise)
            }
            Instr::TestIdentical { a, b, otherwise } => {
                let same = structural_equal(&self.heap, x(self, a), x(self, b));
                self.regs.branch(same, otherwise)
            }
            Instr::TestNotIdentical { a, b, otherwise } => {
                let same = structural_equal(&self.heap, x(self, a), x(self, b));
                self.regs.branch(!same, otherwise)
            }
            _ => unreachable!("{instr:?} computes nothing"),
        }
    }

    fn set_result(&mut self, to: Reg, result: Result<Cell, Stop>) -> Step {
        match result {
            Ok(value) => {
                self.x[to.index()] = value;
                Ok(())
            }
            Err(stop) => Err(self.error_of_expression(to, stop)),
        }
    }

    fn unify_next(&mut self, value: Cell) -> Step {
        let argument = self.regs.next_argument(&mut self.heap);
        self.unify(argument, value)
    }

    fn test_numbers(&mut self, a: Reg, b: Reg, otherwise: Label, holds: fn(Option<Ordering>) -> bool) -> Step {
        let order = self.compare_numbers(self.x[a.index()], self.x[b.index()])?;
        self.regs.branch(holds(order), otherwise)
    }

    fn test_small(&mut self, a: Reg, k: i16, otherwise: Label, holds: fn(Option<Ordering>) -> bool) -> Step {
        let order = self.compare_numbers(self.x[a.index()], Cell::int(i64::from(k)))?;
        self.regs.branch(holds(order), otherwise)
    }

    /// Opens a list pair for the unify instructions that follow, or binds a variable to a new one.
    fn open_list(&mut self, cell: Cell) -> Step {
        let cell = self.deref(cell);
        if cell.is_list() {
            self.regs.s = cell.address();
            self.regs.write = false;
        } else if cell.is_variable() {
            self.bind(cell, Cell::list(self.heap.top()));
            self.regs.write = true;
        } else {
            return Err(Stop::Fail);
        }
        Ok(())
    }

    fn open_structure(&mut self, cell: Cell, functor: Cell) -> Step {
        let cell = self.deref(cell);
        if cell.is_structure() && self.heap.get(cell.address()) == functor {
            self.regs.s = cell.address() + 1;
            self.regs.write = false;
        } else if cell.is_variable() {
            let address = self.heap.push(functor);
            self.bind(cell, Cell::structure(address));
            self.regs.write = true;
        } else {
            return Err(Stop::Fail);
        }
        Ok(())
    }

    /// Returns the error of the expression of which an operation, whose result was to be in `to`, has raised `stop`.
    #[cold]
    pub(super) fn error_of_expression(&mut self, mut to: Reg, stop: Stop) -> Stop {
        let address = self.regs.pc.wrapping_sub(1);
        let is_last = matches!(self.db.instr_at(address), None | Some(Instr::AddSmallExecute { .. }));
        if is_last || !self.exceptions.is_about_operand(&self.heap) {
            return stop;
        }
        let mut loaded = Loaded::new();
        let mut faulty = None;
        let mut at = address + 1;
        'expression: while let Some(instr) = self.db.instr_at(at) {
            let mut parts = Vec::new();
            instr.each_part(|part| parts.push(part));
            if parts.is_empty() {
                parts.push(instr);
            }
            for part in parts {
                if loads(&self.x, &self.db, &self.regs, &self.stacks, part, &mut loaded) {
                    continue;
                }
                let Some((result, other)) = uses(part, to) else {
                    break 'expression;
                };
                to = result;
                if let Some(other) = other {
                    let operand = loaded.iter().rev().find(|(x, _)| *x == other);
                    let operand = operand.map_or(self.x[other.index()], |(_, cell)| *cell);
                    if self.arithmetic.is_faulty(&self.heap, operand) {
                        faulty = Some((at, operand));
                    }
                }
            }
            at += 1;
        }
        match faulty {
            // Another goal may go on with the result.
            Some((at, operand)) if self.in_one_goal(address, at) => self.eval_cell(operand).err().unwrap_or(stop),
            _ => stop,
        }
    }

    pub(in crate::machine) fn push_reset(&mut self) -> Step {
        let continuation = self.deref(self.stacks.slot(self.regs.e, CONTINUATION));
        if !continuation.is_variable() {
            return Err(self.uninstantiation_error(continuation));
        }
        self.stacks.set_slot(self.regs.e, 2, Cell::ZERO);
        self.stacks.set_slot(self.regs.e, 3, Cell::ZERO);
        Ok(())
    }
}

impl Database {
    /// Returns the label that a switch table gives for a dereferenced cell.
    fn leads_to(&self, heap: &Heap, cell: Cell, table: u32) -> Label {
        let table = &self.arena.tables[table as usize];
        match cell.tag() {
            Tag::Att => table.attributed,
            Tag::Ref => table.variable,
            Tag::Lst => table.list,
            Tag::Box => {
                let key = box_key(heap.get(cell.address()), heap.box_words(cell));
                table.find(key)
            }
            Tag::Str => table.find(heap.get(cell.address()).bits()),
            _ => table.find(cell.bits()),
        }
    }
}

fn has_type(heap: &Heap, test: TypeTest, cell: Cell) -> bool {
    let view = heap.view(cell);
    match test {
        TypeTest::Var => matches!(view, View::Var(_) | View::Attributed(_)),
        TypeTest::Nonvar => !matches!(view, View::Var(_) | View::Attributed(_)),
        TypeTest::Atom => matches!(view, View::Atom(_)),
        TypeTest::Integer => matches!(view, View::Int(_) | View::BigInt(_)),
        TypeTest::Float => matches!(view, View::Float(_)),
        TypeTest::Number => matches!(
            view,
            View::Int(_) | View::BigInt(_) | View::Float(_) | View::Rational(_)
        ),
        TypeTest::Atomic => !matches!(
            view,
            View::Var(_) | View::Attributed(_) | View::List(_) | View::Struct(..)
        ),
        TypeTest::Compound => matches!(view, View::List(_) | View::Struct(..)),
        TypeTest::Callable => matches!(view, View::Atom(_) | View::List(_) | View::Struct(..)),
    }
}

impl Registers {
    fn branch(&mut self, holds: bool, otherwise: Label) -> Step {
        if !holds {
            self.pc = otherwise.address();
        }
        Ok(())
    }

    fn next_argument(&mut self, heap: &mut Heap) -> Cell {
        if self.write {
            heap.new_var()
        } else {
            self.s += 1;
            heap.get(self.s - 1)
        }
    }

    fn switch(&mut self, db: &Database, heap: &Heap, registers: &mut [Cell; 256], x: Reg, table: u32) -> Step {
        let cell = heap.deref(registers[x.index()]);
        registers[x.index()] = cell;
        self.pc = match cell.tag() {
            Tag::Att | Tag::Box => db.leads_to(heap, cell, table).address(),
            // A bound attributed variable: the register now holds its value, so the instruction is retried.
            _ => self.pc - 1,
        };
        Ok(())
    }
}

/// The registers that instructions behind the error load, as far as they were followed.
type Loaded = Vec<(Reg, Cell)>;

/// Returns the register of the result of an operation on `x`, and that of its last operand if `x` is another.
fn uses(instr: Instr, x: Reg) -> Option<(Reg, Option<Reg>)> {
    match instr {
        Instr::AddSmall { to, a, .. } | Instr::Arith1 { to, a, .. } | Instr::Arith2Small { to, a, .. } => {
            (a == x).then_some((to, None))
        }
        Instr::Add { to, a, b }
        | Instr::Subtract { to, a, b }
        | Instr::Multiply { to, a, b }
        | Instr::Arith2 { to, a, b, .. } => {
            if b == x {
                Some((to, None))
            } else {
                (a == x).then_some((to, Some(b)))
            }
        }
        _ => None,
    }
}

impl Database {
    fn instr_at(&self, address: usize) -> Option<Instr> {
        self.arena.instrs.get(address).copied()
    }
}

impl Exceptions {
    /// Whether the error that was just raised is one of an operand or of an operation: limits are told as they are.
    fn is_about_operand(&self, heap: &Heap) -> bool {
        let View::Struct(_, args) = heap.view(self.ball()) else {
            return false;
        };
        match heap.view(heap.get(args)) {
            View::Atom(name) => name == known::INSTANTIATION_ERROR,
            View::Struct(f, _) => matches!(f.name(), known::TYPE_ERROR | known::EVALUATION_ERROR),
            _ => false,
        }
    }
}

impl Arithmetic {
    /// Whether an operand is a variable or an atom without a value.
    fn is_faulty(&self, heap: &Heap, operand: Cell) -> bool {
        let operand = heap.deref(operand);
        match operand.tag() {
            Tag::Ref | Tag::Att => true,
            Tag::Atm => self.functions().lookup(operand.as_atom(), 0).is_none(),
            _ => false,
        }
    }
}

/// Notes what an instruction loads; false if it is none that does only that.
fn loads(x: &[Cell; 256], db: &Database, regs: &Registers, stacks: &Stacks, instr: Instr, loaded: &mut Loaded) -> bool {
    let load = match instr {
        Instr::PutValueY { x, y } => (x, stacks.slot(regs.e, y.index())),
        Instr::PutConstant { x, value } => (x, db.arena.constants[value]),
        Instr::Move { from, to } => (to, x[from.index()]),
        _ => return false,
    };
    loaded.push(load);
    true
}
