//! Host predicates: functions of the embedding program, registered at run time.
//!
//! They share the ids of native predicates: those from the number of rows on belong to the host.

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::atom::Functor;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::call::Calls;
use crate::machine::native::{Next, Step, Stop};
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
    pub(in crate::machine) fn call_host(&mut self, number: usize) -> Step {
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
        match next? {
            Next::Continue => Ok(()),
            Next::Call(goal) => {
                self.x[0] = goal;
                self.call_goal(0)
            }
            Next::Pass(goal) => {
                self.x[0] = goal;
                self.pass_goal()
            }
        }
    }
}
