//! Limits on calls and time: those that the host sets for a query, and those that a program sets for
//! a goal of its own.
//!
//! When the host's limit is met, an exception is raised that the program can catch; it then has a
//! little left to come to an end. The second time nothing catches it.

use std::time::{Duration, Instant};

use crate::base::iso_error::Resource;
use crate::base::known;
use crate::term::cell::Cell;

use super::Machine;
use super::limit::{Bounds, Limits};
use super::native::{Step, Stop};

/// Calls that a program may make after it has caught the exception of a limit.
const MORE_CALLS: u64 = 100_000;
/// Time that a program has after it has caught the exception of a limit.
const MORE_TIME: Duration = Duration::from_millis(100);

impl Limits {
    /// Calls that may be made from now on; `None` for no limit.
    pub fn set_inference_limit(&mut self, limit: Option<u64>) {
        self.host.calls = limit.map(|n| self.inferences().saturating_add(n));
        self.own = Bounds::default();
        self.met = false;
        self.refuel();
    }

    /// When running goals are to be stopped; `None` for never.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.host.deadline = deadline;
        self.met = false;
        self.set_watch();
    }

    /// The number of the call at which the program's own limit is met; 0 for no limit.
    pub fn own_calls(&self) -> u64 {
        self.own.calls.unwrap_or(0)
    }

    /// Sets the program's own limit to the call with this number; 0 for no limit.
    pub fn set_own_calls(&mut self, calls: u64) {
        self.own.calls = Some(calls).filter(|&calls| calls > 0);
        self.refuel();
    }

    /// Sets the program's own time limit.
    pub fn set_own_deadline(&mut self, deadline: Option<Instant>) {
        self.own.deadline = deadline;
        self.set_watch();
    }

    /// The program's own time limit.
    pub fn own_deadline(&self) -> Option<Instant> {
        self.own.deadline
    }

    fn set_watch(&self) {
        let first = [self.host.deadline, self.own.deadline].into_iter().flatten().min();
        self.watch().set_deadline(first);
    }
}

impl Machine {
    /// Raises what is due if too many calls were made.
    pub(super) fn check_calls(&mut self) -> Step {
        let calls = self.limits.inferences();
        if self.limits.host.calls.is_some_and(|most| calls >= most) {
            self.limits.host.calls = Some(calls + MORE_CALLS);
            self.limits.refuel();
            self.limits.ending |= std::mem::replace(&mut self.limits.met, true);
            return Err(self.resource_error(Resource::Inferences));
        }
        if self.limits.own.calls.is_some_and(|most| calls >= most) {
            self.limits.own.calls = None;
            self.limits.refuel();
            let ball = self.intern("inference_limit_exceeded");
            return Err(self.throw(Cell::atom(ball)));
        }
        Ok(())
    }

    /// The exception for a deadline that has passed.
    pub(super) fn time_is_up(&mut self) -> Stop {
        let now = Instant::now();
        if self.limits.host.deadline.is_some_and(|deadline| now >= deadline) {
            self.limits.host.deadline = Some(now + MORE_TIME);
            self.limits.ending |= std::mem::replace(&mut self.limits.met, true);
        } else {
            self.limits.own.deadline = None;
        }
        self.limits.set_watch();
        self.throw(Cell::atom(known::TIME_LIMIT))
    }
}
