//! Searching the clauses of a predicate: `clause/2`, `retract/1` and the like.

use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::index::Candidate;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::call::candidates::ArgumentLocation;
use crate::machine::call::search::Search;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
    /// Tries the clauses of `pred` for a goal `head` in turn with `accept`, which unifies. Stops at the first accepted
    /// one and returns the state from which the search continues if candidates are left. `state` is the state of the
    /// running predicate on backtracking.
    ///
    /// # Errors
    /// Failure if no clause is accepted; exceptions of `accept`.
    pub fn search(
        &mut self,
        state: Option<Cell>,
        pred: PredId,
        head: Cell,
        mut accept: impl FnMut(&mut Machine, ClauseId) -> Result<bool, Stop>,
    ) -> Result<Option<Cell>, Stop> {
        self.search.seek(&self.heap, head);
        let (mut id, mut next, generation);
        match state.map(|s| self.view(s)) {
            Some(View::Struct(_, args)) => {
                let number = |i: usize| self.heap.get(args + i).as_int();
                id = ClauseId::new(number(0) as u32);
                generation = number(1) as u64;
                let at = number(2) as u32;
                next = self.one_after(pred, ArgumentLocation::Sought, Candidate { id, at }, generation);
            }
            _ => {
                generation = self.db.generation;
                (id, next) = self.first_two(pred, ArgumentLocation::Sought).ok_or(Stop::Fail)?;
            }
        }
        self.search.begin(pred, generation);
        loop {
            let mark = self.stacks.mark(&self.heap);
            if accept(self, id)? {
                return Ok(next.map(|next| {
                    let new = [i64::from(next.id.number()), generation as i64, i64::from(next.at)].map(Cell::int);
                    let Some(state) = state else {
                        return self.heap.new_term(known::CLAUSE_REF, &new);
                    };
                    self.heap.set_arguments(state, &new);
                    state
                }));
            }
            self.undo_to_mark(mark);
            let candidate = next.ok_or(Stop::Fail)?;
            id = candidate.id;
            next = self.one_after(pred, ArgumentLocation::Sought, candidate, generation);
            self.poll()?;
        }
    }

    /// Erases all clauses of `pred` whose heads unify with `head`.
    ///
    /// # Errors
    /// The exception of an interrupt.
    pub fn erase_matching(&mut self, pred: PredId, head: Cell) -> Step {
        self.search.seek(&self.heap, head);
        let generation = self.db.generation;
        let mut found = self.first_two(pred, ArgumentLocation::Sought);
        let certain = self.search.is_general();
        while let Some((id, next)) = found {
            if certain || self.unifies(id)? {
                self.db.erase(id);
            }
            found = next.map(|next| {
                (
                    next.id,
                    self.one_after(pred, ArgumentLocation::Sought, next, generation),
                )
            });
            self.poll()?;
        }
        self.sweep(pred);
        Ok(())
    }

    fn unifies(&mut self, id: ClauseId) -> Result<bool, Stop> {
        let mark = self.stacks.mark(&self.heap);
        let unifies = self.unify_clause(id, None)?;
        self.undo_to_mark(mark);
        Ok(unifies)
    }

    /// Unifies the sought arguments with those of the head of a clause, and `body` with its body.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn unify_clause(&mut self, id: ClauseId, body: Option<Cell>) -> Result<bool, Stop> {
        let arity = self.search.sought().len();
        let first = match self.unify_arguments(id, arity, |m, i| m.search.sought()[i]) {
            Ok(first) => first,
            Err(Stop::Fail) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        let own = match first {
            Some(first) if !self.db.clauses[id].shape.is_fact() => self.heap.get(first + arity),
            _ => Cell::atom(known::TRUE),
        };
        Ok(body.is_none_or(|body| self.unify_terms(body, own)))
    }
}

impl Search {
    /// Whether a goal with the sought arguments matches every clause: they are distinct plain variables.
    fn is_general(&self) -> bool {
        let args = self.sought();
        args.len() < 16
            && args
                .iter()
                .enumerate()
                .all(|(i, arg)| arg.is_ref() && !args[..i].contains(arg))
    }
}
