//! Goals that must succeed and leave no choice points: those of `$(G)`, and the rest of a clause after `$`.
//!
//! A choice point is pushed before them, and must be the newest one behind them; what it leads to raises the error, at
//! the end of the clause. The rest of a clause is not guarded if the clause was called as the last goal of another
//! guarded rest: so its own last call replaces it, and a recursion takes no memory.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::{FAIL, Instr, Reg, Slot};
use crate::term::cell::Cell;

use super::emit::{AllocationState, Emitter};
use super::error::CompileError;
use super::normal::{BodyGoal, Culprit};

/// What is known of guarded goals while a clause is emitted.
#[derive(Default)]
pub(super) struct Guards {
    /// The slot of the guard, if the rest of the clause is guarded.
    pub rest: Option<Slot>,
    /// The instructions that end the guards which are open.
    ends: Vec<usize>,
    /// The errors that are to be raised.
    errors: Vec<GuardError>,
}

/// Code that raises an error, before it is emitted.
struct GuardError {
    told: Culprit,
    y: Slot,
    /// The instructions that lead to it.
    leads: Vec<usize>,
    state: AllocationState,
    position: u32,
    goal: u32,
    level: Option<Slot>,
    marks: Vec<Slot>,
}

impl Emitter<'_> {
    /// Emits goals that must succeed and leave no choice points.
    pub(super) fn guarded(&mut self, goals: &[BodyGoal], told: Culprit, last: bool) -> Result<(), CompileError> {
        self.forget_registers();
        // The variables of a goal that is told have values, also where the error is raised.
        let seen = self.vars.info.partition_point(|v| v.first <= self.position);
        for v in (0..seen).filter(|_| !told.ends_clause()) {
            if self.vars.info[v].last > self.position && !self.state.init[v] {
                self.value(v)?;
            }
        }
        let ends = last && told.ends_clause();
        let (y, next) = (self.new_slot()?, FAIL);
        // The second slot of the guard.
        self.new_slot()?;
        let mut leads = vec![self.code.instrs.len()];
        self.emit(if ends {
            let declared = matches!(told, Culprit::Terms(_));
            Instr::GuardRest { declared, y, next }
        } else {
            Instr::Guard { y, next }
        });
        self.marks.push(y);
        let (mut state, level, marks) = (self.state.clone(), self.level, self.marks.clone());
        state.reg_of.fill(None);
        state.holder.fill(None);
        let rest = std::mem::replace(&mut self.guards.rest, ends.then_some(y));
        let open = std::mem::take(&mut self.guards.ends);
        self.condition(goals, ends)?;
        if !ends {
            self.flush_wake();
            self.end_guard(y, false);
        }
        self.guards.rest = rest;
        leads.append(&mut std::mem::replace(&mut self.guards.ends, open));
        self.marks.pop();
        self.position += 1;
        self.guards.errors.push(GuardError {
            told,
            y,
            leads,
            state,
            position: self.position,
            goal: self.goal,
            level,
            marks,
        });
        Ok(())
    }

    pub(super) fn end_guard(&mut self, y: Slot, ends: bool) {
        self.guards.ends.push(self.code.instrs.len());
        let error = FAIL;
        self.emit(Instr::EndGuard { ends, y, error });
    }

    /// Emits the code that raises errors.
    pub(super) fn finish_guards(&mut self) -> Result<(), CompileError> {
        for error in std::mem::take(&mut self.guards.errors) {
            (self.state, self.goal, self.framed) = (error.state, error.goal, true);
            (self.level, self.marks) = (error.level, error.marks);
            self.position = error.position - 1;
            let live = self.live_slots();
            error.leads.into_iter().for_each(|at| self.patch(at));
            self.emit(Instr::TrustElse { live: live.mask });
            self.emit_more_slots(&live);
            self.position = error.position;
            let [culprit, kind] = [0, 1].map(Reg::new);
            let mut put = |x, name| {
                let value = self.constant(Cell::atom(name));
                self.emit(Instr::PutConstant { x, value });
            };
            match error.told {
                Culprit::Rest(None) => {
                    put(culprit, known::DOLLAR);
                    put(kind, known::GUARD);
                }
                Culprit::Rest(Some(called)) => {
                    put(kind, known::GUARD_IN_CALLER);
                    let functor = self.functor(Functor::new(known::SLASH, 2));
                    self.emit(Instr::PutStructure { x: culprit, functor });
                    for value in [Cell::atom(called.name()), Cell::int(called.arity() as i64)] {
                        let value = self.constant(value);
                        self.emit(Instr::SetConstant { value });
                    }
                }
                Culprit::Goal(args) => {
                    self.put_arguments(args, 1)?;
                    let value = self.constant(Cell::atom(known::GOAL));
                    self.emit(Instr::PutConstant { x: kind, value });
                }
                Culprit::Terms(args) => self.put_arguments(args, 2)?,
            }
            let y = error.y;
            self.emit(Instr::NotDet { y, culprit, kind });
        }
        Ok(())
    }
}
