//! Changes to the database while goals run, and trial unifications that may be undone.

use crate::code::instr::{Instr, PredId};
use crate::code::predicate::Definition;

use crate::machine::Machine;
use crate::machine::memory::limit::Budget;
use crate::machine::native::Step;
use crate::machine::stacks::choice::NO_GENERATION;

impl Machine {
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
        if self.db.wants_sweep(pred, self.stacks.choice_count()) {
            let running = self.generations(Some(pred));
            self.db.sweep(pred, &running);
        }
    }

    /// Returns the generations in which running goals look up clauses of `pred`, or of any predicate, in ascending
    /// order.
    pub(in crate::machine) fn generations(&self, pred: Option<PredId>) -> Vec<u64> {
        let mut generations: Vec<u64> = self
            .stacks
            .choices()
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
