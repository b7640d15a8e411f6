//! Constraints over integers such as `X #= Y+1`: arithmetic for the case that all is known, else the constraint.
//!
//! Each operation branches to the next if its operands, and its result, are small integers. Otherwise control falls
//! through to code that posts the constraint from its terms and wakes goals. That code keeps the registers, so that such
//! a goal, like `is/2`, ends no chunk.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::comparison::{Comparison, OrderSet};
use crate::code::instr::{FAIL, Instr, Reg};
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

use super::emit::Emitter;
use super::error::CompileError;
use super::vars::VarId;

/// The maximum depth of expressions that are compiled.
const MAX_DEPTH: usize = 8;

/// Whether a term is a small integer, one of these variables, or an operation on such terms.
pub(super) fn is_arithmetic(heap: &Heap, term: Cell, is_known: &dyn Fn(Cell) -> bool) -> bool {
    let mut waiting = vec![(term, 0)];
    while let Some((term, depth)) = waiting.pop() {
        let term = heap.deref(term);
        match term.tag() {
            Tag::Ref | Tag::Att if is_known(term) => {}
            Tag::Int => {}
            Tag::Str if depth < MAX_DEPTH && is_operation(heap.get(term.address()).as_functor()) => {
                let arity = heap.get(term.address()).as_functor().arity();
                waiting.extend((1..=arity).map(|i| (heap.get(term.address() + i), depth + 1)));
            }
            _ => return false,
        }
    }
    true
}

fn is_operation(functor: Functor) -> bool {
    match functor.name() {
        known::PLUS | known::MINUS | known::STAR | known::INTEGER_DIVISION | known::DIV | known::MOD | known::REM => {
            functor.arity() == 2
        }
        known::MIN | known::MAX => functor.arity() == 2,
        known::ABS => functor.arity() == 1,
        _ => false,
    }
}

/// Returns an integer that fits into an instruction.
fn small(cell: Cell) -> Option<i8> {
    cell.is_int().then(|| i8::try_from(cell.as_int()).ok()).flatten()
}

/// The right operand of an operation.
#[derive(Clone, Copy)]
enum ConstraintOperand {
    Register(Reg),
    Small(i8),
}

impl Emitter<'_> {
    /// Emits the constraint whose first argument is at `args`.
    pub(super) fn constraint_goal(
        &mut self,
        relation: Comparison,
        functor: Functor,
        args: usize,
    ) -> Result<(), CompileError> {
        let [left, right] = [0, 1].map(|i| self.heap.deref(self.heap.get(args + i)));
        let new = |emitter: &Self, var: Cell, term: Cell| {
            let is_new = var.is_variable() && !emitter.state.init[emitter.vars.id(var)];
            is_new && !term.is_int() && relation == Comparison::Equal && !emitter.occurs_in(var, term)
        };
        if new(self, left, right) {
            self.new_value(self.vars.id(left), right, functor)
        } else if new(self, right, left) {
            self.new_value(self.vars.id(right), left, functor)
        } else {
            self.relation(relation, functor, left, right)
        }
    }

    /// Emits `v #= term`, where `v` has no value yet.
    fn new_value(&mut self, v: VarId, term: Cell, functor: Functor) -> Result<(), CompileError> {
        self.load(term)?;
        let before = self.state.clone();
        let mut slow = Vec::new();
        let to;
        if term.is_variable() {
            let a = self.build(term, None)?;
            to = self.destination(Some(v))?;
            self.emit(Instr::FdAddSmall {
                to,
                a,
                k: 0,
                done: FAIL,
            });
        } else {
            let operands = self.constraint_operands(term, &mut slow)?;
            to = self.destination(Some(v))?;
            self.operation_to(to, operands);
        }
        let done = self.code.instrs.len() - 1;
        let mut after = std::mem::replace(&mut self.state, before);
        slow.into_iter().for_each(|at| self.patch(at));
        let b = self.build(term, None)?;
        let pred = self.pred(functor);
        self.emit(Instr::ConstrainNew { to, b, pred });
        after.init[v] = true;
        self.state = after;
        self.wake_after_constraint();
        self.patch(done);
        self.initialised_in(v, to)
    }

    /// Emits a relation between terms whose variables have values.
    fn relation(
        &mut self,
        relation: Comparison,
        functor: Functor,
        left: Cell,
        right: Cell,
    ) -> Result<(), CompileError> {
        self.load(left)?;
        self.load(right)?;
        let before = self.state.clone();
        let mut slow = Vec::new();
        let (a, k, order) = match (small(left), small(right)) {
            (_, Some(k)) => (left, Some(k), relation),
            (Some(k), None) => (right, Some(k), relation.mirrored()),
            _ => (left, None, relation),
        };
        let orders = OrderSet::of(order);
        let a = self.constraint_value(a, &mut slow)?;
        match k {
            Some(k) => self.emit(Instr::FdTestSmall {
                orders,
                a,
                k,
                done: FAIL,
            }),
            None => {
                let b = self.constraint_value(right, &mut slow)?;
                self.emit(Instr::FdTest {
                    orders,
                    a,
                    b,
                    done: FAIL,
                });
            }
        }
        let done = self.code.instrs.len() - 1;
        let after = std::mem::replace(&mut self.state, before);
        slow.into_iter().for_each(|at| self.patch(at));
        let (a, b) = (self.build(left, None)?, self.build(right, None)?);
        let pred = self.pred(functor);
        self.emit(Instr::Constrain { a, b, pred });
        self.state = after;
        self.wake_after_constraint();
        self.patch(done);
        Ok(())
    }

    /// A constraint that was posted may have bound variables; the other path has not, and goes on behind this.
    fn wake_after_constraint(&mut self) {
        self.state.dirty = true;
        self.flush_wake();
    }

    /// Puts all variables of a term into registers.
    fn load(&mut self, term: Cell) -> Result<(), CompileError> {
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            let term = self.heap.deref(term);
            if term.is_variable() {
                self.value(self.vars.id(term))?;
            } else if term.tag() == Tag::Str {
                let arity = self.heap.get(term.address()).as_functor().arity();
                waiting.extend((1..=arity).map(|i| self.heap.get(term.address() + i)));
            }
        }
        Ok(())
    }

    /// Emits code for the value of a term; `slow` gets the jumps for the case that it is no small integer.
    fn constraint_value(&mut self, term: Cell, slow: &mut Vec<usize>) -> Result<Reg, CompileError> {
        let term = self.heap.deref(term);
        if term.tag() != Tag::Str {
            return self.build(term, None);
        }
        let operands = self.constraint_operands(term, slow)?;
        let to = self.temporary()?;
        self.operation_to(to, operands);
        let done = self.code.instrs.len() - 1;
        slow.push(self.code.instrs.len());
        self.emit(Instr::Jump { to: FAIL });
        self.patch(done);
        Ok(to)
    }

    fn constraint_operands(
        &mut self,
        term: Cell,
        slow: &mut Vec<usize>,
    ) -> Result<(Atom, Reg, ConstraintOperand), CompileError> {
        let functor = self.heap.get(term.address()).as_functor();
        let (name, arity) = (functor.name(), functor.arity());
        let [first, second] = [1, arity].map(|i| self.heap.deref(self.heap.get(term.address() + i)));
        if arity == 1 {
            let a = self.constraint_value(first, slow)?;
            return Ok((name, a, ConstraintOperand::Register(a)));
        }
        let (name, first, k) = match (name, small(first), small(second)) {
            (known::MINUS, _, Some(k)) if k > i8::MIN => (known::PLUS, first, Some(-k)),
            (known::PLUS | known::STAR, _, Some(k)) => (name, first, Some(k)),
            (known::PLUS | known::STAR, Some(k), None) => (name, second, Some(k)),
            _ => (name, first, None),
        };
        let a = self.constraint_value(first, slow)?;
        let b = match k {
            Some(k) => ConstraintOperand::Small(k),
            None => ConstraintOperand::Register(self.constraint_value(second, slow)?),
        };
        Ok((name, a, b))
    }

    /// Emits an operation, with the label of success, which the caller patches.
    fn operation_to(&mut self, to: Reg, (name, a, b): (Atom, Reg, ConstraintOperand)) {
        let done = FAIL;
        self.emit(match (name, b) {
            (known::PLUS, ConstraintOperand::Small(k)) => Instr::FdAddSmall { to, a, k, done },
            (_, ConstraintOperand::Small(k)) => Instr::FdMultiplySmall { to, a, k, done },
            (known::PLUS, ConstraintOperand::Register(b)) => Instr::FdAdd { to, a, b, done },
            (known::MINUS, ConstraintOperand::Register(b)) => Instr::FdSubtract { to, a, b, done },
            (known::STAR, ConstraintOperand::Register(b)) => Instr::FdMultiply { to, a, b, done },
            (known::INTEGER_DIVISION, ConstraintOperand::Register(b)) => Instr::FdQuotient { to, a, b, done },
            (known::DIV, ConstraintOperand::Register(b)) => Instr::FdFloorQuotient { to, a, b, done },
            (known::MOD, ConstraintOperand::Register(b)) => Instr::FdModulo { to, a, b, done },
            (known::REM, ConstraintOperand::Register(b)) => Instr::FdRemainder { to, a, b, done },
            (known::MIN, ConstraintOperand::Register(b)) => Instr::FdMinimum { to, a, b, done },
            (known::MAX, ConstraintOperand::Register(b)) => Instr::FdMaximum { to, a, b, done },
            (_, ConstraintOperand::Register(_)) => Instr::FdAbsolute { to, a, done },
        });
    }

    /// Lets an addition whose result is an argument of the last call carry out the call, at the end of the clause.
    pub(super) fn finish_constraints(&mut self) {
        for at in 0..self.code.instrs.len() {
            if let Instr::FdAddSmall { to, a, k, done } = self.code.instrs[at]
                && let Some(&Instr::Execute { pred }) = self.code.instrs.get(done.address())
            {
                self.code.instrs[at] = Instr::FdAddSmallExecute { to, a, k, pred };
            }
        }
    }
}
