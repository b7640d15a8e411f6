//! Predicates of the host.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::call::body::is_control;
use crate::machine::call::host::HostRun;

impl Machine {
    /// Registers a host predicate, replacing an earlier one with the same name and arity. Returns false if another
    /// definition exists that may not be replaced, or if there are too many host predicates.
    pub fn add_host(&mut self, functor: Functor, run: HostRun) -> bool {
        let pred = self.db.pred(known::USER, functor);
        let p = &self.db.preds[pred];
        if let Definition::Native(id) = p.definition {
            self.calls.replace_host(id, run);
            return true;
        }
        let system = self.db.find(known::SYSTEM, functor);
        let is_standard = system.is_some_and(|system| self.db.preds[system].iso);
        if is_control(functor) || is_standard || p.dynamic || p.definition == Definition::Clauses {
            return false;
        }
        let Some(id) = self.calls.add_host(functor, run) else {
            return false;
        };
        self.db.preds[pred].definition = Definition::Native(id);
        self.db.reset_entry(pred);
        true
    }

    /// Whether the predicate belongs to the host.
    pub fn is_host(&self, functor: Functor) -> bool {
        let pred = self.db.find(known::USER, functor);
        pred.is_some_and(|pred| matches!(self.db.preds[pred].definition, Definition::Native(_)))
    }
}
