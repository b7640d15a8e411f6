//! Predicates that are made of goals in clauses: `maplist([X]>>q(X), L)` is compiled as a call of one that runs the loop.
//!
//! They belong to the code of a clause, and are freed with it. The clause's term still has the goal itself, which is what
//! programs see, and what runs where the code is not used. If a definition changes that the code relied on, the code is
//! dropped, and the clause is compiled again at its next call.

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::ids::Id;
use crate::base::known;

use super::clause::ClauseId;
use super::database::Database;
use super::instr::PredId;
use super::retire::Retired;

/// About what a predicate of two clauses takes, with their terms and their code.
const MADE_BYTES: usize = 2048;

/// A predicate that was made of a goal, or of a loop in one.
#[derive(Clone, Copy, Debug)]
pub struct MadePredicate {
    /// The predicate.
    pub pred: PredId,
    /// The predicate of the library that the goal calls.
    pub of: Functor,
    /// The position of the goal in the clause that calls it, `None` if only others of the same goal do.
    pub goal: Option<usize>,
}

/// All predicates that were made of goals.
#[derive(Clone, Debug, Default)]
pub struct Unfolded {
    /// By the clause whose code calls them.
    owners: FxHashMap<ClauseId, Vec<MadePredicate>>,
    /// The module in which the goals of each are looked up, and its number, from which it has its name.
    homes: FxHashMap<PredId, (Atom, usize)>,
    /// The predicates of the library whose definitions the code of some clauses relies on.
    assumed: Vec<Functor>,
    numbers: usize,
    /// The numbers that are free again.
    free: Vec<usize>,
}

impl Unfolded {
    /// Returns those that the code of a clause calls.
    pub fn of_clause(&self, id: ClauseId) -> &[MadePredicate] {
        self.owners.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the predicate of the library whose goal `pred` was made of.
    pub fn made_of(&self, pred: PredId) -> Option<Functor> {
        let made = self.owners.values().flatten().find(|made| made.pred == pred);
        made.map(|made| made.of)
    }

    /// Returns the number of the next one.
    pub fn next_number(&self) -> usize {
        self.free.last().copied().unwrap_or(self.numbers)
    }

    fn take_number(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.numbers += 1;
            self.numbers - 1
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.homes.is_empty()
    }
}

impl Database {
    /// Returns the module in which the goals of a predicate are looked up.
    #[inline]
    pub fn home(&self, pred: PredId) -> Atom {
        match self.preds[pred].module {
            known::UNFOLDED => self.unfolded.homes.get(&pred).map_or(known::USER, |home| home.0),
            module => module,
        }
    }

    /// Whether the clause was made of a goal. Its goals are those of the program, but the clause is not shown.
    pub fn is_unfolded(&self, id: ClauseId) -> bool {
        self.preds[self.clauses[id].pred].module == known::UNFOLDED
    }

    /// Makes a predicate for the code of a clause; its name has the next number.
    pub fn unfold(&mut self, owner: ClauseId, home: Atom, functor: Functor, made: (Functor, Option<usize>)) -> PredId {
        let pred = self.pred(known::UNFOLDED, functor);
        let (of, goal) = made;
        let number = self.unfolded.take_number();
        self.unfolded.homes.insert(pred, (home, number));
        self.unfolded
            .owners
            .entry(owner)
            .or_default()
            .push(MadePredicate { pred, of, goal });
        if !self.unfolded.assumed.contains(&of) {
            self.unfolded.assumed.push(of);
        }
        pred
    }

    /// Drops the code of clauses that relies on a definition which has changed.
    #[inline]
    pub fn forget_unfolded(&mut self, functor: Functor) {
        if !self.unfolded.assumed.is_empty() && self.unfolded.assumed.contains(&functor) {
            self.forget_code(functor);
        }
    }

    /// Drops the code of all clauses that relies on definitions of the library.
    pub fn forget_all_unfolded(&mut self) {
        while let Some(&functor) = self.unfolded.assumed.first() {
            self.forget_code(functor);
        }
    }

    #[cold]
    fn forget_code(&mut self, functor: Functor) {
        self.unfolded.assumed.retain(|&of| of != functor);
        let rely = |made: &[MadePredicate]| made.iter().any(|made| made.of == functor);
        let owners = self.unfolded.owners.iter().filter(|(_, made)| rely(made));
        // The code of an erased clause is for goals that were called before the change.
        let ids = owners.map(|(&id, _)| id).filter(|&id| !self.clauses[id].is_dead());
        for id in ids.collect::<Vec<ClauseId>>() {
            let made = self.take_made(id);
            let pred = self.clauses[id].pred;
            let placed = self.take_code(id);
            self.retired_bytes += placed.bytes() + bytes_of(&made);
            self.retired.push(Retired::Code(id, placed, made));
            self.reset_entry(pred);
        }
    }

    /// Frees the predicates made for a clause from the one at `from` on, which no code calls yet.
    pub fn drop_unfolded(&mut self, owner: ClauseId, from: usize) {
        if self.unfolded.of_clause(owner).len() > from {
            let mut made = self.take_made(owner);
            let unused = made.split_off(from);
            if !made.is_empty() {
                self.unfolded.owners.insert(owner, made);
            }
            self.free_made(unused);
        }
    }

    /// Takes the predicates that were made for a clause.
    pub(super) fn take_made(&mut self, owner: ClauseId) -> Vec<MadePredicate> {
        match self.unfolded.of_clause(owner) {
            [] => Vec::new(),
            _ => self.unfolded.owners.remove(&owner).unwrap_or_default(),
        }
    }

    /// Returns the predicates made for retired code, and for their own clauses.
    pub(super) fn made_for(&self, retired: &Retired) -> Vec<PredId> {
        let mut waiting: Vec<MadePredicate> = match retired {
            Retired::Clause(id) => self.unfolded.of_clause(*id).to_vec(),
            Retired::Code(_, _, made) => made.clone(),
            Retired::Block(_) => Vec::new(),
        };
        let mut found = Vec::new();
        while let Some(MadePredicate { pred, .. }) = waiting.pop() {
            found.push(pred);
            for id in self.linked(pred) {
                waiting.extend(self.unfolded.of_clause(id));
            }
        }
        found
    }

    /// Frees predicates that were made of goals, with their clauses.
    pub(super) fn free_made(&mut self, mut waiting: Vec<MadePredicate>) {
        while let Some(MadePredicate { pred, .. }) = waiting.pop() {
            // Other engines have the frozen ones too.
            if pred.index() < self.frozen_preds {
                continue;
            }
            for id in self.linked(pred).collect::<Vec<ClauseId>>() {
                waiting.extend(self.take_made(id));
                self.unlink(id);
                self.remove_clause(id);
            }
            if let Some(block) = self.preds[pred].block.take() {
                self.arena.free_block(&block);
            }
            self.by_name.remove(known::UNFOLDED, self.preds[pred].functor);
            self.free_pred(pred);
            if let Some((_, number)) = self.unfolded.homes.remove(&pred) {
                self.unfolded.free.push(number);
            }
        }
    }
}

/// Returns what the predicates take, about.
pub(super) fn bytes_of(made: &[MadePredicate]) -> usize {
    made.len() * MADE_BYTES
}
