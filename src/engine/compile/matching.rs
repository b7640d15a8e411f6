//! Heads of rules with `=>`: matching binds nothing in the goal.
//!
//! A type test precedes every instruction that takes a term apart, and a variable that occurs again becomes a test for
//! identity. So arguments are only read, never written.

use std::collections::VecDeque;

use crate::code::instr::FAIL;
use crate::code::instr::{Instr, Reg, TypeTest};
use crate::term::cell::{Cell, Tag};

use super::emit::{Emitter, UnifyMode};
use super::error::CompileError;

impl Emitter<'_> {
    /// Emits the code of a matching head.
    pub(super) fn match_head(&mut self, args: &[Cell]) -> Result<(), CompileError> {
        for (a, b) in self.head_variables(args) {
            self.identical(a, b);
        }
        let patterns = args
            .iter()
            .enumerate()
            .map(|(i, &arg)| (Reg::at(i), self.heap.deref(arg)));
        let mut waiting: VecDeque<(Reg, Cell)> = patterns.filter(|(_, arg)| !arg.is_variable()).collect();
        while let Some((x, pattern)) = waiting.pop_front() {
            self.match_one(x, pattern, &mut waiting)?;
        }
        self.end_goal();
        Ok(())
    }

    /// Emits a test that both registers hold identical terms; then frees the second.
    fn identical(&mut self, a: Reg, b: Reg) {
        self.emit(Instr::TestIdentical { a, b, otherwise: FAIL });
        self.scratch[b.index()] = false;
    }

    /// Emits code that matches the value in `x` with the non-variable term `pattern`; subterms are queued.
    fn match_one(&mut self, x: Reg, pattern: Cell, waiting: &mut VecDeque<(Reg, Cell)>) -> Result<(), CompileError> {
        self.emit(Instr::TestType {
            test: TypeTest::Nonvar,
            x,
            otherwise: FAIL,
        });
        match pattern.tag() {
            Tag::Lst => {
                self.emit(Instr::GetList { x });
                self.scratch[x.index()] = false;
                self.match_arguments(pattern.address(), 2, waiting)
            }
            Tag::Str => {
                let functor = self.heap.get(pattern.address()).as_functor();
                let constant = self.functor(functor);
                self.emit(Instr::GetStructure { x, functor: constant });
                self.scratch[x.index()] = false;
                self.match_arguments(pattern.address() + 1, functor.arity(), waiting)
            }
            // Unifying a bound term with an atomic term binds nothing.
            _ => self.get(x, pattern),
        }
    }

    /// Emits code for `count` arguments of a pattern, from `first` on.
    fn match_arguments(
        &mut self,
        first: usize,
        count: usize,
        waiting: &mut VecDeque<(Reg, Cell)>,
    ) -> Result<(), CompileError> {
        let mut repeated = Vec::new();
        for i in 0..count {
            let arg = self.heap.deref(self.heap.get(first + i));
            let variable = arg.is_variable().then(|| self.vars.id(arg));
            match variable {
                Some(v) if self.vars.info[v].count == 1 => self.emit(Instr::UnifyVoid { count: 1 }),
                Some(v) if !self.state.init[v] => self.variable_argument(arg, UnifyMode::Unify)?,
                _ => {
                    let x = self.temporary()?;
                    self.emit(Instr::UnifyVariable { x });
                    match variable {
                        Some(v) => repeated.push((v, x)),
                        None => waiting.push_back((x, arg)),
                    }
                }
            }
        }
        // After all arguments have been read: a test may leave the run loop, which may change the registers of an open
        // term.
        for (v, x) in repeated {
            let known = self.value(v)?;
            self.identical(known, x);
        }
        Ok(())
    }
}
