//! Host predicates: functions of the embedding program, registered at run time.
//!
//! They share the ids of native predicates: those from the number of rows on belong to the host.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::predicate::Definition;
use crate::term::cell::Cell;

use super::Machine;
use super::body::is_control;
use super::native::{Next, Step, Stop};

/// The function of a host predicate.
pub type HostRun = Box<dyn FnMut(&mut Machine) -> Result<Next, Stop> + Send>;

/// Gives the solutions of a host predicate one by one: the next value, and whether there may be more.
pub type Solutions = Box<dyn FnMut(&mut Machine) -> Result<Option<(Cell, bool)>, Stop> + Send>;

/// Solutions that are being asked for.
pub(super) struct Pulled {
    /// The index of their choice point.
    choice: usize,
    /// `None` while they are computed, and when there are no more.
    run: Option<Solutions>,
}

/// A host predicate.
pub(super) struct Host {
    pub functor: Functor,
    /// `None` while it runs.
    run: Option<HostRun>,
}

impl Machine {
    /// Registers a host predicate, replacing an earlier one with the same name and arity. Returns false if another
    /// definition exists that may not be replaced, or if there are too many host predicates.
    pub fn add_host(&mut self, functor: Functor, run: HostRun) -> bool {
        let run = Some(run);
        let pred = self.db.pred(known::USER, functor);
        let p = &self.db.preds[pred];
        if let Definition::Native(id) = p.definition {
            self.hosts[usize::from(id) - self.natives.len()].run = run;
            return true;
        }
        let system = self.db.find(known::SYSTEM, functor);
        let is_standard = system.is_some_and(|system| self.db.preds[system].iso);
        if is_control(functor) || is_standard || p.dynamic || p.definition == Definition::Clauses {
            return false;
        }
        let Ok(id) = u16::try_from(self.natives.len() + self.hosts.len()) else {
            return false;
        };
        self.hosts.push(Host { functor, run });
        self.db.preds[pred].definition = Definition::Native(id);
        self.db.reset_entry(pred);
        true
    }

    /// Whether the predicate belongs to the host.
    pub fn is_host(&self, functor: Functor) -> bool {
        let pred = self.db.find(known::USER, functor);
        pred.is_some_and(|pred| matches!(self.db.preds[pred].definition, Definition::Native(_)))
    }

    /// Keeps the solutions of a host predicate that is running, for [`Machine::next_of_host`]; returns their number.
    /// Earlier ones whose choice points are gone are dropped.
    pub fn keep_solutions(&mut self, run: Solutions) -> usize {
        let choice = self.choices.len();
        self.drop_solutions(choice);
        self.pulled.push(Pulled { choice, run: Some(run) });
        self.pulled.len() - 1
    }

    /// Drops the solutions whose choice points are gone when `choices` choice points are left.
    pub(super) fn drop_solutions(&mut self, choices: usize) {
        while self.pulled.last().is_some_and(|pulled| pulled.choice >= choices) {
            self.pulled.pop();
        }
    }

    /// Returns the next solution kept as `number`, and whether there may be more; `None` if there is none.
    ///
    /// # Errors
    /// The exception that the host has raised.
    pub fn next_of_host(&mut self, number: usize) -> Result<Option<(Cell, bool)>, Stop> {
        let Some(mut run) = self.pulled.get_mut(number).and_then(|pulled| pulled.run.take()) else {
            return Ok(None);
        };
        let next = run(self);
        if let Ok(Some((_, true))) = next
            && let Some(pulled) = self.pulled.get_mut(number)
        {
            pulled.run = Some(run);
        }
        next
    }

    /// Runs the host predicate `number`; the arguments are in the registers.
    pub(super) fn call_host(&mut self, number: usize) -> Step {
        let mut run = self.hosts[number]
            .run
            .take()
            .expect("what the host does cannot call the engine that it is called by");
        let next = run(self);
        self.hosts[number].run = Some(run);
        match next? {
            Next::Continue => Ok(()),
            Next::Call(goal) => {
                self.x[0] = goal;
                self.call_goal(0)
            }
        }
    }

    /// Returns the name and arity of a native or host predicate; `None` for the library's own primitives, which mean
    /// nothing to a user.
    pub(super) fn native_functor(&mut self, id: u16) -> Option<Functor> {
        let id = usize::from(id);
        match self.natives.get(id) {
            Some(native) if native.name().starts_with('$') => None,
            Some(native) => Some(Functor::new(self.atoms.intern(native.name()), native.arity)),
            None => Some(self.hosts[id - self.natives.len()].functor),
        }
    }
}
