//! Changes to the database while goals run, and trial unifications that may be undone.

use crate::code::instr::{Instr, PredId};
use crate::code::predicate::Definition;

use crate::machine::Machine;
use crate::machine::memory::limit::Budget;
use crate::machine::native::Step;
use crate::machine::state::choice::NO_GENERATION;

/// A saved state of heap and trail; see [`Machine::mark`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    heap: usize,
    trail: usize,
    hb: usize,
}

impl Machine {
    /// Begins a trial: until [`Machine::undo_to_mark`], every binding of an existing variable is trailed.
    pub fn mark(&mut self) -> Mark {
        let mark = Mark {
            heap: self.heap.top(),
            trail: self.trail.len(),
            hb: self.hb,
        };
        self.hb = mark.heap;
        mark
    }

    /// Ends a trial and keeps its bindings.
    pub fn keep_mark(&mut self, mark: Mark) {
        self.hb = mark.hb;
    }

    /// Returns the trail entries since the mark.
    pub(in crate::machine) fn trail_since(&self, mark: &Mark) -> &[u64] {
        &self.trail[mark.trail..]
    }

    /// Undoes all bindings and assignments since the mark.
    pub fn undo_to_mark(&mut self, mark: Mark) {
        self.undo_to(mark.trail);
        self.heap.set_top(mark.heap);
        self.hb = mark.hb;
        self.pending.clear();
    }

    /// Whether wake-ups are pending.
    pub fn is_waking(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Makes a change of a static predicate's clauses visible to later calls; running goals continue in the old block.
    pub fn definition_changed(&mut self, pred: PredId) {
        let p = &self.db.preds[pred];
        let entry = self.db.entries[pred] as usize;
        let code = self.db.arena.instrs[entry];
        let fresh = matches!(code, Instr::Enter { .. });
        let follows = matches!(code, Instr::Candidates { .. }) && (p.dynamic || p.definition == Definition::Clauses);
        if !fresh && !follows || p.watched.is_some() {
            self.db.reset_entry(pred);
        }
    }

    /// Unlinks erased clauses of `pred` that no running goal can see, once there are enough of them.
    pub fn sweep(&mut self, pred: PredId) {
        if self.db.wants_sweep(pred, self.choices.len()) {
            let running = self.generations(Some(pred));
            self.db.sweep(pred, &running);
        }
    }

    /// Returns the generations in which running goals look up clauses of `pred`, or of any predicate, in ascending
    /// order.
    pub(in crate::machine) fn generations(&self, pred: Option<PredId>) -> Vec<u64> {
        let mut generations: Vec<u64> = self
            .choices
            .iter()
            .filter(|c| c.generation != NO_GENERATION && pred.is_none_or(|pred| pred == c.pred))
            .map(|c| c.generation)
            .collect();
        // They are nearly sorted: newer choice points see newer generations.
        generations.sort_unstable();
        generations.dedup();
        generations
    }

    /// Returns the number of bytes taken by clauses, atoms and the state kept between goals.
    pub fn program_bytes(&self) -> usize {
        self.db.bytes()
            + self.atoms.bytes()
            + self.session.bytes
            + self.session.table_bytes()
            + self.ops.bytes()
            + self.streams.bytes()
    }

    /// Charges `bytes` to the program's budget.
    ///
    /// # Errors
    /// `resource_error(program_space)`, or the reason for which a copy of a term was stopped.
    pub fn charge_program(&mut self, bytes: usize) -> Step {
        self.settle()?;
        if self.limits.take_from_slack(bytes) {
            return Ok(());
        }
        // The bytes of indexes count too: without indexes a full program would still run, but search all clauses at
        // each call.
        self.charge(Budget::Program, bytes)?;
        self.limits
            .set_slack(self.limits.program().saturating_sub(self.program_bytes() + bytes));
        Ok(())
    }
}
