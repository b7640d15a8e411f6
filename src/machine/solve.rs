//! Runs: a goal is solved from outside, lazily, or to its first solution inside a predicate.
//!
//! A run stands on a barrier choice point. A query's barrier lies at the bottom of the stacks; a
//! nested run (a cleanup goal, a host's call) has its own on top of what is running.

use crate::base::iso_error::Resource;
use crate::code::arena::SUCCEED;
use crate::term::cell::Cell;
use crate::term::record::Record;

use super::Machine;
use super::choice::Kind;
use super::native::{Step, Stop};
use super::run::Outcome;

/// How deep runs may nest.
const MAX_NESTING: usize = 64;

/// The registers of a run that another interrupts.
struct Suspended {
    x: Box<[Cell; 256]>,
    pc: usize,
    cp: usize,
    e: usize,
    b0: usize,
    s: usize,
    write: bool,
    frame_top: usize,
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
        self.begin(goal).is_ok()
    }

    /// Runs the open query to its first or next solution.
    pub fn next_solution(&mut self, first: bool) -> Outcome {
        if first { self.run() } else { self.rerun() }
    }

    /// Can the open query have more solutions?
    pub fn has_choices(&self, barrier: usize) -> bool {
        self.choices[(barrier + 1).min(self.choices.len())..].iter().any(|c| !c.is_dead() && c.kind != Kind::Catch)
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
        self.give_back_memory();
        result
    }

    /// Runs `goal` to its first solution and keeps the bindings; other solutions are cut.
    ///
    /// # Errors
    /// `Stop::Fail` is not used: the result tells if there was a solution. The exception that the
    /// goal raised.
    pub fn solve_once(&mut self, goal: Cell) -> Result<bool, Stop> {
        if self.nesting >= MAX_NESTING {
            return Err(self.resource_error(Resource::Depth));
        }
        let suspended = Suspended {
            x: self.x.clone(),
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
        self.nesting += 1;
        let outcome = self.run();
        self.nesting -= 1;
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
                Err(())
            }
            .or_else(|()| {
                let ball = self.take_uncaught();
                Err(self.throw(ball))
            }),
        };
        self.x = suspended.x;
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
            self.close_buffer();
        }
    }

    /// Begins to gather results.
    pub fn open_buffer(&mut self) {
        let depth = self.choices.len();
        self.buffers.push(Buffer { depth, items: Vec::new() });
    }

    /// Adds a result.
    ///
    /// # Errors
    /// `resource_error(memory)` if the results gathered take more than the budget.
    pub fn add_to_buffer(&mut self, record: Record) -> Step {
        self.buffered += record.bytes();
        if self.buffered + self.usage().total() > self.limits.memory {
            return Err(self.resource_error(Resource::Memory));
        }
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.items.push(record);
        }
        Ok(())
    }

    /// Ends gathering and gives the results.
    pub fn close_buffer(&mut self) -> Vec<Record> {
        let items = self.buffers.pop().map(|b| b.items).unwrap_or_default();
        self.buffered -= items.iter().map(Record::bytes).sum::<usize>();
        items
    }
}

/// Results that `findall/3` has gathered.
#[derive(Debug)]
pub(super) struct Buffer {
    /// Choice points at the start; a buffer above the newest choice point is given up.
    pub depth: usize,
    /// The results in order.
    pub items: Vec<Record>,
}
