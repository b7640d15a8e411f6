//! Memory and time that a built-in takes: it asks for room before it builds, and polls the limits while it works.
//!
//! Memory that is taken beside the stacks while a built-in runs, such as texts being read and their trees, is set aside
//! from their budget. What is in use is told here, too, and the collector of the heap as built-ins see it.

use crate::base::iso_error::Resource;
use crate::base::known;
use crate::base::limit::Limit;
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::machine::memory::budget::Budget;
use crate::machine::memory::collect::collector::Collector;
use crate::machine::memory::limits::{MachineLimits, Usage};
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::{Registers, Stacks};
use crate::term::cell::Cell;
use crate::term::heap::{HEADROOM, Heap};

impl Machine {
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
        if self.heap.top() > self.limits.heap_limit() || self.limits.is_stop_wanted() {
            return self.poll_event();
        }
        Ok(())
    }

    /// As [`Machine::poll`], for built-ins that wait: the host may look at the goal meanwhile.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit.
    pub fn poll_waiting(&mut self) -> Step {
        if self.limits.watch().has_requests() {
            return self.poll_event();
        }
        self.poll()
    }

    /// Checks that no walk over a term ended early; to be called before its result changes anything permanently.
    ///
    /// # Errors
    /// The reason for which a walk ended early.
    pub fn check_walks(&mut self) -> Step {
        if !self.heap.watch.walk_ended_early() {
            return Ok(());
        }
        self.heap.watch.forget_early_end();
        self.poll_event()?;
        // The interrupt was withdrawn, but the result is lost.
        let ball = Cell::atom(known::ABORT);
        Err(self.throw(ball))
    }

    /// Charges `cells` heap cells to the budget and makes room for them.
    ///
    /// # Errors
    /// `resource_error(memory)`.
    #[inline]
    pub fn reserve(&mut self, cells: usize) -> Step {
        #[cfg(any(test, feature = "testing"))]
        if cells > 0 && self.limits.fails_now() {
            return self.refuse(Budget::Stacks);
        }
        if self.heap.top() + cells + self.db.arena.headroom > self.heap.capacity() {
            let most = self.most_cells();
            self.collector.announce(cells, self.heap.top(), most);
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
        self.collector.want_retry(step.is_err());
        step
    }

    /// Returns the number of bytes that may still be charged to the budget of the stacks.
    pub fn room(&self) -> usize {
        let taken = self.charged_bytes();
        self.limits.memory().saturating_sub(taken)
    }

    /// Charges bytes to the budget of the stacks until `limits.take_back`.
    ///
    /// # Errors
    /// `resource_error(memory)`; then nothing was charged.
    pub fn set_aside(&mut self, bytes: usize) -> Step {
        self.charge(Budget::Stacks, bytes)?;
        self.limits.set_aside(bytes);
        Ok(())
    }

    /// Runs `work` while `bytes` are set aside.
    ///
    /// # Errors
    /// `resource_error(memory)`, or the exception of `work`.
    pub fn with_aside<T>(
        &mut self,
        bytes: usize,
        work: impl FnOnce(&mut Machine) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if bytes == 0 {
            return work(self);
        }
        self.set_aside(bytes)?;
        let done = work(self);
        self.limits.take_back(bytes);
        done
    }

    /// Gives back memory of stacks with far more capacity than they use, so that an area that ran full leaves room for
    /// the others. If the goal is to stop, the rest is kept until later, since the system takes long to release it.
    pub fn give_back_memory(&mut self) {
        self.limits.note_peak(self.peak_bytes());
        while self.limits.give_back_some(&mut self.heap, &mut self.stacks, &self.regs)
            && !self.limits.is_ending()
            && !self.limits.is_stop_wanted()
        {}
        self.limits.tell_others(self.charged_bytes());
        self.refresh_heap_limit();
    }

    /// Checks that there is room for what a native predicate takes that has changed nothing yet.
    ///
    /// # Errors
    /// `resource_error(memory)`.
    pub fn need_room(&mut self, bytes: usize) -> Step {
        if bytes > self.room() {
            self.give_back_memory();
            if bytes > self.room() {
                return Err(self.lacks_room(Limit::Memory));
            }
        }
        Ok(())
    }

    /// Returns what `walk` does with the heap: a walk or a copy off the heap, in the room that is left.
    ///
    /// # Errors
    /// `resource_error(memory)`; the reason for which the walk ended early. A native predicate that has changed nothing
    /// yet is called again after a collection.
    pub fn within_room<T>(&mut self, walk: impl FnOnce(&mut Heap) -> T) -> Result<T, Stop> {
        self.begin_within_room();
        let done = walk(&mut self.heap);
        self.end_within_room()?;
        Ok(done)
    }

    /// Lets walks and copies off the heap take the room that is left, until [`Machine::end_within_room`].
    pub fn begin_within_room(&mut self) {
        if self.room() < self.limits.memory() / 4 {
            self.give_back_memory();
        }
        self.heap.spare = self.room() / 8;
    }

    /// As [`Machine::check_walks`], also for the walks that had too little room.
    pub fn end_within_room(&mut self) -> Step {
        self.heap.spare = usize::MAX;
        if self.heap.watch.take_overflow() {
            return Err(self.lacks_room(Limit::Memory));
        }
        self.check_walks()
    }

    /// Raises the error of a native predicate that has changed nothing yet and finds no room: if it lacks room on the
    /// stacks, the heap is collected and the predicate called again.
    pub fn lacks_room(&mut self, what: impl Into<Resource>) -> Stop {
        let what = what.into();
        let refused = self.resource_error(what);
        if what == Resource::Limit(Limit::Memory) {
            self.collector.note_refusal();
            self.collector.want_retry(true);
        }
        refused
    }

    /// Charges `bytes` to the program's budget.
    ///
    /// # Errors
    /// `resource_error(program_space)`, or the reason for which a copy of a term was stopped.
    pub fn charge_program(&mut self, bytes: usize) -> Step {
        self.check_walks()?;
        if self.limits.take_from_slack(bytes) {
            return Ok(());
        }
        self.charge(Budget::Program, bytes)
    }

    /// Returns the number of bytes of the stacks that are in use.
    pub fn usage(&self) -> Usage {
        self.stacks.usage(&self.heap, &self.regs)
    }

    /// Returns the number of bytes allocated for the stacks.
    pub fn stack_bytes(&self) -> usize {
        self.heap.capacity() * 8 + self.stacks.bytes() + self.coroutines.bytes()
    }

    /// Returns the number of bytes charged to the stacks: theirs, and those of results and texts beside them.
    pub(in crate::machine) fn charged_bytes(&self) -> usize {
        self.stack_bytes() + self.limits.aside()
    }

    /// Returns the largest number of bytes that the stacks and buffered results have taken at any time.
    pub fn peak_bytes(&self) -> usize {
        self.limits.peak().max(self.charged_bytes())
    }

    /// Returns the number of bytes taken by clauses, atoms and the state kept between goals.
    pub fn program_bytes(&self) -> usize {
        let taken = self.db.bytes()
            + self.atoms.bytes()
            + self.session.bytes()
            + self.session.table_bytes()
            + self.ops.bytes()
            + self.streams.bytes()
            + self.loading.bytes()
            + self.tables.bytes()
            + self.coroutines.table_bytes();
        taken.saturating_sub(self.limits.spared.unwrap_or(0))
    }

    /// Returns the maximum number of cells of the heap, given the current size of the other areas.
    pub(in crate::machine) fn most_cells(&self) -> usize {
        let others = self.stack_bytes() - self.heap.capacity() * 8;
        (self.limits.memory().saturating_sub(others) / 8).saturating_sub(2 * HEADROOM)
    }
}

impl Collector {
    /// Requests a collection before the next call, whatever the size of the heap.
    pub fn request_collection(&mut self, limits: &mut MachineLimits) {
        self.request();
        limits.raise_event();
    }
}

impl Stacks {
    /// Returns the number of bytes of the stacks that are in use.
    pub(in crate::machine) fn usage(&self, heap: &Heap, regs: &Registers) -> Usage {
        Usage {
            heap: heap.top() * 8,
            frames: regs.frame_top * 8,
            choices: self.choice_bytes(),
            trail: self.trail().len() * 8,
        }
    }
}
