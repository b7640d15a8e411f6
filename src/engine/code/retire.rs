//! How erased clauses and discarded blocks are freed.
//!
//! A clause is erased first; when no goal can see it, it is unlinked and its term is dropped. Then its code is retired,
//! since a goal may be executing it, or return to it by backtracking. A block is retired when its predicate has
//! changed. Retired code is freed when a scan of all continuations and alternatives (by the machine) finds none that
//! leads into it: see [`Suspects`].

use std::sync::Arc;

use crate::base::ids::Id;
use crate::base::ordered::Ordered;
use rustc_hash::FxHashSet;

use crate::base::atom::Functor;
use crate::base::known;

use super::arena::{Block, Placed};
use super::clause::{Clause, ClauseId};
use super::database::Database;
use super::instr::{Instr, Label, PredId};
use super::predicate::{Definition, Predicate};
use super::unfolded::{MadePredicate, bytes_of};

/// The number of erased clauses of a predicate up to which it is not swept.
const FEW_ERASED: usize = 8;

/// Code that no new call reaches.
#[derive(Clone, Debug)]
pub enum Retired {
    /// The code of a clause, whose id stays taken until it is freed.
    Clause(ClauseId),
    /// The former block of a predicate.
    Block(Arc<Block>),
    /// Code that a clause had before it was compiled again, with the predicates that were made for it.
    Code(ClauseId, Placed, Vec<MadePredicate>),
}

/// The retired code, with marks on the parts that a running goal can still reach.
pub struct Suspects {
    /// Starts and ends of the parts in order, with their indices among the retired.
    parts: Vec<(Label, Label, usize)>,
    reached: Vec<bool>,
}

impl Suspects {
    /// Marks the part that holds `address`, where a running goal continues.
    #[inline]
    pub fn reach(&mut self, address: usize) {
        let (Some(first), Some(last)) = (self.parts.first(), self.parts.last()) else {
            return;
        };
        if (first.0.address()..last.1.address()).contains(&address) {
            let at = self.parts.partition_point(|part| part.0.address() <= address);
            let (_, end, index) = self.parts[at - 1];
            if address < end.address() {
                self.reached[index] = true;
            }
        }
    }
}

impl Database {
    /// Whether the predicate has enough erased clauses for a sweep, which has to scan `choices` choice points.
    pub fn wants_sweep(&self, pred: PredId, choices: usize) -> bool {
        let p = &self.preds[pred];
        p.erased.len() > (FEW_ERASED + choices / 4).max(p.sweep_at)
    }

    /// Unlinks the erased clauses of `pred` that no running goal can see: `running` holds, in order, the generations in
    /// which the goals that use its clauses were called.
    pub fn sweep(&mut self, pred: PredId, running: &[u64]) {
        let mut erased = std::mem::take(&mut self.preds[pred].erased);
        erased.retain(|&id| {
            let clause = &self.clauses[id];
            let first = running.partition_point(|&generation| generation < clause.birth());
            let seen = running.get(first).is_some_and(|&generation| generation < clause.death);
            if !seen {
                self.unlink(id);
                self.retire_clause(id);
            }
            seen
        });
        // Doubled, since the goals that keep the others may run for long.
        let p = &mut self.preds[pred];
        p.sweep_at = 2 * erased.len();
        p.erased = erased;
    }

    /// Unlinks the erased clauses of all predicates that no running goal can see.
    pub fn sweep_all(&mut self, running: &[u64]) {
        for pred in self.preds.ids() {
            if !self.preds[pred].erased.is_empty() {
                self.sweep(pred, running);
            }
        }
    }

    /// Whether the predicate stands for one that its module has imported.
    pub fn is_import(&self, id: PredId) -> bool {
        matches!(self.preds[id].definition, Definition::Import(other) if self.preds[other].module != known::SYSTEM)
    }

    /// Drops the predicates of programs that have no definition, clauses or properties, except those that are `called`
    /// or imported.
    pub fn drop_unused_preds(&mut self, called: impl Fn(PredId) -> bool) {
        self.fresh_preds = 0;
        let imported = self.preds.iter().filter_map(|p| match p.definition {
            Definition::Import(other) => Some(other),
            _ => None,
        });
        let links = self.modules.links();
        let linked = links.filter_map(|(_, functor, owner)| self.named(owner, functor));
        let imported: FxHashSet<PredId> = imported.chain(linked).collect();
        for id in self.preds.ids().skip(self.frozen_preds) {
            let p = &self.preds[id];
            let is_name = matches!(p.definition, Definition::None | Definition::Import(_))
                && !(p.dynamic
                    || p.listened
                    || p.noted != 0
                    || p.discontiguous
                    || p.multifile
                    || p.qualified.is_some())
                && p.live + p.erased.len() == 0;
            let (module, functor) = (p.module, p.functor);
            let is_kept = called(id) || imported.contains(&id) || self.is_import(id);
            if is_name && module != known::SYSTEM && !is_kept && self.by_name.remove(module, functor) {
                self.free_pred(id);
            }
        }
    }

    /// Frees the number of a predicate to which its name leads no more.
    pub(super) fn free_pred(&mut self, id: PredId) {
        self.reset_entry(id);
        // A placeholder until the number is reused.
        let stub = self.preds[id].stub;
        self.preds[id] = Predicate::new(known::USER, Functor::new(known::NIL, 0), stub);
        self.free_preds.push(id);
        self.open.forget(id);
    }

    /// Shrinks tables that have become smaller.
    pub fn tidy(&mut self) {
        for &pred in &self.indexed {
            let p = &self.preds[pred];
            if p.live + p.erased.len() == 0 && p.indexing.is_some() {
                self.preds[pred].indexing = None;
            }
        }
        self.indexed.retain(|&pred| self.preds[pred].indexing.is_some());
        self.by_name.tidy();
        self.clauses.tidy();
        self.store.tidy();
        self.free_preds.order_by(|a, b| b.cmp(a));
        if !self.counted.is_on() {
            self.drop_last_preds();
        }
    }

    /// Truncates the table of predicates by the free entries at its end, and frees their stubs. The free list is in
    /// descending order.
    fn drop_last_preds(&mut self) {
        let end = self.preds.len();
        let is_last = |&(&id, last): &(&PredId, usize)| id.index() == last;
        let own = self.preds.base()..end;
        let count = self.free_preds.iter().zip(own.rev()).take_while(is_last).count();
        for id in self.free_preds.drain(..count) {
            self.arena.free_stub(self.preds[id].stub);
        }
        if count > 0 {
            self.preds.truncate(end - count);
            self.frozen_preds = self.frozen_preds.min(end - count);
            self.entries.truncate(end - count);
        }
    }

    fn retire_clause(&mut self, id: ClauseId) {
        let code = self.code(id);
        let Some(label) = code.label() else {
            self.drop_term(id);
            self.clauses.remove(id);
            return;
        };
        self.retired_bytes += code.bytes() + size_of::<Clause>() + bytes_of(self.unfolded.of_clause(id));
        // Goals that return to a clause run from its term need the term.
        if matches!(self.arena.instrs[label.address()], Instr::Generic { .. }) {
            self.retired_bytes += self.clauses[id].stored.bytes();
        } else {
            self.drop_term(id);
        }
        self.retired.push(Retired::Clause(id));
    }

    fn drop_term(&mut self, id: ClauseId) {
        let stored = std::mem::take(&mut self.clauses[id].stored);
        self.clauses[id].name_words = 0;
        self.store.remove(stored);
    }

    /// Retires the block of `pred`.
    pub(super) fn retire_block(&mut self, pred: PredId) {
        if let Some(block) = self.preds[pred].block.take() {
            self.retired_bytes += block.bytes();
            self.retired.push(Retired::Block(block));
        }
    }

    /// Returns all retired code, to be tested for reachability.
    pub fn suspects(&self) -> Suspects {
        let parts_of = |block: &Block, index| {
            let parts = block.parts.clone().into_iter();
            parts.map(move |(start, length)| (start, start + length, index))
        };
        let (mut parts, mut entries) = (Vec::new(), Vec::new());
        for (index, retired) in self.retired.iter().enumerate() {
            match retired {
                Retired::Clause(id) => {
                    let code = self.code(*id);
                    parts.push((code.start, code.start + code.length, index));
                }
                Retired::Block(block) => parts.extend(parts_of(block, index)),
                Retired::Code(_, code, _) => parts.push((code.start, code.start + code.length, index)),
            }
            // The predicates made for it are kept as long as any of it runs, since all of them may be called then.
            for pred in self.made_for(retired) {
                entries.push(self.entries[pred]);
                // Memory may be given back between a last call and the compilation of what it calls.
                let stub = self.preds[pred].stub;
                parts.push((stub, stub + 2, index));
                let codes = self.linked(pred).map(|id| self.code(id));
                let codes = codes.filter(|code| code.length > 0);
                parts.extend(codes.map(|code| (code.start, code.start + code.length, index)));
                let block = self.preds[pred].block.as_ref();
                parts.extend(block.into_iter().flat_map(|block| parts_of(block, index)));
            }
        }
        entries.order();
        parts.order();
        let mut suspects = Suspects {
            parts,
            reached: vec![false; self.retired.len()],
        };
        // Calls lead only to the entries of predicates. Those that were made for retired code, only this calls.
        for entry in self
            .entries
            .iter()
            .filter(|entry| entries.binary_search(entry).is_err())
        {
            suspects.reach(entry.address());
        }
        suspects
    }

    /// Frees the retired code that was not reached, except clauses that a reached block branches to.
    pub fn free_retired(&mut self, suspects: Suspects) {
        let mut reached = suspects.reached;
        let mut branched: FxHashSet<ClauseId> = FxHashSet::default();
        for (retired, &is_reached) in self.retired.iter().zip(&reached) {
            if let (true, Retired::Block(block)) = (is_reached, retired) {
                branched.extend(&block.clauses);
            }
        }
        for (index, retired) in self.retired.iter().enumerate().filter(|_| !branched.is_empty()) {
            let own = match retired {
                Retired::Clause(id) | Retired::Code(id, ..) => Some(*id),
                Retired::Block(_) => None,
            };
            let made = self.made_for(retired).into_iter().flat_map(|pred| self.linked(pred));
            reached[index] |= own.into_iter().chain(made).any(|id| branched.contains(&id));
        }
        let retired = std::mem::take(&mut self.retired);
        for (retired, reached) in retired.into_iter().zip(reached) {
            match retired {
                kept if reached => self.retired.push(kept),
                Retired::Clause(id) => self.free_clause(id),
                Retired::Block(block) => {
                    self.retired_bytes -= block.bytes();
                    self.arena.free_block(&block);
                }
                Retired::Code(_, code, made) => {
                    self.retired_bytes -= code.bytes() + bytes_of(&made);
                    self.arena.free_placed(code);
                    self.free_made(made);
                }
            }
        }
    }

    fn free_clause(&mut self, id: ClauseId) {
        let made = self.take_made(id);
        self.retired_bytes -= bytes_of(&made);
        self.free_made(made);
        self.retired_bytes -= self.code(id).bytes() + size_of::<Clause>() + self.clauses[id].stored.bytes();
        self.remove_clause(id);
    }

    /// Frees an unlinked clause, with its code and its term.
    pub(super) fn remove_clause(&mut self, id: ClauseId) {
        let code = self.take_code(id);
        self.arena.free_placed(code);
        self.drop_term(id);
        self.clauses.remove(id);
    }
}
