//! The remaining amounts of limits: those of the engine, those that the host sets for a query, and those on calls and
//! time that a program sets for one of its goals.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::alarm;
use crate::base::limit::{Amounts, Limit, LimitScope, PerLimit, nanoseconds};
use crate::machine::control::exceptions::Cause;
use crate::machine::memory::limits::{FUEL, LimitBounds, MachineLimits};
use crate::machine::memory::share;

/// Number of calls that a program may make after it has caught the exception of a limit.
pub(crate) const MORE_CALLS: u64 = 100_000;
/// Number of calls after which the end of a step is looked at again.
const AGAIN: u64 = 1_000;
/// Number of calls after which a goal that runs in slices looks whether the host wants its turn: some 50 us.
const SLICE_CALLS: u64 = 2_000;
/// Number of calls that a cleanup goal may make when nothing is left.
pub(crate) const FEW_CALLS: u64 = 100;
/// The usual extra time for a program that has caught the exception of a limit, and for cleanup goals after an interrupt.
pub const GRACE: Duration = Duration::from_millis(100);

impl MachineLimits {
    /// Returns the amount that a limit of the engine allows.
    pub fn most(&self, limit: Limit) -> usize {
        self.most[limit]
    }

    /// Sets a limit of the engine on behalf of a program. Returns false if it exceeds the host's ceiling.
    pub fn set_most(&mut self, limit: Limit, amount: usize) -> bool {
        let allowed = amount <= self.ceiling[limit];
        if allowed {
            self.most[limit] = amount;
        }
        allowed
    }

    /// Returns the amounts of the limits of the engine, and those up to which programs may raise them.
    pub fn amounts_of_engine(&self) -> (PerLimit<usize>, PerLimit<usize>) {
        (self.most, self.ceiling)
    }

    /// Sets the amounts that [`MachineLimits::amounts_of_engine`] has returned.
    pub fn restore_amounts_of_engine(&mut self, (most, ceiling): (PerLimit<usize>, PerLimit<usize>)) {
        (self.most, self.ceiling) = (most, ceiling);
    }

    /// Sets a limit of the engine on behalf of the host. It is the ceiling for programs.
    pub fn set_ceiling(&mut self, limit: Limit, amount: usize) {
        self.ceiling[limit] = amount;
        self.most[limit] = amount;
    }

    /// Takes the limits of another engine.
    pub fn take_settings(&mut self, other: &MachineLimits) {
        self.most.clone_from(&other.most);
        self.ceiling.clone_from(&other.ceiling);
        self.spared = other.spared;
        self.set_grace(other.catchable, other.grace);
    }

    /// Takes back what programs have set, and what belongs to the last query.
    pub(in crate::machine) fn reset(&mut self) {
        let ceiling = std::mem::take(&mut self.ceiling);
        let watch = Arc::clone(&self.watch);
        watch.forget_early_end();
        *self = MachineLimits {
            watch,
            catchable: self.catchable,
            grace: self.grace,
            ..MachineLimits::new(self.memory)
        };
        for limit in Limit::of(LimitScope::Engine) {
            if ceiling[limit] < usize::MAX {
                self.most[limit] = ceiling[limit];
            }
        }
        self.ceiling = ceiling;
    }

    /// Lets programs raise the limits of the engine without a ceiling.
    pub fn lift_ceilings(&mut self) {
        self.ceiling = PerLimit::all(usize::MAX);
    }

    /// Sets the amounts for a query that begins, or for a text that is loaded.
    pub fn begin(&mut self, amounts: Amounts) {
        self.left = amounts;
        self.pace = amounts[Limit::Depth].map_or(FUEL, |most| pace(most, 0));
        if self.shared_calls.is_some() {
            self.pace = self.pace.min(share::PACE);
        }
        self.set_inference_limit(amounts[Limit::Inferences]);
    }

    /// Sets the most calls between two checks.
    pub(in crate::machine) fn set_pace(&mut self, calls: u64) {
        self.pace = self.pace.min(calls);
        self.refuel();
    }

    /// Counts calls made elsewhere; the limits are to be checked then.
    pub(in crate::machine) fn add_calls(&mut self, calls: u64) {
        self.inferences_before = self.inferences() + calls;
        (self.fuel, self.fuel_given) = (0, 0);
    }

    /// Returns the number of calls until the first limit is met; `None` if there is none.
    pub(in crate::machine) fn calls_left(&self) -> Option<u64> {
        let first = [self.host.calls, self.own_in_force().calls].into_iter().flatten().min();
        first.map(|most| most.saturating_sub(self.inferences()))
    }

    /// Lifts all limits after the end of a query.
    pub fn end_query(&mut self) {
        self.clock = None;
        self.shared_calls = None;
        self.set_deadline(None);
        self.begin(Amounts::default());
    }

    /// Gives the goal this many calls, after which it goes back to the host; `None` for no end.
    pub fn set_step(&mut self, calls: Option<u64>) {
        self.yields_at = calls.map(|calls| self.inferences().saturating_add(calls.max(1)));
        (self.yields, self.in_slices) = (false, false);
        self.refuel();
    }

    /// Lets the goal go back to the host when that wants its turn.
    pub fn set_slice(&mut self) {
        self.set_step(Some(SLICE_CALLS));
        self.in_slices = true;
    }

    /// Notes that the calls of the step are used up, if they are. A nested run cannot go back to the host: the step ends
    /// after it.
    pub(super) fn end_step(&mut self, is_nested: bool) {
        let calls = self.inferences();
        if self.yields_at.take_if(|end| *end <= calls).is_some() {
            self.yields = !is_nested && !self.in_slices;
            self.yields_at = (!self.yields).then_some(calls + if self.in_slices { SLICE_CALLS } else { AGAIN });
            self.refuel();
        }
    }

    /// Ends the step if the host wants its turn, and returns whether it does. A nested run, or a native predicate, waits
    /// for the next turn where it looks whether it is to stop.
    pub(super) fn end_slice(&mut self, is_nested: bool) -> bool {
        let ends = self.in_slices && !is_nested;
        if ends {
            self.end_step_now();
        }
        ends
    }

    /// Takes note of the time that the goal has waited for its turns, which does not count.
    fn skip_waited(&mut self) {
        let Some(waited) = self.watch.take_waited() else { return };
        for bounds in [&mut self.host, &mut self.own, &mut self.outer] {
            bounds.deadline = bounds.deadline.and_then(|deadline| deadline.checked_add(waited));
        }
        if let Some((start, _)) = &mut self.clock {
            *start += waited;
        }
    }

    /// Whether the goal can go back to the host before its end, if it is not in a nested run.
    pub(in crate::machine) fn runs_by_steps(&self) -> bool {
        self.yields || self.yields_at.is_some()
    }

    /// Lets the goal go back to the host before its next call.
    pub(in crate::machine) fn end_step_now(&mut self) {
        self.yields = true;
        self.raise_event();
    }

    /// Takes the note that the calls of the step are used up.
    pub(in crate::machine) fn takes_yield(&mut self) -> bool {
        std::mem::take(&mut self.yields)
    }

    /// Whether there is a limit on what the query may use.
    pub fn is_set(&self, limit: Limit) -> bool {
        self.left[limit].is_some() || limit == Limit::Inferences && self.host.calls.is_some()
    }

    /// Whether programs may catch the exception of a limit of the query.
    pub fn let_catch(&self) -> bool {
        self.catchable
    }

    /// Sets whether programs may catch the exceptions of limits, and how long they and their cleanup goals may run then.
    pub fn set_grace(&mut self, catchable: bool, grace: Duration) {
        self.catchable = catchable;
        self.grace = grace;
    }

    /// Returns how long cleanup goals may run after a limit was met.
    pub fn grace(&self) -> Duration {
        self.grace
    }

    /// Stops the query's clock and returns its remaining amounts.
    pub fn pause(&mut self) -> Amounts {
        self.stop_clock();
        let left = self.amounts();
        self.end_query();
        left
    }

    /// Returns the remaining amounts of the query, without the time that has passed since its clock was started.
    pub fn amounts(&self) -> Amounts {
        let mut left = self.left;
        let calls = self.inferences();
        left[Limit::Inferences] = self.end.map(|most| most.saturating_sub(calls));
        left
    }

    /// Returns the time at which the query must stop.
    pub fn deadline(&self) -> Option<Instant> {
        self.host.deadline
    }

    /// Returns the remaining amount of the query; `None` if there is no limit.
    #[inline]
    pub fn left(&self, limit: Limit) -> Option<u64> {
        self.left[limit]
    }

    /// Sets the remaining amount of the query, if there is a limit.
    pub fn set_left(&mut self, limit: Limit, left: u64) {
        if let Some(amount) = &mut self.left[limit] {
            *amount = left;
        }
    }

    /// Subtracts an amount from the query's remaining amount. Returns false if that was less.
    pub fn spend(&mut self, limit: Limit, amount: u64) -> bool {
        let Some(left) = self.left[limit] else { return true };
        self.left[limit] = Some(left.saturating_sub(amount));
        amount <= left
    }

    /// Starts the clock of the query.
    pub fn start_clock(&mut self) {
        self.skip_waited();
        self.clock = Some((Instant::now(), self.inferences()));
        self.set_deadline(deadline(self.left(Limit::Time)));
    }

    /// Whether the clock of the query runs.
    pub fn has_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// Stops the clock of the query.
    pub fn stop_clock(&mut self) {
        self.set_deadline(None);
        if let Some((start, _)) = self.clock.take() {
            self.spend(Limit::Time, nanoseconds(start.elapsed()));
        }
    }

    /// As [`MachineLimits::start_clock`], for cleanup goals when the query is closed: they have at least the time that they
    /// would have after a timeout.
    pub fn start_last_clock(&mut self) {
        if let Some(left) = self.left(Limit::Time) {
            self.set_left(Limit::Time, left.max(nanoseconds(self.grace)));
        }
        self.start_clock();
    }

    /// Sets the number of calls allowed from now on; `None` for no limit.
    fn set_inference_limit(&mut self, limit: Option<u64>) {
        self.host.calls = limit.map(|n| self.inferences().saturating_add(n));
        self.end = self.host.calls;
        self.own = LimitBounds::default();
        self.met = false;
        self.refuel();
    }

    /// Sets the deadline of running goals; `None` for no limit.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.skip_waited();
        self.host.deadline = deadline;
        self.met = false;
        self.set_watch();
    }

    /// Returns the number of the call at which the program's own limit is reached; 0 for no limit.
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
        self.skip_waited();
        self.own.deadline = deadline;
        self.set_watch();
    }

    /// Returns the program's own deadline.
    pub fn own_deadline(&self) -> Option<Instant> {
        self.own.deadline
    }

    /// Begins the bounds that an engine of the program has set for its goals; those of the goal that waits for it hold,
    /// too. Returns what [`MachineLimits::leave_bounds`] takes.
    pub(in crate::machine) fn enter_bounds(&mut self, own: LimitBounds) -> [LimitBounds; 2] {
        let before = [self.own, self.outer];
        self.outer = self.outer.least(self.own);
        self.own = own;
        self.bounds_changed(before);
        before
    }

    /// Goes back to the bounds of the goal that waited, and returns those of the engine.
    pub(in crate::machine) fn leave_bounds(&mut self, before: [LimitBounds; 2]) -> LimitBounds {
        let left = [self.own, self.outer];
        [self.own, self.outer] = before;
        self.bounds_changed(left);
        left[0]
    }

    fn bounds_changed(&mut self, before: [LimitBounds; 2]) {
        if [self.own, self.outer]
            .iter()
            .chain(&before)
            .any(|bounds| bounds.is_set())
        {
            self.refuel();
            self.set_watch();
        }
    }

    /// Drops the bounds of the program that are met, so that each raises one exception. `now` is the time, if that is
    /// what is asked for.
    pub(in crate::machine) fn drop_met_bounds(&mut self, calls: u64, now: Option<Instant>) {
        self.own.drop_met(calls, now);
        self.outer.drop_met(calls, now);
        self.refuel();
        if now.is_some() {
            self.set_watch();
        }
    }

    /// Makes the run end even if a catch matches its exception, and sets the deadline of its cleanup goals. What ends the
    /// run first is its cause, unless the host interrupts it afterwards.
    pub(in crate::machine) fn end(&mut self, cause: Cause) {
        let is_first = self.ending.is_none();
        if is_first || cause == Cause::Interrupt {
            self.ending = Some(cause);
        }
        if is_first {
            self.skip_waited();
            let most = Instant::now().checked_add(self.grace);
            self.host.deadline = [self.host.deadline, most].into_iter().flatten().min();
            self.set_watch();
        }
    }

    /// Refuels for at most a few calls.
    pub(in crate::machine) fn refuel_little(&mut self) {
        self.refuel();
        let given = self.fuel.min(FEW_CALLS);
        (self.fuel, self.fuel_given) = (given, given);
    }

    pub(in crate::machine) fn set_watch(&mut self) {
        self.skip_waited();
        let first = [self.host.deadline, self.own_in_force().deadline]
            .into_iter()
            .flatten()
            .min();
        self.watch().set_deadline(first);
        alarm::attend(self.watch());
    }
}

/// Returns the calls to the next look at the depth of calls: no fewer than it takes to exceed the limit, unless they are
/// very few.
pub(super) fn pace(most: u64, depth: u64) -> u64 {
    most.saturating_sub(depth).max(most / 4).clamp(1_000, FUEL)
}

/// Returns the end of a period that begins now, given in nanoseconds.
pub fn deadline(time: Option<u64>) -> Option<Instant> {
    time.and_then(|time| Instant::now().checked_add(Duration::from_nanos(time)))
}
