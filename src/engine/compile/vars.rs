//! Variable analysis: first and last occurrences, and the classification of variables into temporary and permanent
//! ones.
//!
//! The body is divided into chunks: a call ends one, and so does any construct that needs a choice point, since neither
//! preserves registers. A variable that occurs in one chunk only is temporary and lives in a register; any other is
//! permanent and lives in a slot of the frame. A branch of simple tests starts in the chunk that it branches from.

use rustc_hash::FxHashMap;

use crate::base::atom::Functor;
use crate::code::comparison::Comparison;
use crate::code::instr::{MAX_REGISTER_ARITY, Reg};
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

use super::constraint::is_arithmetic;
use super::error::CompileError;
use super::normal::{BodyGoal, CHOICES, Culprit, ORDER, is_simple, relation};

/// A variable of the clause; numbers follow the order of first occurrence.
pub(super) type VarId = usize;

/// One variable.
#[derive(Debug, Clone)]
pub(super) struct VarInfo {
    /// The goal in which it first occurs; the head is 0.
    pub first: u32,
    /// The goal in which it last occurs.
    pub last: u32,
    /// The number of occurrences.
    pub count: u32,
    /// True if it is permanent, so that it needs a slot.
    pub permanent: bool,
    /// The argument register in which a call will pass it.
    pub hint: Option<Reg>,
    chunk: u32,
}

/// All variables of a clause.
#[derive(Default, Debug)]
pub(super) struct Vars {
    /// By number.
    pub info: Vec<VarInfo>,
    ids: FxHashMap<usize, VarId>,
}

impl Vars {
    /// Returns the number of the variable `var`, a dereferenced cell.
    pub(super) fn id(&self, var: Cell) -> VarId {
        self.ids[&var.address()]
    }

    /// Returns the addresses of the variables, by number.
    pub(super) fn addresses(&self) -> Vec<usize> {
        let mut addresses = vec![0; self.info.len()];
        for (&address, &id) in &self.ids {
            addresses[id] = address;
        }
        addresses
    }
}

/// The maximum number of subterms of a compiled clause; larger clauses are run from their terms.
const MAX_CELLS: usize = 16_000;

/// Whether a goal of this functor is a constraint of the library, which is compiled for the case that all is known.
pub(super) type Constraints<'a> = &'a dyn Fn(Functor) -> bool;

/// A walk over a clause that numbers its goals and variables.
pub(super) struct Analysis<'a> {
    heap: &'a Heap,
    constraints: Constraints<'a>,
    vars: Vars,
    position: u32,
    chunk: u32,
    chunks: u32,
    cells: usize,
    /// The maximum arity of the calls.
    pub max_arity: usize,
    /// True if the clause needs a frame even without permanent variables.
    pub needs_frame: bool,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(heap: &'a Heap, constraints: Constraints<'a>) -> Analysis<'a> {
        Analysis {
            heap,
            constraints,
            vars: Vars::default(),
            position: 0,
            chunk: 0,
            chunks: 0,
            cells: 0,
            max_arity: 0,
            needs_frame: false,
        }
    }

    /// Analyses the head's arguments and the body.
    pub(super) fn run(mut self, head: &[Cell], body: &mut [BodyGoal]) -> Result<(Vars, Summary), CompileError> {
        for &arg in head {
            self.term(arg)?;
        }
        self.sequence(body, true)?;
        let summary = Summary {
            max_arity: self.max_arity.max(head.len()),
            needs_frame: self.needs_frame,
            cells: self.cells,
        };
        Ok((self.vars, summary))
    }

    fn new_chunk(&mut self) {
        self.chunks += 1;
        self.chunk = self.chunks;
    }

    fn sequence(&mut self, goals: &mut [BodyGoal], last: bool) -> Result<(), CompileError> {
        let count = goals.len();
        for (i, goal) in goals.iter_mut().enumerate() {
            self.goal(goal, last && i + 1 == count)?;
        }
        Ok(())
    }

    fn goal(&mut self, goal: &mut BodyGoal, last: bool) -> Result<(), CompileError> {
        self.position += 1;
        if let BodyGoal::Order(args) | BodyGoal::Choices(args) = *goal {
            let result = self.heap.deref(self.heap.get(args));
            if self.vars.ids.contains_key(&result.address()) {
                let functor = if matches!(goal, BodyGoal::Order(_)) {
                    ORDER
                } else {
                    CHOICES
                };
                *goal = BodyGoal::Call(functor, args);
            }
        }
        if let BodyGoal::Call(functor, args) = *goal
            && (self.constraints)(functor)
            && let Some(relation) = relation(functor)
            && self.decides(relation, args)
        {
            *goal = BodyGoal::Constraint(relation, functor, args);
        }
        match goal {
            BodyGoal::Fail | BodyGoal::Cut => {}
            BodyGoal::Unify(a, b) | BodyGoal::Is(a, b) | BodyGoal::Compare(_, a, b) | BodyGoal::Identical(a, b, _) => {
                self.term(*a)?;
                self.term(*b)?;
            }
            BodyGoal::Type(_, a) => self.term(*a)?,
            BodyGoal::Choices(args) => self.term(self.heap.get(*args))?,
            BodyGoal::Constraint(_, _, args) => {
                self.term(self.heap.get(*args))?;
                self.term(self.heap.get(*args + 1))?;
            }
            BodyGoal::Order(args) => {
                for i in 0..ORDER.arity() {
                    self.term(self.heap.get(*args + i))?;
                }
            }
            BodyGoal::Call(functor, args) => self.call(*functor, *args, last)?,
            BodyGoal::Meta(var) => {
                self.term(*var)?;
                self.hint(*var, 0);
                self.leave_chunk(2, last);
            }
            BodyGoal::IfThenElse {
                condition,
                then,
                otherwise,
                soft: false,
            } if is_simple(condition) => self.simple_if(condition, then, otherwise, last)?,
            BodyGoal::Not(goals) if is_simple(goals) => {
                self.sequence(goals, false)?;
                self.position += 1;
            }
            BodyGoal::IfThenElse {
                condition,
                then,
                otherwise,
                ..
            } => {
                self.begin_choice();
                self.sequence(condition, false)?;
                self.sequence(then, last)?;
                self.new_chunk();
                self.sequence(otherwise, last)?;
                self.end_choice();
            }
            BodyGoal::Or(left, right) => {
                self.begin_choice();
                self.sequence(left, last)?;
                self.new_chunk();
                self.sequence(right, last)?;
                self.end_choice();
            }
            BodyGoal::Not(goals) => {
                self.begin_choice();
                self.sequence(goals, false)?;
                self.end_choice();
            }
            BodyGoal::Guarded(goals, told) => {
                self.begin_choice();
                self.told(*told)?;
                self.new_chunk();
                self.sequence(goals, last && told.ends_clause())?;
                self.end_choice();
                self.told(*told)?;
                // The error is raised with two arguments.
                self.leave_chunk(2, false);
            }
        }
        Ok(())
    }

    /// Whether a constraint may be decided by arithmetic: all variables have values, or all but one that it gives a value.
    fn decides(&self, relation: Comparison, args: usize) -> bool {
        let known = |var: Cell| self.vars.ids.contains_key(&var.address());
        let [left, right] = [0, 1].map(|i| self.heap.deref(self.heap.get(args + i)));
        let is_known = |term: Cell| is_arithmetic(self.heap, term, &known);
        let gets_value = |var: Cell, term: Cell| {
            relation == Comparison::Equal && var.is_variable() && !known(var) && !term.is_int() && is_known(term)
        };
        is_known(left) && is_known(right) && !(left.is_int() && right.is_int())
            || gets_value(left, right)
            || gets_value(right, left)
    }

    fn call(&mut self, functor: Functor, args: usize, last: bool) -> Result<(), CompileError> {
        if functor.arity() > MAX_REGISTER_ARITY {
            return Err(CompileError::TooBig);
        }
        for i in 0..functor.arity() {
            let arg = self.heap.get(args + i);
            self.term(arg)?;
            self.hint(arg, i);
        }
        self.leave_chunk(functor.arity(), last);
        Ok(())
    }

    /// Ends the chunk with a call.
    fn leave_chunk(&mut self, arity: usize, last: bool) {
        self.max_arity = self.max_arity.max(arity);
        self.needs_frame |= !last;
        self.new_chunk();
    }

    /// Both branches begin in the chunk of the tests.
    fn simple_if(
        &mut self,
        condition: &mut [BodyGoal],
        then: &mut [BodyGoal],
        otherwise: &mut [BodyGoal],
        last: bool,
    ) -> Result<(), CompileError> {
        self.sequence(condition, false)?;
        let start = self.chunk;
        self.sequence(then, last)?;
        let after_then = self.chunk;
        self.chunk = start;
        self.sequence(otherwise, last)?;
        if after_then != start || self.chunk != start {
            self.new_chunk();
        }
        self.position += 1;
        Ok(())
    }

    fn begin_choice(&mut self) {
        self.needs_frame = true;
        self.new_chunk();
    }

    fn end_choice(&mut self) {
        self.new_chunk();
        self.position += 1;
    }

    /// What is told of guarded goals has its variables before them and behind them.
    fn told(&mut self, told: Culprit) -> Result<(), CompileError> {
        match told {
            Culprit::Rest(_) => Ok(()),
            Culprit::Goal(args) => self.term(self.heap.get(args)),
            Culprit::Terms(args) => {
                self.term(self.heap.get(args))?;
                self.term(self.heap.get(args + 1))
            }
        }
    }

    fn hint(&mut self, arg: Cell, register: usize) {
        let arg = self.heap.deref(arg);
        if arg.is_variable() {
            let id = self.vars.ids[&arg.address()];
            let info = &mut self.vars.info[id];
            if info.hint.is_none() {
                info.hint = Some(Reg::at(register));
            }
        }
    }

    fn term(&mut self, term: Cell) -> Result<(), CompileError> {
        let mut waiting = vec![term];
        while let Some(cell) = waiting.pop() {
            let cell = self.heap.deref(cell);
            self.cells += 1;
            if self.cells > MAX_CELLS {
                return Err(CompileError::TooBig);
            }
            let (first, count) = match cell.tag() {
                Tag::Ref | Tag::Att => {
                    self.occurrence(cell);
                    continue;
                }
                Tag::Lst => (cell.address(), 2),
                Tag::Str => (cell.address() + 1, self.heap.get(cell.address()).as_functor().arity()),
                _ => continue,
            };
            if count > MAX_CELLS {
                return Err(CompileError::TooBig);
            }
            for i in (0..count).rev() {
                waiting.push(self.heap.get(first + i));
            }
        }
        Ok(())
    }

    fn occurrence(&mut self, var: Cell) {
        let (position, chunk) = (self.position, self.chunk);
        let next = self.vars.info.len();
        let id = *self.vars.ids.entry(var.address()).or_insert(next);
        if id == next {
            let info = VarInfo {
                first: position,
                last: position,
                count: 1,
                permanent: false,
                hint: None,
                chunk,
            };
            self.vars.info.push(info);
            return;
        }
        let info = &mut self.vars.info[id];
        info.last = position;
        info.count += 1;
        info.permanent |= info.chunk != chunk;
    }
}

/// The results of the analysis besides the variables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    /// The number of its cells.
    pub cells: usize,
    /// The maximum arity of the head and the calls.
    pub max_arity: usize,
    /// True if the clause needs a frame even without permanent variables.
    pub needs_frame: bool,
}
