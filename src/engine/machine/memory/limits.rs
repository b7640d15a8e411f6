//! The limits of an engine, with what is left of them.
//!
//! The run loop tests one number at each call: the heap limit. A wake-up lowers it to zero, so that headroom and events
//! share one test. Fuel counts calls down to the next check of the clock, of interrupts and of the inference limit.
//! Slow paths and native predicates check the watch when they are done: for interrupts, and for the alarm that signals
//! the deadline.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::limit::{Amounts, Limit, PerLimit};
use crate::base::watch::{Pace, Watch};
use crate::machine::control::exceptions::Cause;
use crate::machine::memory::meter::GRACE;
use crate::machine::memory::share;

/// Number of calls between two checks of the clock.
pub(crate) const FUEL: u64 = 100_000;

/// The limits of an engine.
#[derive(Debug)]
pub struct MachineLimits {
    pub(super) watch: Arc<Watch>,
    /// The heap top at which the run loop handles an event; zero forces one.
    pub(super) heap_limit: usize,
    /// Number of calls until the next check.
    pub(super) fuel: u64,
    pub(super) fuel_given: u64,
    /// The number of calls of a cleanup goal that nothing stops.
    pub unstopped: u8,
    pub(super) inferences_before: u64,
    /// The limits of the engine.
    pub(super) most: PerLimit<usize>,
    /// The memory given by default.
    pub(super) memory: usize,
    /// The ceilings up to which programs may raise those limits themselves.
    pub(super) ceiling: PerLimit<usize>,
    /// The remaining amounts of the open query.
    pub(super) left: Amounts,
    /// The start time of the query, and the number of calls made before.
    pub(super) clock: Option<(Instant, u64)>,
    /// Bytes that may be charged to the program before its size is added up again, and the limit for which they were
    /// computed.
    pub(super) slack: (usize, usize),
    /// If the machine itself prepares what others of the process find prepared, the bytes of the library that it has
    /// compiled: they are not charged, so that limits are met no earlier than in those.
    pub spared: Option<usize>,
    /// The share of the thread in the limits of all threads, if there were others.
    pub(super) share: Option<share::Memory>,
    pub(super) shared_calls: Option<share::SharedCalls>,
    /// Bytes charged to the stacks beside them: results that are collected, texts that are read.
    pub(super) aside: usize,
    /// The largest number of bytes noted for the stacks and buffered results.
    pub(super) peak: usize,
    /// The bounds set by the host.
    pub(super) host: LimitBounds,
    /// The number of calls at which the limit of the query is met, without the grace.
    pub(super) end: Option<u64>,
    /// The bounds set by the program for one of its goals.
    pub(super) own: LimitBounds,
    /// The bounds that hold besides: those of the goals that wait for an engine of the program.
    pub(super) outer: LimitBounds,
    /// Whether the host's limit on time or calls has been exceeded before; its exception can be caught at most once.
    pub(super) met: bool,
    /// The number of the call at which the goal goes back to the host.
    pub(super) yields_at: Option<u64>,
    /// Whether the goal is to go back to the host.
    pub(super) yields: bool,
    /// Whether it goes back when the host wants its turn, not after a number of calls.
    pub(super) in_slices: bool,
    /// The most calls between two checks: fewer if the depth of calls is limited.
    pub(super) pace: u64,
    /// Whether programs may catch the exception of a limit of the query.
    pub(super) catchable: bool,
    /// Extra time for cleanup goals, and for a program that has caught the exception of a limit.
    pub(super) grace: Duration,
    /// Whether the stacks may still have excess capacity, since a goal had to stop before all of it was given back.
    pub(super) excess: bool,
    /// Whether the query keeps little memory that it does not use, and none when it ends, `trim_stacks/0`.
    pub trims: bool,
    /// Why the run must end even if a catch matches its exception, if it must.
    pub(super) ending: Option<Cause>,
    /// The number of charges until the one that is to fail.
    #[cfg(any(test, feature = "testing"))]
    pub fault: Option<u64>,
}

/// What a part lacks to go on. It has done nothing that cannot be done again when the machine has granted it
/// ([`Machine::granted`](crate::machine::Machine::granted)).
#[derive(Debug)]
pub(in crate::machine) enum Lack {
    /// So many bytes of the program.
    Bytes(usize),
    /// Numbers: the program has as many rows or tables as can be told apart.
    Numbers,
    /// Time: the goal is to stop.
    Time,
}

/// Limits on time and calls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LimitBounds {
    /// The number of the first call that exceeds the limit.
    pub calls: Option<u64>,
    /// The time at which the goal must stop.
    pub deadline: Option<Instant>,
}

impl LimitBounds {
    /// Returns the tighter of both bounds on calls, and of those on time.
    pub(crate) fn least(self, other: LimitBounds) -> LimitBounds {
        LimitBounds {
            calls: [self.calls, other.calls].into_iter().flatten().min(),
            deadline: [self.deadline, other.deadline].into_iter().flatten().min(),
        }
    }

    /// Whether there is a bound.
    pub(crate) fn is_set(self) -> bool {
        self.calls.is_some() || self.deadline.is_some()
    }

    /// Drops the bound on calls if so many meet it, and that on time if `now` meets it.
    pub(crate) fn drop_met(&mut self, calls: u64, now: Option<Instant>) {
        self.calls = self.calls.filter(|&most| calls < most);
        self.deadline = self.deadline.filter(|&deadline| now.is_none_or(|now| now < deadline));
    }
}

/// Maximum number of bytes charged to the program before its size is added up again.
const MOST_SLACK: usize = 64 << 10;

/// Default number of bytes for the stacks.
const DEFAULT_MEMORY: usize = 1 << 30;

/// Returns the default, or half of the memory of the machine or the control group if that is less.
pub fn default_memory() -> usize {
    let file = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let kilobytes = |line: &str| line.split_whitespace().nth(1)?.parse::<usize>().ok();
    let machine = file("/proc/meminfo")
        .lines()
        .find(|line| line.starts_with("MemTotal"))
        .and_then(kilobytes);
    let group = file("/sys/fs/cgroup/memory.max").trim().parse::<usize>().ok();
    let all = [machine.map(|kilobytes| kilobytes.saturating_mul(1024)), group];
    all.into_iter()
        .flatten()
        .fold(DEFAULT_MEMORY, |least, bytes| least.min(bytes / 2))
}

impl Default for MachineLimits {
    fn default() -> Self {
        MachineLimits::new(default_memory())
    }
}

impl MachineLimits {
    /// Makes limits for an engine to which this memory is given by default.
    pub fn new(memory: usize) -> MachineLimits {
        MachineLimits {
            memory,
            watch: Arc::default(),
            heap_limit: 0,
            fuel: FUEL,
            fuel_given: FUEL,
            unstopped: 0,
            inferences_before: 0,
            most: PerLimit::all(memory),
            ceiling: PerLimit::all(memory),
            left: Amounts::default(),
            clock: None,
            slack: (0, 0),
            spared: None,
            share: None,
            shared_calls: None,
            aside: 0,
            peak: 0,
            host: LimitBounds::default(),
            end: None,
            own: LimitBounds::default(),
            outer: LimitBounds::default(),
            met: false,
            yields_at: None,
            yields: false,
            in_slices: false,
            pace: FUEL,
            catchable: false,
            grace: GRACE,
            excess: false,
            trims: false,
            ending: None,
            #[cfg(any(test, feature = "testing"))]
            fault: None,
        }
    }

    /// Returns the watch, through which other threads interrupt the engine.
    pub fn watch(&self) -> &Arc<Watch> {
        &self.watch
    }

    #[inline(always)]
    pub(in crate::machine) fn heap_limit(&self) -> usize {
        self.heap_limit
    }

    /// Sets the heap limit, or lets each call leave the run loop.
    pub(in crate::machine) fn set_heap_limit(&mut self, limit: usize, leaves_loop: bool) {
        self.heap_limit = limit;
        if leaves_loop || self.yields {
            self.raise_event();
        }
    }

    /// Lends the heap limit and the fuel to the run loop.
    #[inline(always)]
    pub(in crate::machine) fn lend(&mut self) -> (&usize, &mut u64) {
        (&self.heap_limit, &mut self.fuel)
    }

    /// Counts a call. Returns whether limits are to be checked.
    #[inline(always)]
    pub(in crate::machine) fn count_call(&mut self) -> bool {
        self.fuel = self.fuel.wrapping_sub(1);
        self.fuel == 0
    }

    /// Returns the number of bytes charged to the stacks beside them.
    pub(in crate::machine) fn aside(&self) -> usize {
        self.aside
    }

    /// Adds to the bytes charged to the stacks beside them.
    #[inline]
    pub(in crate::machine) fn set_aside(&mut self, bytes: usize) {
        self.aside += bytes;
    }

    /// Takes from the bytes charged to the stacks beside them.
    #[inline]
    pub fn take_back(&mut self, bytes: usize) {
        self.aside = self.aside.saturating_sub(bytes);
    }

    /// Notes the peak; to be called before memory is given back.
    pub(in crate::machine) fn note_peak(&mut self, peak: usize) {
        self.peak = peak;
    }

    /// Returns the largest number of bytes noted for the stacks and what is beside them.
    pub(in crate::machine) fn peak(&self) -> usize {
        self.peak
    }

    /// Whether the run must end even if a catch matches its exception.
    pub fn is_ending(&self) -> bool {
        self.ending.is_some()
    }

    /// Why the run must end, if it must: the first cause, unless an interrupt came later.
    pub fn ending(&self) -> Option<Cause> {
        self.ending
    }

    /// The program's own limits, as they are in force: none once the run must end. Their exceptions would replace the
    /// one that ends it, and programs could catch those.
    pub(super) fn own_in_force(&self) -> LimitBounds {
        if self.is_ending() {
            LimitBounds::default()
        } else {
            self.own.least(self.outer)
        }
    }

    /// Begins a run, which need not end yet.
    pub(in crate::machine) fn begin_again(&mut self) {
        self.ending = None;
    }

    /// Lets the next call have the event of this one.
    pub(in crate::machine) fn put_off(&mut self) {
        if self.fuel == 0 || self.fuel > FUEL {
            self.fuel_given += 1;
            self.fuel = 1;
        }
    }

    pub(in crate::machine) fn raise_event(&mut self) {
        self.heap_limit = 0;
    }

    /// Raises an event for the run loop if the goal is to stop, and returns whether it is.
    pub(in crate::machine) fn look_at_watch(&mut self) -> bool {
        // The turn of the host first: to look for an interrupt may be to wait for the next turn.
        let is_news = self.in_slices && self.watch.is_slice_over()
            || self.watch.is_interrupted()
            || self.watch.has_rung()
            || self.watch.has_requests();
        if is_news {
            self.raise_event();
        }
        is_news
    }

    /// Charges bytes to the program if they fit into the slack, which saves adding up its size for every atom. Returns
    /// whether they did.
    #[inline]
    pub(in crate::machine) fn take_from_slack(&mut self, bytes: usize) -> bool {
        let (left, limit) = self.slack;
        let fits = bytes <= left && limit == self.program();
        if fits {
            self.slack.0 = left - bytes;
        }
        fits
    }

    /// Charges bytes to the program for a part.
    #[inline]
    pub(in crate::machine) fn claim(&mut self, bytes: usize) -> Result<(), Lack> {
        match self.take_from_slack(bytes) {
            true => Ok(()),
            false => Err(Lack::Bytes(bytes)),
        }
    }

    /// Whether a part may go on: not if the goal is to stop.
    #[inline]
    pub(in crate::machine) fn look(&self) -> Result<(), Lack> {
        match self.is_stop_wanted() {
            false => Ok(()),
            true => Err(Lack::Time),
        }
    }

    /// Counts a step of the walk of a part, which ends if the goal is to stop.
    #[inline]
    pub(in crate::machine) fn go_on(&self, pace: &mut Pace) -> Result<(), Lack> {
        if pace.is_due() { self.look() } else { Ok(()) }
    }

    /// Counts a step of a part as a call. The limits on calls are looked at here; the rest waits until the next call.
    #[inline]
    pub(in crate::machine) fn count_step(&mut self) -> Result<(), Lack> {
        if self.count_call() {
            self.refuel();
            if self.calls_left() == Some(0) {
                return Err(Lack::Time);
            }
        }
        Ok(())
    }

    /// Adds bytes that were charged to the program to the slack.
    pub(in crate::machine) fn add_slack(&mut self, bytes: usize) {
        self.slack.0 += bytes;
    }

    /// Makes the slack all that is left to the program: for a part that is the only one to grow.
    pub(in crate::machine) fn give_slack(&mut self, left: usize) {
        self.slack = (left, self.program());
    }

    /// Sets the slack from the number of bytes left to the program.
    pub(in crate::machine) fn set_slack(&mut self, left: usize) {
        self.slack = (MOST_SLACK.min(left / 64), self.program());
    }

    /// Whether the running goal is to stop. For code that cannot poll itself; its caller polls then.
    pub fn is_stop_wanted(&self) -> bool {
        self.watch.is_stop_wanted()
    }

    /// Returns the time since the clock of the query was started.
    pub fn running_time(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |(start, _)| start.elapsed())
    }

    /// Returns the number of calls made since the clock of the query was started.
    pub fn running_inferences(&self) -> u64 {
        self.clock.map_or(0, |(_, before)| self.inferences() - before)
    }

    /// Returns the number of calls made so far.
    pub fn inferences(&self) -> u64 {
        self.inferences_before + (self.fuel_given - self.fuel)
    }

    /// Whether this is the charge that a test has chosen to fail.
    #[cfg(any(test, feature = "testing"))]
    pub(in crate::machine) fn fails_now(&mut self) -> bool {
        self.fault = self.fault.and_then(|left| left.checked_sub(1));
        self.fault == Some(0)
    }

    pub(in crate::machine) fn refuel(&mut self) {
        self.inferences_before = self.inferences();
        // Not the minimum of an array of options: compiled, that tests values that are not there, and memory checkers
        // report it.
        let bounds = [self.host.calls, self.own_in_force().calls, self.yields_at];
        let calls = bounds.map(|bound| bound.unwrap_or(u64::MAX));
        let calls = calls[0].min(calls[1]).min(calls[2]);
        self.fuel = calls.saturating_sub(self.inferences_before).clamp(1, self.pace);
        self.fuel_given = self.fuel;
    }

    /// Returns the number of bytes that heap, frames, choice points and trail may take together: what other threads
    /// leave.
    #[inline]
    pub fn memory(&self) -> usize {
        let others = self.share.as_ref().map_or(0, share::Memory::others);
        self.most[Limit::Memory].saturating_sub(others)
    }

    /// Lets the limits of the thread that begins hold for both together. This one takes so many bytes.
    pub(in crate::machine) fn share_with(&mut self, other: &mut MachineLimits, bytes: usize) {
        let share = self.share.get_or_insert_default();
        share.set(bytes);
        other.share = Some(share.another());
        if self.host.calls.is_some() {
            let made = self.inferences();
            let calls = self.shared_calls.get_or_insert_with(|| share::SharedCalls::first(made));
            other.shared_calls = Some(calls.another());
            self.set_pace(share::PACE);
        }
    }

    /// Tells the other threads what this one takes, and takes what they have made from the calls that are left.
    pub(in crate::machine) fn tell_others(&mut self, bytes: usize) {
        if let Some(share) = &mut self.share {
            share.set(bytes);
        }
        let made = self.inferences();
        if let Some(calls) = &mut self.shared_calls {
            let others = calls.add(made);
            self.host.calls = self.host.calls.map(|most| most.saturating_sub(others));
            self.end = self.end.map(|most| most.saturating_sub(others));
        }
    }

    /// Takes the charge off what has been compiled of the library since the program took `before` bytes, if it is spared.
    pub(in crate::machine) fn spare(&mut self, before: usize, now: usize) {
        self.spared = self.spared.map(|spared| spared + now.saturating_sub(before));
    }

    /// Returns the number of bytes that the program and its atoms may take.
    #[inline]
    pub fn program(&self) -> usize {
        self.most[Limit::Program]
    }
}

/// Bytes in use, by area.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Terms.
    pub heap: usize,
    /// Environments.
    pub frames: usize,
    /// Choice points and their registers.
    pub choices: usize,
    /// The trail.
    pub trail: usize,
}
