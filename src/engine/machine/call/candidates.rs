//! Running predicates from their candidate lists.
//!
//! Candidate lists define the meaning: the clauses in order, as they were when the goal was called. A choice point
//! holds the next candidate, so that no choice point remains when no other clause can match. Clauses that are not compiled
//! are run from their terms.

use crate::base::flag::OccursCheck;
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::database::{Database, INDEX_ENTRY_BYTES};
use crate::code::index::{Candidate, IN_LINE};
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::key::GoalArguments;
use crate::code::lookup::{Route, Routing};
use crate::code::packed::{ClauseShape, Neck};
use crate::compile::clause::head_arguments;
use crate::machine::Machine;
use crate::machine::call::search::Search;
use crate::machine::native::{Step, Stop, holds};
use crate::machine::stacks::choice::{Choice, ChoiceKind, NONE};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::order::subsumes;
use crate::term::record::append_cells;
use crate::term::walk::is_acyclic;

/// Number of times that a fact of a changing predicate is run from its term before it is compiled.
const RUNS_BEFORE_COMPILING: u8 = 4;

/// The location of the arguments by which clauses are looked up.
#[derive(Clone, Copy)]
pub(crate) enum ArgumentLocation {
    /// In this many registers from 0 on.
    Registers(usize),
    /// In `Machine::search`.
    Sought,
}

impl ArgumentLocation {
    fn goal<'a>(self, heap: &'a Heap, registers: &'a [Cell], sought: &'a [Cell]) -> GoalArguments<'a> {
        let (args, heads_only) = match self {
            ArgumentLocation::Registers(count) => (&registers[..count], false),
            ArgumentLocation::Sought => (sought, true),
        };
        GoalArguments { heap, args, heads_only }
    }
}

impl Machine {
    /// Prepares a search for the clauses of `pred` that match the dereferenced arguments.
    fn route(&mut self, pred: PredId, source: ArgumentLocation) -> Route {
        loop {
            let goal = source.goal(&self.heap, &self.x[..], self.search.sought());
            match self.db.route(pred, goal) {
                Routing::Ready(route) => return route,
                Routing::Wanted(spec, total) => {
                    let room = self.limits.program() - self.limits.program() / 8;
                    let bytes = total * INDEX_ENTRY_BYTES;
                    if !self.limits.take_from_slack(bytes) && self.program_bytes() + bytes > room {
                        return self.db.one_by_one();
                    }
                    self.db.make_index(pred, spec, total);
                }
            }
        }
    }

    /// Returns the first clause for a goal that is called now, and the candidate after it. The changes of other threads are
    /// to be taken in before.
    pub(in crate::machine) fn first_two(
        &mut self,
        pred: PredId,
        source: ArgumentLocation,
    ) -> Option<(ClauseId, Option<Candidate>)> {
        let route = self.route(pred, source);
        let goal = source.goal(&self.heap, &self.x[..], self.search.sought());
        let first = self.db.first(pred, route, goal)?;
        Some((first.id, self.db.next(pred, route, goal, first, self.db.generation)))
    }

    /// Returns the clause after `candidate` for a goal that was called in `generation`.
    pub(in crate::machine) fn one_after(
        &mut self,
        pred: PredId,
        source: ArgumentLocation,
        candidate: Candidate,
        generation: u64,
    ) -> Option<Candidate> {
        if candidate.at == IN_LINE {
            let goal = source.goal(&self.heap, &self.x[..], self.search.sought());
            return self.db.next_in_line(goal, candidate, generation);
        }
        let route = self.route(pred, source);
        let goal = source.goal(&self.heap, &self.x[..], self.search.sought());
        self.db.next(pred, route, goal, candidate, generation)
    }

    /// Calls a predicate that runs from its candidate list.
    pub(in crate::machine) fn call_candidates(&mut self, pred: PredId) -> Step {
        if self.db.shared.is_behind() {
            self.catch_up()?;
        }
        let source = self.search.arguments(&self.db, &self.heap, &mut self.x, pred);
        let Some((first, next)) = self.first_two(pred, source) else {
            let p = &self.db.preds[pred];
            return match p.matching && p.live > 0 {
                true => self.no_rule(pred),
                false => Err(Stop::Fail),
            };
        };
        self.regs.b0 = self.stacks.choice_count();
        let next = self.db.or_no_rule(pred, next);
        if let Some(next) = next {
            let count = self.db.registers_of(pred);
            self.push_choice(Choice {
                pred,
                next,
                generation: self.db.generation,
                ..self
                    .stacks
                    .new_choice(&self.heap, &self.regs, ChoiceKind::Candidates, count)
            })?;
        }
        self.run_clause(first)
    }

    /// Backtracks to a choice point of candidates, whose state has been restored.
    pub(in crate::machine) fn retry_candidates(&mut self, choice: Choice) -> Step {
        // A run that only backtracks meets the limits, too.
        if self.limits.count_call() {
            self.poll_event()?;
        }
        let Choice {
            pred, next, generation, ..
        } = choice;
        if next == NONE {
            self.stacks.pop();
            return self.no_rule(pred);
        }
        let arity = self.db.preds[pred].functor.arity();
        let source = if arity > MAX_REGISTER_ARITY {
            self.search.arguments(&self.db, &self.heap, &mut self.x, pred)
        } else {
            // The saved arguments were dereferenced, and have been restored to that state.
            ArgumentLocation::Registers(arity)
        };
        let after = match source {
            ArgumentLocation::Registers(count) if next.at == IN_LINE => {
                let goal = GoalArguments {
                    heap: &self.heap,
                    args: &self.x[..count],
                    heads_only: false,
                };
                self.db.next_in_line(goal, next, generation)
            }
            _ => self.one_after(pred, source, next, generation),
        };
        let after = self.db.or_no_rule(pred, after);
        self.regs.b0 = self.stacks.choice_count() - 1;
        match after {
            Some(after) => self.stacks.set_next(after),
            None => self.stacks.pop(),
        }
        self.run_clause(next.id)
    }

    /// Goes on with a clause, whose predicate's arguments are in the registers.
    pub(in crate::machine) fn run_clause(&mut self, id: ClauseId) -> Step {
        let clause = &self.db.clauses[id];
        if clause.shape != ClauseShape::Flat || self.flags.occurs_check != OccursCheck::False {
            return self.run_other(id);
        }
        // The cells of a flat fact are its arguments. They are read where they are: a copy would take longer than binding.
        let words = self.db.store.get(clause.stored);
        if words.len() > MAX_REGISTER_ARITY {
            return self.run_other(id);
        }
        for (&word, &goal) in words.iter().zip(&self.x) {
            let (cell, arg) = (Cell::from_bits(word), self.heap.deref(goal));
            if !cell.is_immediate() {
                // A variable that occurs once.
                continue;
            }
            if arg.is_ref() {
                self.stacks.bind(&mut self.heap, arg, cell);
            } else if arg.is_variable() {
                self.wakes
                    .bind(&mut self.heap, &mut self.stacks, &mut self.limits, arg, cell);
            } else if arg != cell {
                return Err(Stop::Fail);
            }
        }
        self.return_to_caller()
    }

    /// Goes on with a clause that is no flat fact.
    fn run_other(&mut self, id: ClauseId) -> Step {
        let clause = &self.db.clauses[id];
        if self.flags.checks_occurs(&self.db, clause.pred) {
            return self.run_generic(id);
        }
        if let Some(code) = self.db.code_of(clause).label() {
            self.regs.pc = code.address();
            return Ok(());
        }
        let arity = self.db.preds[clause.pred].functor.arity();
        let is_flat = clause.shape == ClauseShape::Flat;
        // A shared clause is not changed for its runs to be counted.
        let is_counted = !is_flat && self.db.clauses.is_charged(id);
        if clause.shape.is_fact() && arity <= MAX_REGISTER_ARITY && (!is_counted || clause.runs < RUNS_BEFORE_COMPILING)
        {
            if is_counted {
                self.db.clauses[id].runs += 1;
            }
            self.unify_arguments(id, arity, |m, i| m.x[i])?;
            return self.return_to_caller();
        }
        let code = self.compile_one(id)?;
        self.regs.pc = code.address();
        Ok(())
    }

    /// Unifies the arguments of a clause's head with those that `argument` returns. Returns the address of the clause's
    /// cells on the heap, if they had to be unpacked.
    #[inline(always)]
    pub(in crate::machine) fn unify_arguments(
        &mut self,
        id: ClauseId,
        arity: usize,
        argument: impl Fn(&Machine, usize) -> Cell,
    ) -> Result<Option<usize>, Stop> {
        let cells = self.db.cells(id);
        let own: [u64; LOOKED_AT] = std::array::from_fn(|i| cells.get(i).copied().unwrap_or_default());
        // Immediate arguments come first, since they can fail at once.
        for i in 0..arity {
            let word = own.get(i).copied().unwrap_or_else(|| self.db.cells(id)[i]);
            let cell = Cell::from_bits(word);
            if !cell.is_immediate() {
                continue;
            }
            let arg = self.heap.deref(argument(self, i));
            if arg.is_variable() {
                self.bind(arg, cell);
            } else if arg != cell {
                return Err(Stop::Fail);
            }
        }
        if self.db.clauses[id].shape == ClauseShape::Flat {
            return Ok(None);
        }
        let first = self.unpack_cells(id)?;
        for i in 0..arity {
            if !Cell::from_bits(self.db.cells(id)[i]).is_immediate() {
                self.unify(argument(self, i), self.heap.get(first + i))?;
            }
        }
        Ok(Some(first))
    }

    /// Appends the cells of a clause to the heap and returns the address of the first.
    pub(in crate::machine) fn unpack_cells(&mut self, id: ClauseId) -> Result<usize, Stop> {
        let count = self.db.cells(id).len();
        self.reserve(count + 1)?;
        let is_raw = self.db.clauses[id].shape.is_raw();
        let first = append_cells(&mut self.heap, self.db.cells(id), is_raw);
        self.check_walks()?;
        Ok(first)
    }

    /// Unifies the head of a clause with the goal whose arguments are in the registers; for a matching rule no variable
    /// of the goal may be bound.
    pub(in crate::machine) fn unify_head(
        &mut self,
        head: Cell,
        neck: Neck,
        unify: fn(&mut Machine, Cell, Cell) -> Step,
    ) -> Step {
        if neck != Neck::Unify {
            let pattern = head_arguments(&self.heap, head);
            let is_one_term = pattern.len() > MAX_REGISTER_ARITY;
            let (pattern, values) = if is_one_term {
                (head, self.x[0])
            } else {
                self.reserve(2 * (pattern.len() + 1))?;
                let values = self.x[..pattern.len()].to_vec();
                let pattern = self.heap.new_term(known::EQUALS, &pattern);
                (pattern, self.heap.new_term(known::EQUALS, &values))
            };
            holds(subsumes(&self.heap, pattern, values))?;
        }

        let args = head_arguments(&self.heap, head);
        if args.len() > MAX_REGISTER_ARITY {
            return unify(self, self.x[0], head);
        }
        for (i, arg) in args.into_iter().enumerate() {
            unify(self, self.x[i], arg)?;
        }
        Ok(())
    }

    /// Runs a clause that is too big to be compiled, or whose unifications are checked.
    pub(in crate::machine) fn run_generic(&mut self, id: ClauseId) -> Step {
        let level = self.regs.b0;
        let neck = self.db.clauses[id].shape.neck();
        let body = if self.flags.checks_occurs(&self.db, self.db.clauses[id].pred) {
            self.enter_checked(id, neck)?
        } else {
            let (head, body) = self.unpack_clause(id)?;
            self.unify_head(head, neck, Machine::unify)?;
            body
        };
        let body = match self.db.home(self.db.clauses[id].pred) {
            known::USER | known::SYSTEM => self.converted(body, None, true)?,
            module => self.converted(body, Some(module), true)?,
        };
        self.x[0] = match neck {
            Neck::Match => self.heap.new_term(known::COMMA, &[Cell::atom(known::CUT), body]),
            Neck::Unify | Neck::Guard => body,
        };
        self.x[1] = Cell::int(level as i64);
        let pred = self
            .db
            .pred(known::SYSTEM, crate::base::atom::Functor::new(known::CALL_BODY, 2));
        self.goto_pred(pred)
    }

    /// Unifies the head of a clause with the goal in the registers, and returns the body.
    ///
    /// Bindings of the clause's own variables alone close no cycle, since their values are older or part of the head.
    /// So it suffices to check the values of older variables, once for the whole head.
    pub(in crate::machine) fn enter_checked(&mut self, id: ClauseId, neck: Neck) -> Result<Cell, Stop> {
        let mark = self.stacks.mark(&self.heap);
        let entered = self.unpack_clause(id).and_then(|(head, body)| {
            self.unify_head(head, neck, |m, a, b| {
                m.unify_freely(a, b).then_some(()).ok_or(Stop::Fail)
            })?;
            Ok(body)
        });
        if entered.is_err() {
            self.stacks.keep_mark(mark);
            return entered;
        }
        let registers = self.db.registers_of(self.db.clauses[id].pred);
        let goal_is_acyclic = || self.x[..registers].iter().all(|&x| is_acyclic(&self.heap, x));
        if self
            .stacks
            .made_no_cycle(&self.heap, &mark)
            .unwrap_or_else(goal_is_acyclic)
        {
            self.stacks.keep_mark(mark);
            return entered;
        }
        self.undo_to_mark(mark);
        // An error names the arguments that did not unify.
        let (head, _) = self.unpack_clause(id)?;
        self.unify_head(head, neck, Machine::unify)?;
        Err(Stop::Fail)
    }
}

impl Database {
    /// Returns `next`, or the error as last alternative of a predicate with `=>` rules.
    fn or_no_rule(&self, pred: PredId, next: Option<Candidate>) -> Option<Candidate> {
        next.or_else(|| self.preds[pred].matching.then_some(NONE))
    }
}

impl Search {
    /// Dereferences the arguments of a call of `pred` and returns their location.
    fn arguments(&mut self, db: &Database, heap: &Heap, x: &mut [Cell; 256], pred: PredId) -> ArgumentLocation {
        let arity = db.preds[pred].functor.arity();
        if arity > MAX_REGISTER_ARITY {
            self.seek(heap, x[0]);
            return ArgumentLocation::Sought;
        }
        for argument in &mut x[..arity] {
            *argument = heap.deref(*argument);
        }
        ArgumentLocation::Registers(arity)
    }
}

/// Number of arguments of a clause that are read together.
const LOOKED_AT: usize = 8;
