//! Keeping the calls that monotonic tables make of dynamic predicates, so that they can go on with new clauses.

use crate::base::known;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

use super::Intake;

impl Machine {
    /// Keeps the running call of a dynamic predicate, so that it goes on with new clauses. Returns false if the running
    /// table is not monotonic, or the call is not.
    ///
    /// # Errors
    /// If there is no room.
    pub(in crate::machine::tabling) fn follow_clauses(&mut self, pred: PredId, pattern: &[u64]) -> Result<bool, Stop> {
        let Some(owner) = self.tables.running.filter(|&id| self.tables.is_monotonic(id)) else {
            return Ok(false);
        };
        let p = &self.db.preds[pred];
        let arity = p.functor.arity();
        let is_qualified = p.qualified.as_ref().is_some_and(|known| !known.positions.is_empty());
        if !p.monotonic
            || p.matching
            || is_qualified
            || arity > MAX_REGISTER_ARITY
            || !self
                .tables
                .may_suspend(&self.regs, &self.stacks, &self.results, &self.sequences)
        {
            return Ok(false);
        }
        let args: Vec<Cell> = self.x[..arity].to_vec();
        self.reserve(arity + 1)?;
        let template = match arity {
            0 => Cell::atom(known::TEMPLATE),
            _ => self.heap.new_term(known::TEMPLATE, &args),
        };
        let continuation = {
            let walked = self.walk_frames(owner, template)?;
            self.pack_frames(walked)?
        };
        if !continuation.is_monotonic() {
            return Ok(false);
        }
        let bytes = size_of::<Intake>() + continuation.bytes() + pattern.len() * 8;
        self.charge_program(bytes)?;
        self.tables.charge(owner, 0, bytes);
        let born = self.db.generation;
        let Some(inflow) = self.tables.inflow_mut(owner) else {
            return Ok(false);
        };
        inflow.bytes += bytes;
        inflow.intakes.push(Intake {
            continuation: Some(Box::new(continuation)),
            pattern: pattern.into(),
            born,
        });
        let number = (inflow.intakes.len() - 1) as u32;
        self.tables.watch(pred, pattern, owner, number);
        self.db.changes.wait_for(pred);
        Ok(true)
    }
}
