//! Runs: solving a goal from outside, lazily, or to its first solution inside a native predicate.
//!
//! Each run has a barrier choice point at its bottom. A query's barrier is at the bottom of the stacks; a nested run (a
//! cleanup goal, a host's call) has its own on top of the current run.

use crate::base::iso_error::Resource;
use crate::code::arena::SUCCEED;
use crate::term::cell::{BoxKind, Cell, Tag};
use crate::term::quick_copy;
use crate::term::record::{pack_copy, pack_onto, unpack_cells};

use super::Machine;
use super::choice::Kind;
use super::limit::Budget;
use super::native::{Step, Stop};
use super::run::Outcome;

/// Number of results put on the heap between two polls of the limits.
const RESULTS_BETWEEN_POLLS: usize = 4096;

/// Maximum nesting depth of runs.
const MAX_NESTING: usize = 64;

/// The registers of a run that a nested run suspends.
pub(super) struct Suspended {
    pub x: Box<[Cell; 256]>,
    pub pc: usize,
    pub cp: usize,
    pub e: usize,
    b0: usize,
    s: usize,
    write: bool,
    pub frame_top: usize,
    running: Option<u16>,
}

impl Machine {
    /// Begins a run of `goal`: pushes the barrier and puts the goal in register 0.
    fn begin(&mut self, goal: Cell) -> Step {
        let barrier = self.new_choice(Kind::Barrier, 0);
        self.push_choice(barrier)?;
        self.x[0] = goal;
        self.cp = SUCCEED as usize;
        self.pc = self.sequences.query as usize;
        self.refresh_heap_limit();
        Ok(())
    }

    /// Begins a query, whose solutions `next_solution` computes. Returns false if there is no room to begin.
    pub fn open_query(&mut self, goal: Cell) -> bool {
        self.heap.watch.forget_given_up();
        self.limits.ending = false;
        self.begin(goal).is_ok()
    }

    /// Runs the open query to its first or next solution.
    pub fn next_solution(&mut self, first: bool) -> Outcome {
        self.limits.ending = false;
        if first { self.run() } else { self.rerun() }
    }

    /// Whether the open query may have more solutions.
    pub fn has_choices(&self, barrier: usize) -> bool {
        self.choices[(barrier + 1).min(self.choices.len())..]
            .iter()
            .any(|c| !c.is_dead() && c.kind != Kind::Catch)
    }

    /// Returns the number of choice points, which is the index of the next barrier.
    pub fn choice_count(&self) -> usize {
        self.choices.len()
    }

    /// Ends the query whose barrier has this index: runs cleanup goals and drops everything that the query made.
    ///
    /// # Errors
    /// The exception of a cleanup goal.
    pub fn close_query(&mut self, barrier: usize) -> Step {
        let result = self.cut_with_cleanup(barrier + 1);
        if let Some(&choice) = self.choices.get(barrier) {
            self.restore(&choice);
            self.pop_choice();
        }
        self.drop_buffers();
        self.drop_solutions(barrier);
        if barrier == 0 {
            self.streams.abandon_captures(0);
        }
        self.give_back_memory();
        result
    }

    /// Runs `goal` to its first solution and keeps the bindings; other solutions are cut. Nothing on the heap moves
    /// meanwhile. Returns whether there was a solution.
    ///
    /// # Errors
    /// The exception that the goal raised; never `Stop::Fail`.
    pub fn solve_once(&mut self, goal: Cell) -> Result<bool, Stop> {
        self.collector.held_back += 1;
        let result = self.solve_once_collecting(goal);
        self.collector.held_back -= 1;
        self.refresh_heap_limit();
        result
    }

    /// As [`Machine::solve_once`], but everything on the heap may move: for callers that hold no cells.
    ///
    /// # Errors
    /// As for [`Machine::solve_once`].
    pub fn solve_once_collecting(&mut self, goal: Cell) -> Result<bool, Stop> {
        if self.suspended.len() >= MAX_NESTING {
            return Err(self.resource_error(Resource::Depth));
        }
        let suspended = Suspended {
            x: Box::new(self.x),
            pc: self.pc,
            cp: self.cp,
            e: self.e,
            b0: self.b0,
            s: self.s,
            write: self.write,
            frame_top: self.frame_top,
            running: self.running,
        };
        let barrier = self.choices.len();
        self.begin(goal)?;
        self.suspended.push(suspended);
        let outcome = self.run();
        let result = match outcome {
            Outcome::Solution => {
                let step = self.cut_with_cleanup(barrier);
                step.map(|()| true)
            }
            Outcome::Exhausted => {
                self.pop_choice();
                Ok(false)
            }
            Outcome::Thrown => {
                self.pop_choice();
                let ball = self.take_uncaught();
                Err(self.throw(ball))
            }
        };
        let Some(suspended) = self.suspended.pop() else {
            unreachable!("a nested run leaves what it interrupted as it was");
        };
        self.x = *suspended.x;
        self.pc = suspended.pc;
        self.cp = suspended.cp;
        self.e = suspended.e;
        self.b0 = suspended.b0;
        self.s = suspended.s;
        self.write = suspended.write;
        self.frame_top = suspended.frame_top;
        // An error of the goal has its context already.
        self.running = if result.is_ok() { suspended.running } else { None };
        result
    }

    /// Returns the ball of the exception that ended a run, on the heap.
    pub fn take_uncaught(&mut self) -> Cell {
        let record = self.uncaught.take().unwrap_or_default();
        record.unpack(&mut self.heap)
    }

    /// Drops the buffers of results of goals above the newest choice point, which will not continue.
    pub(super) fn drop_buffers(&mut self) {
        while self.buffers.last().is_some_and(|b| b.depth > self.choices.len()) {
            if let Some(buffer) = self.buffers.pop() {
                self.buffered -= buffer.words.len() * 8;
            }
        }
    }

    /// Opens a buffer for results.
    pub fn open_buffer(&mut self) {
        let depth = self.choices.len();
        self.buffers.push(Buffer {
            depth,
            ..Buffer::default()
        });
    }

    /// Adds a copy of `result`.
    ///
    /// # Errors
    /// `resource_error(memory)` if the buffered results exceed the budget.
    pub fn add_to_buffer(&mut self, result: Cell) -> Step {
        let result = self.deref(result);
        if result.is_immediate() {
            self.charge(Budget::Stacks, 8)?;
            if let Some(buffer) = self.buffers.last_mut() {
                buffer.count += 1;
                buffer.words.push(result.bits());
                self.buffered += 8;
            }
            return Ok(());
        }
        let small = quick_copy::small(&mut self.heap, result);
        if let Some(copy) = small {
            self.charge(Budget::Stacks, (copy.end - self.heap.top() + 2) * 8)?;
        }
        let Some(buffer) = self.buffers.last_mut() else {
            return Ok(());
        };
        let before = buffer.words.len();
        buffer.words.extend([0; 2]);
        let root = match small {
            Some(copy) => {
                pack_copy(&self.heap, copy, &mut buffer.words);
                copy.root.relocate(0_usize.wrapping_sub(self.heap.top()))
            }
            None => pack_onto(&self.heap, result, &mut buffer.words),
        };
        let cells = buffer.words.len() - before - 2;
        buffer.words[before] = Cell::box_header(BoxKind::String, cells, 0).bits();
        buffer.words[before + 1] = root.bits();
        buffer.count += 1;
        buffer.cells += cells;
        self.buffered += (cells + 2) * 8;
        // The size of a large result is known only now: it stays, or all results are dropped by the exception.
        if small.is_none() {
            self.charge(Budget::Stacks, 0)
        } else {
            Ok(())
        }
    }

    /// Closes the buffer and returns its results as a list that ends in `tail`.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room for them.
    pub fn close_buffer(&mut self, tail: Cell) -> Result<Cell, Stop> {
        let Some(buffer) = self.buffers.last() else {
            return Ok(tail);
        };
        let (bytes, cells) = (buffer.words.len() * 8, buffer.cells + 2 * buffer.count);
        self.note_peak();
        self.buffered -= bytes;
        let room = self.reserve_first(cells);
        self.buffered += bytes;
        room?;
        let Some(buffer) = self.buffers.pop() else {
            return Ok(tail);
        };
        self.buffered -= bytes;
        // Each pair is placed after the cells of its result, and linked from the pair before it.
        let (mut list, mut last) = (tail, None);
        for (index, (root, cells)) in buffer.iter().enumerate() {
            let item = match cells {
                [] => root,
                _ => unpack_cells(&mut self.heap, cells, root, true),
            };
            let pair = self.heap.new_pair(item, tail);
            match last.replace(pair.address() + 1) {
                Some(before) => self.heap.set(before, pair),
                None => list = pair,
            }
            if index % RESULTS_BETWEEN_POLLS == RESULTS_BETWEEN_POLLS - 1 {
                self.poll()?;
            }
        }
        Ok(list)
    }
}

/// Results collected by `findall/3`, one after another: an atom or a small integer is its cell; any other term is a
/// header with the number of its cells, its root, and its cells.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    /// Number of choice points when the buffer was opened; a buffer above the newest choice point is abandoned.
    pub depth: usize,
    words: Vec<u64>,
    count: usize,
    cells: usize,
}

impl Buffer {
    /// Returns the results: the root of each, and its cells.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, &[u64])> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let first = Cell::from_bits(*self.words.get(at)?);
            if first.tag() != Tag::Hdr {
                at += 1;
                return Some((first, &[][..]));
            }
            let (root, start) = (Cell::from_bits(self.words[at + 1]), at + 2);
            at = start + first.box_words();
            Some((root, &self.words[start..at]))
        })
    }
}
