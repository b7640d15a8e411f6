//! Runs: a goal is solved from outside, lazily, or to its first solution inside a predicate.
//!
//! A run stands on a barrier choice point. A query's barrier lies at the bottom of the stacks; a
//! nested run (a cleanup goal, a host's call) has its own on top of what is running.

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

/// Results that are put on the heap between two looks at limits.
const RESULTS_BETWEEN_POLLS: usize = 4096;

/// How deep runs may nest.
const MAX_NESTING: usize = 64;

/// The registers of a run that another interrupts.
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
    /// Begins a run of `goal`: the barrier, and the goal in register 0.
    fn begin(&mut self, goal: Cell) -> Step {
        let barrier = self.new_choice(Kind::Barrier, 0);
        self.push_choice(barrier)?;
        self.x[0] = goal;
        self.cp = SUCCEED as usize;
        self.pc = self.sequences.query as usize;
        self.refresh_heap_limit();
        Ok(())
    }

    /// Begins a query; `next_solution` gives its solutions. False if there is no room to begin.
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

    /// Can the open query have more solutions?
    pub fn has_choices(&self, barrier: usize) -> bool {
        self.choices[(barrier + 1).min(self.choices.len())..]
            .iter()
            .any(|c| !c.is_dead() && c.kind != Kind::Catch)
    }

    /// How many choice points there are: the index of the next barrier.
    pub fn choice_count(&self) -> usize {
        self.choices.len()
    }

    /// Ends the query whose barrier has this index, running cleanup goals, and drops all it made.
    ///
    /// # Errors
    /// What a cleanup goal raised.
    pub fn close_query(&mut self, barrier: usize) -> Step {
        let result = self.cut_with_cleanup(barrier + 1);
        if let Some(&choice) = self.choices.get(barrier) {
            self.restore(&choice);
            self.pop_choice();
        }
        self.drop_buffers();
        if barrier == 0 {
            self.streams.abandon_captures(0);
        }
        self.give_back_memory();
        result
    }

    /// Runs `goal` to its first solution and keeps the bindings; other solutions are cut. Nothing on the
    /// heap moves meanwhile.
    ///
    /// # Errors
    /// `Stop::Fail` is not used: the result tells if there was a solution. The exception that the
    /// goal raised.
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
        // An error of the goal has its context from there.
        self.running = if result.is_ok() { suspended.running } else { None };
        result
    }

    /// The ball of the exception that ended a run, on the heap.
    pub fn take_uncaught(&mut self) -> Cell {
        let record = self.uncaught.take().unwrap_or_default();
        record.unpack(&mut self.heap)
    }

    /// Forgets results gathered above the newest choice point by goals that will not go on.
    pub(super) fn drop_buffers(&mut self) {
        while self.buffers.last().is_some_and(|b| b.depth > self.choices.len()) {
            if let Some(buffer) = self.buffers.pop() {
                self.buffered -= buffer.words.len() * 8;
            }
        }
    }

    /// Begins to gather results.
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
    /// `resource_error(memory)` if the results gathered take more than the budget.
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
        // How much a large result takes is known only now: it stays, or all results go with the exception.
        if small.is_none() {
            self.charge(Budget::Stacks, 0)
        } else {
            Ok(())
        }
    }

    /// Ends gathering and gives the results as a list that ends in `tail`.
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
        // Each pair stands behind the cells of its result, and is put into the pair before it.
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

/// Results that `findall/3` has gathered, one after another: an atom or a small integer is its cell;
/// any other term is a header with the number of its cells, its root, and its cells.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    /// Choice points at the start; a buffer above the newest choice point is given up.
    pub depth: usize,
    words: Vec<u64>,
    count: usize,
    cells: usize,
}

impl Buffer {
    /// The results: the root of each, and its cells.
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
