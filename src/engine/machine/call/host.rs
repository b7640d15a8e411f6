//! Host predicates: functions of the embedding program, registered at run time.
//!
//! They share the ids of native predicates: those from the number of rows on belong to the host. Their solutions are
//! computed as they are asked for, and they may wait for futures.

use std::sync::{Arc, Mutex, PoisonError};
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
use crate::machine::call::solutions::Solutions;
use crate::machine::coroutines::Coroutines;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::native::{Next, Stop};
use crate::machine::nesting::Nesting;
use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::term::cell::Cell;

/// The function of a host predicate.
pub type HostRun = Box<dyn FnMut(&mut Machine) -> Result<Next, Stop> + Send>;

/// A host predicate.
pub(crate) struct Host {
    pub functor: Functor,
    /// `None` while it runs.
    run: Option<HostRun>,
}

impl Host {
    /// Makes a host predicate whose function is still to come.
    pub(crate) fn new(functor: Functor) -> Host {
        Host { functor, run: None }
    }
}

impl Calls {
    /// Sets the functions of the first host predicates.
    pub(crate) fn set_hosts(&mut self, runs: Vec<HostRun>) {
        for (host, run) in self.hosts.iter_mut().zip(runs) {
            host.run = Some(run);
        }
    }

    /// Takes the host predicates.
    pub(crate) fn take_hosts(&mut self) -> impl Iterator<Item = (Functor, HostRun)> {
        let hosts = std::mem::take(&mut self.hosts).into_iter();
        hosts.filter_map(|host| Some((host.functor, host.run?)))
    }

    /// Returns functions that do the same as those of the host predicates, one call at a time.
    pub(crate) fn share_hosts(&mut self) -> Vec<HostRun> {
        let share = |host: &mut Host| {
            let run = Arc::new(Mutex::new(host.run.take()));
            let copy = Arc::clone(&run);
            host.run = Some(one_at_a_time(run));
            one_at_a_time(copy)
        };
        self.hosts.iter_mut().map(share).collect()
    }

    /// Adds a host predicate and returns its number among all native predicates; `None` if there are too many.
    pub(crate) fn add_host(&mut self, functor: Functor, run: HostRun) -> Option<u16> {
        let id = u16::try_from(self.natives.len() + self.hosts.len()).ok()?;
        self.hosts.push(Host {
            functor,
            run: Some(run),
        });
        Some(id)
    }

    /// Replaces the function of a host predicate.
    pub(crate) fn replace_host(&mut self, id: u16, run: HostRun) {
        self.hosts[usize::from(id) - self.natives.len()].run = Some(run);
    }
}

/// Returns a function that runs another one, which several engines have.
fn one_at_a_time(run: Arc<Mutex<Option<HostRun>>>) -> HostRun {
    Box::new(move |m| {
        let mut run = run.lock().unwrap_or_else(PoisonError::into_inner);
        match run.as_mut() {
            Some(run) => run(m),
            None => Err(Stop::Fail),
        }
    })
}

impl Machine {
    /// Runs the host predicate `number`; the arguments are in the registers.
    pub(in crate::machine) fn call_host(&mut self, number: usize) -> Result<Next, Stop> {
        let Some(mut run) = self.calls.hosts[number].run.take() else {
            // A goal that the function itself runs.
            let words = ["call", "host_predicate"].map(|word| Cell::atom(self.atoms.intern(word)));
            let indicator = self.heap.indicator(self.calls.hosts[number].functor);
            let formal = [words[0], words[1], indicator];
            let formal = self.heap.new_term(known::PERMISSION_ERROR, &formal);
            return Err(self.throw_error(formal));
        };
        let next = run(self);
        self.calls.hosts[number].run = Some(run);
        next
    }
}

/// How long a thread sleeps at most that the future, an interrupt or a limit wakes.
pub(in crate::machine) const SLICE: Duration = Duration::from_millis(200);

/// A thread that waits for a future.
pub(in crate::machine) struct Sleeper(Thread);

impl Sleeper {
    /// Returns what wakes this thread.
    pub(in crate::machine) fn waker() -> Waker {
        Waker::from(Arc::new(Sleeper(thread::current())))
    }
}

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
    pub(in crate::machine) fn can_go_back(&self, limits: &MachineLimits, coroutines: &Coroutines) -> bool {
        limits.runs_by_steps() && !self.is_nested(coroutines)
    }
}
