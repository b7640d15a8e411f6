//! Calls of predicates that have no definition, or none of whose rules matches.

use crate::base::atom::{Atom, Functor};
use crate::base::flag::{Flags, Unknown};
use crate::base::iso_error::Thing;
use crate::base::known;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
    /// Lets `user:exception/3` decide about a call of an undefined predicate, if the program defines it. The arguments of
    /// the call are in the registers.
    fn ask_program(&mut self, module: Atom, functor: Functor) -> Option<Step> {
        let hook = Functor::new(self.atoms.find("exception")?, 3);
        let hook = self.db.find(known::USER, hook)?;
        if self.db.preds[hook].live == 0 || functor.arity() > MAX_REGISTER_ARITY {
            return None;
        }
        let helper = Functor::new(self.atoms.find("$undefined")?, 2);
        let helper = self.db.find(known::SYSTEM, helper)?;
        if let Err(stop) = self.reserve(functor.arity() + 1) {
            return Some(Err(stop));
        }
        let goal = match functor.arity() {
            0 => Cell::atom(functor.name()),
            arity => {
                let arguments: Vec<Cell> = self.x[..arity].to_vec();
                self.heap.new_term(functor.name(), &arguments)
            }
        };
        (self.x[0], self.x[1]) = (Cell::atom(module), goal);
        Some(self.goto_pred(helper))
    }

    /// Handles a call of a predicate that neither the module nor the user nor the system defines.
    pub(in crate::machine) fn unknown_in(&mut self, module: Atom, functor: Functor) -> Step {
        if !self.flags.unknown_is_error() {
            return Err(Stop::Fail);
        }
        if let Some(step) = self.ask_program(module, functor) {
            return step;
        }
        self.regs.running = None;
        let functor = self.session.shown(functor);
        let indicator = self.heap.indicator(functor);
        let qualified = self.heap.new_term(known::COLON, &[Cell::atom(module), indicator]);
        Err(self.existence_error(Thing::Procedure, qualified))
    }

    /// Handles a call of a predicate without a definition (ISO 7.7.7).
    pub(in crate::machine) fn unknown_procedure(&mut self, pred: PredId) -> Step {
        if self.db.preds[pred].definition == Definition::Clauses {
            return Err(Stop::Fail);
        }
        let (module, functor) = (self.db.preds[pred].module, self.db.preds[pred].functor);
        match module {
            known::USER | known::SYSTEM => self.unknown_functor(functor),
            _ => self.unknown_in(module, functor),
        }
    }

    pub(in crate::machine) fn unknown_functor(&mut self, functor: Functor) -> Step {
        if !self.flags.unknown_is_error() {
            return Err(Stop::Fail);
        }
        if let Some(step) = self.ask_program(known::USER, functor) {
            return step;
        }
        let functor = self.session.shown(functor);
        let indicator = self.heap.indicator(functor);
        Err(self.missing(Thing::Procedure, indicator, indicator))
    }

    /// Raises `existence_error(Thing, Culprit)` about the predicate being called, which is not running yet.
    fn missing(&mut self, thing: Thing, culprit: Cell, indicator: Cell) -> Stop {
        self.regs.running = None;
        let stop = self.existence_error(thing, culprit);
        if let View::Struct(_, first) = self.view(self.exceptions.ball()) {
            let rest = self.heap.new_var();
            let context = self.heap.new_term(known::CONTEXT, &[indicator, rest]);
            self.heap.set(first + 1, context);
        }
        stop
    }

    /// Raises the error for a call of `pred` that none of its rules matches.
    pub(in crate::machine) fn no_rule(&mut self, pred: PredId) -> Step {
        let own = self.db.preds[pred].functor;
        let functor = self.session.shown(own);
        let arity = functor.arity();
        self.reserve(arity + 1)?;
        let goal = match arity {
            0 => Cell::atom(functor.name()),
            _ if arity > MAX_REGISTER_ARITY => self.x[0],
            _ => {
                let arguments: Vec<Cell> = self.x[..arity].to_vec();
                self.heap.new_term(functor.name(), &arguments)
            }
        };
        let indicator = self.heap.indicator(functor);
        Err(self.missing(Thing::Matching, goal, indicator))
    }
}

impl Flags {
    fn unknown_is_error(&self) -> bool {
        self.unknown == Unknown::Error
    }
}
