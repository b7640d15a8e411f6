//! Predicates of the host.

use std::sync::Arc;
use std::task::{Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::base::atom::{AtomTable, Functor};
use crate::base::known;
use crate::code::database::Database;
use crate::code::predicate::Definition;
use crate::compile::normal::is_control;
use crate::machine::Machine;
use crate::machine::call::Calls;
use crate::machine::call::host::HostRun;
use crate::machine::call::solutions::Solutions;
use crate::machine::coroutines::Coroutines;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::native::Stop;
use crate::machine::nesting::Nesting;
use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::term::cell::Cell;

impl Machine {
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
        match (
            self.nesting.can_go_back(&self.limits, &self.coroutines),
            &self.session.waker,
        ) {
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
        if self.nesting.can_go_back(&self.limits, &self.coroutines) {
            self.limits.end_step_now();
            self.session.waits = true;
            return Ok(true);
        }
        self.limits.watch().sleep(SLICE);
        self.poll_waiting()?;
        Ok(false)
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

impl Database {
    /// Whether the predicate belongs to the host.
    pub fn is_host(&self, functor: Functor) -> bool {
        let pred = self.find(known::USER, functor);
        pred.is_some_and(|pred| matches!(self.preds[pred].definition, Definition::Native(_)))
    }
}

impl Calls {
    /// Returns the number of a host predicate among all of them.
    pub fn host_number(&self, atoms: &AtomTable, db: &Database, name: &str, arity: usize) -> Option<usize> {
        let functor = Functor::new(atoms.find(name)?, arity);
        match db.preds[db.find(known::USER, functor)?].definition {
            Definition::Native(id) => usize::from(id).checked_sub(self.natives().len()),
            _ => None,
        }
    }

    /// Registers a host predicate, replacing an earlier one with the same name and arity. Returns false if another
    /// definition exists that may not be replaced, or if there are too many host predicates.
    pub fn define_host(&mut self, db: &mut Database, functor: Functor, run: HostRun) -> bool {
        let pred = db.pred(known::USER, functor);
        let p = &db.preds[pred];
        if let Definition::Native(id) = p.definition {
            self.replace_host(id, run);
            return true;
        }
        let system = db.find(known::SYSTEM, functor);
        let is_standard = system.is_some_and(|system| db.preds[system].iso);
        if is_control(functor) || is_standard || p.dynamic || p.definition == Definition::Clauses {
            return false;
        }
        let Some(id) = self.add_host(functor, run) else {
            return false;
        };
        db.preds[pred].definition = Definition::Native(id);
        db.reset_entry(pred);
        true
    }

    /// Takes the host predicates, with their names and arities.
    pub fn take_named_hosts(&mut self, atoms: &AtomTable) -> Vec<(String, usize, HostRun)> {
        let hosts: Vec<_> = self.take_hosts().collect();
        let named = hosts.into_iter();
        named
            .map(|(functor, run)| (atoms.text(functor.name()).to_owned(), functor.arity(), run))
            .collect()
    }

    /// Keeps the solutions of a host predicate that is running, for [`Machine::next_of_host`]; returns their number.
    /// Earlier ones whose choice points are gone are dropped.
    pub fn keep_solutions(&mut self, stacks: &Stacks, run: Solutions) -> usize {
        let choices = stacks.choice_count();
        self.solutions.keep(choices, run)
    }
}

impl Session {
    /// Whether the goal has gone back to the host since a future is not ready.
    pub fn is_waiting(&mut self) -> bool {
        std::mem::take(&mut self.waits)
    }

    /// Sets the task that futures of the host wake; `None` if there is none.
    pub fn set_waker(&mut self, waker: Option<&Waker>) {
        self.waker = waker.cloned();
    }
}

impl Nesting {
    fn can_go_back(&self, limits: &MachineLimits, coroutines: &Coroutines) -> bool {
        limits.runs_by_steps() && !self.is_nested(coroutines)
    }
}
