//! Head unification, and unification with a known value in the body.

use std::collections::VecDeque;

use crate::base::atom::Functor;
use crate::code::instr::{Instr, Reg};
use crate::term::cell::{Cell, Tag};

use super::emit::{Emitter, UnifyMode};
use super::error::CompileError;

impl Emitter<'_> {
    /// Records which registers hold the head's variables, and which hold its terms. Returns the registers of repeated
    /// variables, each with the register of the first occurrence.
    pub(super) fn head_variables(&mut self, args: &[Cell]) -> Vec<(Reg, Reg)> {
        let mut repeated = Vec::new();
        for (i, &arg) in args.iter().enumerate() {
            let x = Reg::at(i);
            let arg = self.heap.deref(arg);
            if !arg.is_variable() {
                self.scratch[i] = true;
                continue;
            }
            let v = self.vars.id(arg);
            if self.vars.info[v].count == 1 {
                continue;
            }
            match self.state.reg_of[v] {
                Some(known) => {
                    self.scratch[i] = true;
                    repeated.push((known, x));
                }
                None => {
                    self.hold(v, x);
                    self.state.init[v] = true;
                }
            }
        }
        repeated
    }

    /// Emits the code of the head. Variables come first, so that later patterns know their registers.
    pub(super) fn head(&mut self, args: &[Cell]) -> Result<(), CompileError> {
        let repeated = self.head_variables(args);
        for (i, &arg) in args.iter().enumerate() {
            let arg = self.heap.deref(arg);
            if arg.is_immediate() {
                self.get(Reg::at(i), arg)?;
                self.scratch[i] = false;
            }
        }
        for (a, b) in repeated {
            self.emit(Instr::GetValue { a, b });
            self.scratch[b.index()] = false;
            self.state.dirty = true;
        }
        for (i, &arg) in args.iter().enumerate() {
            let arg = self.heap.deref(arg);
            if !arg.is_immediate() && !arg.is_variable() {
                self.get(Reg::at(i), arg)?;
            }
        }
        self.end_goal();
        Ok(())
    }

    /// Emits code that unifies the value in `x` with the non-variable term `pattern`. The register is free as soon as
    /// its term is open.
    pub(super) fn get(&mut self, x: Reg, pattern: Cell) -> Result<(), CompileError> {
        self.state.dirty = true;
        let mut waiting = VecDeque::from([(x, pattern)]);
        while let Some((x, pattern)) = waiting.pop_front() {
            self.get_one(x, pattern, &mut waiting)?;
        }
        Ok(())
    }

    fn get_one(&mut self, x: Reg, pattern: Cell, waiting: &mut VecDeque<(Reg, Cell)>) -> Result<(), CompileError> {
        let pattern = self.heap.deref(pattern);
        match pattern.tag() {
            Tag::Atm | Tag::Int => {
                let value = self.constant(pattern);
                self.emit(Instr::GetConstant { x, value });
                self.scratch[x.index()] = false;
            }
            Tag::Box => {
                let record = self.record(pattern);
                let b = self.temporary()?;
                self.emit(Instr::PutRecord { x: b, record });
                self.emit(Instr::GetValue { a: x, b });
                self.scratch[x.index()] = false;
            }
            Tag::Lst => {
                let address = pattern.address();
                if self.list_of_variables(x, address)? {
                    return Ok(());
                }
                self.emit(Instr::GetList { x });
                self.scratch[x.index()] = false;
                self.unify_arguments(address, 2, waiting)?;
            }
            Tag::Str => {
                let functor = self.heap.get(pattern.address()).as_functor();
                let constant = self.functor(functor);
                self.emit(Instr::GetStructure { x, functor: constant });
                self.scratch[x.index()] = false;
                self.unify_arguments(pattern.address() + 1, functor.arity(), waiting)?;
            }
            Tag::Ref | Tag::Att | Tag::Hdr => unreachable!("only non-variable patterns wait"),
        }
        Ok(())
    }

    /// Emits the code for `[H|T]` with a new tail and a new or known head, which becomes one fused instruction; returns
    /// false if the pattern is another.
    fn list_of_variables(&mut self, x: Reg, address: usize) -> Result<bool, CompileError> {
        let (head, tail) = (
            self.heap.deref(self.heap.get(address)),
            self.heap.deref(self.heap.get(address + 1)),
        );
        if !head.is_variable() || !tail.is_variable() || head == tail {
            return Ok(false);
        }
        let (h, t) = (self.vars.id(head), self.vars.id(tail));
        let (no_head, no_tail) = (self.vars.info[h].count == 1, self.vars.info[t].count == 1);
        if no_head && no_tail || self.goes_to_slot(t) || self.state.init[t] {
            return Ok(false);
        }
        if no_head || no_tail {
            // An unused part goes to an unused register.
            if self.goes_to_slot(h) || self.state.init[h] {
                return Ok(false);
            }
            let head = if no_head { self.temporary()? } else { self.home(h)? };
            self.scratch[x.index()] = false;
            let tail = if no_tail { self.temporary()? } else { self.home(t)? };
            self.get_list(x, Instr::UnifyVariable { x: head }, tail);
            let unused = if no_head { head } else { tail };
            self.scratch[unused.index()] = false;
            self.state.init[h] |= !no_head;
            self.state.init[t] |= !no_tail;
            return Ok(true);
        }
        if self.state.init[h] {
            let Some(head) = self.state.reg_of[h] else {
                return Ok(false);
            };
            self.scratch[x.index()] = false;
            let tail = self.home(t)?;
            self.get_list(x, Instr::UnifyValue { x: head }, tail);
        } else {
            if self.goes_to_slot(h) {
                return Ok(false);
            }
            let head = self.home(h)?;
            self.scratch[x.index()] = false;
            let tail = self.home(t)?;
            self.get_list(x, Instr::UnifyVariable { x: head }, tail);
            self.state.init[h] = true;
        }
        self.state.init[t] = true;
        Ok(true)
    }

    fn get_list(&mut self, x: Reg, head: Instr, tail: Reg) {
        self.emit(Instr::GetList { x });
        self.emit(head);
        self.emit(Instr::UnifyVariable { x: tail });
    }

    fn unify_arguments(
        &mut self,
        first: usize,
        count: usize,
        waiting: &mut VecDeque<(Reg, Cell)>,
    ) -> Result<(), CompileError> {
        let (mut first, mut count) = (first, count);
        let mut voids = 0;
        let mut i = 0;
        while i < count {
            let arg = self.heap.deref(self.heap.get(first + i));
            let last = i + 1 == count;
            i += 1;
            if arg.is_variable() && self.vars.info[self.vars.id(arg)].count == 1 {
                voids += 1;
                continue;
            }
            if voids > 0 {
                self.emit(Instr::UnifyVoid { count: voids });
                voids = 0;
            }
            match arg.tag() {
                Tag::Ref | Tag::Att => self.variable_argument(arg, UnifyMode::Unify)?,
                Tag::Atm | Tag::Int => {
                    let value = self.constant(arg);
                    self.emit(Instr::UnifyConstant { value });
                }
                Tag::Lst if last => {
                    self.emit(Instr::UnifyList {});
                    (first, count, i) = (arg.address(), 2, 0);
                }
                Tag::Str if last => {
                    let functor = self.heap.get(arg.address()).as_functor();
                    let constant = self.functor(functor);
                    self.emit(Instr::UnifyStructure { functor: constant });
                    (first, count, i) = (arg.address() + 1, functor.arity(), 0);
                }
                _ => {
                    let x = self.temporary()?;
                    self.emit(Instr::UnifyVariable { x });
                    waiting.push_back((x, arg));
                }
            }
        }
        if voids > 0 {
            self.emit(Instr::UnifyVoid { count: voids });
        }
        Ok(())
    }

    /// Emits `A = B` in a body.
    pub(super) fn unify_goal(&mut self, a: Cell, b: Cell) -> Result<(), CompileError> {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.heap.deref(a), self.heap.deref(b));
            let is_last = pairs.is_empty();
            match (a.is_variable(), b.is_variable()) {
                (true, true) => self.unify_variables(a, b)?,
                (true, false) => self.unify_known(a, b, is_last)?,
                (false, true) => self.unify_known(b, a, is_last)?,
                (false, false) => {
                    let Some((first_a, first_b, count)) = self.same_shape(a, b) else {
                        if !self.same_value(a, b) {
                            self.emit(Instr::Fail {});
                        }
                        continue;
                    };
                    pairs.extend(
                        (0..count)
                            .rev()
                            .map(|i| (self.heap.get(first_a + i), self.heap.get(first_b + i))),
                    );
                }
            }
        }
        Ok(())
    }

    fn same_shape(&self, a: Cell, b: Cell) -> Option<(usize, usize, usize)> {
        match (a.tag(), b.tag()) {
            (Tag::Lst, Tag::Lst) => Some((a.address(), b.address(), 2)),
            (Tag::Str, Tag::Str) if self.heap.get(a.address()) == self.heap.get(b.address()) => {
                let functor: Functor = self.heap.get(a.address()).as_functor();
                Some((a.address() + 1, b.address() + 1, functor.arity()))
            }
            _ => None,
        }
    }

    fn same_value(&self, a: Cell, b: Cell) -> bool {
        let boxes = a.tag() == Tag::Box && b.tag() == Tag::Box;
        a == b
            || boxes
                && self.heap.get(a.address()) == self.heap.get(b.address())
                && self.heap.box_words(a) == self.heap.box_words(b)
    }

    fn unify_variables(&mut self, a: Cell, b: Cell) -> Result<(), CompileError> {
        let (mut a, mut b) = (self.vars.id(a), self.vars.id(b));
        if a == b || self.vars.info[a].count == 1 || self.vars.info[b].count == 1 {
            return Ok(());
        }
        if self.state.init[a] {
            (a, b) = (b, a);
        }
        let from = self.value(b)?;
        if self.state.init[a] {
            let other = self.value(a)?;
            self.emit(Instr::GetValue { a: other, b: from });
            self.state.dirty = true;
            return Ok(());
        }
        let to = self.home(a)?;
        self.emit(Instr::Move { from, to });
        self.initialised_in(a, to)
    }

    /// Emits the unification of a variable with a non-variable term; `is_last` if no other part of the same equation
    /// follows.
    fn unify_known(&mut self, var: Cell, term: Cell, is_last: bool) -> Result<(), CompileError> {
        let v = self.vars.id(var);
        if self.vars.info[v].count == 1 {
            return Ok(());
        }
        if self.state.init[v] {
            let x = self.value(v)?;
            if is_last && self.vars.info[v].last <= self.position && !self.occurs_in(var, term) {
                // At its last occurrence the register is free as soon as the term is open.
                self.state.reg_of[v] = None;
                self.state.holder[x.index()] = None;
                self.scratch[x.index()] = true;
            }
            return self.get(x, term);
        }
        if self.occurs_in(var, term) {
            // X = f(X) with a new X: create the variable first, then bind it like any other.
            let x = self.value(v)?;
            return self.get(x, term);
        }
        let to = self.home(v)?;
        self.build(term, Some(to))?;
        self.initialised_in(v, to)
    }

    pub(super) fn occurs_in(&self, var: Cell, term: Cell) -> bool {
        let mut waiting = vec![term];
        while let Some(cell) = waiting.pop() {
            let cell = self.heap.deref(cell);
            match cell.tag() {
                Tag::Ref | Tag::Att if cell == var => return true,
                Tag::Lst => waiting.extend([self.heap.get(cell.address()), self.heap.get(cell.address() + 1)]),
                Tag::Str => {
                    let arity = self.heap.get(cell.address()).as_functor().arity();
                    waiting.extend((1..=arity).map(|i| self.heap.get(cell.address() + i)));
                }
                _ => {}
            }
        }
        false
    }
}
