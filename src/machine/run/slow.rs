//! The slow paths: instructions, or cases of them, that the run loop does not handle.
//!
//! These involve attributed variables, deep unification or comparison, numbers that are not small integers, and
//! instructions that are too rare for the loop.

use std::cmp::Ordering;

use crate::base::num::function::FunctionId;
use crate::code::instr::{Instr, Label, Reg, TypeTest};
use crate::code::switch::box_key;
use crate::term::cell::{Cell, Tag};
use crate::term::order::{compare, order_atom, structural_equal};
use crate::term::view::View;

use crate::machine::Machine;
use crate::machine::native::{Step, Stop};

impl Machine {
    pub(in crate::machine) fn slow(&mut self, instr: Instr) -> Step {
        match instr {
            Instr::GetConstant { x, value } => {
                let value = self.db.arena.constants[value];
                self.unify(self.x[x as usize], value)
            }
            Instr::GetValue { a, b } | Instr::GetValueY { a, b, .. } => {
                self.unify(self.x[a as usize], self.x[b as usize])
            }
            Instr::UnifyValue { x } => self.unify(self.heap.get(self.regs.s - 1), self.x[x as usize]),
            Instr::UnifyValue2 { a, b } => {
                self.unify(self.heap.get(self.regs.s - 2), self.x[a as usize])?;
                self.unify(self.heap.get(self.regs.s - 1), self.x[b as usize])
            }
            Instr::UnifyValueY { y } => self.unify(self.heap.get(self.regs.s - 1), self.slot(y as usize)),
            Instr::UnifyConstant { value } => {
                let value = self.db.arena.constants[value];
                self.unify(self.heap.get(self.regs.s - 1), value)
            }
            Instr::GetList { x } => self.open_list(self.x[x as usize]),
            Instr::UnifyList {} => self.open_list(self.heap.get(self.regs.s)),
            Instr::GetStructure { x, functor } => {
                self.open_structure(self.x[x as usize], self.db.arena.constants[functor])
            }
            Instr::UnifyStructure { functor } => {
                self.open_structure(self.heap.get(self.regs.s), self.db.arena.constants[functor])
            }
            Instr::GetListXX { x, head, tail } => {
                self.open_list(self.x[x as usize])?;
                self.x[head as usize] = self.next_argument();
                self.x[tail as usize] = self.next_argument();
                Ok(())
            }
            Instr::GetListVX { x, head, tail } => {
                self.open_list(self.x[x as usize])?;
                let next = self.next_argument();
                self.unify(next, self.x[head as usize])?;
                self.x[tail as usize] = self.next_argument();
                Ok(())
            }
            Instr::GetListVXExecute { x, head, tail, pred } => {
                self.slow(Instr::GetListVX { x, head, tail })?;
                self.goto_pred(pred)
            }
            Instr::GetStructureXX { x, a, b, functor } => {
                self.open_structure(self.x[x as usize], self.db.arena.constants[functor])?;
                self.x[a as usize] = self.next_argument();
                self.x[b as usize] = self.next_argument();
                Ok(())
            }
            Instr::GetConstantProceed { x, value } => {
                self.slow(Instr::GetConstant { x, value })?;
                self.return_to_caller()
            }
            Instr::GetValueProceed { a, b } => {
                self.slow(Instr::GetValue { a, b })?;
                self.return_to_caller()
            }
            Instr::AddSmallExecute { to, a, k, pred } => {
                self.slow(Instr::AddSmall { to, a, k: k.into() })?;
                self.goto_pred(pred)
            }
            Instr::Switch { x, table }
            | Instr::SwitchPair { x, table }
            | Instr::SwitchStructure { x, table }
            | Instr::SwitchInteger { x, table }
            | Instr::SwitchList { x, table, .. } => {
                let cell = self.deref(self.x[x as usize]);
                self.x[x as usize] = cell;
                self.regs.pc = match cell.tag() {
                    Tag::Att | Tag::Box => self.leads_to(cell, table) as usize,
                    // A bound attributed variable: the register now holds its value, so the instruction is retried.
                    _ => self.regs.pc - 1,
                };
                Ok(())
            }
            Instr::SwitchPart { x, at, table } => {
                let whole = self.deref(self.x[x as usize]);
                let part = self.heap.get(whole.address() + usize::from(at));
                self.regs.pc = self.leads_to(self.deref(part), table) as usize;
                Ok(())
            }
            Instr::PutRecord { x, record } => {
                self.x[x as usize] = self.db.arena.records[record as usize].unpack(&mut self.heap);
                Ok(())
            }
            Instr::NoRule { pred } => self.no_rule(pred),
            Instr::Qualify { pred } => self.qualify_arguments(pred),
            Instr::Generic { clause, .. } => self.run_generic(clause),
            Instr::PushCatch {} => self.push_catch(),
            Instr::PopCatch {} => self.pop_catch(),
            Instr::PushCleanup {} => self.push_cleanup(),
            Instr::Resume {} => self.resume_after_wake(),
            Instr::PushReset {} => self.push_reset(),
            Instr::PopReset {} => self.pop_reset(),
            _ => self.slow_arithmetic(instr),
        }
    }

    fn slow_arithmetic(&mut self, instr: Instr) -> Step {
        let x = |m: &Machine, r: Reg| m.x[r as usize];
        match instr {
            Instr::AddSmall { to, a, k } | Instr::AddSmallY { to, a, k, .. } => {
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
                self.x[to as usize] = order_atom(order);
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
                let holds = self.has_type(test, self.x[x as usize]);
                self.branch(holds, otherwise)
            }
            Instr::TestIdentical { a, b, otherwise } => {
                let same = structural_equal(&self.heap, x(self, a), x(self, b));
                self.branch(same, otherwise)
            }
            Instr::TestNotIdentical { a, b, otherwise } => {
                let same = structural_equal(&self.heap, x(self, a), x(self, b));
                self.branch(!same, otherwise)
            }
            other => unreachable!("{other:?} is carried out in the loop"),
        }
    }

    fn set_result(&mut self, to: Reg, result: Result<Cell, Stop>) -> Step {
        self.x[to as usize] = result?;
        Ok(())
    }

    fn branch(&mut self, holds: bool, otherwise: Label) -> Step {
        if !holds {
            self.regs.pc = otherwise as usize;
        }
        Ok(())
    }

    fn test_numbers(&mut self, a: Reg, b: Reg, otherwise: Label, holds: fn(Option<Ordering>) -> bool) -> Step {
        let order = self.compare_numbers(self.x[a as usize], self.x[b as usize])?;
        self.branch(holds(order), otherwise)
    }

    fn test_small(&mut self, a: Reg, k: i16, otherwise: Label, holds: fn(Option<Ordering>) -> bool) -> Step {
        let order = self.compare_numbers(self.x[a as usize], Cell::int(i64::from(k)))?;
        self.branch(holds(order), otherwise)
    }

    fn has_type(&self, test: TypeTest, cell: Cell) -> bool {
        let view = self.view(cell);
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

    fn next_argument(&mut self) -> Cell {
        if self.regs.write {
            self.heap.new_var()
        } else {
            self.regs.s += 1;
            self.heap.get(self.regs.s - 1)
        }
    }

    /// Returns the label that a switch table gives for a dereferenced cell.
    fn leads_to(&self, cell: Cell, table: u32) -> Label {
        let table = &self.db.arena.tables[table as usize];
        match cell.tag() {
            Tag::Att => table.attributed,
            Tag::Ref => table.variable,
            Tag::Lst => table.list,
            Tag::Box => {
                let key = box_key(self.heap.get(cell.address()), self.heap.box_words(cell));
                table.find(key)
            }
            Tag::Str => table.find(self.heap.get(cell.address()).bits()),
            _ => table.find(cell.bits()),
        }
    }
}
