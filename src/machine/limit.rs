//! Limits and metering: memory, inferences, wall time and interruption, checked in one place.
//!
//! The run loop tests one number at each call: the heap limit. A wake-up lowers it to zero, so that headroom and events
//! share one test. Fuel counts calls down to the next check of the clock, of interrupts and of the inference limit.
//! Slow paths and native predicates check the watch when they are done: for interrupts, and for the alarm that signals
//! the deadline.

use std::sync::Arc;
use std::time::Instant;

use crate::base::known;
use crate::base::limit::{Amounts, Limit, PerLimit};
use crate::base::watch::{Pace, Watch};
use crate::code::instr::PredId;
use crate::term::cell::Cell;
use crate::term::heap::{self, GIVEN_BACK, GROWTH, HEADROOM};

use super::Machine;
use super::choice::Choice;
use super::eval::TEMPORARY;
use super::hot::{FRAME_HEADER, FRAME_WINDOW};
use super::native::{Step, Stop};

/// Number of calls between two checks of the clock.
const FUEL: u64 = 100_000;

/// The limits of an engine.
#[derive(Debug)]
pub struct Limits {
    watch: Arc<Watch>,
    /// The heap top at which the run loop handles an event; zero forces one.
    pub(super) heap_limit: usize,
    /// Number of calls until the next check.
    pub(super) fuel: u64,
    pub(super) fuel_given: u64,
    inferences_before: u64,
    /// The limits of the engine.
    pub(super) most: PerLimit<usize>,
    /// The ceilings up to which programs may raise those limits themselves.
    pub(super) ceiling: PerLimit<usize>,
    /// The remaining amounts of the open query.
    pub(super) left: Amounts,
    /// The start time of the query.
    pub(super) clock: Option<Instant>,
    /// Bytes that may be charged to the program before its size is added up again, and the limit for which they were
    /// computed.
    slack: (usize, usize),
    /// The largest number of bytes noted for the stacks and buffered results.
    peak: usize,
    /// The bounds set by the host.
    pub(super) host: Bounds,
    /// The bounds set by the program for one of its goals.
    pub(super) own: Bounds,
    /// Whether the host's limit on time or calls has been exceeded before; its exception can be caught once.
    pub(super) met: bool,
    /// Whether the stacks may still have excess capacity, since a goal had to stop before all of it was given back.
    excess: bool,
    /// Whether the run must end even if a catch matches its exception.
    pub(super) ending: bool,
    /// The number of charges until the one that is to fail.
    #[cfg(test)]
    pub fault: Option<u64>,
}

/// Limits on time and calls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// The number of the first call that exceeds the limit.
    pub calls: Option<u64>,
    /// The time at which the goal must stop.
    pub deadline: Option<Instant>,
}

/// The budget to which growth is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Budget {
    /// Terms, frames, choice points, the trail, and buffered results.
    Stacks,
    /// Clauses, atoms, and the state kept between goals.
    Program,
    /// The code of existing clauses: it may exceed the budget slightly, so that a program that has filled its budget
    /// can still report this and free space.
    Code,
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

/// Maximum number of bytes charged to the program before its size is added up again.
const MOST_SLACK: usize = 64 << 10;

/// Number of words of the largest frame: one with 2^16 slots.
const LARGEST_FRAME: usize = FRAME_HEADER + (1 << 16);

/// Number of words that a stack keeps when it shrinks.
const KEPT_WORDS: usize = 8 << 20;

/// Default number of bytes for the stacks.
const DEFAULT_MEMORY: usize = 1 << 30;

/// Returns the default, or half of the memory of the machine or the control group if that is less.
fn default_memory() -> usize {
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

impl Default for Limits {
    fn default() -> Self {
        let memory = default_memory();
        Limits {
            watch: Arc::default(),
            heap_limit: 0,
            fuel: FUEL,
            fuel_given: FUEL,
            inferences_before: 0,
            most: PerLimit::all(memory),
            ceiling: PerLimit::all(memory),
            left: Amounts::default(),
            clock: None,
            slack: (0, 0),
            peak: 0,
            host: Bounds::default(),
            own: Bounds::default(),
            met: false,
            excess: false,
            ending: false,
            #[cfg(test)]
            fault: None,
        }
    }
}

impl Limits {
    /// Returns the watch, through which other threads interrupt the engine.
    pub fn watch(&self) -> &Arc<Watch> {
        &self.watch
    }

    #[inline(always)]
    pub(super) fn heap_limit(&self) -> usize {
        self.heap_limit
    }

    pub(super) fn raise_event(&mut self) {
        self.heap_limit = 0;
    }

    /// Raises an event for the run loop if the goal is to stop, and returns whether it is.
    pub(super) fn look_at_watch(&mut self) -> bool {
        let is_news = self.watch.is_interrupted() || self.watch.has_rung();
        if is_news {
            self.raise_event();
        }
        is_news
    }

    /// Charges bytes to the program if they fit into the slack, which saves adding up its size for every atom. Returns
    /// whether they did.
    #[inline]
    pub(super) fn take_from_slack(&mut self, bytes: usize) -> bool {
        let (left, limit) = self.slack;
        let fits = bytes <= left && limit == self.program();
        if fits {
            self.slack.0 = left - bytes;
        }
        fits
    }

    /// Sets the slack from the number of bytes left to the program.
    pub(super) fn set_slack(&mut self, left: usize) {
        self.slack = (MOST_SLACK.min(left / 64), self.program());
    }

    /// Whether the running goal is to stop. For code that cannot poll itself; its caller polls then.
    pub fn is_stop_wanted(&self) -> bool {
        self.watch.is_stop_wanted()
    }

    /// Returns the number of calls made so far.
    pub fn inferences(&self) -> u64 {
        self.inferences_before + (self.fuel_given - self.fuel)
    }

    /// Whether this is the charge that a test has chosen to fail.
    #[cfg(test)]
    fn fails_now(&mut self) -> bool {
        self.fault = self.fault.and_then(|left| left.checked_sub(1));
        self.fault == Some(0)
    }

    pub(super) fn refuel(&mut self) {
        self.inferences_before = self.inferences();
        let calls = [self.host.calls, self.own.calls].into_iter().flatten().min();
        let left = calls.map_or(FUEL, |calls| calls.saturating_sub(self.inferences_before));
        self.fuel = left.clamp(1, FUEL);
        self.fuel_given = self.fuel;
    }
}

impl Machine {
    /// Sets the limit that the run loop tests, from the current state of the heap.
    pub(super) fn refresh_heap_limit(&mut self) {
        let limit = self
            .heap
            .capacity()
            .saturating_sub(HEADROOM)
            .min(self.collection_due_at());
        self.limits.heap_limit = limit;
        if !self.pending.is_empty() || self.is_stressed() {
            self.limits.raise_event();
        }
        self.limits.look_at_watch();
        self.tell_room();
    }

    /// Tells arithmetic the maximum size of a result for which there is room.
    pub(super) fn tell_room(&mut self) {
        let Usage {
            heap,
            frames,
            choices,
            trail,
        } = self.usage();
        let used = heap + frames + choices + trail + self.buffered;
        let room = self.limits.memory().saturating_sub(used);
        self.eval_state.room_bits = (room / TEMPORARY).saturating_mul(8);
    }

    /// Handles the event that stopped the loop before a call of `pred`; enters the predicate unless an exception is
    /// raised.
    pub(super) fn event(&mut self, pred: PredId) -> Step {
        self.called = Some(pred);
        self.collect_if_due(self.registers_of(pred))?;
        self.poll_event()?;
        if !self.pending.is_empty() {
            return self.wake_before_call(pred);
        }
        self.b0 = self.choices.len();
        self.pc = self.db.entries[pred] as usize;
        Ok(())
    }

    /// Takes the interrupt: returns the exception that nothing catches.
    pub(super) fn abort(&mut self) -> Stop {
        self.limits.watch.take_interrupt();
        self.limits.watch.forget_given_up();
        self.refresh_heap_limit();
        self.running = None;
        self.limits.end();
        self.throw(Cell::atom(known::ABORT))
    }

    /// Checks interrupts, time, inferences, and room on the heap.
    pub(super) fn poll_event(&mut self) -> Step {
        if self.limits.watch.is_interrupted() {
            return Err(self.abort());
        }
        if self.limits.fuel == 0 || self.limits.fuel > FUEL {
            self.limits.fuel = 0;
            self.limits.refuel();
            self.check_calls()?;
        }
        self.limits.watch.forget_rung();
        if self.limits.watch.is_late() {
            return Err(self.time_is_up());
        }
        if self.limits.excess {
            self.give_back_some();
        }
        if self.stack_bytes() > self.limits.memory() {
            // The trail grows without a check.
            self.no_memory()?;
        }
        // Operations that charge their room stop at the limit. Those that cannot, such as entering the names of unknown
        // predicates, stop here, slightly above it, so that a full program can still be run and emptied.
        if self.program_bytes() > self.limits.program().saturating_add(self.limits.program() / 8) {
            return Err(self.resource_error(Limit::Program));
        }
        if self.heap.top() + HEADROOM > self.heap.capacity() {
            self.grow_heap(HEADROOM)?;
        }
        self.refresh_heap_limit();
        Ok(())
    }

    /// Returns the number of bytes allocated for the stacks.
    pub fn stack_bytes(&self) -> usize {
        (self.heap.capacity() + self.frames.len() + self.trail.capacity() + self.saved.capacity()) * 8
            + self.choices.capacity() * size_of::<Choice>()
    }

    /// Returns the largest number of bytes that the stacks and buffered results have taken at any time.
    pub fn peak_bytes(&self) -> usize {
        self.limits.peak.max(self.stack_bytes() + self.buffered)
    }

    /// Notes the peak; to be called before memory is given back.
    pub(super) fn note_peak(&mut self) {
        self.limits.peak = self.peak_bytes();
    }

    /// Returns the number of bytes of the stacks that are in use.
    pub fn usage(&self) -> Usage {
        Usage {
            heap: self.heap.top() * 8,
            frames: self.frame_top * 8,
            choices: self.choices.len() * size_of::<Choice>() + self.saved.len() * 8,
            trail: self.trail.len() * 8,
        }
    }

    /// Gives back memory of stacks with far more capacity than they use, so that an area that ran full leaves room for
    /// the others. If the goal is to stop, the rest is kept until later, since the system takes long to release it.
    pub(super) fn give_back_memory(&mut self) {
        self.note_peak();
        while self.give_back_some() && !self.limits.ending && !self.limits.is_stop_wanted() {}
        self.refresh_heap_limit();
    }

    /// Gives back some of the excess memory of the stacks; returns false if there is none.
    fn give_back_some(&mut self) -> bool {
        // With a small budget no area keeps more than an eighth of it.
        let kept = KEPT_WORDS.min(self.limits.memory() / 64);
        // The new capacity of an area, given its capacity, its use and the number of words for each element.
        let left = |there: usize, used: usize, words: usize| {
            let wanted = (kept / words).max(2 * used);
            (wanted < there).then(|| wanted.max(there.saturating_sub(GIVEN_BACK / words)))
        };
        let heap = self.heap.top().max(2 * HEADROOM);
        self.limits.excess = true;
        if let Some(left) = left(self.heap.capacity(), heap, 1) {
            self.heap.shrink(left);
        } else if let Some(left) = left(self.frames.len(), self.frame_top + FRAME_WINDOW, 1) {
            self.frames.truncate(left);
            self.frames.shrink_to_fit();
        } else if let Some(left) = left(self.trail.capacity(), self.trail.len(), 1) {
            self.trail.shrink_to(left);
        } else if let Some(left) = left(self.saved.capacity(), self.saved.len(), 1) {
            self.saved.shrink_to(left);
        } else if let Some(left) = left(self.choices.capacity(), self.choices.len(), size_of::<Choice>() / 8) {
            self.choices.shrink_to(left);
        } else {
            self.limits.excess = false;
        }
        self.limits.excess
    }

    /// Returns how many of `wanted` more bytes, at least `needed`, the budget allows.
    fn allowed(&mut self, wanted: usize, needed: usize) -> Result<usize, Stop> {
        self.charge(Budget::Stacks, needed)?;
        let left = self.limits.memory().saturating_sub(self.stack_bytes() + self.buffered);
        Ok(wanted.min(left))
    }

    /// Charges memory that a built-in takes while it runs. Excess capacity of the stacks is given back first.
    ///
    /// # Errors
    /// `resource_error(memory)`.
    #[cold]
    pub(super) fn charge_temporary(&mut self, bytes: usize) -> Step {
        if self.stack_bytes() + self.buffered + bytes > self.limits.memory() {
            self.give_back_memory();
        }
        self.charge(Budget::Stacks, bytes)
    }

    /// Charges growth to its budget, except for amounts that [`Limits::take_from_slack`] lets pass. All growth is
    /// refused here.
    ///
    /// # Errors
    /// `resource_error(memory)` or `resource_error(program_space)`.
    pub(super) fn charge(&mut self, budget: Budget, bytes: usize) -> Step {
        #[cfg(test)]
        if self.limits.fails_now() {
            return self.refuse(budget);
        }
        if budget == Budget::Stacks && self.limits.excess && self.stack_bytes() + bytes > self.limits.memory() / 2 {
            self.give_back_memory();
        }
        let (taken, most) = match budget {
            Budget::Stacks => (self.stack_bytes() + self.buffered, self.limits.memory()),
            Budget::Program => (self.program_bytes(), self.limits.program()),
            Budget::Code => (
                self.program_bytes(),
                self.limits.program().saturating_add(self.limits.program() / 16),
            ),
        };
        // The links in frames cannot hold higher addresses.
        let is_full = match budget {
            Budget::Stacks => self.frame_top > u32::MAX as usize / 2,
            Budget::Program | Budget::Code => self.db.arena.instrs.len() > Cell::MAX_CODE / 2,
        };
        if taken.saturating_add(bytes) > most || is_full {
            return self.refuse(budget);
        }
        Ok(())
    }

    fn refuse(&mut self, budget: Budget) -> Step {
        match budget {
            Budget::Stacks => self.no_memory(),
            Budget::Program | Budget::Code => {
                self.running = None;
                self.request_reclaiming();
                Err(self.resource_error(Limit::Program))
            }
        }
    }

    /// `resource_error(memory)`.
    pub(super) fn no_memory(&mut self) -> Step {
        self.running = None;
        let stop = self.resource_error(Limit::Memory);
        self.collector.is_refused = true;
        self.blame();
        Err(stop)
    }

    /// Whether the heap must grow and the budget is used up. Other areas may have taken the rest.
    pub(super) fn is_growth_refused(&self) -> bool {
        self.heap.top() + HEADROOM > self.heap.capacity()
            && self.stack_bytes() + self.buffered + HEADROOM * 8 > self.limits.memory()
    }

    /// Makes room for `cells` more heap cells and the headroom, doubling if the budget allows.
    fn grow_heap(&mut self, cells: usize) -> Step {
        let needed = self.heap.top() + cells + HEADROOM - self.heap.capacity().min(self.heap.top() + cells + HEADROOM);
        let wanted = needed.max(self.heap.capacity().min(GROWTH));
        let bytes = self.allowed(wanted * 8, needed * 8)?;
        if !self.heap.extend_capacity(bytes / 8) {
            return self.no_memory();
        }
        if self.heap.top() + cells + HEADROOM > self.heap.capacity() {
            // The goal is to stop.
            self.poll_event()?;
            return self.grow_heap(cells);
        }
        Ok(())
    }

    /// Charges `cells` heap cells to the budget and makes room for them.
    ///
    /// # Errors
    /// `resource_error(memory)`.
    pub fn reserve(&mut self, cells: usize) -> Step {
        #[cfg(test)]
        if cells > 0 && self.limits.fails_now() {
            return self.refuse(Budget::Stacks);
        }
        if self.heap.top() + cells + HEADROOM > self.heap.capacity() {
            self.announce(cells);
            self.grow_heap(cells)?;
            self.refresh_heap_limit();
        }
        Ok(())
    }

    /// As [`Machine::reserve`], for a native predicate that has changed nothing yet: if there is no room, the heap is
    /// collected and the predicate called again.
    ///
    /// # Errors
    /// `resource_error(memory)`, which the caller must pass on.
    pub fn reserve_first(&mut self, cells: usize) -> Step {
        let step = self.reserve(cells);
        // Exceptions of an interrupt or of another limit are not a lack of room.
        self.collector.is_wanted = step.is_err() && self.collector.is_refused;
        step
    }

    /// Grows the frame stack or the choice-point stack, whichever is full.
    pub(super) fn grow_stacks(&mut self) -> Step {
        if self.choices.len() == self.choices.capacity() {
            self.grow_choices()?;
        }
        let end = self.frame_top + LARGEST_FRAME + FRAME_WINDOW;
        if end > self.frames.len() {
            self.grow_frames(end)?;
        }
        Ok(())
    }

    pub(super) fn grow_choices(&mut self) -> Step {
        let size = size_of::<Choice>();
        let more = self.choices.capacity().max(64);
        let bytes = self.allowed(more * size, size)?;
        self.choices.reserve_exact((bytes / size).max(1));
        Ok(())
    }

    pub(super) fn grow_frames(&mut self, top: usize) -> Step {
        let needed = top.saturating_sub(self.frames.len());
        let wanted = needed.max(self.frames.len().min(GROWTH));
        let bytes = self.allowed(wanted * 8, needed * 8)?;
        if heap::extend(&mut self.frames, bytes / 8, || false) {
            Ok(())
        } else {
            self.no_memory()
        }
    }

    /// Counts a retry as a call, so that a run that only backtracks meets the limits, too.
    #[inline]
    pub(super) fn count_retry(&mut self) -> Step {
        self.limits.fuel = self.limits.fuel.wrapping_sub(1);
        if self.limits.fuel == 0 {
            return self.poll_event();
        }
        Ok(())
    }

    /// Returns `step`, unless a walk ended early because the goal is to stop: then `step` rests on a meaningless
    /// result, and the reason for stopping is raised instead.
    pub(super) fn settled(&mut self, step: Step) -> Step {
        if self.heap.watch.has_given_up() {
            self.settle()
        } else {
            step
        }
    }

    /// Checks that no walk over a term ended early; to be called before its result changes anything permanently.
    ///
    /// # Errors
    /// The reason for which a walk ended early.
    pub fn settle(&mut self) -> Step {
        if !self.heap.watch.has_given_up() {
            return Ok(());
        }
        self.heap.watch.forget_given_up();
        self.poll_event()?;
        // The interrupt was withdrawn, but the result is lost.
        let ball = Cell::atom(known::ABORT);
        Err(self.throw(ball))
    }

    /// Polls after every so many steps of a long walk, which `pace` counts.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit.
    #[inline]
    pub fn poll_at(&mut self, pace: &mut Pace) -> Step {
        if pace.is_due() { self.poll() } else { Ok(()) }
    }

    /// Checks interrupts and limits; to be called regularly by long-running built-ins.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit.
    pub fn poll(&mut self) -> Step {
        let watch = &self.limits.watch;
        if self.heap.top() > self.limits.heap_limit() || watch.is_stop_wanted() {
            return self.poll_event();
        }
        Ok(())
    }
}
