//! The profiler: counts the calls of predicates while it is on, and notes what runs at each tick of a clock.
//!
//! Calls pass through stubs (`code/counted.rs`). The clock is a thread, so that a long native predicate is noted too; the
//! next call sees the ticks, and they belong to the predicate that was called last.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::Id;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::shared::NO_THREADS;
use crate::machine::call::Calls;
use crate::machine::native::Step;
use crate::machine::nesting::Nesting;
use crate::machine::stacks::{Registers, Stacks};

/// The number of open clauses that are looked at: of a deeper recursion the outer ones are not seen.
const MOST_OPEN: usize = 2000;
/// The frames of a stack that are kept, and the number of stacks beyond which only the outermost frames of new ones are.
const MOST_FRAMES: usize = 128;
const MOST_STACKS: usize = 20_000;
const OUTERMOST: usize = 8;
/// Stack size of the thread, in bytes.
const STACK: usize = 64 << 10;

/// The parts of a machine that tell which clauses are open.
type Running<'m> = (&'m Database, &'m Nesting, &'m Stacks, &'m Registers);

/// How large the heap is, in cells, and how many choice points there are.
pub type Sizes = (usize, usize);

impl Calls {
    /// Handles a tick of the clock, which a call has met, and counts the call.
    pub(super) fn sample(&mut self, pred: PredId, running: Running<'_>) -> Step {
        self.profiler.sample(running);
        self.profiler.count(pred, self.profiler.now);
        Ok(())
    }
}

/// The counts of a predicate.
#[derive(Debug, Default)]
pub struct Samples {
    /// Calls.
    pub calls: u64,
    /// Cells that the heap has grown by, from its calls to the next calls.
    pub cells: u64,
    /// Choice points that were there more at the next calls.
    pub choices: u64,
    /// The ticks while it ran itself.
    pub itself: u64,
    /// The ticks while it ran, or what it had called.
    pub within: u64,
    /// The ticks while it ran itself, by the predicate that waited for it.
    pub callers: FxHashMap<PredId, u64>,
}

/// The counts of a predicate that are made at its calls.
#[derive(Clone, Copy, Debug, Default)]
struct CallCounts {
    calls: u64,
    cells: u64,
    choices: u64,
}

/// The counts of the run, or of the last one.
#[derive(Default)]
pub struct Profiler {
    calls: Vec<CallCounts>,
    last: Option<PredId>,
    /// The sizes at the last call, and at the one that has met a tick.
    sizes: Sizes,
    now: Sizes,
    /// The ticks by the predicates that ran, the outermost first.
    stacks: FxHashMap<Box<[PredId]>, u64>,
    /// The ticks of the clock, which stops with the last holder.
    clock: Option<Arc<AtomicU64>>,
    /// The time between two ticks.
    period: Duration,
    /// The ticks that were seen.
    seen: u64,
    samples: FxHashMap<PredId, Samples>,
    /// The predicates at whose addresses clauses were left.
    places: FxHashMap<usize, Option<PredId>>,
}

impl Profiler {
    /// Whether it is on.
    pub fn is_on(&self) -> bool {
        self.clock.is_some()
    }

    /// Begins to count, with a clock of this period. Returns false, and does nothing, where there are no threads.
    pub fn begin(&mut self, db: &mut Database, period: Duration) -> bool {
        if NO_THREADS {
            return false;
        }
        let ticks = Arc::new(AtomicU64::new(0));
        let held = Arc::downgrade(&ticks);
        let run = move || {
            while let Some(ticks) = held.upgrade() {
                ticks.fetch_add(1, Ordering::Relaxed);
                drop(ticks);
                thread::sleep(period);
            }
        };
        let clock = thread::Builder::new().name("profiler".to_owned()).stack_size(STACK);
        if clock.spawn(run).is_err() {
            return false;
        }
        let clock = Some(ticks);
        *self = Profiler {
            clock,
            period,
            ..Profiler::default()
        };
        db.count_calls(true);
        true
    }

    /// Returns the time between two ticks of the clock.
    pub fn period(&self) -> Duration {
        self.period
    }

    /// Ends counting.
    pub fn end(&mut self, db: &mut Database) {
        if self.clock.take().is_some() && !NO_THREADS {
            db.count_calls(false);
        }
    }

    /// Whether the clock has gone on.
    #[inline]
    fn is_due(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.load(Ordering::Relaxed) != self.seen)
    }

    /// Counts a call. Returns false if the clock has gone on: that is seen to outside of the loop.
    #[cold]
    #[inline(never)]
    pub(super) fn counts(&mut self, pred: PredId, sizes: Sizes) -> bool {
        let is_due = self.is_due();
        match is_due {
            true => self.now = sizes,
            false => self.count(pred, sizes),
        }
        !is_due
    }

    /// Counts a call.
    #[inline]
    pub(super) fn count(&mut self, pred: PredId, sizes: Sizes) {
        // An engine that was made while another one was profiled has such stubs, too.
        if self.clock.is_none() {
            return;
        }
        let before = std::mem::replace(&mut self.sizes, sizes);
        let last = self.last.replace(pred);
        if let Some(counts) = last.and_then(|last| self.calls.get_mut(last.index())) {
            counts.cells += sizes.0.saturating_sub(before.0) as u64;
            counts.choices += sizes.1.saturating_sub(before.1) as u64;
        }
        match self.calls.get_mut(pred.index()) {
            Some(counts) => counts.calls += 1,
            None => self.count_first(pred),
        }
    }

    /// Adds the calls of a run of pairs but the last, which is counted where it is made.
    #[cold]
    #[inline(never)]
    pub(super) fn add(&mut self, pred: PredId, pairs: usize) {
        if let Some(counts) = self.calls.get_mut(pred.index()) {
            counts.calls += pairs.saturating_sub(1) as u64;
        }
    }

    #[cold]
    fn count_first(&mut self, pred: PredId) {
        self.calls.resize(pred.index() + 1, CallCounts::default());
        self.calls[pred.index()].calls = 1;
    }

    /// Notes the ticks since the last time for the predicate that was called last and those that wait for it.
    fn sample(&mut self, (db, nesting, stacks, regs): Running<'_>) {
        let Some(clock) = self.clock.as_ref().filter(|_| !NO_THREADS) else {
            return;
        };
        let now = clock.load(Ordering::Relaxed);
        let ticks = now - std::mem::replace(&mut self.seen, now);
        let Some(last) = self.last else { return };
        let open = nesting.continuations(stacks, regs.cp, regs.e, MOST_OPEN);
        let new: Vec<usize> = open
            .iter()
            .copied()
            .filter(|at| !self.places.contains_key(at))
            .collect();
        if !new.is_empty() {
            self.places.extend(new.iter().copied().zip(db.preds_at(&new)));
        }
        let mut waiting: Vec<PredId> = open.iter().filter_map(|at| self.places[at]).collect();
        // If it has not ended yet, it is the innermost of them itself.
        if waiting.first() == Some(&last) {
            waiting.remove(0);
        }
        self.note_stack(&waiting, last, ticks);
        let of_last = self.samples.entry(last).or_default();
        of_last.itself += ticks;
        if let Some(&caller) = waiting.first() {
            *of_last.callers.entry(caller).or_default() += ticks;
        }
        let within: FxHashSet<PredId> = waiting.into_iter().chain([last]).collect();
        for pred in within {
            self.samples.entry(pred).or_default().within += ticks;
        }
    }

    /// Notes the ticks for the predicates that wait, the innermost first, and the one that ran. One that has called itself
    /// is there once.
    fn note_stack(&mut self, waiting: &[PredId], last: PredId, ticks: u64) {
        let mut stack: Vec<PredId> = waiting.iter().rev().copied().chain([last]).collect();
        stack.dedup();
        let most = match self.stacks.len() < MOST_STACKS {
            true => MOST_FRAMES,
            false => OUTERMOST,
        };
        stack.truncate(most);
        *self.stacks.entry(stack.into()).or_default() += ticks;
    }

    /// Returns the stacks that were noted, the outermost predicate first, with their ticks.
    pub fn take_stacks(&mut self) -> FxHashMap<Box<[PredId]>, u64> {
        std::mem::take(&mut self.stacks)
    }

    /// Returns what was noted of each predicate.
    pub fn take_samples(&mut self) -> FxHashMap<PredId, Samples> {
        let mut samples = std::mem::take(&mut self.samples);
        for (index, counts) in std::mem::take(&mut self.calls).into_iter().enumerate() {
            if counts.calls > 0 {
                let of_pred = samples.entry(PredId::from_index(index)).or_default();
                (of_pred.calls, of_pred.cells, of_pred.choices) = (counts.calls, counts.cells, counts.choices);
            }
        }
        samples
    }
}
