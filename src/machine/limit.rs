//! Limits and metering: memory, inferences, wall time and interruption, looked at in one place.
//!
//! The run loop tests one number at each call: the heap limit. An interrupt or a wake-up lowers it to
//! zero, so that headroom and events are one test. Fuel counts calls down to the next look at the
//! clock and the inference limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use crate::base::iso_error::Resource;
use crate::base::known;
use crate::code::instr::PredId;
use crate::term::cell::Cell;
use crate::term::heap::HEADROOM;

use super::Machine;
use super::choice::Choice;
use super::native::{Step, Stop};

/// Calls between two looks at the clock.
const FUEL: u64 = 100_000;

/// What is shared with other threads that may interrupt the engine.
#[derive(Debug, Default)]
pub struct Shared {
    heap_limit: AtomicUsize,
    interrupted: AtomicBool,
}

impl Shared {
    /// Stops the goal that is running, or the next that runs.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
        self.heap_limit.store(0, Ordering::SeqCst);
    }

    /// Forgets an interrupt that has not been seen.
    pub fn clear(&self) {
        self.interrupted.store(false, Ordering::SeqCst);
    }
}

/// The limits of an engine.
#[derive(Debug)]
pub struct Limits {
    shared: Arc<Shared>,
    /// Calls until the next look.
    pub(super) fuel: u64,
    fuel_given: u64,
    inferences_before: u64,
    /// Bytes that heap, frames, choice points and trail may take together.
    pub memory: usize,
    /// Bytes that the program and its atoms may take.
    pub program: usize,
    inference_limit: Option<u64>,
    deadline: Option<Instant>,
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
        Limits {
            shared: Arc::default(),
            fuel: FUEL,
            fuel_given: FUEL,
            inferences_before: 0,
            memory: default_memory(),
            program: default_memory(),
            inference_limit: None,
            deadline: None,
        }
    }
}

impl Limits {
    /// What another thread interrupts the engine with.
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    #[inline(always)]
    pub(super) fn heap_limit_cell(&self) -> &AtomicUsize {
        &self.shared.heap_limit
    }

    #[inline(always)]
    pub(super) fn heap_limit(&self) -> usize {
        self.shared.heap_limit.load(Ordering::Relaxed)
    }

    pub(super) fn raise_event(&self) {
        self.shared.heap_limit.store(0, Ordering::Relaxed);
    }

    /// Is the goal that is running to stop? Whoever cannot poll asks this, and then polls.
    pub fn is_stop_wanted(&self) -> bool {
        self.shared.interrupted.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Calls made so far.
    pub fn inferences(&self) -> u64 {
        self.inferences_before + (self.fuel_given - self.fuel)
    }

    fn refuel(&mut self) {
        self.inferences_before = self.inferences();
        let left = self
            .inference_limit
            .map_or(FUEL, |limit| limit.saturating_sub(self.inferences_before));
        self.fuel = left.clamp(1, FUEL);
        self.fuel_given = self.fuel;
    }

    /// Calls that may be made from now on; `None` for no limit.
    pub fn set_inference_limit(&mut self, limit: Option<u64>) {
        self.inference_limit = limit.map(|n| self.inferences().saturating_add(n));
        self.refuel();
    }

    /// When running goals are to be stopped; `None` for never.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
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
        self.limits.shared.heap_limit.store(limit, Ordering::SeqCst);
        if self.limits.shared.interrupted.load(Ordering::SeqCst) || !self.pending.is_empty() || self.is_stressed() {
            self.limits.raise_event();
        }
    }

    /// Looks at what made the loop stop before a call of `pred`; goes there if nothing forbids it.
    pub(super) fn event(&mut self, pred: PredId) -> Step {
        self.collect_if_due(self.registers_of(pred))?;
        self.poll_event()?;
        if !self.pending.is_empty() {
            return self.wake_before_call(pred);
        }
        self.b0 = self.choices.len();
        self.pc = self.db.entries[pred as usize] as usize;
        Ok(())
    }

    /// Interrupts, time, inferences, and room on the heap.
    pub(super) fn poll_event(&mut self) -> Step {
        if self.limits.shared.interrupted.swap(false, Ordering::SeqCst) {
            self.refresh_heap_limit();
            let ball = Cell::atom(known::ABORT);
            self.running = None;
            return Err(self.throw(ball));
        }
        if self.limits.fuel == 0 || self.limits.fuel > FUEL {
            self.limits.fuel = 0;
            self.limits.refuel();
            if let Some(limit) = self.limits.inference_limit
                && self.limits.inferences() >= limit
            {
                self.limits.inference_limit = None;
                self.limits.refuel();
                return Err(self.resource_error(Resource::Inferences));
            }
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.limits.deadline = None;
            let ball = Cell::atom(known::TIME_LIMIT);
            return Err(self.throw(ball));
        }
        // What charges its room stops at the limit. What cannot, such as the names of unknown
        // predicates, stops here, a little above, so that a full program can still be run and emptied.
        if self.program_bytes() > self.limits.program + self.limits.program / 8 {
            return Err(self.resource_error(Resource::ProgramSpace));
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
    /// leaves room for the others.
    pub(super) fn give_back_memory(&mut self) {
        self.heap.shrink(KEPT_WORDS.max(2 * self.heap.top()));
        let frames = KEPT_WORDS.max(2 * self.frame_top);
        if frames < self.frames.len() {
            self.frames.truncate(frames);
            self.frames.shrink_to_fit();
        }
        self.trail.shrink_to(KEPT_WORDS.max(2 * self.trail.len()));
        self.saved.shrink_to(KEPT_WORDS.max(2 * self.saved.len()));
        self.choices.shrink_to((KEPT_WORDS / 8).max(2 * self.choices.len()));
        self.refresh_heap_limit();
    }

    /// How much of `wanted` more bytes, at least `needed`, the budget allows.
    fn allowed(&mut self, wanted: usize, needed: usize) -> Result<usize, Stop> {
        let left = self.limits.memory.saturating_sub(self.stack_bytes());
        if left < needed {
            self.running = None;
            return Err(self.resource_error(Resource::Memory));
        }
        Ok(wanted.min(left))
    }

    /// Makes room for `cells` more heap cells and the headroom, doubling where the budget allows.
    fn grow_heap(&mut self, cells: usize) -> Step {
        let needed = self.heap.top() + cells + HEADROOM - self.heap.capacity().min(self.heap.top() + cells + HEADROOM);
        let wanted = needed.max(self.heap.capacity());
        let bytes = self.allowed(wanted * 8, needed * 8)?;
        self.heap.extend_capacity(bytes / 8);
        Ok(())
    }

    /// Charges `cells` heap cells to the budget and makes room for them.
    ///
    /// # Errors
    /// `resource_error(memory)`.
    pub fn reserve(&mut self, cells: usize) -> Step {
        if self.heap.top() + cells + HEADROOM > self.heap.capacity() {
            self.grow_heap(cells)?;
            self.refresh_heap_limit();
        }
        Ok(())
    }

    /// The frame stack or the choice-point stack is full.
    pub(super) fn grow_stacks(&mut self) -> Step {
        if self.choices.len() == self.choices.capacity() {
            self.grow_choices()?;
        }
        // A frame has at most 2^16 slots.
        if self.frame_top + 70_000 > self.frames.len() {
            self.grow_frames(self.frame_top + 70_000)?;
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
        let wanted = needed.max(self.frames.len());
        let bytes = self.allowed(wanted * 8, needed * 8)?;
        let mut frames = vec![0; self.frames.len() + bytes / 8];
        frames[..self.frame_top].copy_from_slice(&self.frames[..self.frame_top]);
        self.frames = frames;
        Ok(())
    }

    /// To be called now and then by a predicate that runs for long.
    ///
    /// # Errors
    /// Whatever an interrupt or an exceeded limit raises.
    pub fn poll(&mut self) -> Step {
        if self.heap.top() > self.limits.heap_limit() || self.limits.deadline.is_some() {
            return self.poll_event();
        }
        Ok(())
    }
}
