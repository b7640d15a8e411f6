//! Calls that the debugger takes over.
//!
//! A call made by the program becomes a call of `'$trace_call'/1` (`library/boot/trace.pl`), which shows the ports and
//! runs the goal's clauses from their terms.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

impl Machine {
    /// Returns the predicate to be entered for a call of `pred` by the loop, which is that of the tracer if the program
    /// makes the call. The library calls its own predicates in module `system`.
    pub(in crate::machine) fn taken_over(&mut self, pred: PredId) -> Result<PredId, Stop> {
        if self.tracer.is_passing() || self.db.preds[pred].module == known::SYSTEM {
            return Ok(pred);
        }
        let target = self.db.meaning(pred);
        if self.db.is_unseen(&self.atoms, target) {
            return Ok(pred);
        }
        self.take_over(target)
    }

    /// Puts the call of `pred`, whose arguments are in the registers, as a goal in register 0, and returns the predicate
    /// that traces it.
    pub(in crate::machine) fn take_over(&mut self, pred: PredId) -> Result<PredId, Stop> {
        self.qualify_arguments(pred)?;
        let (module, functor) = (self.db.preds[pred].module, self.db.preds[pred].functor);
        let arity = functor.arity();
        self.reserve(arity + 4)?;
        let goal = match arity {
            0 => Cell::atom(functor.name()),
            _ if arity > MAX_REGISTER_ARITY => self.x[0],
            _ => {
                let arguments: Vec<Cell> = self.x[..arity].to_vec();
                self.heap.new_term(functor.name(), &arguments)
            }
        };
        self.x[0] = self.heap.new_term(known::COLON, &[Cell::atom(module), goal]);
        Ok(self.db.pred(known::SYSTEM, Functor::new(known::TRACE_CALL, 1)))
    }
}
