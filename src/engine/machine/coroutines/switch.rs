//! Engines of the program: making them, and going from one run to another: asking an engine for an answer, its answer,
//! its end.
//!
//! The predicate that asks has its arguments in the registers; the second one is unified with the answer.

use std::mem::swap;

use crate::base::atom::Atom;
use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::machine::coroutines::{Coroutine, CoroutineState, Coroutines, Roots, Run, Waiting};
use crate::machine::memory::budget::Budget;
use crate::machine::memory::reclaim::Schedule;
use crate::machine::native::{Step, Stop, holds};
use crate::machine::run::drive::Outcome;
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

/// The held cell of an engine: the template of its answers.
const TEMPLATE: usize = 0;

/// Number of registers that are in use where runs are exchanged: at most the arguments of the native predicate that asks
/// or answers.
const LIVE: usize = 16;

/// The register of the answer in the predicate that asks.
const ANSWER: usize = 1;

impl Machine {
    /// Makes an engine of the pair of a template and a goal. Returns its name.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn create_engine(&mut self, pair: Cell, alias: Option<Atom>) -> Result<Atom, Stop> {
        let goal = self.within_room(|heap| Record::pack(heap, pair, Attributes::Keep))?;
        let object = AnyObject::of_engine();
        let engine = Coroutine {
            object: object.clone(),
            alias,
            state: CoroutineState::New(goal),
            posted: None,
            is_doomed: false,
        };
        self.charge(Budget::Stacks, engine.bytes())?;
        let atom = self.intern_object(&object);
        self.coroutines.add(atom, engine);
        self.coroutines.ask_for_dead_engines(&mut self.schedule);
        Ok(self.coroutines.name(atom))
    }

    /// Asks an engine that does not run for its next answer, which is unified with the second argument of the running
    /// predicate when the engine has it.
    ///
    /// # Errors
    /// The result that the predicate must return at once.
    pub fn ask_engine(&mut self, engine: Atom) -> Step {
        self.collector.forget_refusal();
        let state = self.coroutines.change(engine, |found| {
            std::mem::replace(&mut found.state, CoroutineState::Running)
        });
        match state {
            Some(CoroutineState::New(goal)) => {
                let (heap, frames) = self.coroutines.room();
                self.go_to(engine, Box::new(Run::new(heap, frames)));
                self.heap.watch = std::sync::Arc::clone(self.limits.watch());
                match self.begin_coroutine(&goal) {
                    Ok(()) => Ok(()),
                    Err(_) => {
                        let raised = self.exceptions.pack_ball(&self.heap);
                        self.exceptions.set_uncaught(raised);
                        self.leave_thrown()
                    }
                }
            }
            Some(CoroutineState::Parked { mut run, has_yielded }) => {
                self.coroutines.table_bytes -= run.table_bytes();
                if run.is_packed() {
                    let room = self.coroutines.room();
                    run.unpack(room);
                }
                self.go_to(engine, run);
                holds(has_yielded)
            }
            Some(CoroutineState::Running | CoroutineState::Ended) | None => Err(Stop::Fail),
        }
    }

    /// Puts the goal of a new engine on its heap.
    fn begin_coroutine(&mut self, goal: &Record) -> Step {
        self.refresh_heap_limit();
        self.reserve(goal.len() + 8)?;
        self.session.cells.resettable = self.heap.push(Cell::NIL);
        self.session.cells.changed = self.heap.push(Cell::NIL);
        self.session.cells.delays = self.heap.push(Cell::NIL);
        let top = self.heap.top();
        let pair = goal.unpack(&mut self.heap);
        let View::Struct(_, parts) = self.view(pair) else {
            return Err(Stop::Fail);
        };
        let (template, goal) = (self.heap.get(parts), self.heap.get(parts + 1));
        self.held.add(template, top);
        self.begin(goal)
    }

    /// Makes the run of an engine that of the machine.
    fn go_to(&mut self, engine: Atom, mut run: Box<Run>) {
        let is_nested = self.nesting.is_nested(&self.coroutines);
        let nesting = self.nesting.depth(&self.coroutines);
        let captures = self.streams.captures();
        let parked = std::mem::take(&mut run.captures);
        let own = run.own;
        self.exchange(&mut run);
        self.streams.continue_captures(parked);
        let bounds = self.limits.enter_bounds(own);
        let bytes = run.bytes();
        self.coroutines.bytes += bytes;
        self.coroutines.table_bytes += run.table_bytes();
        self.coroutines.chain.push(Waiting {
            engine,
            run,
            bounds,
            captures,
            is_nested,
            nesting,
            bytes,
        });
        self.refresh_heap_limit();
    }

    /// Makes the run of the goal that has asked the running engine that of the machine. Returns the engine and its run.
    fn come_back(&mut self) -> Option<(Atom, Box<Run>)> {
        let waiting = self.coroutines.chain.pop()?;
        let mut run = waiting.run;
        self.coroutines.bytes -= waiting.bytes;
        self.coroutines.table_bytes -= run.table_bytes();
        self.exchange(&mut run);
        run.captures = self.streams.park_captures(waiting.captures);
        run.own = self.limits.leave_bounds(waiting.bounds);
        // The end of the query asks for exceptions that were caught.
        self.exceptions.note_caught(run.exceptions.caught());
        self.refresh_heap_limit();
        Some((waiting.engine, run))
    }

    /// Ends the predicate that has asked the running engine, which has come to `outcome`. Returns its step.
    ///
    /// # Errors
    /// If the answer cannot be copied, the exception is one in the engine.
    #[cold]
    pub(in crate::machine) fn answer_caller(&mut self, outcome: Outcome) -> Step {
        match outcome {
            Outcome::Solution => {
                let answer = self.held.get(TEMPLATE);
                let answer = self.within_room(|heap| Record::pack(heap, answer, Attributes::Keep))?;
                self.leave_with(answer, false)
            }
            Outcome::Exhausted => {
                self.end_running();
                Err(Stop::Fail)
            }
            Outcome::Thrown | Outcome::Yielded => self.leave_thrown(),
        }
    }

    /// Gives an answer of the running engine, which goes on when it is asked again. `None` if no engine runs, or if it
    /// waits for a goal that must end first.
    pub fn yield_from_engine(&mut self, term: Cell) -> Option<Step> {
        if !self.nesting.is_at_bottom_of_engine(&self.coroutines) {
            return None;
        }
        let answer = self.within_room(|heap| Record::pack(heap, term, Attributes::Keep));
        Some(answer.and_then(|answer| self.leave_with(answer, true)))
    }

    /// Ends the running engine, whose exception goes to the goal that has asked it.
    pub(in crate::machine) fn leave_thrown(&mut self) -> Step {
        let raised = self.exceptions.take_uncaught();
        let stack = self.exceptions.take_stack();
        let halt = self.exceptions.take_halt();
        self.end_running();
        self.exceptions.set_stack(stack);
        self.exceptions.set_halt(halt.or(self.exceptions.halt()));
        // An error of the goal has its context already.
        self.regs.running = None;
        Err(self.throw_again(&raised))
    }

    fn leave_with(&mut self, answer: Record, has_yielded: bool) -> Step {
        let (engine, run) = self.come_back().ok_or(Stop::Fail)?;
        self.coroutines.table_bytes += run.table_bytes();
        self.coroutines.change(engine, |found| {
            found.state = CoroutineState::Parked { run, has_yielded }
        });
        self.coroutines.leave(Some(engine));
        self.coroutines.ask_for_dead_engines(&mut self.schedule);
        self.reserve(answer.len())?;
        let answer = answer.unpack(&mut self.heap);
        self.unify(self.x[ANSWER], answer)
    }

    /// Goes back to the goal that has asked the running engine, which has ended.
    pub(in crate::machine) fn end_running(&mut self) {
        if let Some((engine, run)) = self.come_back() {
            self.coroutines
                .change(engine, |found| found.state = CoroutineState::Ended);
            self.session
                .drop_run(&mut self.coroutines, &mut self.streams, &mut self.limits, *run);
        }
    }

    /// Leaves a term for an engine, which may fetch it. Returns false if there is one already.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn post_to_engine(&mut self, engine: Atom, term: Cell) -> Result<bool, Stop> {
        if self.coroutines.has_post(engine) {
            return Ok(false);
        }
        let record = self.within_room(|heap| Record::pack(heap, term, Attributes::Keep))?;
        self.charge(crate::machine::memory::budget::Budget::Stacks, record.bytes())?;
        self.coroutines.post(engine, record);
        Ok(true)
    }

    /// Returns the roots of the run of the machine.
    pub(in crate::machine) fn roots(&self) -> Roots<'_> {
        Roots {
            x: &self.x,
            regs: self.regs,
            suspended: &self.nesting.suspended,
            heap: &self.heap.words()[1..],
            frames: &self.stacks.frames()[..self.regs.frame_top],
            stacks: &self.stacks,
            wakes: &self.wakes,
            results: &self.results,
            exceptions: &self.exceptions,
            held: &self.held,
            tables: &self.tables,
            globals: None,
        }
    }

    /// Exchanges the run of the machine for another one.
    pub(super) fn exchange(&mut self, run: &mut Run) {
        self.x[..LIVE].swap_with_slice(&mut run.x[..LIVE]);
        swap(&mut self.regs, &mut run.regs);
        swap(&mut self.heap, &mut run.heap);
        self.heap.floats_first = run.heap.floats_first;
        swap(&mut self.stacks, &mut run.stacks);
        swap(&mut self.wakes, &mut run.wakes);
        swap(&mut self.results, &mut run.results);
        swap(&mut self.exceptions, &mut run.exceptions);
        swap(&mut self.nesting, &mut run.nesting);
        swap(&mut self.held, &mut run.held);
        swap(&mut self.calls.solutions, &mut run.solutions);
        swap(&mut self.calls.kept, &mut run.kept);
        swap(&mut self.tables, &mut run.tables);
        swap(&mut self.session.lasting.globals, &mut run.globals);
        swap(&mut self.session.cells.resettable, &mut run.resettable);
        swap(&mut self.session.cells.changed, &mut run.changed);
        swap(&mut self.session.cells.delays, &mut run.delays);
        self.collector.swap_thresholds(&mut run.thresholds);
    }
}

impl Coroutines {
    /// Lets the collector look for engines to which nothing refers, if they have become many.
    fn ask_for_dead_engines(&self, schedule: &mut Schedule) {
        if self.is_collection_due() {
            schedule.request();
        }
    }
}

impl Coroutines {
    /// Returns the name of the engine that runs.
    pub fn current_name(&self) -> Option<Atom> {
        self.current().map(|engine| self.name(engine))
    }

    /// Returns the names of all engines, the oldest first.
    pub fn names(&self) -> Vec<Atom> {
        let engines = self.engines().into_iter();
        engines.map(|engine| self.name(engine)).collect()
    }
}
