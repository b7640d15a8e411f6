//! Inline arithmetic: expressions become register instructions.
//!
//! An operand that is not a known function (an atom, a string, a term built at run time) is put into a register as a
//! term; the instruction evaluates it or raises the error.

use crate::base::known;
use crate::code::instr::FAIL;
use crate::code::instr::{Comparison, Instr, Reg};
use crate::term::cell::{Cell, Tag};

use super::compare::{Right, test};
use super::emit::Emitter;
use super::error::CompileError;

/// The maximum depth of expressions that are compiled; deeper ones are evaluated from a term.
const MAX_DEPTH: usize = 60;

impl Emitter<'_> {
    /// Emits `var is expression`.
    pub(super) fn is_goal(&mut self, var: Cell, expression: Cell) -> Result<(), CompileError> {
        let var = self.heap.deref(var);
        if var.is_variable() {
            let v = self.vars.id(var);
            if self.vars.info[v].count == 1 {
                self.evaluated(expression, None)?;
                return Ok(());
            }
            if !self.state.init[v] && !self.occurs_in(var, expression) {
                let x = self.evaluated(expression, Some(v))?;
                return self.initialised_in(v, x);
            }
        }
        let result = self.evaluated(expression, None)?;
        let known = self.build(var, None)?;
        self.emit(Instr::GetValue { a: known, b: result });
        self.state.dirty = true;
        Ok(())
    }

    /// Emits `compare(Order, A, B)`, where `Order` is a variable with its first occurrence there; `args` is the address
    /// of the first argument.
    pub(super) fn order_goal(&mut self, args: usize) -> Result<(), CompileError> {
        let [order, first, second] = [0, 1, 2].map(|i| self.heap.deref(self.heap.get(args + i)));
        let fresh = !self.occurs_in(order, first) && !self.occurs_in(order, second);
        let (a, b) = (self.build(first, None)?, self.build(second, None)?);
        self.set_result(order, fresh, |to| Instr::Compare { to, a, b })
    }

    /// Emits `'$choices'(Count)`, where `Count` is a variable with its first occurrence there, at this address.
    pub(super) fn choices_goal(&mut self, count: usize) -> Result<(), CompileError> {
        let count = self.heap.deref(self.heap.get(count));
        self.set_result(count, true, |to| Instr::Choices { to })
    }

    /// Emits an instruction that computes what a variable is unified with. The variable is not `fresh` if it occurs in
    /// what is computed with.
    fn set_result(&mut self, var: Cell, fresh: bool, instr: impl Fn(Reg) -> Instr) -> Result<(), CompileError> {
        let v = self.vars.id(var);
        let fresh = fresh && !self.state.init[v];
        let to = self.destination(fresh.then_some(v))?;
        self.emit(instr(to));
        if fresh {
            return self.initialised_in(v, to);
        }
        let known = self.build(var, None)?;
        self.emit(Instr::GetValue { a: known, b: to });
        self.state.dirty = true;
        Ok(())
    }

    /// Returns a register for a result: the home of `v` if given. Its hinted register is taken from a variable that
    /// ends here or is also in a slot.
    pub(super) fn destination(&mut self, v: Option<usize>) -> Result<Reg, CompileError> {
        let Some(v) = v else { return self.temporary() };
        if self.state.reg_of[v].is_none()
            && let Some(hint) = self.vars.info[v].hint
            && let Some(old) = self.state.holder[hint.index()]
            && (self.vars.info[old].last <= self.position || self.state.in_slot[old])
            && !self.scratch[hint.index()]
        {
            self.state.holder[hint.index()] = None;
            self.state.reg_of[old] = None;
        }
        self.home(v)
    }

    /// Emits code that evaluates `expression` and returns the result register: the home of `v` if given.
    fn evaluated(&mut self, expression: Cell, v: Option<usize>) -> Result<Reg, CompileError> {
        let expression = self.heap.deref(expression);
        if expression.is_int() {
            let to = self.destination(v)?;
            let value = self.constant(expression);
            self.emit(Instr::PutConstant { x: to, value });
            return Ok(to);
        }
        if let Some(x) = self.operation(expression, v, 0)? {
            return Ok(x);
        }
        let a = self.build(expression, None)?;
        let to = self.destination(v)?;
        self.emit(Instr::Evaluate { to, a });
        Ok(to)
    }

    /// Emits the operation of a known function; returns `None` if `expression` has none.
    fn operation(&mut self, expression: Cell, v: Option<usize>, depth: usize) -> Result<Option<Reg>, CompileError> {
        if expression.tag() != Tag::Str || depth > MAX_DEPTH {
            return Ok(None);
        }
        let address = expression.address();
        let functor = self.heap.get(address).as_functor();
        if !matches!(functor.arity(), 1 | 2) {
            return Ok(None);
        }
        let Some(function) = (self.evaluables)(functor.name(), functor.arity()) else {
            return Ok(None);
        };
        let first = self.heap.deref(self.heap.get(address + 1));
        if functor.arity() == 1 {
            let a = self.operand(first, depth)?;
            let to = self.destination(v)?;
            self.emit(Instr::Arith1 { to, a, function });
            return Ok(Some(to));
        }
        let second = self.heap.deref(self.heap.get(address + 2));
        let small = |cell: Cell| cell.is_int().then(|| i32::try_from(cell.as_int()).ok()).flatten();
        let sum = match functor.name() {
            known::PLUS => small(second).map(|k| (first, k)).or(small(first).map(|k| (second, k))),
            known::MINUS => small(second).and_then(i32::checked_neg).map(|k| (first, k)),
            _ => None,
        };
        if let Some((term, k)) = sum {
            let a = self.operand(term, depth)?;
            let to = self.destination(v)?;
            self.emit(Instr::AddSmall { to, a, k });
            return Ok(Some(to));
        }
        let product = functor.name() == known::STAR;
        let (first, second) = if product && small(first).is_some() {
            (second, first)
        } else {
            (first, second)
        };
        if let (Some(k), Ok(function)) = (small(second), u8::try_from(function)) {
            let a = self.operand(first, depth)?;
            let to = self.destination(v)?;
            self.emit(Instr::Arith2Small { to, a, function, k });
            return Ok(Some(to));
        }
        // The last operand is evaluated first, as in `machine::eval`.
        let (a, b) = match self.operation(second, None, depth + 1)? {
            Some(b) => (self.operand(first, depth)?, b),
            None => (self.operand(first, depth)?, self.build(second, None)?),
        };
        let to = self.destination(v)?;
        self.emit(match functor.name() {
            known::PLUS => Instr::Add { to, a, b },
            known::MINUS => Instr::Subtract { to, a, b },
            known::STAR => Instr::Multiply { to, a, b },
            _ => Instr::Arith2 { to, a, b, function },
        });
        Ok(Some(to))
    }

    /// Returns a register with an operand: its value if it is an expression, else the term itself.
    fn operand(&mut self, term: Cell, depth: usize) -> Result<Reg, CompileError> {
        let term = self.heap.deref(term);
        match self.operation(term, None, depth + 1)? {
            Some(x) => Ok(x),
            None => self.build(term, None),
        }
    }

    /// Emits a comparison of values, with the label of failure, which the caller may patch.
    pub(super) fn compare_goal(&mut self, comparison: Comparison, a: Cell, b: Cell) -> Result<(), CompileError> {
        let small = |cell: Cell| {
            let cell = self.heap.deref(cell);
            cell.is_int().then(|| i16::try_from(cell.as_int()).ok()).flatten()
        };
        let (comparison, a, b) = match (small(a), small(b)) {
            (_, Some(k)) => (comparison, self.operand(a, 0)?, Right::Small(k)),
            (Some(k), None) => (comparison.mirrored(), self.operand(b, 0)?, Right::Small(k)),
            _ => (comparison, self.operand(a, 0)?, Right::Register(self.operand(b, 0)?)),
        };
        self.emit(test(comparison, a, b, FAIL));
        Ok(())
    }
}
