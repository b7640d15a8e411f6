//! Changes to the database while goals run, and trying a unification that may be taken back.

use crate::code::instr::{Instr, PredId};
use crate::code::predicate::Definition;

use super::Machine;
use super::choice::NO_GENERATION;
use super::limit::Budget;
use super::native::Step;

/// A state of heap and trail to go back to; see [`Machine::mark`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    heap: usize,
    trail: usize,
    hb: usize,
}

impl Machine {
    /// Begins a trial: until [`Machine::undo_to_mark`], every binding of what exists now is trailed.
    pub fn mark(&mut self) -> Mark {
        let mark = Mark {
            heap: self.heap.top(),
            trail: self.trail.len(),
            hb: self.hb,
        };
        self.hb = mark.heap;
        mark
    }

    /// Ends a trial whose bindings stay.
    pub fn keep_mark(&mut self, mark: Mark) {
        self.hb = mark.hb;
    }

    /// The entries of the trail since the mark.
    pub(super) fn trail_since(&self, mark: &Mark) -> &[u64] {
        &self.trail[mark.trail..]
    }

    /// Takes back what was done since the mark.
    pub fn undo_to_mark(&mut self, mark: Mark) {
        self.undo_to(mark.trail);
        self.heap.set_top(mark.heap);
        self.hb = mark.hb;
        self.pending.clear();
    }

    /// Do goals wait that the last bindings woke?
    pub fn is_waking(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Lets later calls of a static predicate see a change of its clauses; running goals go on with
    /// the block that they are in.
    pub fn definition_changed(&mut self, pred: PredId) {
        let p = &self.db.preds[pred];
        let entry = self.db.entries[pred] as usize;
        let code = self.db.arena.instrs[entry];
        let fresh = matches!(code, Instr::Enter { .. });
        let follows = matches!(code, Instr::Candidates { .. }) && (p.dynamic || p.definition == Definition::Clauses);
        if !fresh && !follows {
            self.db.reset_entry(pred);
        }
    }

    /// Unlinks erased clauses of `pred` that no running goal can see, when enough have gathered.
    pub fn sweep(&mut self, pred: PredId) {
        if self.db.wants_sweep(pred, self.choices.len()) {
            let running = self.generations(Some(pred));
            self.db.sweep(pred, &running);
        }
    }

    /// The generations in which running goals look up clauses, those of `pred` or of any predicate, in order.
    pub(super) fn generations(&self, pred: Option<PredId>) -> Vec<u64> {
        let mut generations: Vec<u64> = self
            .choices
            .iter()
            .filter(|c| c.generation != NO_GENERATION && pred.is_none_or(|pred| pred == c.pred))
            .map(|c| c.generation)
            .collect();
        // They nearly are: the newer the choice point, the newer is what it sees.
        generations.sort_unstable();
        generations.dedup();
        generations
    }

    /// Bytes that clauses, atoms and what is kept from goal to goal take.
    pub fn program_bytes(&self) -> usize {
        self.db.bytes()
            + self.atoms.bytes()
            + self.session.bytes
            + self.session.table_bytes()
            + self.ops.bytes()
            + self.streams.bytes()
    }

    /// Charges `bytes` to the budget of the program.
    ///
    /// # Errors
    /// `resource_error(program_space)`; what a copy of a term was stopped for.
    pub fn charge_program(&mut self, bytes: usize) -> Step {
        self.settle()?;
        if self.limits.take_from_slack(bytes) {
            return Ok(());
        }
        // Indexes count: without them a full program would go on, but look at all clauses at each call.
        self.charge(Budget::Program, bytes)?;
        self.limits
            .set_slack(self.limits.program().saturating_sub(self.program_bytes() + bytes));
        Ok(())
    }
}
