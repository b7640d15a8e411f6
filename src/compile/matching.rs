//! Heads of rules written with `=>`: they match a goal, of which nothing is bound.
//!
//! Whatever a pattern has must be there already: before a term is taken apart stands a test that there is one, and
//! where a variable occurs again a test that the terms are identical. So arguments are only ever read, not written.

use std::collections::VecDeque;

use crate::code::instr::FAIL;
use crate::code::instr::{Instr, Reg, TypeTest};
use crate::term::cell::{Cell, Tag};

use super::emit::{Emitter, Mode};
use super::error::CompileError;

impl Emitter<'_> {
    /// Emits the code of a head that matches.
    pub(super) fn match_head(&mut self, args: &[Cell]) -> Result<(), CompileError> {
        for (a, b) in self.head_variables(args) {
            self.identical(a, b);
        }
        let patterns = args
            .iter()
            .enumerate()
            .map(|(i, &arg)| (i as Reg, self.heap.deref(arg)));
        let mut waiting: VecDeque<(Reg, Cell)> = patterns.filter(|(_, arg)| !arg.is_variable()).collect();
        while let Some((x, pattern)) = waiting.pop_front() {
            self.match_one(x, pattern, &mut waiting)?;
        }
        self.end_goal();
        Ok(())
    }

    /// Both registers must hold the same; the second is free then.
    fn identical(&mut self, a: Reg, b: Reg) {
        self.emit(Instr::TestIdentical { a, b, otherwise: FAIL });
        self.scratch[b as usize] = false;
    }

    /// Matches the value in `x` with the non-variable term `pattern`; subterms wait.
    fn match_one(&mut self, x: Reg, pattern: Cell, waiting: &mut VecDeque<(Reg, Cell)>) -> Result<(), CompileError> {
        self.emit(Instr::TestType {
            test: TypeTest::Nonvar,
            x,
            otherwise: FAIL,
        });
        match pattern.tag() {
            Tag::Lst => {
                self.emit(Instr::GetList { x });
                self.scratch[x as usize] = false;
                self.match_arguments(pattern.address(), 2, waiting)
            }
            Tag::Str => {
                let functor = self.heap.get(pattern.address()).as_functor();
                let constant = self.functor(functor);
                self.emit(Instr::GetStructure { x, functor: constant });
                self.scratch[x as usize] = false;
                self.match_arguments(pattern.address() + 1, functor.arity(), waiting)
            }
            // To unify what is no variable with an atomic term binds nothing.
            _ => self.get(x, pattern),
        }
    }

    /// Reads `count` arguments of a pattern from `first` on.
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
                Some(v) if !self.state.init[v] => self.variable_argument(arg, Mode::Unify)?,
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
        // Only when all arguments have been read: what tests leave the loop for may use its registers.
        for (v, x) in repeated {
            let known = self.value(v)?;
            self.identical(known, x);
        }
        Ok(())
    }
}
