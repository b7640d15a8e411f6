//! Limits and metering: memory, inferences, wall time and interruption, looked at in one place.
//!
//! The run loop tests one number at each call: the heap limit. A wake-up lowers it to zero, so that
//! headroom and events are one test. Fuel counts calls down to the next look at the clock, at interrupts
//! and at the inference limit. Whatever leaves the loop looks at the watch when it is done: at interrupts, and at what
//! the alarm says of the deadline.

use std::sync::Arc;
use std::time::Instant;

use crate::base::known;
use crate::base::limit::{Amounts, Limit, PerLimit};
use crate::base::watch::Watch;
use crate::code::instr::PredId;
use crate::term::cell::Cell;
use crate::term::heap::{self, GIVEN_BACK, GROWTH, HEADROOM};

use super::Machine;
use super::choice::Choice;
use super::eval::TEMPORARY;
use super::hot::{FRAME_HEADER, FRAME_WINDOW};
use super::native::{Step, Stop};

/// Calls between two looks at the clock.
const FUEL: u64 = 100_000;

/// The limits of an engine.
#[derive(Debug)]
pub struct Limits {
    watch: Arc<Watch>,
    /// What the run loop compares the heap top with: zero makes it look at what happened.
    pub(super) heap_limit: usize,
    /// Calls until the next look.
    pub(super) fuel: u64,
    pub(super) fuel_given: u64,
    inferences_before: u64,
    /// The limits of the engine: how much there may be.
    pub(super) most: PerLimit<usize>,
    /// How far programs may raise those themselves.
    pub(super) ceiling: PerLimit<usize>,
    /// The limits of the query that is open: what is left to it.
    pub(super) left: Amounts,
    /// Since when the query runs.
    pub(super) clock: Option<Instant>,
    /// Bytes that may be charged to the program before all that it takes is added up again, and the limit for which
    /// that was found.
    slack: (usize, usize),
    /// The most bytes that the stacks and what is gathered have taken, as far as was noted.
    peak: usize,
    /// The limits that the host has set.
    pub(super) host: Bounds,
    /// The limits that the program has set for a goal of its own.
    pub(super) own: Bounds,
    /// Has the host's limit on time or calls been met once? It can be caught once.
    pub(super) met: bool,
    /// May the stacks have far more memory than they use, since a goal had to stop soon?
    excess: bool,
    /// Is the run to be ended, whatever would catch its exception?
    pub(super) ending: bool,
    /// The charge that is to fail, counted from the next.
    #[cfg(test)]
    pub fault: Option<u64>,
}

/// Limits on what passes while a goal runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// The number of the call that is one too many.
    pub calls: Option<u64>,
    /// When the time is up.
    pub deadline: Option<Instant>,
}

/// What growth is charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Budget {
    /// Terms, frames, choice points, the trail, and results that are gathered.
    Stacks,
    /// Clauses, atoms, and what lasts from goal to goal.
    Program,
    /// The code of clauses that are there already: it may take a little more, so that a program that has filled its
    /// budget can still tell of it and empty itself.
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
    /// What is to be undone.
    pub trail: usize,
}

/// Bytes that may be charged to the program at most before all that it takes is added up again.
const MOST_SLACK: usize = 64 << 10;

/// Words of the largest frame: one with 2^16 slots.
const LARGEST_FRAME: usize = FRAME_HEADER + (1 << 16);

/// Words of a stack that are kept when it shrinks: only what is above is given back.
const KEPT_WORDS: usize = 8 << 20;

/// Bytes for the stacks unless something else is asked for.
const DEFAULT_MEMORY: usize = 1 << 30;

/// The default, but never more than half of what the machine or the control group has.
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
    /// What another thread interrupts the engine with.
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

    /// Lets the run loop see at the next call that the goal is to stop, if it is.
    pub(super) fn look_at_watch(&mut self) -> bool {
        let is_news = self.watch.is_interrupted() || self.watch.has_rung();
        if is_news {
            self.raise_event();
        }
        is_news
    }

    /// Charges bytes to the program if they surely fit: adding up all that it takes is not for every atom.
    #[inline]
    pub(super) fn take_from_slack(&mut self, bytes: usize) -> bool {
        let (left, limit) = self.slack;
        let fits = bytes <= left && limit == self.program();
        if fits {
            self.slack.0 = left - bytes;
        }
        fits
    }

    /// Notes that so many bytes are left to the program.
    pub(super) fn set_slack(&mut self, left: usize) {
        self.slack = (MOST_SLACK.min(left / 64), self.program());
    }

    /// Is the goal that is running to stop? Whoever cannot poll asks this, and then polls.
    pub fn is_stop_wanted(&self) -> bool {
        self.watch.is_stop_wanted()
    }

    /// Calls made so far.
    pub fn inferences(&self) -> u64 {
        self.inferences_before + (self.fuel_given - self.fuel)
    }

    /// Is this the charge that a test has chosen to fail?
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
    /// Sets the limit that the run loop tests, from the heap as it is.
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

    /// Tells arithmetic how large a result may be for which there is room.
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

    /// Looks at what made the loop stop before a call of `pred`; goes there if nothing forbids it.
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

    /// Takes the interrupt: the exception that nothing catches.
    pub(super) fn abort(&mut self) -> Stop {
        self.limits.watch.take_interrupt();
        self.limits.watch.forget_given_up();
        self.refresh_heap_limit();
        self.running = None;
        self.limits.end();
        self.throw(Cell::atom(known::ABORT))
    }

    /// Interrupts, time, inferences, and room on the heap.
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
            // The trail grows without asking.
            self.no_memory()?;
        }
        // What charges its room stops at the limit. What cannot, such as the names of unknown
        // predicates, stops here, a little above, so that a full program can still be run and emptied.
        if self.program_bytes() > self.limits.program().saturating_add(self.limits.program() / 8) {
            return Err(self.resource_error(Limit::Program));
        }
        if self.heap.top() + HEADROOM > self.heap.capacity() {
            self.grow_heap(HEADROOM)?;
        }
        self.refresh_heap_limit();
        Ok(())
    }

    /// Bytes that the stacks take now.
    pub fn stack_bytes(&self) -> usize {
        (self.heap.capacity() + self.frames.len() + self.trail.capacity() + self.saved.capacity()) * 8
            + self.choices.capacity() * size_of::<Choice>()
    }

    /// The most bytes that the stacks and what is gathered have taken at any time.
    pub fn peak_bytes(&self) -> usize {
        self.limits.peak.max(self.stack_bytes() + self.buffered)
    }

    /// To be called before anything is given back.
    pub(super) fn note_peak(&mut self) {
        self.limits.peak = self.peak_bytes();
    }

    /// Bytes of the stacks that are in use.
    pub fn usage(&self) -> Usage {
        Usage {
            heap: self.heap.top() * 8,
            frames: self.frame_top * 8,
            choices: self.choices.len() * size_of::<Choice>() + self.saved.len() * 8,
            trail: self.trail.len() * 8,
        }
    }

    /// Gives back memory that the stacks have far more of than they use, so that one that ran full
    /// leaves room for the others. When the goal is to stop, the rest stays until later: the system takes long to take
    /// it.
    pub(super) fn give_back_memory(&mut self) {
        self.note_peak();
        while self.give_back_some() && !self.limits.ending && !self.limits.is_stop_wanted() {}
        self.refresh_heap_limit();
    }

    /// Gives back some of the memory that the stacks have far more of than they use; false if there is none.
    fn give_back_some(&mut self) -> bool {
        // Of a small budget no area keeps more than an eighth.
        let kept = KEPT_WORDS.min(self.limits.memory() / 64);
        // What is left of an area: how much there is, how much is in use, and its words for each of those.
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

    /// How much of `wanted` more bytes, at least `needed`, the budget allows.
    fn allowed(&mut self, wanted: usize, needed: usize) -> Result<usize, Stop> {
        self.charge(Budget::Stacks, needed)?;
        let left = self.limits.memory().saturating_sub(self.stack_bytes() + self.buffered);
        Ok(wanted.min(left))
    }

    /// Charges what a predicate takes for as long as it runs. What the stacks have more than they use makes room first.
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

    /// Charges what is about to grow to its budget, but for what [`Limits::take_from_slack`] lets pass: the place where
    /// growth is refused.
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
        // Links in frames have no room for higher addresses.
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

    /// Does the heap have to grow, and is the budget used up? Other areas may have taken what was left.
    pub(super) fn is_growth_refused(&self) -> bool {
        self.heap.top() + HEADROOM > self.heap.capacity()
            && self.stack_bytes() + self.buffered + HEADROOM * 8 > self.limits.memory()
    }

    /// Makes room for `cells` more heap cells and the headroom, doubling where the budget allows.
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

    /// As [`Machine::reserve`], for a predicate that has changed nothing yet: if there is no room, the heap is collected and
    /// the predicate called once more.
    ///
    /// # Errors
    /// `resource_error(memory)`, which is to be handed on.
    pub fn reserve_first(&mut self, cells: usize) -> Step {
        let step = self.reserve(cells);
        // What an interrupt or another limit raises is not for want of room.
        self.collector.is_wanted = step.is_err() && self.collector.is_refused;
        step
    }

    /// The frame stack or the choice-point stack is full.
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

    /// Goals that are tried again count as calls: a run that only backtracks meets the limits, too.
    #[inline]
    pub(super) fn count_retry(&mut self) -> Step {
        self.limits.fuel = self.limits.fuel.wrapping_sub(1);
        if self.limits.fuel == 0 {
            return self.poll_event();
        }
        Ok(())
    }

    /// A walk may have ended early since the goal is no longer wanted: then `step` came from an answer
    /// that means nothing, and what the walk ended for is raised instead.
    pub(super) fn settled(&mut self, step: Step) -> Step {
        if self.heap.watch.has_given_up() {
            self.settle()
        } else {
            step
        }
    }

    /// To be called before anything is changed for good by what a walk over a term gave.
    ///
    /// # Errors
    /// What the walk ended early for.
    pub fn settle(&mut self) -> Step {
        if !self.heap.watch.has_given_up() {
            return Ok(());
        }
        self.heap.watch.forget_given_up();
        self.poll_event()?;
        // The interrupt was taken back, but the answer is lost.
        let ball = Cell::atom(known::ABORT);
        Err(self.throw(ball))
    }

    /// To be called now and then by a predicate that runs for long.
    ///
    /// # Errors
    /// Whatever an interrupt or an exceeded limit raises.
    pub fn poll(&mut self) -> Step {
        let watch = &self.limits.watch;
        if self.heap.top() > self.limits.heap_limit() || watch.is_stop_wanted() {
            return self.poll_event();
        }
        Ok(())
    }
}
