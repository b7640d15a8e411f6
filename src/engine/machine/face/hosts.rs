//! Predicates of the host.

use std::sync::Arc;
use std::task::{Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::predicate::Definition;
use crate::compile::normal::is_control;
use crate::machine::Machine;
use crate::machine::call::host::HostRun;
use crate::machine::call::solutions::Solutions;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

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

    /// Returns the number of a host predicate among all of them.
    pub fn host_number(&self, name: &str, arity: usize) -> Option<usize> {
        let functor = Functor::new(self.atoms.find(name)?, arity);
        match self.db.preds[self.db.find(known::USER, functor)?].definition {
            Definition::Native(id) => usize::from(id).checked_sub(self.calls.natives().len()),
            _ => None,
        }
    }

    /// Takes the host predicates, with their names and arities.
    pub fn take_hosts(&mut self) -> Vec<(String, usize, HostRun)> {
        let hosts: Vec<_> = self.calls.take_hosts().collect();
        let named = hosts.into_iter();
        named
            .map(|(functor, run)| (self.atoms.text(functor.name()).to_owned(), functor.arity(), run))
            .collect()
    }

    /// Keeps the solutions of a host predicate that is running, for [`Machine::next_of_host`]; returns their number.
    /// Earlier ones whose choice points are gone are dropped.
    pub fn keep_solutions(&mut self, run: Solutions) -> usize {
        let choices = self.choice_count();
        self.calls.solutions.keep(choices, run)
    }

    /// Returns the next solution kept as `number`, and whether there may be more; `None` if there is none.
    ///
    /// # Errors
    /// The exception that the host has raised.
    pub fn next_of_host(&mut self, number: usize) -> Result<Option<(Cell, bool)>, Stop> {
        let Some(mut run) = self.calls.solutions.take(number) else {
            return Ok(None);
        };
        let next = run(self);
        if let Ok(Some((_, true))) = next {
            self.calls.solutions.put_back(number, run);
        }
        next
    }

    /// Returns what a future of the host wakes: the task of the query, or this thread if the goal cannot go back to it.
    pub fn waker(&self) -> Waker {
        match (self.can_go_back(), &self.session.waker) {
            (true, Some(waker)) => waker.clone(),
            (true, None) => Waker::noop().clone(),
            (false, _) => Waker::from(Arc::new(Sleeper(thread::current()))),
        }
    }

    /// Lets the goal wait for a future that is not ready: it goes back to the host before its next call, or, if it
    /// cannot, the thread sleeps until it is woken, or for a while. Returns false in the second case.
    ///
    /// # Errors
    /// An interrupt or a limit.
    pub fn wait_for_future(&mut self) -> Result<bool, Stop> {
        if self.can_go_back() {
            self.limits.end_step_now();
            self.session.waits = true;
            return Ok(true);
        }
        self.limits.watch().sleep(SLICE);
        self.poll_waiting()?;
        Ok(false)
    }

    /// Sets the task that futures of the host wake; `None` if there is none.
    pub fn set_waker(&mut self, waker: Option<&Waker>) {
        self.session.waker = waker.cloned();
    }

    /// Whether the goal has gone back to the host since a future is not ready.
    pub fn is_waiting(&mut self) -> bool {
        std::mem::take(&mut self.session.waits)
    }

    fn can_go_back(&self) -> bool {
        self.limits.runs_by_steps() && !self.is_nested()
    }
}

/// How long a thread sleeps at most that the future, an interrupt or a limit wakes.
const SLICE: Duration = Duration::from_millis(100);

/// A thread that waits for a future.
struct Sleeper(Thread);

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
