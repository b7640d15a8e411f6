//! Running predicates from their candidate lists.
//!
//! Candidate lists define the meaning: the clauses in order, as they were when the goal was called. A choice point
//! holds the next candidate, so that no choice point remains when no other clause can match.

use crate::code::clause::ClauseId;
use crate::code::database::{Database, INDEX_ENTRY_BYTES};
use crate::code::index::Candidate;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::key::GoalArguments;
use crate::code::lookup::{Route, Routing};
use crate::code::packed::ClauseShape;
use crate::machine::Machine;
use crate::machine::call::search::Search;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::choice::{Choice, ChoiceKind, NONE};
use crate::term::cell::Cell;
use crate::term::heap::Heap;

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

    /// Returns the first clause for a goal that is called now, and the candidate after it.
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
        let route = self.route(pred, source);
        let goal = source.goal(&self.heap, &self.x[..], self.search.sought());
        self.db.next(pred, route, goal, candidate, generation)
    }

    /// Calls a predicate that runs from its candidate list.
    pub(in crate::machine) fn call_candidates(&mut self, pred: PredId) -> Step {
        let source = self.search.arguments(&self.db, &self.heap, &mut self.x, pred);
        let Some((first, next)) = self.first_two(pred, source) else {
            return self.no_clause(pred);
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
        self.count_retry()?;
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
        let after = self.one_after(pred, source, next, generation);
        let after = self.db.or_no_rule(pred, after);
        self.regs.b0 = self.stacks.choice_count() - 1;
        match after {
            Some(after) => self.stacks.set_next(after),
            None => self.stacks.pop(),
        }
        self.run_clause(next.id)
    }

    /// Handles a call of `pred` for which no candidate is left; its arguments are in the registers.
    fn no_clause(&mut self, pred: PredId) -> Step {
        let p = &self.db.preds[pred];
        if p.matching && p.live > 0 {
            return self.no_rule(pred);
        }
        Err(Stop::Fail)
    }

    /// Goes on with a clause, whose predicate's arguments are in the registers.
    pub(in crate::machine) fn run_clause(&mut self, id: ClauseId) -> Step {
        if self.flags.checks_occurs(&self.db, self.db.clauses[id].pred) {
            return self.run_generic(id);
        }
        if let Some(code) = self.db.code(id).label() {
            self.regs.pc = code.address();
            return Ok(());
        }
        let clause = &self.db.clauses[id];
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
