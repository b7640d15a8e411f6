//! The record of a compilation: the goal that each instruction belongs to, and where the variables are meanwhile.
//!
//! The compiler is a pure function, so a clause that is compiled again gets the same code. An address at which an error
//! was raised is explained that way, and no table need be kept.

use crate::code::instr::{Label, Reg, Slot};

use super::emit::Emitter;
use super::vars::{VarId, Vars};

/// The location of a variable's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// A register.
    Register(Reg),
    /// A slot of the frame.
    Slot(Slot),
}

/// One variable at an instruction.
#[derive(Clone, Copy, Debug)]
pub struct TracedVariable {
    variable: VarId,
    /// Where its value is.
    pub location: Location,
    /// Whether it occurs after the goal of the instruction.
    pub goes_on: bool,
}

/// The goal that an instruction belongs to.
#[derive(Clone, Debug, Default)]
pub struct CodeStep {
    /// The number of the goal, from 1; 0 in the head. Control constructs have no number.
    pub goal: u32,
    /// Whether the frame of the clause is open.
    pub framed: bool,
    /// The variables that have values.
    pub values: Vec<TracedVariable>,
}

/// The record of a compilation.
#[derive(Default, Debug)]
pub struct Trace {
    /// One step for each instruction.
    pub steps: Vec<CodeStep>,
    addresses: Vec<usize>,
}

impl Trace {
    /// Returns the heap address of the variable of `value`.
    pub fn address(&self, value: TracedVariable) -> usize {
        self.addresses[value.variable]
    }

    /// Counts the addresses of variables from `base`.
    pub fn counted_from(mut self, base: usize) -> Trace {
        for address in &mut self.addresses {
            *address -= base;
        }
        self
    }

    /// Returns the record for the fused code.
    pub(super) fn fused(self, moved_to: &[Label], vars: &Vars) -> Trace {
        let mut steps: Vec<CodeStep> = Vec::new();
        for (step, &to) in self.steps.into_iter().zip(moved_to) {
            if to.address() == steps.len() {
                steps.push(step);
            }
        }
        Trace {
            steps,
            addresses: vars.addresses(),
        }
    }
}

impl Emitter<'_> {
    /// Records the step of the instruction that is about to be emitted.
    pub(super) fn record_step(&mut self) {
        let mut values = Vec::new();
        for (variable, info) in self.vars.info.iter().enumerate() {
            let location = match (self.slot_of[variable], self.state.reg_of[variable]) {
                (Some(y), _) if self.state.in_slot[variable] => Location::Slot(y),
                (_, Some(x)) => Location::Register(x),
                _ => continue,
            };
            if self.state.init[variable] && info.last >= self.position {
                let goes_on = info.last > self.position;
                values.push(TracedVariable {
                    variable,
                    location,
                    goes_on,
                });
            }
        }
        let step = CodeStep {
            goal: self.goal,
            framed: self.framed,
            values,
        };
        if let Some(trace) = &mut self.trace {
            trace.steps.push(step);
        }
    }
}
