//! The chain of goals that led to an error, as a term for messages and programs.
//!
//! It is made only for an exception that no catch will stop, or that `catch_with_backtrace/3` will: a program whose
//! exceptions are caught pays for a look at the newest catch. The machine knows the addresses at which the open clauses
//! continue; `origin.rs` finds the clauses, and compiling one again tells the goal and where its variables are.
//!
//! The term is a list of `frame(Level, Where, Goal)`, the innermost first, where Where is `foreign(Name/Arity)` for the
//! goal that raised the error, `library(Name/Arity)` for the goal of a library predicate that called it, `clause(Reference, N)` for a clause that is at its Nth goal; `frame(Count, ..., ...)`
//! stands for frames left out. Goals are abbreviated. Frames of the library are not listed, and what last calls have
//! dropped is not known.

mod origin;

use crate::machine::coroutines::Coroutines;
use std::collections::VecDeque;

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::code::database::Database;
use crate::machine::control::exceptions::{Cause, Exceptions};
use crate::machine::memory::limits::MachineLimits;
use crate::machine::nesting::Nesting;
use crate::machine::stacks::Stacks;
use crate::term::heap::Heap;

use rustc_hash::FxHashMap;

use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::instr::{Effect, Instr};
use crate::compile::clause::{Rule, trace_clause};
use crate::compile::normal::plain_goals;
use crate::compile::trace::{CodeStep as TraceStep, Location, Trace};
use crate::machine::call::enter::goal_in_registers;
use crate::machine::call::ready::asked_by_compiler;
use crate::machine::call::unfold::Unfolding;
use crate::term::cell::{Cell, Tag};
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

use super::Machine;
use super::control::unwind::{ACTIVE, CATCHER, RECOVERY};
use super::native::Stop;
use super::stacks::choice::ChoiceKind;
use super::stacks::frames::is_bottom;

/// Number of frames kept at each end of a long chain.
const KEPT: usize = 25;
/// Number of frames passed between two polls of the watch.
const PASSED: usize = 1 << 16;
/// The number of cells that an abbreviated goal of the chain may take.
const GOAL_CELLS: usize = 300;
/// The number of cells that the abbreviated goal that raised the error may take.
const FIRST_GOAL_CELLS: usize = 3000;
/// The depth to which goals are shown.
const DEPTH: usize = 8;
/// The number of words of a number or a string that is not left out.
const FEW_WORDS: usize = 200;

/// The fate of an exception.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// A catch may stop it.
    Caught,
    /// A catch that asks for the chain in the context of the error may stop it.
    Traced,
    /// No catch stops it, or one that takes the chain from beside the ball.
    Uncaught,
}

/// A place at which a clause was left.
#[derive(Clone, Copy)]
struct Point {
    /// The address of the instruction.
    address: usize,
    /// The frame of the clause.
    e: usize,
    /// Whether the registers are those of a goal that the clause calls there.
    waits: bool,
    /// Whether the clause has closed its frame there.
    has_left: bool,
}

/// Whether an instruction fills registers for a call that it makes.
fn makes_call(instr: Instr) -> bool {
    instr.pred().is_some() && instr.effect() == Effect::fused
}

/// Whether an instruction has closed the frame when it leaves the loop.
fn closes_frame(instr: Instr) -> bool {
    matches!(
        instr,
        Instr::DeallocateExecute { .. }
            | Instr::PutValueYDeallocateExecute { .. }
            | Instr::DeallocateProceed {}
            | Instr::DeallocateProceedWake {}
    )
}

/// The chain from the innermost frame outwards, with a gap if it is long.
#[derive(Default)]
struct FrameChain {
    inner: Vec<Point>,
    outer: VecDeque<Point>,
    dropped: usize,
}

impl FrameChain {
    fn push(&mut self, point: Point) {
        if self.inner.len() < KEPT {
            self.inner.push(point);
            return;
        }
        self.outer.push_back(point);
        if self.outer.len() > KEPT {
            self.outer.pop_front();
            self.dropped += 1;
        }
    }
}

/// A clause on the heap at one of its goals, with the values that its variables have.
struct Instance {
    head: Cell,
    goal: Option<Cell>,
    number: u32,
}

/// The records of the clauses that were compiled again; addresses count from the base of their terms.
type Traces = FxHashMap<ClauseId, Option<Trace>>;

/// The cells that a goal takes in what is told, and those that a clause takes.
const TOLD_GOAL: usize = 2 * FIRST_GOAL_CELLS + 16;
const TOLD_CLAUSE: usize = 2 * GOAL_CELLS + 16;

/// Returns what is told of a goal that is no clause of the program.
fn told_goal(heap: &mut Heap, kind: Atom, goal: Cell) -> (Cell, Cell) {
    let indicator = indicator_of(heap, goal);
    let place = heap.new_term(kind, &[indicator]);
    (place, clip(heap, goal, DEPTH, &mut { FIRST_GOAL_CELLS }))
}

/// Returns what is told of a goal in a clause.
fn told_clause(heap: &mut Heap, db: &Database, clause: ClauseId, instance: &Instance) -> (Cell, Cell) {
    let goal = clip(heap, instance.head, DEPTH, &mut { GOAL_CELLS });
    let number = db.clauses[clause].reference(clause) as i64;
    let reference = heap.new_term(known::CLAUSE_REF, &[Cell::int(number)]);
    let place = heap.new_term(known::CLAUSE, &[reference, Cell::int(i64::from(instance.number))]);
    (place, goal)
}

impl Machine {
    /// Looks who will handle the exception that was just raised by `running`, and notes the chain of goals if it is
    /// wanted: in the ball for `catch_with_backtrace/3`, beside it if nobody catches it. Returns whether it is beside it.
    pub(super) fn capture_stack(&mut self, running: Option<u16>) -> bool {
        let fate = self
            .exceptions
            .fate(&self.coroutines, &self.heap, &self.limits, &self.nesting, &self.stacks);
        let is_bare = fate == Fate::Uncaught && self.session.host.bare_errors;
        if fate == Fate::Caught || is_bare || !self.exceptions.is_told_of(&self.heap, &self.atoms) {
            if fate != Fate::Caught {
                self.exceptions.set_stack(None);
            }
            return false;
        }
        let (ball, top) = (self.exceptions.ball(), self.heap.top());
        let stack = self.stack(running);
        self.exceptions.reword(ball, false);
        match (stack, fate) {
            (Ok(stack), Fate::Traced) => self.exceptions.add_to_ball(&mut self.heap, stack),
            (Ok(stack), _) => {
                let record = Record::pack(&mut self.heap, stack, Attributes::Drop);
                self.exceptions.set_stack(Some(record));
                self.heap.set_top(top);
                return true;
            }
            // There is no room for it.
            (Err(_), _) => {
                self.exceptions.set_stack(None);
                self.heap.set_top(top);
            }
        }
        false
    }

    /// Returns the chain of goals that are running, the innermost first; `running` is the native predicate that was called
    /// last, if the chain is to tell.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(super) fn stack(&mut self, running: Option<u16>) -> Result<Cell, Stop> {
        let mut traces = Traces::default();
        let mut frames: Vec<(Cell, Cell)> = Vec::new();
        // The goal of the outermost predicate of the library inside the first clause of the program.
        let mut library = None;
        let mut is_inside = true;
        let (mut cp, mut e) = (self.regs.cp, self.regs.e);
        let goal = self.goal_in_registers(running);
        let (here, dropped) = (self.regs.pc.wrapping_sub(1), 2 * KEPT + 8);
        if let Some((indicator, goal)) = goal {
            frames.push((indicator, goal));
        } else if let Some((clause, offset)) = self.db.origins(&[here]).pop().flatten() {
            let instr = self.db.arena.instrs[here];
            let point = Point {
                address: here,
                e,
                waits: makes_call(instr),
                has_left: closes_frame(instr),
            };
            let instance = self.instance(clause, offset, point, &mut traces)?;
            if let Some((instance, step)) = instance {
                if step.framed && !point.has_left {
                    (e, cp) = self.stacks.link(e);
                }
                if let Some(goal) = instance.goal {
                    self.reserve(TOLD_GOAL)?;
                    frames.push(told_goal(&mut self.heap, known::FOREIGN, goal));
                }
                if self.db.is_of_library(clause) {
                    library = Some(instance.head).filter(|_| !self.db.is_unfolded(clause));
                } else {
                    self.reserve(TOLD_CLAUSE)?;
                    frames.push(told_clause(&mut self.heap, &self.db, clause, &instance));
                    is_inside = false;
                }
            }
        }
        let chain = self.nesting.chain(&self.stacks, &self.limits, cp, e);
        let points: Vec<Point> = chain.inner.iter().chain(&chain.outer).copied().collect();
        let addresses: Vec<usize> = points.iter().map(|point| point.address).collect();
        let origins = self.db.origins(&addresses);
        for (at, (point, origin)) in points.into_iter().zip(origins).enumerate() {
            if at == chain.inner.len() && chain.dropped > 0 {
                let count = Cell::int(chain.dropped as i64);
                frames.push((Cell::atom(known::DOTS), count));
            }
            let Some((clause, offset)) = origin else { continue };
            let is_of_library = self.db.is_of_library(clause);
            if is_of_library && (!is_inside || self.db.is_unfolded(clause)) {
                continue;
            }
            let Some((instance, _)) = self.instance(clause, offset, point, &mut traces)? else {
                continue;
            };
            if is_of_library {
                library = Some(instance.head);
                continue;
            }
            if let Some(goal) = library.take() {
                self.reserve(TOLD_GOAL)?;
                frames.push(told_goal(&mut self.heap, known::LIBRARY, goal));
            }
            is_inside = false;
            self.reserve(TOLD_CLAUSE)?;
            frames.push(told_clause(&mut self.heap, &self.db, clause, &instance));
        }
        if let Some(goal) = library {
            self.reserve(TOLD_GOAL)?;
            frames.push(told_goal(&mut self.heap, known::LIBRARY, goal));
        }
        self.reserve(dropped * 8)?;
        let levels = frames.len() as i64;
        let items: Vec<Cell> = (0..levels)
            .zip(frames)
            .map(|(depth, (place, goal))| {
                let level = Cell::int(levels - depth);
                self.heap.new_term(known::FRAME, &[level, place, goal])
            })
            .collect();
        Ok(self.heap.new_list(&items, Cell::NIL))
    }

    /// Returns the goal that was being called when the error was raised, with its arguments in the registers, as
    /// `foreign(Name/Arity)` and a term; `None` if an instruction of a clause raised the error.
    fn goal_in_registers(&mut self, running: Option<u16>) -> Option<(Cell, Cell)> {
        let called = match self.db.arena.instrs.get(self.regs.pc.wrapping_sub(1)) {
            Some(
                Instr::Enter { pred } | Instr::Candidates { pred } | Instr::NoRule { pred } | Instr::Qualify { pred },
            ) => Some(self.db.preds[*pred].functor),
            _ => None,
        };
        let functor = running
            .and_then(|id| self.calls.functor(id, &mut self.atoms))
            .or(called)?;
        let arity = functor.arity();
        self.reserve(TOLD_GOAL + arity).ok()?;
        let goal = goal_in_registers(&mut self.heap, &self.x, functor);
        let indicator = self.heap.indicator(self.session.shown(functor));
        let goal = clip(&mut self.heap, goal, DEPTH, &mut { FIRST_GOAL_CELLS });
        Some((self.heap.new_term(known::FOREIGN, &[indicator]), goal))
    }

    /// Builds the head and the goal of a clause as they are at `point`; `None` for those that cannot be
    /// compiled to the same code again, for erased ones, and for helpers of the library.
    fn instance(
        &mut self,
        clause: ClauseId,
        offset: usize,
        point: Point,
        traces: &mut Traces,
    ) -> Result<Option<(Instance, TraceStep)>, Stop> {
        let pred = self.db.clauses[clause].pred;
        let name = self.db.preds[pred].functor.name();
        // The term of an erased clause may be gone.
        let is_helper = self.db.is_of_library(clause) && self.atoms.text(name).starts_with('$');
        if self.db.clauses[clause].is_dead() || is_helper && !self.db.is_unfolded(clause) {
            return Ok(None);
        }
        let base = self.heap.top();
        let (head, body) = self.unpack_clause(clause)?;
        let trace = traces.entry(clause).or_insert_with(|| {
            let trace = self.trace_of(clause, head, body);
            trace.map(|trace| trace.counted_from(base))
        });
        let Some(trace) = trace else {
            return Ok(None);
        };
        let Some(step) = trace.steps.get(offset).cloned() else {
            return Ok(None);
        };
        for value in &step.values {
            let cell = match value.location {
                Location::Slot(y) if step.framed && !point.has_left && (value.goes_on || !point.waits) => {
                    self.stacks.slot(point.e, y.index())
                }
                Location::Register(x) if !point.waits => self.x[x.index()],
                _ => continue,
            };
            if is_term(&self.heap, cell, base) {
                self.heap.set(base + trace.address(*value), cell);
            }
        }
        let match_first = self.db.clauses[clause].shape.neck() == crate::code::packed::Neck::Match;
        let goals = plain_goals(&self.heap, body);
        // The cut of a rule with `=>` is compiled as its first goal.
        let index = (step.goal as usize).checked_sub(1 + usize::from(match_first));
        let goal = index.and_then(|index| goals.get(index)).map(|plain| plain.goal);
        let number = index.map_or(0, |index| index as u32 + 1);
        Ok(Some((Instance { head, goal, number }, step)))
    }

    /// Whether two instructions belong to the same goal of a clause.
    pub(super) fn in_one_goal(&mut self, a: usize, b: usize) -> bool {
        let (base, places) = (self.heap.top(), self.db.origins(&[a, b]));
        let [Some((clause, first)), Some((other, second))] = places[..] else {
            return false;
        };
        if clause != other || self.db.clauses[clause].is_dead() {
            return false;
        }
        let Ok((head, body)) = self.unpack_clause(clause) else {
            return false;
        };
        let trace = self.trace_of(clause, head, body);
        self.heap.set_top(base);
        let goal = |offset: usize| Some(trace.as_ref()?.steps.get(offset)?.goal);
        goal(first).is_some() && goal(first) == goal(second)
    }

    /// Compiles a clause again, with a record; `None` if the code is not the one in use.
    fn trace_of(&mut self, clause: ClauseId, head: Cell, body: Cell) -> Option<Trace> {
        let (body, overwritten) = Unfolding::body(clause, self, (head, body), true).ok()?;
        let neck = self.db.clauses[clause].shape.neck();
        let module = self.db.home(self.db.clauses[clause].pred);
        let traced = {
            let (evaluable, constraints) = asked_by_compiler(self, module);
            trace_clause(&self.heap, Rule { head, body, neck }, &evaluable, &constraints)
        };
        for (address, cell) in overwritten.into_iter().rev() {
            self.heap.set(address, cell);
        }
        let (code, trace) = traced.ok()?;
        let is_same = code.instrs.len() == self.db.code(clause).length as usize;
        is_same.then_some(trace)
    }
}

impl Database {
    /// Whether the clause belongs to the library, or was made of a text of it.
    fn is_of_library(&self, clause: ClauseId) -> bool {
        self.preds[self.clauses[clause].pred].module == known::SYSTEM || self.is_unfolded(clause)
    }
}

impl Exceptions {
    /// Puts the chain in place of the name of the predicate in the context of an error.
    fn add_to_ball(&mut self, heap: &mut Heap, stack: Cell) {
        let View::Struct(f, at) = heap.view(self.ball()) else {
            return;
        };
        if f.name() != known::ERROR || f.arity() != 2 {
            return;
        }
        let formal = heap.get(at);
        let note = match heap.view(heap.get(at + 1)) {
            View::Struct(f, parts) if f.name() == known::CONTEXT && f.arity() == 2 => heap.get(parts + 1),
            View::Var(_) => heap.new_var(),
            _ => return,
        };
        let stack = heap.new_term(known::PROLOG_STACK, &[stack]);
        let context = heap.new_term(known::CONTEXT, &[stack, note]);
        let ball = heap.new_term(known::ERROR, &[formal, context]);
        self.reword(ball, false);
    }

    /// Whether a catcher may unify with the ball, by a look at the outermost functors.
    fn may_match(&self, heap: &Heap, catcher: Cell) -> bool {
        let (mut catcher, mut ball) = (heap.deref(catcher), heap.deref(self.ball()));
        if catcher == ball || catcher.is_variable() {
            return true;
        }
        loop {
            match (heap.view(catcher), heap.view(ball)) {
                (View::Var(_) | View::Attributed(_), _) | (_, View::Var(_) | View::Attributed(_)) => return true,
                (View::Struct(f, a), View::Struct(g, b)) if f == g && f.name() == known::ERROR => {
                    (catcher, ball) = (heap.deref(heap.get(a)), heap.deref(heap.get(b)));
                }
                (View::Struct(f, _), View::Struct(g, _)) => return f == g,
                (View::Atom(a), View::Atom(b)) => return a == b,
                (View::Struct(..), View::Atom(_)) | (View::Atom(_), View::Struct(..)) => return false,
                _ => return true,
            }
        }
    }

    /// Whether messages tell of this exception: not if it ends the program or the query.
    fn is_told_of(&self, heap: &Heap, atoms: &AtomTable) -> bool {
        let is_stack = |context: Cell| match heap.view(context) {
            View::Struct(f, at) if f.name() == known::CONTEXT => {
                matches!(heap.view(heap.get(at)), View::Struct(f, _) if f.name() == known::PROLOG_STACK)
            }
            _ => false,
        };
        match heap.view(self.ball()) {
            View::Atom(name) => name != known::ABORT,
            View::Struct(f, at) if f.name() == known::ERROR && f.arity() == 2 => !is_stack(heap.get(at + 1)),
            View::Struct(f, _) => atoms.text(f.name()) != "unwind",
            _ => true,
        }
    }

    /// Returns what becomes of the exception.
    fn fate(
        &self,
        coroutines: &Coroutines,
        heap: &Heap,
        limits: &MachineLimits,
        nesting: &Nesting,
        stacks: &Stacks,
    ) -> Fate {
        let is_ending = limits.is_ending();
        if self.halt().is_some() || is_ending && !matches!(self.cause(), Some(Cause::Limit(_))) {
            return Fate::Caught;
        }
        for choice in stacks.choices().iter().rev() {
            match choice.kind {
                // The run that a nested run interrupts raises the exception again.
                ChoiceKind::Barrier if !nesting.suspended.is_empty() || nesting.is_at_bottom_of_engine(coroutines) => {
                    return Fate::Caught;
                }
                ChoiceKind::Barrier => return Fate::Uncaught,
                ChoiceKind::Catch if !is_ending && stacks.is_active(heap, choice, ACTIVE) => {
                    let slot = |y: usize| stacks.slot(choice.e as usize, y);
                    let recovery = heap.deref(slot(RECOVERY));
                    let name = if recovery.is_structure() {
                        heap.get(recovery.address()).as_functor().name()
                    } else {
                        known::NIL
                    };
                    if name != known::TRACE_RAISED && self.may_match(heap, slot(CATCHER)) {
                        return match name {
                            known::RECOVER_TRACED => Fate::Traced,
                            known::RECOVER_BESIDE => Fate::Uncaught,
                            _ => Fate::Caught,
                        };
                    }
                }
                _ => {}
            }
        }
        Fate::Uncaught
    }
}

fn clip(heap: &mut Heap, cell: Cell, depth: usize, left: &mut usize) -> Cell {
    const MOST: usize = 6;
    let cell = heap.deref(cell);
    // A cut level, which is passed on with a body given as a term.
    if cell.tag() == Tag::Hdr {
        return Cell::atom(known::DOTS);
    }
    let (functor, first) = match heap.view(cell) {
        View::Struct(functor, first) => (Some(functor), first),
        View::List(first) => (None, first),
        _ if cell.tag() == Tag::Box && heap.box_words(cell).len() > FEW_WORDS => {
            return Cell::atom(known::DOTS);
        }
        _ => return cell,
    };
    let arity = functor.map_or(2 * MOST, |functor| functor.arity());
    if depth == 0 || arity > 32 || *left < arity + 2 {
        return Cell::atom(known::DOTS);
    }
    *left -= arity + 2;
    let Some(functor) = functor else {
        let (mut items, mut tail) = (Vec::new(), cell);
        while let View::List(at) = heap.view(tail) {
            if items.len() == MOST {
                tail = Cell::atom(known::DOTS);
                break;
            }
            let item = heap.get(at);
            items.push(clip(heap, item, depth - 1, left));
            tail = heap.deref(heap.get(at + 1));
        }
        let tail = clip(heap, tail, depth - 1, left);
        return heap.new_list(&items, tail);
    };
    let arguments: Vec<Cell> = (0..arity)
        .map(|i| {
            let argument = heap.get(first + i);
            clip(heap, argument, depth - 1, left)
        })
        .collect();
    heap.new_struct(functor, &arguments)
}

fn indicator_of(heap: &mut Heap, goal: Cell) -> Cell {
    match heap.view(goal) {
        View::Struct(functor, _) => heap.indicator(functor),
        View::Atom(name) => heap.indicator(Functor::new(name, 0)),
        _ => heap.indicator(Functor::new(known::CALL, 1)),
    }
}

impl Nesting {
    /// Returns the addresses at which the clauses go on that are open, the innermost first, equal neighbours once. At most
    /// so many are looked at.
    pub(super) fn continuations(&self, stacks: &Stacks, mut cp: usize, mut e: usize, most: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut outer = self.suspended.iter().rev();
        for _ in 0..most {
            if is_bottom(cp) {
                let Some(run) = outer.next() else { break };
                (cp, e) = (run.regs.cp, run.regs.e);
                continue;
            }
            if found.last() != Some(&(cp - 1)) {
                found.push(cp - 1);
            }
            if e == 0 {
                break;
            }
            (e, cp) = stacks.link(e);
        }
        found
    }

    /// Follows the continuations from the frame `e` outwards, through the runs that nested runs have interrupted.
    fn chain(&self, stacks: &Stacks, limits: &MachineLimits, mut cp: usize, mut e: usize) -> FrameChain {
        let mut chain = FrameChain::default();
        let mut outer = self.suspended.iter().rev();
        let mut passed = 0;
        loop {
            passed += 1;
            if passed % PASSED == 0 && limits.is_stop_wanted() {
                return chain;
            }
            if is_bottom(cp) {
                match outer.next() {
                    Some(run) => (cp, e) = (run.regs.cp, run.regs.e),
                    None => return chain,
                }
                continue;
            }
            chain.push(Point {
                address: cp - 1,
                e,
                waits: true,
                has_left: false,
            });
            if e == 0 {
                return chain;
            }
            (e, cp) = stacks.link(e);
        }
    }
}

/// Whether a cell is a term below `base`. A slot or a register in use holds one; a message must not depend on it.
fn is_term(heap: &Heap, cell: Cell, base: usize) -> bool {
    let is_header = || heap.get(cell.address()).tag() == Tag::Hdr;
    match cell.tag() {
        Tag::Atm | Tag::Int => true,
        Tag::Ref | Tag::Att | Tag::Lst => cell.address() < base,
        Tag::Str | Tag::Box => cell.address() < base && is_header(),
        Tag::Hdr => false,
    }
}
